"""The stage of pairs: clauses that refuse or act in one run, each pair of them on purpose.

The traces of the vectors are asked one after the other on the same plan without a reset, so that
registering it again is a resync of what the traces before have left.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conformance.adapters.remote import RemoteSystem
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, Known
from conformance.kit.stages.traces import KnownTrace, known_traces
from conformance.kit.stages.walking import Looked, Walk
from spec.editions import CURRENT
from spec.vocabulary.claims import Claimed
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register

SHARE = 0.3
"""The share of the time left that pairs get, and of the operations."""
LONGEST = 60
"""The operations after which a run begins anew, at least."""
ODDS = 8
"""A document is registered with another hash behind one of so many operations."""
CANDIDATES = 12
"""Traces of which the one is asked next that adds most pairs."""
LATEST = 2**40
"""Traces whose own times are later than this are left out."""
AT_NIGHT = 57_895
"""The pairs that 200,000 operations of the model alone reach in the current edition."""


def pair_clauses(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Yield what differs where several clauses have decided in one run."""
    if isinstance(session.system, RemoteSystem):
        walk = Walk(session, known, budget.part(SHARE, SHARE), "pairs of clauses")
        pairs = Pairs(walk, budget.seed)
        yield from walk.events(pairs.traces(), pairs.left)


class Pairs:
    """Makes runs of several traces on one plan; `met` has with which others a clause decided."""

    def __init__(self, walk: Walk, seed: int) -> None:
        self.walk = walk
        self.random = random.Random(seed)
        known = known_traces(walk.session)
        self.known = [each for each in known if each.operations[-1].now < LATEST]
        self.met: dict[str, set[str]] = defaultdict(set)
        self.decided: set[str] = set()
        self.registers = walk.session.capabilities.registers
        self.registered = PlanDefinition("", "0" * 64, ())

    @property
    def reached(self) -> int:
        """The number of pairs that decided in one run."""
        return sum(map(len, self.met.values())) // 2

    def left(self) -> str:
        """Return how many pairs were not met of those that can be."""
        left = AT_NIGHT - self.reached if self.walk.session.edition == CURRENT else 0
        return f"{left:,} of {AT_NIGHT:,} that a run of the model meets" if left > 0 else ""

    def traces(self) -> Iterator[tuple[str, Iterator[Looked]]]:
        """Yield runs, as long as anybody wants some."""
        while self.known:
            self.decided = set()
            yield "a pair of clauses", self.run()

    def run(self) -> Iterator[Looked]:
        """Yield the operations of one trace after the other, and look behind each trace."""
        while len(self.walk.operations) < LONGEST:
            candidates = self.random.sample(self.known, min(CANDIDATES, len(self.known)))
            yield from self.moved(max(candidates, key=self.added_by))

    def added_by(self, trace: KnownTrace) -> int:
        """Return how many pairs a trace may add to a run."""
        decided = self.decided | trace.clauses
        return sum(len(decided - self.met[each]) for each in trace.clauses)

    def moved(self, trace: KnownTrace) -> Iterator[Looked]:
        """Yield a trace at a later time, with the ids that its claims have in this run.

        Now and then the document is registered with another hash: all progress is kept.
        """
        later = max(self.walk.now + 1 - trace.operations[0].now, 0)
        given: dict[object, object] = {}
        steps = zip(trace.operations, trace.transitions, strict=True)
        for at, (operation, known) in enumerate(steps, start=1):
            yield moved(operation, later, given), at == len(trace.operations)
            made = self.walk.transition
            self.note(frozenset(made.clauses) - self.decided)
            if isinstance(operation, Register):
                self.registered = operation.definition
            elif self.registers and not self.random.randrange(ODDS):
                changed = f"{len(self.walk.operations):064x}"
                given[self.registered.document_hash] = changed
                definition = replace(self.registered, document_hash=changed)
                yield Register(operation.plan, definition, self.walk.now), True
            if isinstance(made.outcome, Claimed) and isinstance(known.outcome, Claimed):
                given[known.outcome.claim_id] = made.outcome.claim_id

    def note(self, clauses: frozenset[str]) -> None:
        """Remember that clauses have decided in this run."""
        self.decided |= clauses
        for clause in clauses:
            self.met[clause] |= self.decided - {clause}
            for other in self.decided - {clause}:
                self.met[other].add(clause)


def moved(operation: Operation, later: int, given: dict[object, object]) -> Operation:
    """Return an operation at a later time, with the id and the hash that are current now."""
    changed: dict[str, Any] = {"now": operation.now + later}
    for name in ("claim_id", "document_hash"):
        value = getattr(operation, name, None)
        if value is not None and value in given:
            changed[name] = given[value]
    return replace(operation, **changed)
