"""The stage of pairs: clauses that refuse or act in one run, each pair of them on purpose.

The traces of the vectors are asked one after the other on the same plan without a reset, so that
registering it again is a resync of what the traces before have left.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conformance.generators.boundary_values import domain_of
from conformance.generators.places import mapped
from conformance.kit.stages.walking import Looked, Walk
from conformance.kit.traces import KnownTrace, early_traces
from spec.editions import CURRENT
from spec.vocabulary.claims import Claimed
from spec.vocabulary.domains import Anchor, ClaimId, DocumentHash, Domain
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, Registered

LONGEST = 60
"""The operations after which a run begins anew, at least."""
ODDS = 8
"""A document is registered with another hash behind one of so many operations."""
UNNOTICED = 4
"""Of one in so many such hashes nobody learns: what is left of the trace has drifted."""
CANDIDATES = (1, 8)
"""How many traces are drawn, by turns of chance; the one that adds most pairs is asked next."""
MOVED = tuple(map(domain_of, (Anchor, ClaimId, DocumentHash)))
"""The domains of what has another name where a trace is asked on another plan."""
AT_NIGHT = 67_748
"""The pairs that 200,000 operations of the model alone reach in the current edition."""


class Pairs(Walk):
    """Asks several traces on one plan in a run; `met` has with which others a clause decided."""

    name = "pairs of clauses"
    share = 0.3

    def prepare(self) -> None:
        """Choose the traces that are asked; no clause has decided yet."""
        self.joined = early_traces(self.session)
        self.met: dict[str, set[str]] = defaultdict(set)
        self.in_run: set[str] = set()
        self.registered: dict[str, PlanDefinition] = {}

    @property
    def reached(self) -> int:
        """The number of pairs that decided in one run."""
        return sum(map(len, self.met.values())) // 2

    def left(self) -> str:
        """Return how many pairs were not met of those that can be."""
        left = AT_NIGHT - self.reached if self.session.edition == CURRENT else 0
        return f"{left:,} of {AT_NIGHT:,} that a run of the model meets" if left > 0 else ""

    def traces(self) -> Iterator[tuple[str, Iterator[Looked]]]:
        """Yield runs, as long as anybody wants some."""
        while self.joined:
            self.in_run, self.registered = set(), {}
            yield "a pair of clauses", self.run()

    def run(self) -> Iterator[Looked]:
        """Yield the operations of one trace after the other, and look behind each trace."""
        while len(self.operations) < LONGEST:
            candidates = self.random.choices(self.joined, k=self.random.choice(CANDIDATES))
            yield from self.moved(max(candidates, key=self.added_by))

    def added_by(self, trace: KnownTrace) -> float:
        """Return how many pairs each operation of a trace may add to a run."""
        decided = self.in_run | trace.clauses
        added = sum(len(decided - self.met[each]) for each in trace.clauses)
        return added / len(trace.operations)

    def moved(self, trace: KnownTrace) -> Iterator[Looked]:
        """Yield a trace at a later time, with the ids that its claims have in this run.

        Every other one goes on with the document that is there. Now and then that is registered
        again with another hash, and now and then with one step changed: other progress is kept.
        """
        later = max(self.now + 1 - trace.operations[0].now, 0)
        given = self.names_there(trace) if self.random.randrange(2) else {}
        registers = self.session.capabilities.registers
        steps = zip(trace.operations, trace.transitions, strict=True)
        for at, (operation, known) in enumerate(steps, start=1):
            if given and operation == trace.operations[0]:
                continue
            yield moved(operation, later, given), at == len(trace.operations)
            made = self.transition
            may_change = registers and operation.plan in self.registered
            self.note(frozenset(made.clauses) - self.in_run)
            if isinstance(made.outcome, Registered) and isinstance(operation, Register):
                self.registered[operation.plan] = operation.definition
            elif may_change and not self.random.randrange(ODDS):
                yield self.changed(operation.plan, given), True
            if isinstance(made.outcome, Claimed) and isinstance(known.outcome, Claimed):
                given[known.outcome.claim_id] = made.outcome.claim_id

    def names_there(self, trace: KnownTrace) -> dict[object, object]:
        """Return what the steps of a trace and its document are called in the plan that is there.

        Steps and substeps are counted each by themselves. Nothing is returned if there is none.
        """
        first = trace.operations[0]
        if not isinstance(first, Register) or self.state.plan(first.plan) is None:
            return {}
        there = self.registered[first.plan]
        names: dict[object, object] = {first.definition.document_hash: there.document_hash}
        for each, other in zip(first.definition.steps, there.steps, strict=False):
            names[each.anchor] = other.anchor
            pairs = zip(each.substeps, other.substeps, strict=False)
            names |= {substep.anchor: another.anchor for substep, another in pairs}
        return names

    def changed(self, plan: str, given: dict[object, object]) -> Register:
        """Return the document that is there with another hash, or with one step changed too."""
        there = self.registered[plan]
        steps = list(there.steps)
        if steps and self.random.randrange(2):
            at = self.random.randrange(len(steps))
            steps[at] = replace(steps[at], title=f"{steps[at].title}!")
        changed = f"{len(self.operations):064x}"
        if self.random.randrange(UNNOTICED):
            former = [name for name, now in given.items() if now == there.document_hash]
            given |= dict.fromkeys([*former, there.document_hash], changed)
        self.registered[plan] = replace(there, document_hash=changed, steps=tuple(steps))
        return Register(plan, self.registered[plan], self.now)

    def note(self, clauses: frozenset[str]) -> None:
        """Remember that clauses have decided in this run."""
        self.in_run |= clauses
        for clause in clauses:
            self.met[clause] |= self.in_run - {clause}
            for other in self.in_run - {clause}:
                self.met[other].add(clause)


def moved(operation: Operation, later: int, given: dict[object, object]) -> Operation:
    """Return an operation at a later time, with the names, the id and the hash that are current."""

    def change(domain: Domain | None, value: Any) -> Any:
        return given.get(value, value) if domain in MOVED else value

    later_on: Operation = replace(mapped(operation, None, change), now=operation.now + later)
    return later_on
