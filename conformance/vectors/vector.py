"""What a test vector is. Its fields are those of its file."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, Literal

from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.codec import request_from
from conformance.protocol.messages import AreaName, Faulty
from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import Register

FORMAT: Final = "planspec vector 1"
SHORT = 60_000
"""A lease that ends within this time, in milliseconds, may end too early on a real clock."""


class Kind(StrEnum):
    """What a vector is for.

    `rule`: the rule decides its last operation. `guards`: its last operation is refused although
    another guard would refuse it too, so it pins which is checked first. `amendment`: without the
    amendment the last operation is answered differently. `mutant`: it tells a deliberately broken
    implementation from a right one. `boundary`: it uses values that implementations get wrong.
    """

    RULE = "rule"
    GUARDS = "guards"
    AMENDMENT = "amendment"
    MUTANT = "mutant"
    BOUNDARY = "boundary"


class Length(StrEnum):
    """How short a trace is known to be.

    `minimal`: a breadth-first search over all scopes that ship but `large` found no shorter one.
    `reduced`: nothing can be left out of it, but a shorter one of other operations may exist.
    `composed`: it was composed to use its values in many operations, not to be short.
    `replayed`: it was found for another edition, and may not be the shortest in this one.
    """

    MINIMAL = "minimal"
    REDUCED = "reduced"
    COMPOSED = "composed"
    REPLAYED = "replayed"


@dataclass(frozen=True)
class ExpectedReply:
    """An operation as a request of the protocol, the reply to it, and the rules that decide it."""

    request: Message
    reply: Message
    rules: tuple[str, ...] = ()

    @cached_property
    def operation(self) -> Operation:
        """The operation that is requested, which is read once."""
        operation = request_from(self.request)
        if not isinstance(operation, OPERATIONS):
            raise TypeError(f"{self.request.get('request')!r} is a request, but no operation")
        return operation


@dataclass(frozen=True, slots=True)
class Before:
    """What an edition without the amendment says to the last operation."""

    edition: str
    reply: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """A trace from an empty store, what is answered to it, and what is stored at its end.

    `rules` are the rules that it is about, and `clauses` the clauses of them that it shows in
    particular; `guards` the two that fail together, by rule and reason
    word, the one that is checked first and answered first. `scope` is where a breadth-first search
    found the trace; none if it was found at random. `breach` is what the mutant does wrong at the
    end: the kind of the difference, what it answers, and the fields that differ.
    """

    format: Literal["planspec vector 1"] = FORMAT
    id: str
    title: str
    kind: Kind
    edition: str
    rules: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    mutant: str | None = None
    amendment: str | None = None
    guards: tuple[str, ...] = ()
    length: Length
    scope: str | None = None
    before: Before | None = None
    breach: tuple[str, ...] = ()
    operations: tuple[ExpectedReply, ...]
    state: Message

    @property
    def registers(self) -> bool:
        """Whether it begins by registering a plan, which `reset` can do instead."""
        first = self.operations[0]
        registered = first.reply["reply"] == "ok" and isinstance(first.operation, Register)
        return registered and len(self.operations) > 1

    @property
    def areas(self) -> frozenset[AreaName]:
        """The areas whose operations it asks for, besides a first one that `registers`."""
        asked = self.operations[self.registers :]
        return frozenset(AREA_OF[type(each.operation)] for each in asked)

    @property
    def faults(self) -> frozenset[Faulty]:
        """The faults that it needs."""
        return frozenset(fault for asked in self.operations for fault in faults_of(asked.operation))

    @property
    def needs_virtual_clock(self) -> bool:
        """Whether a lease ends so soon, or so near a request, that no real clock is good enough."""
        ends: list[int] = []
        for each in self.operations:
            operation = each.operation
            if isinstance(operation, Claim | Heartbeat) and operation.lease < SHORT:
                return True
            if any(abs(operation.now - end) < SHORT for end in ends):
                return True
            ends += filter(None, [each.reply.get("lease_expires_at")])
        return False


def operations_of(vector: Vector) -> tuple[Operation, ...]:
    """Return the operations of a vector."""
    return tuple(asked.operation for asked in vector.operations)
