"""Random traces, where no scope shows what is looked for: found with fixed seeds, then reduced."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from conformance.adapters.sut import InProcessSystem
from conformance.authoring.goals import MutantGoal, opener_of
from conformance.authoring.traces import FoundTrace
from conformance.differential.minimize import reduced
from conformance.differential.runner import DifferentialRunner
from conformance.differential.simplify import simplified
from conformance.generators.choices import Choices
from conformance.generators.requests import draw_operation
from conformance.generators.shell_commands import random_command
from conformance.generators.worlds import world_of
from conformance.mutants.mutant import Mutant
from model.apply import apply
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.completion import HistoryEntry
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

SEEDS = 4_000
STEPS = 50
COMMANDS = 20_000
PLANS = ("first.md", "second.md")

Operations = Sequence[Operation]


def random_trace(goal: MutantGoal) -> FoundTrace | None:
    """Search at random for a trace that shows a mutant, and reduce it; none if there is none."""
    for operations in failing_sequences(goal.broken):
        if goal.serves(FoundTrace(operations)):
            return FoundTrace(tuple(smallest(operations, lambda each: serves(goal, each))))
    return None


def serves(goal: MutantGoal, operations: Operations) -> bool:
    """Tell whether operations, if there are any, show a mutant."""
    return bool(operations) and goal.serves(FoundTrace(tuple(operations)))


def failing_sequences(mutant: Mutant) -> Iterator[tuple[Operation, ...]]:
    """List the random sequences whose last operation a mutant does wrongly."""
    open_broken = opener_of(mutant)
    system = open_broken()
    if mutant.rule.startswith("AGT"):
        yield from wrong_commands(system)
    system.close()
    for seed in range(SEEDS):
        system = open_broken()
        if failing := wrong_sequence(system, random.Random(seed)):
            yield tuple(failing)
        system.close()


def wrong_commands(system: InProcessSystem) -> Iterator[tuple[Operation, ...]]:
    """List the commands of agents that are judged wrongly."""
    source, runner = random.Random(0), DifferentialRunner(system)
    for _ in range(COMMANDS):
        question = CheckCommand(PLANS[0], random_command(Choices(source.randbytes(40))), 0)
        if runner.compare(question, apply(State(), question)):
            yield (question,)


def wrong_sequence(system: InProcessSystem, source: random.Random) -> list[Operation] | None:
    """Draw operations until one is done wrongly; none if that does not happen."""
    from conformance.generators.strategies import plan_definition

    world = world_of({plan: plan_definition(source.randbytes(60)) for plan in PLANS})
    state, now, asked = State(), 0, []
    runner = DifferentialRunner(system)
    history: tuple[HistoryEntry, ...] = ()
    for _ in range(STEPS):
        choices = Choices(source.randbytes(48))
        operation = draw_operation(choices, state, world, now, source.random() < 0.6, history)
        asked.append(operation)
        transition = apply(state, operation)
        if runner.compare(operation, transition, whole=True):
            return asked
        state, now = transition.state, operation.now
    return None


def smallest(operations: Operations, still: Callable[[Operations], bool]) -> Operations:
    """Leave out and simplify as much as possible of a trace that still shows the same."""
    shorter = reduced(simplified(reduced(operations, still), still), still)
    for simpler in (at_once, in_short_words):
        shorter = simpler(shorter, still)
    return shorter


def at_once(operations: Operations, still: Callable[[Operations], bool]) -> Operations:
    """Let no time pass before the first operation, or at all if it need not."""
    first = operations[0].now
    for moved in (lambda _: 0, lambda now: now - first):
        earlier = [with_time(each, moved(each.now)) for each in operations]
        if still(earlier):
            return earlier
    return operations


def with_time(operation: Operation, now: int) -> Operation:
    """Ask an operation at another time."""
    return replace(operation, now=now)


def in_short_words(operations: Operations, still: Callable[[Operations], bool]) -> Operations:
    """Leave out of commands whatever is not needed."""
    last = operations[-1]
    if not isinstance(last, CheckCommand):
        return operations
    *earlier, _ = operations

    def asking(letters: Sequence[str]) -> Operations:
        return [*earlier, replace(last, command="".join(letters))]

    return asking(reduced(last.command, lambda letters: still(asking(letters))))
