"""Random traces, where no scope shows what is looked for: found with fixed seeds, then reduced."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from conformance.authoring.found import Found
from conformance.authoring.judged import differs_at
from conformance.authoring.purposes import KillsMutant, opener_of
from conformance.differential.agreement import Implementation
from conformance.differential.minimize import reduced
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


def random_trace(purpose: KillsMutant) -> Found | None:
    """Search at random for a trace that shows a mutant, and reduce it; none if there is none."""
    for operations in failing_sequences(purpose.broken):
        if purpose.serves(Found(operations)):
            return Found(tuple(smallest(operations, lambda each: serves(purpose, each))))
    return None


def serves(purpose: KillsMutant, operations: Operations) -> bool:
    """Tell whether operations, if there are any, show a mutant."""
    return bool(operations) and purpose.serves(Found(tuple(operations)))


def failing_sequences(mutant: Mutant) -> Iterator[tuple[Operation, ...]]:
    """List the random sequences whose last operation a mutant does wrongly."""
    open_broken = opener_of(mutant)
    implementation = open_broken()
    if mutant.rule.startswith("AGT"):
        yield from wrong_commands(implementation)
    implementation.close()
    for seed in range(SEEDS):
        implementation = open_broken()
        if failing := wrong_sequence(implementation, random.Random(seed)):
            yield tuple(failing)
        implementation.close()


def wrong_commands(implementation: Implementation) -> Iterator[tuple[Operation, ...]]:
    """List the commands of agents that are judged wrongly."""
    source = random.Random(0)
    for _ in range(COMMANDS):
        question = CheckCommand(PLANS[0], random_command(Choices(source.randbytes(40))), 0)
        if differs_at(implementation, question, apply(State(), question)):
            yield (question,)


def wrong_sequence(implementation: Implementation, source: random.Random) -> list[Operation] | None:
    """Draw operations until one is done wrongly; none if that does not happen."""
    from conformance.generators.strategies import plan_definition

    world = world_of({plan: plan_definition(source.randbytes(60)) for plan in PLANS})
    state, now, asked = State(), 0, []
    history: tuple[HistoryEntry, ...] = ()
    for _ in range(STEPS):
        choices = Choices(source.randbytes(48))
        operation = draw_operation(choices, state, world, now, source.random() < 0.6, history)
        asked.append(operation)
        transition = apply(state, operation)
        if differs_at(implementation, operation, transition):
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
