"""Random traces, where no scope shows what is looked for: found under fixed seeds, then reduced."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from conformance.authoring.goals import MutantGoal, opener_of
from conformance.authoring.traces import FoundTrace
from conformance.differential.reducer import Operations, minimize, reduce_parts
from conformance.differential.search import CHUNK, Limits, first_failure, search_machine
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.mutants.faults.mutant import Mutant
from conformance.protocol.messages import AreaName
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.operations import Operation

EXAMPLES = 4_000
STEPS = 50
PLANS = ("first.md", "second.md")
ONLY_AGENTS = frozenset({AreaName.AGENTS})


def random_trace(goal: MutantGoal) -> FoundTrace | None:
    """Search at random for a trace that shows a mutant; return it reduced, or `None`."""
    for operations in failing_sequences(goal.broken):
        if goal.serves(FoundTrace(operations)):
            return FoundTrace(tuple(smallest(operations, lambda each: serves(goal, each))))
    return None


def serves(goal: MutantGoal, operations: Operations) -> bool:
    """Return whether operations, if there are any, show a mutant."""
    return bool(operations) and goal.serves(FoundTrace(tuple(operations)))


def failing_sequences(mutant: Mutant) -> Iterator[tuple[Operation, ...]]:
    """Yield the random sequences that end where a mutant diverges from the model."""
    if mutant.rule.startswith("AGT"):
        yield from failures_of(mutant, ONLY_AGENTS)
    yield from failures_of(mutant, frozenset(AreaName))


def failures_of(mutant: Mutant, asked: frozenset[AreaName]) -> Iterator[tuple[Operation, ...]]:
    """Yield the first failing sequence of each chunk of examples in some areas."""
    for seed in range(0, EXAMPLES, CHUNK):
        machine = search_machine(opener_of(mutant), workspaces(PLANS), Tally())
        machine.areas = asked
        if failure := first_failure(machine, Limits(CHUNK, STEPS, seed)):
            yield failure.operations


def smallest(operations: Operations, still: Callable[[Operations], bool]) -> Operations:
    """Return a reduced trace that still shows the same, early and in short commands."""
    shorter = minimize(operations, still)
    for simpler in (at_once, in_short_words):
        shorter = simpler(shorter, still)
    return shorter


def at_once(operations: Operations, still: Callable[[Operations], bool]) -> Operations:
    """Move operations to the time 0, or the first one if that is not enough."""
    first = operations[0].now
    for moved in (lambda _: 0, lambda now: now - first):
        earlier = [replace(each, now=moved(each.now)) for each in operations]
        if still(earlier):
            return earlier
    return operations


def in_short_words(operations: Operations, still: Callable[[Operations], bool]) -> Operations:
    """Leave out of a command whatever is not needed."""
    last = operations[-1]
    if not isinstance(last, CheckCommand):
        return operations
    *earlier, _ = operations

    def asking(letters: Sequence[str]) -> Operations:
        return [*earlier, replace(last, command="".join(letters))]

    return asking(reduce_parts(last.command, lambda letters: still(asking(letters))))
