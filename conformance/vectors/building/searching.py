"""Searching one trace for a fault that no vector shows: in the traces there are, then at random.

A clause of an edition is searched for as if a system broke it: the model of the edition, with a
wrong answer wherever the clause decides.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.model import ModelSystem
from conformance.adapters.stores import OpenSystem
from conformance.differential.divergence import Divergence
from conformance.differential.minimizing import Operations, minimize
from conformance.differential.runner import DifferentialRunner, first_divergence
from conformance.differential.search import (
    CHUNK,
    Limits,
    SearchMachine,
    first_failure,
    search_machine,
)
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.protocol.messages import AreaName
from model.apply import apply
from spec.additions import is_known
from spec.editions import CURRENT, Edition
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import Code, Rejected

EXAMPLES, STEPS = 300, 50
"""How many random sequences of so many steps are tried."""
PLANS = ("first.md", "second.md")

NOT_UNDERSTOOD = "OperationalError"
"""What SQLite raises for a statement with a mistake, and not for one that does something wrong."""


class ClauseBreaker(ModelSystem):
    """The model of an edition, with a wrong answer where a clause decides."""

    def __init__(self, clause: str, edition: Edition) -> None:
        super().__init__(edition)
        self.clause = clause

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation, rightly unless the clause decides."""
        decides = self.clause in apply(self.state, operation, self.edition).clauses
        outcome = super().apply(operation)
        return Rejected(Code.INVALID_REQUEST, "broken") if decides else outcome


@dataclass(frozen=True)
class FaultySystem:
    """A faulty system, and the edition that it should follow."""

    open_system: OpenSystem
    edition: Edition = CURRENT

    def divergence(self, operations: Operations, *, observe: bool = False) -> Divergence | None:
        """Return the first divergence of the system from the model, or `None`.

        Without `observe`, what is stored is compared in the end only.
        """
        system = self.open_system()
        try:
            return first_divergence(system, operations, edition=self.edition, observe=observe)
        finally:
            system.close()

    def is_shown(self, operations: Operations) -> bool:
        """Return whether the system answers an operation wrongly, or ends in a wrong state.

        A statement that no database understands breaks no clause: it is a mistake in a mutant.
        """
        if not operations or not all(is_known(each, self.edition) for each in operations):
            return False
        found = self.divergence(operations)
        return found is not None and not any(NOT_UNDERSTOOD in each for each in found.problems)


def search_trace(
    fault: FaultySystem, known: Iterable[Operations], areas: frozenset[AreaName]
) -> tuple[Operation, ...] | None:
    """Return a reduced trace that shows a fault, or `None`.

    Tried are the known traces, then random operations in some areas, then in all of them.
    """
    found = next(filter(fault.is_shown, known), None)
    if found is None:
        drawn = (each for asked in (areas, frozenset(AreaName)) for each in failing(fault, asked))
        found = next(filter(fault.is_shown, drawn), None)
    if found is None:
        return None
    return tuple(smallest(cut(fault, found), fault.is_shown))


def failing(fault: FaultySystem, areas: frozenset[AreaName]) -> Iterator[Operations]:
    """Yield the first sequence of each chunk of random examples that ends in a divergence."""
    for seed in range(0, EXAMPLES, CHUNK):
        machine = machine_for(fault, Tally())
        machine.areas = areas
        if failure := first_failure(machine, Limits(CHUNK, STEPS, seed)):
            yield failure.operations


def machine_for(
    fault: FaultySystem, tally: Tally, *, observe: bool | None = None
) -> type[SearchMachine]:
    """Return a state machine that drives a faulty system and the model of its edition.

    With `observe`, by default in the current edition, what is stored is compared all the way: with
    that, properties are checked, and those are of this edition.
    """
    observes = fault.edition == CURRENT if observe is None else observe

    def open_runner(_: SearchMachine) -> DifferentialRunner:
        """Return both, empty. What the edition does not know is not asked."""
        system = fault.open_system()
        known = capabilities_of(system.identity, edition=fault.edition)
        return DifferentialRunner(
            system, tally, capabilities=known, everything_every=STEPS, observe=observes
        )

    machine = search_machine(fault.open_system, workspaces(PLANS), tally)
    return type("Trace", (machine,), {"open_runner": open_runner})


def cut(fault: FaultySystem, operations: Operations) -> Operations:
    """Return the beginning of a trace up to the operation that shows a fault."""
    lengths = range(1, len(operations))
    return next(
        (operations[:end] for end in lengths if fault.is_shown(operations[:end])), operations
    )


def smallest(operations: Operations, still: Callable[[Operations], bool]) -> Operations:
    """Return a reduced trace that still shows the same, as early as it can."""
    return at_once(minimize(operations, still), still)


def at_once(operations: Operations, still: Callable[[Operations], bool]) -> Operations:
    """Move operations to the time 0, or the first one if that is not enough."""
    first = operations[0].now
    for moved in (lambda _: 0, lambda now: now - first):
        earlier = [replace(each, now=moved(each.now)) for each in operations]
        if still(earlier):
            return earlier
    return operations
