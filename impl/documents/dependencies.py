"""The dependencies of a step: anchors, links to them, and the numbers of steps.

They are resolved when the whole document is read, since a step may stand before one that it needs.
Every pattern runs in time proportional to the line, however long or odd the line is.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from unicodedata import normalize

from impl.documents.steps import ANCHOR, NUMBER

_LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_COMMENT = re.compile(r"\([^()]*\)")
# What its author has taken out of the line.
_TAKEN_OUT = re.compile(r"<!--[^<>]*-->|~~[^~]*~~")
_MARKED = re.compile(f"#({ANCHOR})")
_BARE = re.compile(ANCHOR)
_NUMBER = re.compile(rf"(steps?[ \t]+)?({NUMBER}(?:\.[0-9]+[A-Za-z]?)?)", re.IGNORECASE)
_STEP = re.compile(rf"\bsteps?[ \t]+({NUMBER}(?:\.[0-9]+[A-Za-z]?)?)(?![\w-])", re.IGNORECASE)
_NONE = re.compile(
    r"[\s*_]*(?:none|nothing|n/a|no dependenc(?:y|ies)|no prerequisites?)[\s*_.]*"
    r"(?=$|[,;:.(–—]|-[ \t])",
    re.IGNORECASE,
)
_NOTHING = frozenset({"", "none", "nothing", "n/a", "-", "–", "—"})
_REFERENCE = rf"(?:\bsteps?[ \t]+{NUMBER}(?:\.[0-9]+[A-Za-z]?)?(?![\w-])|#{ANCHOR})"
# A word for a dependency, and what it names directly behind it, anywhere in a line.
_IN_PROSE = re.compile(
    r"\b(?:depend(?:s|ent|ing|ency|encies)?|deps|blocked|requires?|prerequisites?|waits?|needs|"
    r"(?:must|comes?|start|starts|begins?|done|only)[ \t]++after)\b"
    rf"(?:[\s*_:]|\b(?:on|by|for|until|that)\b)*+(?P<steps>{_REFERENCE}(?![ \t]+(?:of|in)\b).*)",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"(?:{_REFERENCE}|\band\b|[\s,;&.*_`])++", re.IGNORECASE)
_NAMES_A_STEP = re.compile(
    rf"#\w|\bsteps?[ \t]+{NUMBER}|\b(?:all|every(?:thing)?|each|previous|prior|earlier|above)\b"
    r"(?:[ \t]+\w+){0,3}[ \t]+(?:steps?|above|else)\b|\bsteps?[ \t]+(?:above|before)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"[,;]")
_PIECES = re.compile(r"(?<![ \t])[ \t]++(?:and|&|\+)[ \t]++|^[ \t]*+and[ \t]++")
_RANGE = re.compile(r"(?<![ \t])(?:[ \t]++(?:to|through|until|-)|[ \t]*+(?:–|—|…|\.\.))[ \t]*+#")
_DIGITS = re.compile(r"[0-9]+")
_STEPS_TO = re.compile(
    r"\bsteps?[ \t]+([0-9]+)[ \t]*(?:-|–|—|\.\.|to|through|until)[ \t]*(?:steps?[ \t]+)?([0-9]+)",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"\bsteps[ \t]+([0-9]+(?:[ \t]*+(?:[/,&]|and\b|or\b)[ \t]*+[0-9]+)+)", re.IGNORECASE
)
"""Numbers of several steps, as in `Steps 1/2`."""
_EMPHASIS = "*_"


class Steps(NamedTuple):
    """The anchors of the steps of a document, and those of each number that only one step has."""

    anchors: frozenset[str]
    by_number: Mapping[str, str]


class Dependencies(NamedTuple):
    """The anchors that a step depends on, and the parts of the text that are not understood."""

    anchors: tuple[str, ...]
    unread: tuple[str, ...]


def names_a_step(text: str) -> bool:
    """Return whether a text refers to a step, or to several such as `all previous steps`."""
    return _NAMES_A_STEP.search(text) is not None


def read_dependencies(text: str, steps: Steps) -> Dependencies:
    """Parse anchors, links and numbers of steps between commas.

    Comments in parentheses are ignored, and so is any text beside an anchor with its number sign.
    Without the sign, an anchor or a number must stand alone. A text that begins with `none` has no
    dependencies.
    """
    linked = _LINK.sub(_anchor_of_link, _TAKEN_OUT.sub(" ", text).replace("`", " "))
    if none := _NONE.match(linked):
        behind = linked[none.end() :].strip(" \t,;:.")
        return Dependencies((), (behind,) if names_a_step(behind) else ())
    plain = _COMMENT.sub(" ", linked)
    unread = [text] if "#" in linked and "#" not in plain and not _STEP.search(plain) else []
    comments = " ".join(_COMMENT.findall(linked))
    found: list[str] = []
    doubtful: list[str] = []
    for part in _PARTS.split(plain):
        if "#" in part and (marked := [_known(name, steps) for name in _MARKED.findall(part)]):
            beside, is_understood = _beside(part, marked, steps)
            found += marked + beside
            unread += [] if is_understood else [part.strip()]
        elif (pieces := _pieces(part, steps)) is None:
            doubtful.append(_bare(part))
        else:
            found += pieces
    unread += [each for each in likely_dependencies(comments, steps) if each not in found]
    is_list = not unread and all(_BARE.fullmatch(each) for each in doubtful)
    if is_list:  # registering refuses a name that no step has
        return Dependencies((*found, *doubtful), ())
    return Dependencies(tuple(found), (*unread, *doubtful))


def likely_dependencies(text: str, steps: Steps) -> Iterator[str]:
    """Yield the anchors of the steps that a text may mean, which is not read as dependencies."""
    text = "" if _NONE.match(text) else normalize("NFKC", _TAKEN_OUT.sub(" ", text))
    yield from (name for name in _MARKED.findall(text) if name in steps.anchors)
    wanted = dict.fromkeys(number.lower() for number in _STEP.findall(text))
    wanted |= dict.fromkeys(
        each for found in _LISTED.findall(text) for each in _DIGITS.findall(found)
    )
    ranges = [(int(first[:9]), int(last[:9])) for first, last in _STEPS_TO.findall(text)]
    # Only a range makes it necessary to look at all steps, for each text of dependencies.
    for number in steps.by_number if ranges else filter(steps.by_number.__contains__, wanted):
        is_within = number.isdecimal() and any(low <= int(number) <= high for low, high in ranges)
        if is_within or number in wanted:
            yield steps.by_number[number]


def named_in_prose(text: str) -> str:
    """Return what a text names behind a word for a dependency, or `""` if it names nothing."""
    found = _IN_PROSE.search(_LINK.sub(_anchor_of_link, text))
    return found["steps"] if found else ""


def steps_alone(text: str, steps: Steps) -> list[str]:
    """Return the anchors of the steps in a text that contains nothing else but separators."""
    linked = _LINK.sub(_anchor_of_link, text)
    return [*likely_dependencies(linked, steps)] if _ALONE.fullmatch(linked) else []


def _anchor_of_link(link: re.Match[str]) -> str:
    """Return the anchor that a link within the document leads to.

    Another link is returned as text that names no anchor, and so is reported.
    """
    text, target = link.groups()
    return f" {target} " if target.startswith("#") else f" {text} [{target.replace('#', ' ')}] "


def _known(name: str, steps: Steps) -> str:
    """Return an anchor without the end of the emphasis around it."""
    bare = name.rstrip(_EMPHASIS)
    return bare if name not in steps.anchors and bare in steps.anchors else name


def _beside(part: str, marked: list[str], steps: Steps) -> tuple[list[str], bool]:
    """Return the other steps that a part with number signs names, and whether it is understood.

    They stand there by their number before the first sign, or by their anchor behind an `and`.
    """
    others = [_by_number(number, steps) for number in _STEP.findall(part.partition("#")[0])]
    pieces = [_bare(piece) for piece in _PIECES.split(part)]
    others += [name for name in pieces if name in steps.anchors]
    behind = {_by_number(number, steps) for number in _STEP.findall(part.partition("#")[2])}
    is_understood = behind <= {*marked, *others} and _RANGE.search(part) is None
    for name in pieces[1:]:  # behind an `and`
        names_one = "#" in name or name in others or _STEP.search(name)
        is_understood = is_understood and bool(names_one or name.casefold() in _NOTHING)
    return [each for each in others if each not in marked], is_understood


def _pieces(part: str, steps: Steps) -> list[str] | None:
    """Return the anchors in a part without number signs, or `None` if it is not understood."""
    found: list[str] = []
    for piece in _PIECES.split(part):
        name = _bare(piece)
        if name in steps.anchors:
            found.append(name)
        elif (number := _NUMBER.fullmatch(name)) and (
            number[1] is not None or number[2].lower() in steps.by_number
        ):  # behind the word, or because there is such a step
            found.append(_by_number(number[2], steps))
        elif name.casefold() not in _NOTHING:
            return None
    return found


def _bare(piece: str) -> str:
    """Return a piece without the blanks, the full stop and the emphasis around it."""
    name = piece.strip().rstrip(".")
    while len(name) > 1 and name[0] == name[-1] and name[0] in _EMPHASIS:
        name = name[1:-1].strip().rstrip(".")
    return name


def _by_number(number: str, steps: Steps) -> str:
    """Return the anchor of the step with a number, or the one that it would have."""
    derived = f"step-{number.replace('.', '-')}".lower()
    return steps.by_number.get(number.lower(), derived)
