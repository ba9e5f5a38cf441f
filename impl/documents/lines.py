"""The outline of a plan document: the lines outside fenced code, and the headings among them.

Every pattern runs in time proportional to the line, however long or odd the line is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

STEP_LEVELS = range(3, 6)
ANCHOR = r"\w(?:[\w.:-]*[\w-])?"
_LINE_END = re.compile(r"\r\n|\n|\r")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r" {0,3}(#{1,6})([ \t]*)(.*)")
_LAST_ANCHOR = re.compile(r"\{#(" + ANCHOR + r")\}\Z")
_STEP = re.compile(r"Step[ \t]+([0-9]+)(?:\.([0-9]+))?:[ \t]*(\S.*)")
_STEP_LIKE = re.compile(r"[*_`\s]*step[\s#_-]*(\d+(?:\.\d+)*)[\s:.)–—-]*(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Problem:
    """A line of a document that is probably a mistake. Lines count from 1."""

    line: int
    message: str
    suggestion: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" + (self.suggestion and f"; {self.suggestion}")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading without its anchor. `spaced` is false if no blank follows the number signs."""

    level: int
    text: str
    anchor: str | None
    spaced: bool


@dataclass(frozen=True, slots=True)
class StepHeading:
    """A heading that opens a step, or a substep if it has a `minor` number."""

    number: str
    minor: str | None
    title: str
    anchor: str


def excerpt(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= 60 else text[:59] + "…"


def lines_outside_fences(text: str, problems: list[Problem]) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines that are not fenced code, and report a fence left open."""
    fence, opened_at = "", 0
    for number, line in enumerate(_LINE_END.split(text), start=1):
        mark, info = _fence_of(line)
        if fence:
            if mark.startswith(fence) and not info.strip():
                fence = ""
        elif mark:
            fence, opened_at = mark, number
        else:
            yield number, line
    if fence:
        message = "this fence is never closed, so the rest of the document is skipped as code"
        problems.append(Problem(opened_at, message, f"close it with a line `{excerpt(fence)}`"))


def _fence_of(line: str) -> tuple[str, str]:
    found = _FENCE.fullmatch(line)
    if found is None or (found[1][0] == "`" and "`" in found[2]):
        return "", ""  # a backquote after three of them is inline code such as ```this```
    return found[1], found[2]


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
    number, minor, title = found.groups()
    numbered = f"step-{number}-{minor}" if minor else f"step-{number}"
    return StepHeading(number, minor, title, heading.anchor or numbered)


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
