"""Write the start page: its template, with the four failures as the model runs them.

Run it alone with `python docs/start.py`, or let the site's build run it (docs/hooks.py).
"""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from fragments import keep, linked, table
from site_pages.failures import FAILURES, Failure, run
from site_pages.sequences import asked, brief
from site_pages.traces import Event, escaped

from conformance.reports.traces import narrated
from model.explorer.events import PathStep
from spec.editions import CURRENT, ORIGIN

HERE = Path(__file__).parent
TEMPLATE = HERE / "templates" / "index.md"
PAGE = HERE / "index.md"
PLACE = "<!-- failures -->"
FOLDER = "reference/"


class NotCured(Exception):
    """A trace ends in the current edition as it did at first, so that it shows no failure."""


def written(template: str) -> str:
    """Put the failures into the template."""
    return linked(template, FOLDER).replace(PLACE, "\n\n".join(map(shown, FAILURES)))


def shown(failure: Failure) -> str:
    """Write a failure: its story, its trace at first, and how it ends today.

    Raises `NotCured` if both end in the same answer.
    """
    old, new = (events(run(failure, edition)) for edition in (ORIGIN, CURRENT))
    if answered(old[-1]) == answered(new[-1]):
        raise NotCured(f"{failure.title}: {answered(old[-1])} in both editions")
    rows = [
        (str(number), escaped(asked(event)), escaped(brief(event["answer"])))
        for number, event in enumerate(old, 1)
    ]
    rows[-1] = (*rows[-1][:2], f'<span class="wrong">{escaped(answered(old[-1]))}</span>')
    amendment = linked(failure.amendment.id, FOLDER)
    return (
        f'<div class="failure" markdown>\n\n### {failure.title}\n\n{failure.story}\n\n'
        f"{table(('', 'Asked', 'Answered'), rows)}\n\n"
        f"Since {amendment}, the last line is answered:\n"
        f'<span class="right">{escaped(answered(new[-1]))}</span>\n\n</div>'
    )


def events(told: Sequence[PathStep]) -> list[Event]:
    """Put a trace into words."""
    return [asdict(each) for each in narrated(told)]


def answered(event: Event) -> str:
    """Give an answer, and what whoever asked does then."""
    then = event["then"].partition("   by ")[0]
    return "; ".join(filter(None, (brief(event["answer"]), then)))


def write(path: Path = PAGE) -> None:
    """Write the page, if it has changed."""
    keep(path, written(TEMPLATE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    write()
