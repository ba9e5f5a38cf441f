"""Parsing plan documents: from Markdown to a plan's definition, with probable mistakes.

Where the format leaves a choice: underlined headings are not headings; a substep without a step
before it becomes a step; a dependency given twice counts once; a check-box without text is an item
too. A commit message is for whoever commits, and is not kept.
"""

import codecs
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from impl.documents import steps
from impl.documents.blocks import Problem, excerpt, lines_to_read
from impl.documents.dependencies import Steps
from impl.documents.hashing import document_hash
from impl.documents.near_misses import lost_boxes, near_steps, numbered_below
from impl.documents.step_bodies import (
    StepDraft,
    is_box,
    is_dependencies,
    names_steps_alone,
)
from spec.vocabulary.plans import PlanDefinition, StepDefinition

_PHASE = re.compile(r"Phase[ \t]+[0-9]+(?:\.[0-9]+)*:[ \t]*(\S.*)")


class DocumentError(ValueError):
    """A document that cannot be read at all: what was found, what was expected, what to do."""


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed document: its definition, and problems by line."""

    definition: PlanDefinition
    problems: tuple[Problem, ...]


def read_document(path: str | Path) -> Document:
    """Parse the plan document in a file; see `parse_document`."""
    try:
        return parse_document(Path(path).read_bytes())
    except OSError as error:
        reason = error.strerror or error
        message = f"{path}: {reason}; expected a Markdown plan document; check the path"
        raise DocumentError(message) from error
    except DocumentError as error:
        raise DocumentError(f"{path}: {error}") from error


def parse_document(data: bytes) -> Document:
    """Parse the bytes of a plan document.

    All items are open, even those whose box is checked (PLN-1). Registering checks whether anchors
    are unique and dependencies valid. All UTF-8 but U+0000 parses; `problems` are likely mistakes.
    """
    reader = _DocumentReader()
    reader.read(_decoded(data))
    found = reader.definitions()
    return Document(
        PlanDefinition(reader.plan_title(), document_hash(data), found),
        tuple(sorted(reader.problems, key=lambda problem: problem.line)),
    )


def _decoded(data: bytes) -> str:
    content = data.removeprefix(codecs.BOM_UTF8)
    if (at := content.find(0)) >= 0:
        line = content.count(b"\n", 0, at) + 1
        raise DocumentError(f"line {line} has the character U+0000; expected text; remove it")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{content[error.start]:02x} in line {line} is not UTF-8"
        message = f"{found}; expected UTF-8 text; save the document in that encoding"
        raise DocumentError(message) from error


class _DocumentReader:
    """Parses line by line. `open` are the open step and substep; `parent` takes the substeps.

    `loose` are the lines of boxes that belong to no step, with their text; `taken` are lines that
    may be meant as the first step; `anchors` are those above, with their lines, and `advised` these
    and those of advice.
    """

    def __init__(self) -> None:
        self.steps: list[StepDraft] = []
        self.anchors: dict[str, int] = {}
        self.advised: set[str] = set()
        self.numbers: dict[str, set[str]] = {}
        self.problems: list[Problem] = []
        self.title: str | None = None
        self.headings: list[tuple[int, steps.Heading]] = []
        self.loose: list[tuple[int, str]] = []
        self.taken: list[tuple[int, str]] = []
        self.parent: StepDraft | None = None
        self.open: list[StepDraft] = []

    def read(self, text: str) -> None:
        for number, line in lines_to_read(text, self.problems):
            if heading := steps.heading_of(line):
                self._heading(number, heading)
            elif self.open:
                if not (is_box(line) or self.open[-1].is_dependency_below(line)):
                    self._doubt(number, line)
                self.open[-1].read(number, line)
            elif is_box(line):
                self.loose.append((number, line))
            elif self.steps:
                if is_dependencies(line) or names_steps_alone(line, self.anchors):
                    advice = "move them into one"
                    self._report(number, "these dependencies belong to no step", advice)
            elif steps.taken_for_step(line):
                self.taken.append((number, line.strip()))

    def definitions(self) -> tuple[StepDefinition, ...]:
        """Return the steps, with their dependencies resolved; report what belongs to none."""
        numbers = {number: min(found) for number, found in self.numbers.items() if len(found) == 1}
        known = Steps(frozenset(self.anchors), numbers)
        if not self.steps and (self.loose or self.taken or len(self.headings) > 1):
            reported = {problem.line for problem in self.problems}
            headings = [each for each in self.headings if each[0] not in reported]
            self.problems += near_steps(headings, self.loose, self.taken)
        if lines := [line for line, _ in self.loose]:
            self.problems.append(lost_boxes(lines, has_steps=bool(self.steps)))
        return tuple(draft.definition(known) for draft in self.steps)

    def plan_title(self) -> str:
        """Return the title of the phase; report if it is only the first heading of level 1 or 2."""
        if self.title is not None:
            return self.title
        great = ((line, heading.text) for line, heading in self.headings if heading.level <= 2)
        line, title = next(great, (1, ""))
        taken = f"the title of the plan is `{excerpt(title)}`" if title else "the plan has no title"
        message = f"no heading `## Phase X.Y: title`, so {taken}"
        self._report(line, message, "write `## Phase 1.0: title {#phase-1}` at the top")
        return title

    def _report(self, line: int, message: str, suggestion: str = "") -> None:
        self.problems.append(Problem(line, message, suggestion))

    def _heading(self, line: int, heading: steps.Heading) -> None:
        found = steps.step_heading_of(heading)
        if found and (found.is_marked or found.anchor not in self.anchors):
            self._open(line, found)
            return
        self._close(heading.level)
        if found:
            self.problems.append(self._with_owner(steps.step_repeated(line, found)))
        elif problem := steps.step_near_miss(line, heading, self.advised):
            self.problems.append(self._with_owner(problem))
        elif self.open:
            self._doubt(line, heading.text)
            self._doubt_substep(line, heading)
            if heading.level <= (owner := self.open[-1]).level and "step" not in owner.doubts:
                message = f"the heading `{excerpt(heading.text)}` ends no step, so the items below "
                message += f"it belong to `{excerpt(owner.anchor)}`"
                advice = "if they do not, give it level 1, 2 or 3"
                owner.doubt("step", line, message, advice)
            self.open[-1].report_marker(line, heading.text)
        elif like := steps.taken_for_step(heading.text):
            if self.steps and like[2].strip():
                advice = steps.heading_advice(3, like[1], like[2], heading.anchor, self.advised)
                self._report(line, f"`{excerpt(heading.text)}` is not read as a step", advice)
            elif not self.steps:
                self.taken.append((line, heading.text))
        self.headings.append((line, heading))
        if self.title is None and heading.level == 2 and (phase := _PHASE.fullmatch(heading.text)):
            self.title = phase[1]

    def _with_owner(self, problem: Problem) -> Problem:
        """Return a report on a heading that says to which step the lines below it belong."""
        if not self.open:
            return problem
        owner = f", so what follows belongs to `{excerpt(self.open[-1].anchor)}`"
        return problem._replace(message=problem.message + owner)

    def _doubt(self, line: int, text: str) -> None:
        """Have a line that people take for a step's heading reported if items follow it."""
        if found := steps.taken_for_step(text):
            self._doubt_step(line, f"`{excerpt(text.strip())}`", "step", 3, found)

    def _doubt_substep(self, line: int, heading: steps.Heading) -> None:
        """Have a heading such as `1.2 Lay it` below Step 1 reported if items follow it."""
        is_new = "step" not in self.open[-1].doubts
        if is_new and (like := numbered_below(heading, self.open[0].number)):
            level = min(max(heading.level, steps.STEP_LEVELS[1]), steps.STEP_LEVELS[-1])
            text = f"the heading `{excerpt(heading.text)}`"
            self._doubt_step(line, text, "substep", level, like)

    def _doubt_step(
        self, line: int, text: str, what: str, level: int, found: re.Match[str]
    ) -> None:
        """Have a text reported; the last two groups of its match are its number and title."""
        owner, (number, title) = self.open[-1], found.groups()[-2:]
        message = f"{text} is not read as a {what}, so the items below it belong to "
        message += f"`{excerpt(owner.anchor)}`"
        advice = steps.heading_advice(level, number, title.strip("*_ "), None, self.advised)
        owner.doubt("step", line, message, f"if it is one, {advice}")

    def _close(self, level: int) -> None:
        """End what a heading of this level ends (DOC-2.6, DOC-2.14)."""
        if level < steps.STEP_LEVELS[1]:
            self.open = []
        elif self.open and self.open[-1] is not self.parent and self.open[-1].level >= level:
            self.open.pop()
            for step in self.open:
                step.section = ""  # what follows is not under the step's last marker

    def _open(self, line: int, heading: steps.StepHeading) -> None:
        number, level = heading.number, heading.level
        step = StepDraft(heading.anchor, heading.title, number, level, line, self.problems)
        if step.anchor in self.anchors:
            self._report_repeated(step)
        step.note_prose(line, heading.title)
        self.anchors.setdefault(step.anchor, line)
        self.advised.add(step.anchor)
        numbered = f"{number}.{heading.minor}" if heading.minor else number
        self.numbers.setdefault(numbered.lower(), set()).add(step.anchor)
        if "{#" in heading.title:
            message = f"the step's anchor is read as `{excerpt(heading.anchor)}`"
            self._report(line, message, "write one `{#anchor}` without blanks, at the very end")
        if heading.minor is None:
            self.parent = step
            self.steps.append(step)
            self.open = [step]
        else:
            self._siblings(line, heading).append(step)
            self.open = [*self.open[:1], step] if self.parent in self.open else [step]

    def _report_repeated(self, step: StepDraft) -> None:
        """Report an anchor that registering will reject (PLN-2)."""
        message = (
            f"line {self.anchors[step.anchor]} has the anchor `{excerpt(step.anchor)}` already"
        )
        free = steps.free_anchor(step.anchor, self.anchors)
        advice = f"end this heading with its own, `{{#{free}}}`"
        self._report(step.line, message, advice)

    def _siblings(self, line: int, heading: steps.StepHeading) -> list[StepDraft]:
        """Return the list that a substep belongs to; report if its number contradicts this."""
        name = excerpt(f"Step {heading.number}.{heading.minor}")
        if self.parent is None:
            self._report(line, f"no step stands before {name}, so it is read as a step of its own")
            return self.steps
        if self.parent.number.lower() != heading.number.lower():
            message = f"{name} is read as a substep of Step {excerpt(self.parent.number)}"
            minor, number = heading.minor, self.parent.number
            if f"{number}.{minor}".lower() in self.numbers:
                minor = next(
                    str(n) for n in count(1) if f"{number}.{n}".lower() not in self.numbers
                )
            self._report(line, message, f"number it {excerpt(number)}.{minor}")
        return self.parent.substeps
