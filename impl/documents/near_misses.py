"""What belongs to no step of a plan document: boxes, and headings that come close to a step's."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from impl.documents.blocks import Problem, excerpt
from impl.documents.steps import Heading, heading_advice, taken_for_step

_NUMBERED = re.compile(
    r"[\W_]*+((?:[A-Za-z]+[ \t]+[A-Za-z]*|[A-Za-z]{3,})?[ \t#:-]*+)"
    r"([A-Za-z]{0,2}[0-9]+[A-Za-z]?(?:\.[0-9]+)*)(?!\w)[\])*_`]*+[\s:.)–—-]*+(.*)"
)
_NUMBERED_BOX = re.compile(
    r"[-*+][ \t]++\[[ xX]\]\*?[ \t]++[*_]*+((?:Task|Step)?)[ \t#]*+"
    r"([A-Za-z]{0,2}[0-9]+(?:\.[0-9]+)*)[.:)]?[*_]*+[ \t]++(.*)",
    re.IGNORECASE,
)
TITLE = re.compile(r"Phase[ \t]+[0-9]+\.")
TITLE_LEVEL = 2

Numbered = tuple[int, str, str, Sequence[str]]
"""A line, its text, the form that it shares with others, and its number and title."""


def lost_boxes(lines: Sequence[int], *, has_steps: bool) -> Problem:
    """Return the report on all boxes that belong to no step, by the numbers of their lines."""
    many = len(lines) > 1
    found = f"{len(lines)} boxes belong" if many else "this box belongs"
    reason = "so nobody has to complete " + ("them" if many else "it")
    advice = "if they are items, move them below the heading of their step"
    if not has_steps:
        reason = "because the document has no steps"
        advice = "write a heading `### Step 1: title` above the boxes of each step"
    message = f"{found} to no step, {reason}" + (f" ({_lines(lines)})" if many else "")
    return Problem(lines[0], message, advice)


def near_steps(
    headings: Sequence[tuple[int, Heading]],
    boxes: Sequence[tuple[int, str]],
    others: Sequence[tuple[int, str]],
) -> Iterator[Problem]:
    """Yield what comes close to steps in a document without any.

    These are headings, else `others`, lines that are taken for steps, else numbered boxes. Headings
    without boxes below them count only if there are no boxes at all.
    """
    found: list[Numbered] = [
        (line, f"{'#' * heading.level} {heading.text}", form, match.groups()[-2:])
        for line, heading in headings
        if (match := _numbered(heading)) and (form := _form_of(heading, match))
    ]
    if boxes:
        owners = {_form_above(line, headings) for line, _ in boxes}
        found = [each for each in found if each[2] in owners]
    kind = "heading" if found else "line" if others else "item"
    found = found or _matching(others, taken_for_step)
    found = found or _matching(boxes, _NUMBERED_BOX.fullmatch)
    for form in dict.fromkeys(each[2] for each in found):
        yield _near([each for each in found if each[2] == form], kind)


def _matching(
    lines: Sequence[tuple[int, str]], match: Callable[[str], re.Match[str] | None]
) -> list[Numbered]:
    """Return the lines that match, with their number and title, the last two groups."""
    return [(line, text, "", found.groups()[-2:]) for line, text in lines if (found := match(text))]


def numbered_below(heading: Heading, number: str) -> re.Match[str] | None:
    """Return the match of a heading whose number continues that of a step, as `1.2 Lay it` does."""
    match = _numbered(heading)
    return match if match and match[2].lower().startswith(f"{number.lower()}.") else None


def _numbered(heading: Heading) -> re.Match[str] | None:
    """Return the match of a heading with a number, but for that of the plan's own phase."""
    is_title = heading.level == TITLE_LEVEL and TITLE.match(heading.text)
    return None if is_title else _NUMBERED.fullmatch(heading.text)


def _form_of(heading: Heading, match: re.Match[str]) -> str:
    """Return what headings of one form have in common: their level and their word."""
    return f"{heading.level} {match[1].casefold()}"


def _form_above(line: int, headings: Sequence[tuple[int, Heading]]) -> str | None:
    """Return the form of the innermost heading with a number that a line stands below."""
    level = 7
    for at, heading in reversed(headings):
        if at < line and heading.level < level:
            if match := _numbered(heading):
                return _form_of(heading, match)
            level = heading.level
    return None


def _near(found: Sequence[Numbered], kind: str) -> Problem:
    """Report the lines of one form by the first of them, with what to write there."""
    line, text, _, (number, title) = found[0]
    others = [each[0] for each in found[1:]]
    also = f", and so {'do' if len(others) > 1 else 'does'} {_lines(others)}" if others else ""
    message = f"the {kind} `{excerpt(text)}` comes close to the heading of a step{also}"
    return Problem(line, message, heading_advice(3, number, title.strip("*_ "), None, set()))


def _lines(numbers: Sequence[int]) -> str:
    """Return lines as words: those that follow each other as a run."""
    # In a run, lines grow as their places in the list do.
    grouped = groupby(enumerate(numbers), lambda place: place[1] - place[0])
    runs = [[line for _, line in run] for _, run in grouped]
    listed = ", ".join(f"{run[0]} to {run[-1]}" if run[1:] else f"{run[0]}" for run in runs)
    return f"lines {listed}" if numbers[1:] else f"line {listed}"
