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
from docs.build.vocabulary import Schema

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
    schema = definitions[MODELS[word].__name__]
    return {
        "word": word,
        "description": prose(schema),
        "fields": [
            {
                "name": name,
                "type": type_of(field, definitions),
                "required": "yes" if name in schema["required"] else "no",
            }
            for name, field in schema["properties"].items()
        ],
    }


def type_of(field: Schema, definitions: dict[str, Schema]) -> str:
    """Return the type of a field, with a link to what it is made of."""
    if "const" in field:
        return f'`"{field["const"]}"`'
    if "$ref" not in field:
        return str(field["type"])
    name = field["$ref"].rpartition("/")[2]
    if "enum" in definitions[name]:
        return " or ".join(f'`"{value}"`' for value in definitions[name]["enum"])
    is_operation = name == "Operation"
    return (
        f"[operation]({MESSAGES}#requests)" if is_operation else f"[{name}]({MESSAGES}#reply-state)"
    )
