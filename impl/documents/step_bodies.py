"""Parsing the body of a step: its dependencies, and the items under its markers."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from impl.documents.blocks import Problem, excerpt
from impl.documents.dependencies import (
    Steps,
    likely_dependencies,
    named_in_prose,
    names_a_step,
    read_dependencies,
    steps_alone,
)
from impl.documents.steps import BEFORE
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
_NOTED = frozenset({"Tests", "Checkpoint", "Checkpoints"})
_BELONGING = "if they belong under `{0}`, write `**{0}:**` above them"
_LIKE_DEPENDENCIES = "Dependencies"
_MARKERS = (*_SECTIONS, *_LINES.values())
_WORDS = {marker.casefold(): marker for marker in _SECTIONS}

_BOLD = re.compile(r" {0,3}\*\*([^*]+)\*\*(.*)")
_CHECKBOX = re.compile(r"[ \t]*[-*+][ \t]+\[[ xX]\](?:[ \t]+(.*))?")
_BULLET = r"(?:[-*+•–—·‣◦▪]|\(?(?:[0-9]++|[A-Za-z])[.)])"
_CHECKBOX_LIKE = re.compile(
    rf"{BEFORE}(?:(?:{_BULLET}\s*+)++[*_~\\]*+"
    r"\[(?P<mark>[\sxX]{0,3}|\s?[^\w\s\[\]]{1,2}\s?|[^\W\d_](?=\][ \t]))\\?\](?![(\[])"
    rf"|\[(?P<bare>[ xX])\][ \t]|(?:{_BULLET}\s*+)?(?P<ballot>[☐☑☒□])):?[*_~]*+\s*(?P<text>.*)"
)
_SIGN = re.compile(r"[ \t>]*+(?:[-*+•]|[0-9]+[.)])[ \t]++(?P<sign>[⬜✅🔲🔳◻◽❌✔])\s*(?P<text>.*)")
# A box in a row of a table, or in HTML.
_FRAMED = re.compile(
    r"(?:\||<li>)[ \t]*+(?:\[(?P<mark>[ xX])\]|[☐☑☒⬜🔲])|<input\b[^<>]*\bcheckbox\b[^<>]*>"
)
_FRAMES = re.compile(r"[ \t]*+(?:\||[-:]{3,}|<[^<>]*>|\[[ xX]\]|[☐☑☒⬜🔲])[ \t|]*+")
_BELOW_DEPENDENCIES = re.compile(
    r"[ \t]*+(?:(?:[-*+•]|[0-9]+[.)])[ \t]++)?[`*_(\[]*+"
    r"(?:#\w|steps?[ \t-]*[A-Za-z]{0,2}[0-9]|[^\[\]]*\]\(#)",
    re.IGNORECASE,
)
# A marker but for its bold: `Tests:`, `__Tests__:`, `- **Tests:**`, and `Tests` as a heading.
_MARKER_LIKE = re.compile(
    r"[ \t]*(?:[-+>][ \t]*)?[*_]{0,3}(Tasks|Tests|Checkpoints?)"
    r"(?:[*_]{0,3}[ \t]*:|:[*_]{1,3}:?)[ \t]*",
    re.IGNORECASE,
)
# What people write in place of `**Depends on:**`.
_DEPENDENCIES_LIKE = re.compile(
    r"[ \t]*+(?:[-*+>|(][ \t]*+)?(?:<[a-z]+>)?[*_`]{0,3}+(?:(?:depend|requires|needs|after\b"
    r"|pre(?:condition|requisite)|blocked by|builds on|follows|waits? for)[^:|]{0,30}[:|]"
    r"(?:</\w+>)?|(?:depends on|blocked by)[ \t]+(?=\[?(?:#[A-Za-z]|steps?[ \t]+[0-9])))(.*)",
    re.IGNORECASE,
)
# A label that is not in bold, and what is behind it.
_LABEL = re.compile(r"(?![ \t]*\[)[\W_]*+([^:：|]{1,40})[:：](.*)")
# What names steps that wait for this one.
_REVERSE = re.compile(r"[\W_]*(?:(?:un)?blocks|enables|next|before|followed by)\b", re.IGNORECASE)
# What people write above tests in place of `**Tests:**`.
_TESTS_LIKE = re.compile(
    r"(?:\w+[ \t-]+)?test(?:s|ing|[ \t]+(?:plan|cases?|suite))?(?:[ \t]*\([^()]*\))?", re.IGNORECASE
)
# The begin of a remark about a marker, such as `**Note on tests:** they are slow.`
_REMARK = re.compile(
    r"\b(?:on|about|for|of|with|in|to|why)[ \t]+(?:the[ \t]+)?"
    r"(?:tasks|tests|checkpoints?|artifacts)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class StepDraft:
    """A step while its lines are parsed. All steps share `problems`."""

    anchor: str
    title: str
    number: str
    level: int
    line: int
    problems: list[Problem]
    dependencies: list[tuple[int, str]] = field(default_factory=list)
    items: list[ItemDefinition] = field(default_factory=list)
    substeps: list["StepDraft"] = field(default_factory=list)
    section: str = ""
    doubts: dict[str, Problem] = field(default_factory=dict)
    named: list[tuple[int, str, str]] = field(default_factory=list)
    near: list[tuple[int, str]] = field(default_factory=list)
    is_below_dependencies: bool = False

    def definition(self, steps: Steps) -> StepDefinition:
        """Return the definition of the step; a dependency given twice counts once."""
        found = [
            anchor for line, text in self.dependencies for anchor in self._read(line, text, steps)
        ]
        for line, text in self.near:
            anchors = self._others(likely_dependencies(text, steps))
            written_as = (
                excerpt(text) if "#" in text or re.search("[0-9]", text) else "#anchor, #anchor"
            )
            advice = written(anchors) if anchors else f"write `**Depends on:** {written_as}`"
            self._report(line, "this is not read as dependencies", advice)
        for line, label, text in self.named:
            anchors = self._others((steps_alone if label else likely_dependencies)(text, steps))
            if not set(anchors) <= set(found):
                those = "it" if len(anchors) == 1 else "them"
                advice = f"if the step needs {those}, {written(anchors)}"
                what = f"`{excerpt(label)}`" if label else "this"
                self._report(line, f"{what} is not read as dependencies", advice)
        return StepDefinition(
            self.anchor,
            self.title,
            tuple(dict.fromkeys(found)),
            tuple(self.items),
            tuple(draft.definition(steps) for draft in self.substeps),
        )

    def _others(self, anchors: Iterable[str]) -> list[str]:
        """Return the anchors of other steps among some, each once."""
        return [each for each in dict.fromkeys(anchors) if each != self.anchor]

    def _read(self, line: int, text: str, steps: Steps) -> tuple[str, ...]:
        """Return the anchors in a line of dependencies; report what is not understood."""
        found = read_dependencies(text, steps)
        if found.unread:
            wrong = excerpt(", ".join(found.unread))
            message = f"`{wrong}` is not read as a dependency"
            likely = self._others((*found.anchors, *likely_dependencies(text, steps)))
            advice = "write all anchors: `**Depends on:** #anchor, #anchor`, or `none`"
            if known := [each for each in likely if each in steps.anchors]:
                advice = f"{written(known)}, or all anchors: `#anchor, #anchor`"
            self._report(line, message, advice)
        return found.anchors

    def read(self, number: int, line: str) -> None:
        """Parse a line of the step that is outside fenced code and not a heading."""
        if bold := _BOLD.fullmatch(line):
            self._read_bold(number, bold[1].strip(), bold[2].strip())
        elif (kind := _SECTIONS.get(self.section, ItemKind.TASK)) is None:
            if is_box(line):
                advice = "if it is one, write `**Tasks:**` above it"
                self._report(number, f"a box under `{self.section}` is no item", advice)
        elif checkbox := _CHECKBOX.fullmatch(line):
            self._report_doubts()
            text = (checkbox[1] or "").strip()
            self.items.append(ItemDefinition(kind, text))
            self.note_prose(number, text)
            if not text:
                self._report(number, "this item has no text", "describe what is to be done")
        elif box := box_like(line):
            self._report(number, "this is not read as an item", box)
        elif _MARKER_LIKE.fullmatch(line):
            self.report_marker(number, line)
        elif self.is_dependency_below(line):
            advice = "write all anchors after `**Depends on:**`"
            self._report(number, "dependencies are read from one line only", advice)
        elif not self._report_dependencies(number, line) and (label := _LABEL.fullmatch(line)):
            self._note_label(number, label[1], label[2])

    def is_dependency_below(self, line: str) -> bool:
        """Return whether a line under the marker of dependencies, or what is like it, is one."""
        below = self.section in ("Depends on", _LIKE_DEPENDENCIES) or self.is_below_dependencies
        return below and not _BOLD.fullmatch(line) and bool(_BELOW_DEPENDENCIES.match(line))

    def doubt(self, about: str, line: int, message: str, suggestion: str) -> None:
        """Keep the last problem about something, to report it if an item or dependency follows."""
        self.doubts[about] = Problem(line, message, suggestion)

    def _report_doubts(self) -> None:
        self.problems += self.doubts.values()
        self.doubts.clear()

    def _report_dependencies(self, number: int, line: str) -> bool:
        """Have a line reported that gives dependencies under another name (DOC-3.15)."""
        if text := dependencies_like(line):
            self.near.append((number, text))
            return True
        return self.note_prose(number, line)

    def note_prose(self, number: int, line: str) -> bool:
        """Keep what a line names behind a word for a dependency, to report it if it is a step."""
        if text := named_in_prose(line):
            self.named.append((number, "", text))
        return bool(text)

    def _note_label(self, number: int, label: str, text: str) -> None:
        """Keep a label, to report it if nothing but steps that this one may need stands behind."""
        if not _REVERSE.match(label):
            self.named.append((number, label, text))

    def report_marker(self, number: int, text: str) -> None:
        """Report a text, such as that of a heading, that would be a marker in bold."""
        label = text.strip().removesuffix(":").rstrip()
        self.is_below_dependencies = _is_like_dependencies(label)
        if _TESTS_LIKE.fullmatch(label) and label.casefold() not in _WORDS:
            self._doubt_tests(number, label)
        if found := _MARKER_LIKE.fullmatch(f"{label}:"):
            advice = f"write `**{_WORDS[found[1].casefold()]}:**`"
            self._report(number, f"`{excerpt(text.strip())}` is not read as a marker", advice)

    def _report(self, number: int, message: str, suggestion: str) -> None:
        self.problems.append(Problem(number, message, suggestion))

    def _read_bold(self, number: int, bold: str, rest: str) -> None:
        """Parse a marker: bold text with a colon, or text that looks like a known marker."""
        self.is_below_dependencies = False
        label, text = bold.removesuffix(":").rstrip(), rest.removeprefix(":")
        stopped = label.removesuffix(".").casefold()
        if label.endswith(".") and (stopped in _WORDS or stopped in _LINES):
            label = stopped  # a full stop in place of the colon
        has_colon = label != bold or text != rest
        named = _markers_in(label) if has_colon else []
        if len(named) == 1:
            self.doubts.pop("marker", None)
            marker = named[0]
            if text.strip() and _REMARK.search(label) and marker != (self.section or "Tasks"):
                # A remark such as `**Note on tests:** prose`.
                message = f"`{excerpt(label)}` is read as the marker `{marker}`"
                advice = f"write `**{marker}:**`, or leave out its colon"
                self.doubt("marker", number, message, advice)
            self._read_marker(number, marker, text.strip())
            return
        is_prose = not has_colon and bool(rest) and label.casefold() not in _LINES
        meant = None if named or is_prose else _closest_marker(label)
        if not named and not meant and not self._report_dependencies(number, f"{label}:{text}"):
            self._note_label(number, label, text)
        if not (named or meant) and _TESTS_LIKE.fullmatch(f"{label} {text}".strip()):
            self._doubt_tests(number, label)
        if meant or named or (has_colon and not (text.strip() and self.section in _NOTED)):
            self._end_section(number, label)
        if named:
            several = " and ".join(f"`{marker}`" for marker in named)
            message = f"`{excerpt(label)}` names {several}, so it is not read as a marker"
            self._report(number, message, "begin a list of items for each of them")
        elif meant:
            message = f"`{excerpt(label)}` is not read as a marker"
            self._report(number, message, f"write `**{meant}:**`")

    def _end_section(self, number: int, label: str) -> None:
        """Begin a list of items without a marker; report those that may be of the kind before."""
        if self.section in _NOTED and _closest_marker(label) is None and not _markers_in(label):
            message = f"`{excerpt(label)}` is no marker, so the items below it are tasks"
            self.doubt("marker", number, message, _BELONGING.format(self.section))
        self.section = _LIKE_DEPENDENCIES if _is_like_dependencies(label) else ""

    def _doubt_tests(self, number: int, label: str) -> None:
        """Report what people write above tests, if items follow it."""
        message = f"`{excerpt(label)}` is not read as a marker"
        advice = "if the items below it are tests, write `**Tests:**` above them"
        self.doubt("marker", number, message, advice)

    def _read_marker(self, number: int, label: str, rest: str) -> None:
        before, self.section = self.section, label
        if label == "Depends on":
            self._report_doubts()
            self.dependencies.append((number, rest))
        if label in _LINES.values() and before in _NOTED:
            message = f"`{label}` ends the list above it, so the items below it are tasks"
            self.doubt("marker", number, message, _BELONGING.format(before))


def written(anchors: Iterable[str]) -> str:
    """Return the advice to write dependencies."""
    return f"write `**Depends on:** {excerpt(', '.join(f'#{each}' for each in anchors))}`"


def _is_like_dependencies(label: str) -> bool:
    return _DEPENDENCIES_LIKE.fullmatch(f"{label}:") is not None


def box_like(line: str) -> str | None:
    """Return the advice for a line that is almost an item, or `None` for another line."""
    if framed := _framed(line):
        text = excerpt(_FRAMES.sub(" ", line).strip()) or "text"
        return f"write `- [{framed}] {text}`"
    if found := _SIGN.match(line):
        return f"write `- [{'x' if found['sign'] in '✅✔' else ' '}] {excerpt(found['text'])}`"
    found = _CHECKBOX_LIKE.match(line)
    if found is None or _CHECKBOX.fullmatch(line):
        return None
    mark = (found["mark"] or found["bare"] or found["ballot"] or "").strip()
    text = excerpt(found["text"]) or "text"
    if (mark and mark in "-~") or "~~" in line[: found.start("text")]:
        return f"an item that is not to be done has no box: write `- {text.removesuffix('~~')}`"
    return f"write `- [{'x' if mark and mark in 'xX✓✔✅☑☒' else ' '}] {text}`"


def dependencies_like(line: str) -> str | None:
    """Return the references to steps in a line such as `Requires: Step 1`, or `None`."""
    found = _DEPENDENCIES_LIKE.fullmatch(line)
    text = found[1].strip(" *_`|:") if found and names_a_step(found[1]) else None
    return text.removesuffix(")") if text and "(" not in text else text


def is_dependencies(line: str) -> bool:
    """Return whether a line gives dependencies, well written or nearly so."""
    label = bold[1].strip(" :.") if (bold := _BOLD.fullmatch(line)) else ""
    is_marker = label.casefold() == "depends on" or _DEPENDENCIES_LIKE.fullmatch(f"{label}:")
    return bool(is_marker) or dependencies_like(line) is not None


def names_steps_alone(line: str, anchors: Iterable[str]) -> bool:
    """Return whether a line is a bold label and, behind it, nothing but anchors of steps."""
    bold = _BOLD.fullmatch(line)
    return bool(bold and steps_alone(bold[2], Steps(frozenset(anchors), {})))


def is_box(line: str) -> bool:
    """Return whether a line has a box, well written or nearly so."""
    if _CHECKBOX.fullmatch(line) or _framed(line):
        return True
    return (_CHECKBOX_LIKE.match(line) or _SIGN.match(line)) is not None


def _framed(line: str) -> str | None:
    """Return the mark of a box in a row of a table or in HTML, or `None` if there is none."""
    if line.lstrip()[:1] not in ("|", "<") or not (found := _FRAMED.search(line)):
        return None
    mark = found["mark"] or ("x" if re.search("checked|[☑☒]", found[0]) else " ")
    return mark.lower()


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
