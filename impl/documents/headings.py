"""The headings of a plan document: which open a step, and which nearly do.

Every pattern runs in time proportional to the line, however long or odd the line is.
"""

import re
from dataclasses import dataclass

from impl.documents.blocks import Problem, excerpt

STEP_LEVELS = range(3, 6)
ANCHOR = r"\w(?:[\w.:-]*[\w-])?"
_HEADING = re.compile(r" {0,3}(#{1,6})([ \t]*)(.*)")
_LAST_ANCHOR = re.compile(r"\{#(" + ANCHOR + r")\}\Z")
_STEP = re.compile(
    r"Step[ \t]+([0-9]+)(?:\.([0-9]+))?"
    r"(?:[ \t]*(:[ \t]*|[.)–—-][ \t]+)|[ \t]+)(\S.*)"
)
_STEP_LIKE = re.compile(r"[*_`\s]*step[\s#_-]*(\d+(?:\.\d+)*)[\s:.)–—-]*(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading without its anchor. `spaced` is false if no blank follows the number signs."""

    level: int
    text: str
    anchor: str | None
    spaced: bool


@dataclass(frozen=True, slots=True)
class StepHeading:
    """A heading that opens a step, or a substep if it has a `minor` number.

    `is_marked` is false if neither a separator nor an anchor shows that it is meant as one.
    """

    level: int
    number: str
    minor: str | None
    title: str
    anchor: str
    is_marked: bool


def heading_of(line: str) -> Heading | None:
    """Parse a heading, even one of a step without a blank after its number signs."""
    found = _HEADING.fullmatch(line)
    if found is None:
        return None
    text = found[3].strip()
    spaced = bool(found[2]) or not text
    if not spaced and _STEP_LIKE.match(text) is None:
        return None
    bare = text.rstrip("#")
    if not bare or bare[-1] in " \t":
        text = bare.rstrip()  # a run of number signs after a blank closes the heading
    anchor = _LAST_ANCHOR.search(text)
    if anchor is None:
        return Heading(len(found[1]), text, None, spaced)
    return Heading(len(found[1]), text[: anchor.start()].rstrip(), anchor[1], spaced)


def step_heading_of(heading: Heading) -> StepHeading | None:
    """Parse a heading as that of a step; without an anchor, derive one from its numbers."""
    found = _STEP.fullmatch(heading.text)
    if found is None or heading.level not in STEP_LEVELS or not heading.spaced:
        return None
    number, minor, separator, title = found.groups()
    numbered = f"step-{number}-{minor}" if minor else f"step-{number}"
    is_marked = separator is not None or heading.anchor is not None
    anchor = heading.anchor or numbered
    return StepHeading(heading.level, number, minor, title, anchor, is_marked)


def step_repeated(line: int, heading: StepHeading) -> Problem:
    """Report a heading that would open a step under an anchor that is taken (DOC-2.13)."""
    message = f"this heading is not read as a step: {excerpt(heading.anchor)} stands above already"
    return Problem(line, message, "if it is a step, write an `{#anchor}` of its own at the end")


def step_near_miss(line: int, heading: Heading) -> Problem | None:
    """Report a heading that looks like a step's but is not valid."""
    found = _STEP_LIKE.match(heading.text)
    if found is None:
        return None
    numbers, title = found[1], excerpt(found[2]) or "title"
    reason = "a step's reads `Step N: title`, a substep's `Step N.M: title`"
    if heading.level not in STEP_LEVELS:
        reason = f"its level is {heading.level}, a step's is 3 to 5"
    elif numbers.count(".") > 1:
        reason, numbers = "substeps have no substeps", numbers.split(".")[0] + ".M"
    elif not heading.spaced:
        reason = "no blank follows its number signs"
    signs = "#" * min(max(heading.level, STEP_LEVELS[0]), STEP_LEVELS[-1])
    anchor = f" {{#{excerpt(heading.anchor)}}}" if heading.anchor else ""
    message = f"the heading `{excerpt(heading.text)}` is not read as a step: {reason}"
    return Problem(line, message, f"write `{signs} Step {excerpt(numbers)}: {title}{anchor}`")
