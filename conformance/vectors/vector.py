"""What a test vector is. Its fields are those of its file."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.codec import Message, request_from
from conformance.protocol.messages import AreaName, Faulty
from spec.vocabulary import OPERATIONS, Operation

FORMAT: Final = "planspec vector 1"


class Kind(StrEnum):
    """What a vector is for.

    `rule`: the rule decides its last operation. `guards`: its last operation is refused although
    another guard would refuse it too, so it pins which is checked first. `amendment`: without the
    amendment the last operation is answered differently. `mutant`: it tells a deliberately broken
    implementation from a right one.
    """

    RULE = "rule"
    GUARDS = "guards"
    AMENDMENT = "amendment"
    MUTANT = "mutant"


class Length(StrEnum):
    """How short a trace is known to be.

    `minimal`: a breadth-first search over the scopes that ship found no shorter one. `reduced`:
    nothing can be left out of it, but a shorter one of other operations may exist.
    """

    MINIMAL = "minimal"
    REDUCED = "reduced"


class DecidedBy(StrEnum):
    """Who follows the rules that a vector is about.

    `store`: whoever answers the operations. `orchestrator`: whoever asks them. The replies are
    then those that made the orchestrator go on as it did; `then` says how, and by which rules.
    """

    STORE = "store"
    ORCHESTRATOR = "orchestrator"


@dataclass(frozen=True, slots=True)
class Expectation:
    """An operation as a request of the protocol, the reply to it, and the rules that decide it.

    `then` is what an orchestrator does next; empty in vectors that the store decides.
    """

    request: Message
    reply: Message
    rules: tuple[str, ...]
    then: str = ""

    @property
    def operation(self) -> Operation:
        """Give the operation that is requested."""
        operation = request_from(self.request)
        if not isinstance(operation, OPERATIONS):
            raise TypeError(f"{self.request.get('request')!r} is a request, but no operation")
        return operation


@dataclass(frozen=True, slots=True)
class Before:
    """How an edition without the amendment goes on at the point where the two part.

    `reply` is its answer to the last operation. `then` is what its orchestrator does next, and
    `call` the operation that it asks instead of the last one, where the two ask different ones.
    """

    edition: str
    reply: Message | None = None
    then: str = ""
    call: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """A trace from an empty store, what is answered to it, and what is stored at its end.

    `rules` are the rules that it is about; `guards` the reason words of the two that fail
    together, the one that is checked first and answered first. `scope` is where a breadth-first
    search found the trace; none if it was found at random.
    """

    format: Literal["planspec vector 1"] = FORMAT
    id: str
    title: str
    kind: Kind
    edition: str
    rules: tuple[str, ...]
    decided_by: DecidedBy = DecidedBy.STORE
    mutant: str | None = None
    amendment: str | None = None
    guards: tuple[str, ...] = ()
    length: Length
    scope: str | None = None
    before: Before | None = None
    operations: tuple[Expectation, ...]
    state: Message

    @property
    def areas(self) -> frozenset[AreaName]:
        """Give the areas whose operations it asks for."""
        return frozenset(AREA_OF[type(asked.operation)] for asked in self.operations)

    @property
    def faults(self) -> frozenset[Faulty]:
        """Give the faults that it needs."""
        return frozenset(fault for asked in self.operations for fault in faults_of(asked.operation))
