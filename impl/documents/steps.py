"""Steps of a plan document: which headings open one, and which nearly do.

Every pattern runs in time proportional to the line, however long or odd the line is.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import count

from impl.documents.blocks import Problem, excerpt

STEP_LEVELS = range(3, 6)
ANCHOR = r"\w(?:[\w.:-]*[\w-])?"
_HEADING = re.compile(r" {0,3}(#{1,6})([ \t]*)(.*)")
_LAST_ANCHOR = re.compile(r"\{#(" + ANCHOR + r")\}\Z")
NUMBER = r"[A-Za-z]{0,2}[0-9]+[A-Za-z]?"
_STEP = re.compile(
    rf"Step[ \t]+({NUMBER})(?:\.([0-9]+[A-Za-z]?))?"
    r"(?:[ \t]*(:[ \t]*|[.)–—-][ \t]+)|[ \t]+)(\S.*)"
)
_STEP_LIKE = re.compile(
    r"[\W_]*+(?:[0-9]++[.)][ \t]*+)?steps?[\s#_-]*([A-Za-z]{0,2}\d+(?:\.\d+)*(?:[A-Za-z]\b)?)"
    r"(?:[ \t]*[-–—][ \t]*([0-9]++)(?=[:.)]))?[\s:：.)–—-]*(.*)",
    re.IGNORECASE,
)
# What is left of a heading of two steps, as in `Steps 9 and 10: title`.
_SECOND_NUMBER = re.compile(r"(?:and|to|[&/,;])[ \t]*+[0-9.]++[a-z]?[ \t]*+[:.)–—-]?[ \t]*+")
BEFORE = r"[\s>\u200b\ufeff]*+"
"""What may stand before a step's heading or a box, and be seen by nobody."""
_STEP_WORD = re.compile(r"step[ \t]+\S", re.IGNORECASE)
taken_for_step = re.compile(
    rf"{BEFORE}(?:(?:[-+*•]|[0-9]{{1,9}}[.)])[ \t]++)?"
    r"(?:<h[1-6]>|#{1,6}+(?=[ \t])|##+)?[ \t]*+[*_]{0,3}+"
    r"steps?[ \t#-]++([A-Za-z]{0,2}[0-9]+[A-Za-z]?(?:\.[0-9]+)*|[^\W_]+)[*_]{0,3}+"
    r"(?:[:.)–—]|[ \t]++[:.)–—-]|[ \t]*+$|(?<=[*_]))(.*)",
    re.IGNORECASE,
).fullmatch
"""Return the match of a line that people take for a step's heading: its number and its title.

Such lines are bold, quoted, underlined, indented, or have a word in place of the number.
"""


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
    if not spaced and _is_reference(len(found[1]), text):
        return None
    bare = text.rstrip("#")
    if not bare or bare[-1] in " \t":
        text = bare.rstrip()  # a run of number signs after a blank closes the heading
    anchor = _LAST_ANCHOR.search(text)
    if anchor is None:
        return Heading(len(found[1]), text, None, spaced)
    return Heading(len(found[1]), text[: anchor.start()].rstrip(), anchor[1], spaced)


def _is_reference(level: int, text: str) -> bool:
    """Return whether text directly behind number signs refers to a step, or is no heading at all.

    A paragraph may begin with a reference such as `#step-1`.
    """
    return _STEP_LIKE.match(text) is None or (level == 1 and _STEP_WORD.match(text) is None)


def step_heading_of(heading: Heading) -> StepHeading | None:
    """Parse a heading as that of a step; without an anchor, derive one from its numbers."""
    found = _STEP.fullmatch(heading.text)
    if found is None or heading.level not in STEP_LEVELS or not heading.spaced:
        return None
    number, minor, separator, title = found.groups()
    is_marked = separator is not None or heading.anchor is not None
    if not is_marked and not (number.isdecimal() and (minor or "0").isdecimal()):
        return None
    numbered = f"step-{number}-{minor}" if minor else f"step-{number}"
    anchor = heading.anchor or numbered.lower()
    return StepHeading(heading.level, number, minor, title, anchor, is_marked)


def step_repeated(line: int, heading: StepHeading) -> Problem:
    """Report a heading that would open a step under an anchor that is taken (DOC-2.13)."""
    message = f"this heading is not read as a step: {excerpt(heading.anchor)} stands above already"
    return Problem(line, message, "if it is a step, write an `{#anchor}` of its own at the end")


def step_near_miss(line: int, heading: Heading, taken: set[str]) -> Problem | None:
    """Report a heading that looks like a step's but is not valid. `taken` are the anchors above."""
    found = _STEP_LIKE.match(heading.text)
    if found is None:
        return None
    numbers, second, title = found.groups()
    if second and heading.level > STEP_LEVELS[0] and f"step-{numbers}" in taken:
        numbers = f"{numbers}.{second}"  # `#### Step 1-1: title` below Step 1
    reason = "a step's reads `Step N: title`, a substep's `Step N.M: title`"
    if heading.level not in STEP_LEVELS:
        reason = f"its level is {heading.level}, a step's is 3 to 5"
    elif numbers.count(".") > 1:
        reason = "substeps have no substeps"
    elif not heading.spaced:
        reason = "no blank follows its number signs"
    message = f"the heading `{excerpt(heading.text)}` is not read as a step: {reason}"
    level = min(max(heading.level, STEP_LEVELS[0]), STEP_LEVELS[-1])
    return Problem(line, message, heading_advice(level, numbers, title, heading.anchor, taken))


def heading_advice(
    level: int, numbers: str, title: str, anchor: str | None, taken: set[str]
) -> str:
    """Return the advice to write a heading, with an anchor that is not taken.

    The number that stands for a word is taken then.
    """
    from unicodedata import digit, normalize  # only if there is something to report

    numbers = "".join(str(digit(each, each)) for each in normalize("NFKC", numbers))
    for mark in ("**", "*", "~~", "`"):  # what is left of a pair around the number
        title = title.replace(mark, "", title.count(mark) % 2)
    title = _SECOND_NUMBER.sub("", title.lstrip(" :.)–—-\ufe0f\u20e3"), count=1).lstrip("/,; ")
    if "](" in title and title.count("[") < title.count("]"):
        title = title.partition("](")[0]  # the heading is a link
    number, *below = numbers.rsplit(".", numbers.count(".") - 1) if "." in numbers else [numbers]
    if below and number[-1].isdecimal():
        number += chr(ord("a") + (int(re.sub(r"\D", "", below[0])[:3]) - 1) % 26)
    if number.isalpha():  # a word in place of a number
        number = next(str(n) for n in count(1) if f"step-{n}" not in taken)
        taken.add(f"step-{number}")
    elif anchor is None and (derived := f"step-{number}".replace(".", "-").lower()) in taken:
        anchor = free_anchor(derived, taken)
    ending = f" {{#{excerpt(anchor)}}}" if anchor else ""
    return f"write `{'#' * level} Step {excerpt(number)}: {excerpt(title) or 'title'}{ending}`"


def free_anchor(anchor: str, taken: Collection[str]) -> str:
    """Return an anchor like another one that no step above has."""
    return next(each for n in count(2) if (each := f"{anchor}-{n}") not in taken)
