"""The pages of histories, with some that `planspec audit` judges while they are built."""

import shutil
from typing import Any

from conformance.histories.format import read_history
from conformance.histories.judging import judged_plans
from conformance.protocol.histories import MODELS, history_schemas
from conformance.reports.history_page import history_picture
from docs.build.pages.messages import prose
from docs.build.rendering import TEMPLATES, render
from docs.build.sessions import filled, template_of, work_folder
from docs.build.vocabulary import Schema, fields_in

MESSAGES = "../reference/messages.md"
RECORDED = TEMPLATES / "recorded.jsonl"
"""What three processes did at once that decide before their transaction begins."""
SHOWN = "plans/4.md"
"""The plan of which the guide shows the timeline."""


def histories_page() -> str:
    """Return the page of the format."""
    definitions = history_schemas()["history-line"]["$defs"]
    lines = [line_data(word, definitions) for word in MODELS]
    with work_folder() as folder:
        for name in ("race.jsonl", "killed.jsonl"):  # which breaks the rules, and which does not
            shutil.copy(TEMPLATES / name, folder)
        return filled(render("histories.md", lines=lines), folder, "../reference/")


def concurrency_page() -> str:
    """Return the guide to safety under concurrency, with the picture of a recorded race."""
    with work_folder() as folder:
        shutil.copyfile(RECORDED, folder / "race.jsonl")
        page = filled(template_of("concurrency.md"), folder, "../reference/")
    return page.replace("{picture}", f'<figure markdown="0">\n{recorded_picture()}</figure>')


def recorded_picture() -> str:
    """Return the timeline of the plan that the recorded race is about."""
    recording = read_history(RECORDED)
    judged = next(each for each in judged_plans(recording) if each.plan == SHOWN)
    return history_picture(recording.history, judged)


def line_data(word: str, definitions: dict[str, Schema]) -> dict[str, Any]:
    """Return a kind of line: its word, its description and its fields."""

    def link(name: str) -> str:
        if "enum" in definitions[name]:
            return " or ".join(f'`"{value}"`' for value in definitions[name]["enum"])
        if name == "Operation":
            return f"[operation]({MESSAGES}#requests)"
        return f"[{name}]({MESSAGES}#reply-state)"

    schema = definitions[MODELS[word].__name__]
    return {"word": word, "description": prose(schema), "fields": fields_in(schema, link)}
