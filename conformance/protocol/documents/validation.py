"""Findings, and the documents of `planspec doctor` and `planspec deviations update`."""

from dataclasses import dataclass
from typing import Literal

from conformance.protocol.documents.base import CommandDocument
from conformance.protocol.messages import Identity


class BrokenDocument(CommandDocument):
    """Why no run could begin or end: the implementation or its adapter broke.

    `last_words` are the last lines of its standard error.
    """

    verdict: Literal["broken"] = "broken"
    kind: str
    problem: str
    last_words: list[str]


class DoctorDocument(CommandDocument):
    """An implementation that speaks the protocol, and the edition that it is judged by."""

    verdict: Literal["pass"] = "pass"
    implementation: Identity
    edition: str


@dataclass(frozen=True, slots=True)
class WorstTrace:
    """A trace that shows a difference where it does the most harm."""

    steps: tuple[str, ...]
    expected: str
    observed: str
    trace: str
    replay: str


@dataclass(frozen=True, slots=True)
class ConformFinding:
    """A difference between model and implementation, with the trace that leads to it.

    `title` says what is wrong, and `severity` how much harm that does: it loses work, gives a step
    two holders, stores a wrong state, answers wrongly, or words an answer wrongly. `worst` is
    another trace than the shortest, if that does more harm.

    `clause`, of `rule`, is the one that is most likely broken, and `certain` if vectors or an
    edition show it; `rules` and `clauses` are all that decided. `steps` are the lines of the trace.
    `known` names the deviation that expected the difference, `editions` are the editions that do
    what was observed. Nothing can be left out of a trace that is `reduced`. It was found after
    `seconds` of the run, and met `count` times. `same_cause_as` is the number of the first finding
    of the same cause, where that is known: a clock, or an amendment. Of those whose cause is not
    known, `same_rule_as` is the number of the first that is attributed to the same rule. `link`
    plays the trace in the playground of the site that was given.
    """

    number: int
    rule: str
    clause: str
    rules: tuple[str, ...]
    clauses: tuple[str, ...]
    area: str
    operation: str
    kind: str
    source: str
    steps: tuple[str, ...]
    expected: str
    observed: str
    differences: tuple[str, ...]
    explanation: tuple[str, ...]
    trace: str
    replay: str
    snippet: str
    reduced: bool
    known: str | None = None
    editions: tuple[str, ...] = ()
    seconds: float = 0.0
    count: int = 1
    same_cause_as: int | None = None
    title: str = ""
    severity: str = ""
    worst: WorstTrace | None = None
    cause: str = ""
    link: str | None = None
    same_rule_as: int | None = None
    certain: bool = False

    @property
    def below(self) -> int | None:
        """The number of the finding of the same cause, or rule, that comes first."""
        return self.same_cause_as or self.same_rule_as


@dataclass(frozen=True, slots=True)
class VectorCount:
    """How many vectors were run, how many of them failed, and how many were left unrun.

    Those have so many `operations_unrun`.
    """

    run: int
    failed: int
    unrun: int = 0
    operations_unrun: int = 0


@dataclass(frozen=True, slots=True)
class TourResult:
    """How far the tour of a scope came: whole, in part or not at all, and why it is not whole.

    `transitions` are those that are known, `made` those after which all was as expected.
    """

    scope: str
    extent: Literal["whole", "part", "none"]
    states: int
    transitions: int
    made: int
    operations: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class RealLeasesResult:
    """What was waited for where a clock cannot be set.

    It took so many `seconds`; a time may be `tolerance` milliseconds off. `tested` are the titles
    of what was tested, `left_out` why the others were not.
    """

    seconds: float
    tolerance: int
    tested: tuple[str, ...]
    left_out: dict[str, str]


class KnownDeviation(CommandDocument):
    """A rule and the trace that shows the deviation from it."""

    rule: str
    witness: str


class DeviationsDocument(CommandDocument):
    """What has changed in a file of deviations; `unaccepted` ones still need a reason."""

    file: str
    known: int
    unaccepted: int
    new: list[KnownDeviation]
    gone: list[KnownDeviation]
    problem: str | None
