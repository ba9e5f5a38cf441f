"""The documents of `planspec explore` and `planspec diff`."""

from typing import Any

from conformance.protocol.documents.base import CommandDocument, Seconds
from conformance.protocol.operations import OperationObject
from spec.amendments.amendment import ReadingExample


class OtherEvent(CommandDocument):
    """What happens besides operations, `tick`, `fault` or `edit`, in a sentence."""

    event: str
    sentence: str


Event = OperationObject | OtherEvent


class ExploredProperty(CommandDocument):
    """The verdict on a property over all scopes, with its shortest counterexample.

    `tested` says whether any state or transition could have violated it. `file` is the trace that
    `planspec replay` runs again; `link` plays it in the playground of the site that was given.
    """

    id: str
    sentence: str
    verdict: str
    tested: bool
    problem: str | None
    scope: str | None
    trace: list[Event] | None
    file: str | None
    link: str | None = None


class ExploredScope(CommandDocument):
    """The size of a scope; `closed` if all of it was seen."""

    scope: str
    states: int
    transitions: int
    depth: int
    closed: bool
    seconds: Seconds


class ExploreDocument(CommandDocument):
    """The result of visiting every reachable state of some scopes."""

    edition: str
    scope: str
    states: int
    transitions: int
    depth: int
    closed: bool
    seconds: float
    properties: list[ExploredProperty]
    never_fired: list[str]
    never_decided: list[str]
    scopes: list[ExploredScope]


class BothEditions(CommandDocument):
    """The same of both editions: a name, or an answer."""

    a: str
    b: str


class TraceStep(CommandDocument):
    """One event of a trace as it is shown.

    `event` is the name of an operation, or of what else happens; `sentence` describes it, and a
    request with its reply.
    `then` is what the orchestrator does next. `changed` has a line for every field that changed.
    """

    event: str
    sentence: str
    request: dict[str, Any] | None = None
    reply: dict[str, Any] | None = None
    rules: tuple[str, ...] = ()
    then: str = ""
    changed: tuple[str, ...] = ()


class BothTraces(CommandDocument):
    """A trace as it is shown in both editions."""

    a: list[TraceStep]
    b: list[TraceStep]


class ChangedProperty(CommandDocument):
    """A property whose verdict differs in a scope, with a counterexample in one edition."""

    scope: str
    id: str
    a: str
    b: str
    problem: str | None
    trace: list[Event]
    steps: list[TraceStep]


class RequestDiff(CommandDocument):
    """Vectors and random operations on both editions: how many agreed, or a reduced trace."""

    vectors: int
    operations: int
    seconds: float
    found: list[OperationObject]
    broken_in_a: tuple[str, ...] = ()
    broken_in_b: tuple[str, ...] = ()


class AmendmentDiff(CommandDocument):
    """What one amendment changes: the shortest trace answered differently, and the properties.

    Where no scope has such a trace, `by_requests` is what vectors and random operations showed;
    `readings` are examples of what no operation shows. It is `unfinished` if the budget ended
    before all scopes were looked at. Verdicts are those in the scopes that were `judged`; some
    that had no end may have been `given_up`. `link` plays the trace under both editions.
    """

    id: str
    name: str
    editions: BothEditions
    differs: bool
    scope: str | None
    searched: list[str]
    trace: list[Event]
    answers: BothEditions | None
    steps: BothTraces
    properties: list[ChangedProperty]
    by_requests: RequestDiff | None = None
    readings: tuple[ReadingExample, ...] = ()
    unfinished: bool = False
    given_up: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    link: str | None = None


class DiffDocument(CommandDocument):
    """What every amendment between two editions changes."""

    a: str
    b: str
    amendments: list[AmendmentDiff]
    not_looked_at: tuple[str, ...] = ()
