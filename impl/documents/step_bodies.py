"""Parsing the body of a step: its dependencies, its commit message, the items under its markers."""

import difflib
import re
from dataclasses import dataclass, field

from impl.documents.blocks import Problem, excerpt
from impl.documents.headings import ANCHOR
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, StepDefinition

_SECTIONS = {
    "Tasks": ItemKind.TASK,
    "Tests": ItemKind.TEST,
    "Checkpoint": ItemKind.CHECKPOINT,
    "Checkpoints": ItemKind.CHECKPOINT,
    "Artifacts": None,
}
_LINES = {"depends on": "Depends on", "commit": "Commit"}
_MARKERS = (*_SECTIONS, *_LINES.values())
_WORDS = {marker.casefold(): marker for marker in _SECTIONS}

_BOLD = re.compile(r" {0,3}\*\*([^*]+)\*\*(.*)")
_CHECKBOX = re.compile(r"[ \t]*[-*+][ \t]+\[[ xX]\](?:[ \t]+(.*))?")
_CHECKBOX_LIKE = re.compile(r"[ \t]*(?:[-*+]|[0-9]+[.)])\s*\[[\sxX✓✔~-]{0,3}\](?![(\[])")
_BELOW_DEPENDENCIES = re.compile(r"[ \t]*(?:[-*+][ \t]+)?`?#\w")
# A marker but for its bold: `Tests:`, `__Tests__:`, `- **Tests:**`, and `Tests` as a heading.
_MARKER_LIKE = re.compile(
    r"[ \t]*(?:[-+>][ \t]*)?[*_]{0,3}(Tasks|Tests|Checkpoints?)"
    r"(?:[*_]{0,3}[ \t]*:|:[*_]{1,3}:?)[ \t]*",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"\([^()]*\)")
_MARKED_ANCHOR = re.compile(f"#({ANCHOR})")
_BARE_ANCHOR = re.compile(ANCHOR)
_NOTHING = frozenset({"", "none", "nothing", "n/a", "-", "–", "—"})
_BACKQUOTES = re.compile("`+")


@dataclass(slots=True)
class StepDraft:
    """A step while its lines are parsed. All steps share `problems`."""

    anchor: str
    title: str
    number: str
    level: int
    problems: list[Problem]
    dependencies: list[str] = field(default_factory=list)
    items: list[ItemDefinition] = field(default_factory=list)
    substeps: list["StepDraft"] = field(default_factory=list)
    commit: str | None = None
    section: str = ""

    def definition(self) -> StepDefinition:
        """Return the definition so far; a dependency given twice counts once."""
        return StepDefinition(
            self.anchor,
            self.title,
            tuple(dict.fromkeys(self.dependencies)),
            tuple(self.items),
            tuple(draft.definition() for draft in self.substeps),
        )

    def read(self, number: int, line: str) -> None:
        """Parse a line of the step that is outside fenced code and not a heading."""
        if bold := _BOLD.fullmatch(line):
            self._read_bold(number, bold[1].strip(), bold[2].strip())
        elif (kind := _SECTIONS.get(self.section, ItemKind.TASK)) is None:
            return
        elif checkbox := _CHECKBOX.fullmatch(line):
            text = (checkbox[1] or "").strip()
            self.items.append(ItemDefinition(kind, text))
            if not text:
                self._report(number, "this item has no text", "describe what is to be done")
        elif _CHECKBOX_LIKE.match(line):
            self._report(number, "this is not read as an item", "write `- [ ] text`")
        elif _MARKER_LIKE.fullmatch(line):
            self.report_marker(number, line)
        elif self.section == "Depends on" and _BELOW_DEPENDENCIES.match(line):
            advice = "write all anchors after `**Depends on:**`"
            self._report(number, "dependencies are read from one line only", advice)

    def report_marker(self, number: int, text: str) -> None:
        """Report a text, such as that of a heading, that would be a marker in bold."""
        if found := _MARKER_LIKE.fullmatch(f"{text.rstrip().removesuffix(':').rstrip()}:"):
            advice = f"write `**{_WORDS[found[1].casefold()]}:**`"
            self._report(number, f"`{excerpt(text.strip())}` is not read as a marker", advice)

    def _report(self, number: int, message: str, suggestion: str) -> None:
        self.problems.append(Problem(number, message, suggestion))

    def _read_bold(self, number: int, bold: str, rest: str) -> None:
        """Parse a marker: bold text with a colon, or text that looks like a known marker."""
        label, text = bold.removesuffix(":").rstrip(), rest.removeprefix(":")
        has_colon = label != bold or text != rest
        named = _markers_in(label) if has_colon else []
        if len(named) == 1:
            self._read_marker(number, named[0], text.strip())
            return
        is_prose = not has_colon and bool(rest) and label.casefold() not in _LINES
        meant = None if named or is_prose else _closest_marker(label)
        if has_colon or meant:
            self.section = ""
        if named:
            several = " and ".join(f"`{marker}`" for marker in named)
            message = f"`{excerpt(label)}` names {several}, so it is not read as a marker"
            self._report(number, message, "begin a list of items for each of them")
        elif meant:
            message = f"`{excerpt(label)}` is not read as a marker"
            self._report(number, message, f"write `**{meant}:**`")

    def _read_marker(self, number: int, label: str, rest: str) -> None:
        self.section = label
        if label == "Depends on":
            self._read_dependencies(number, rest)
        elif label == "Commit":
            self._read_commit(number, rest)

    def _read_commit(self, number: int, rest: str) -> None:
        message = _code_span(rest)
        if message is None:
            self._report(number, "no commit message in backquotes", "write `**Commit:** `message``")
        elif self.commit is not None:
            self._report(number, "this step already has a commit message", "keep one of them")
        else:
            self.commit = message

    def _read_dependencies(self, number: int, rest: str) -> None:
        """Parse anchors separated by commas.

        Comments in parentheses are ignored, and so is any text after an anchor with its number
        sign. Without the sign, an anchor must stand alone.
        """
        text = _COMMENT.sub(" ", rest).replace("`", " ")
        unread = [rest] if "#" in rest and "#" not in text else []
        for part in text.split(","):
            bare = part.strip().rstrip(".")
            if marked := _MARKED_ANCHOR.findall(part):
                self.dependencies += marked
            elif _BARE_ANCHOR.fullmatch(bare) and bare.casefold() not in _NOTHING:
                self.dependencies.append(bare)
            elif bare.casefold() not in _NOTHING:
                unread.append(bare)
        for wrong in unread:
            message = f"`{excerpt(wrong)}` is not read as a dependency"
            self._report(number, message, "write `**Depends on:** #anchor, #anchor`")


def _markers_in(label: str) -> list[str]:
    """Return the markers that bold text with a colon names, one for each kind of block."""
    whole = " ".join(label.split()).casefold()
    if whole in _LINES:
        return [_LINES[whole]]
    named: dict[ItemKind | None, str] = {}
    for word in re.findall(r"\w+", whole):
        if marker := _WORDS.get(word):
            named.setdefault(_SECTIONS[marker], marker)
    return list(named.values())


def _closest_marker(label: str) -> str | None:
    known = {marker.casefold(): marker for marker in _MARKERS}
    close = difflib.get_close_matches(excerpt(label).casefold(), known, n=1, cutoff=0.8)
    return known[close[0]] if close else None


def _code_span(text: str) -> str | None:
    """Return the first text in backquotes, however many of them open and close it."""
    opening = _BACKQUOTES.search(text)
    if opening is None:
        return None
    message, closing, _ = text[opening.end() :].partition(opening[0])
    return message.strip() or None if closing else None
