"""The search of each layer for a mutant: by vectors, in every reachable state, at random."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from conformance.adapters.model import ModelSystem, transitions_of
from conformance.differential.comparator import Comparator
from conformance.differential.orchestrators import agree_on
from conformance.differential.reachable import ReachableSituations
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import Limits, first_failure, reduce_failure, search_machine
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.mutants.faults.mutant import Component, Mutant
from conformance.vectors.killing.layers import Layer, LayerResult
from conformance.vectors.reading import VectorError, read_once
from conformance.vectors.running import Outcome, run
from conformance.vectors.vector import DecidedBy, Vector
from model.explorer.runs import OrchestrationScope, RunGraph, RunProgress
from model.explorer.scopes.catalog import SCOPES
from model.explorer.scopes.recovery import RECOVERY, WORK
from model.explorer.situations import Begin, Event, NextCall
from model.transition import Transition
from spec.editions import CURRENT
from spec.vocabulary.checklists import Update
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

SCOPES_OF = {
    "PLN": ("two-plans", "order", "drift"),
    "CLM": ("single", "order", "drift", "claim-ids"),
    "CHK": ("deferrals", "single", "family"),
    "CMP": ("single", "history", "family"),
    "COM": ("commits",),
    "REV": ("reviews",),
    "ITR": ("iterations",),
    "AGT": ("iterations",),
}
"""The scopes in which the rules of an area, by its prefix, decide something."""

BY_NAME = {scope.name: scope for scope in SCOPES}

PERSISTENT = replace(
    RECOVERY,
    name="persistent",
    sentence="One step whose task is opened again and again while its commit is recovered.",
    events=tuple(
        event
        for event in RECOVERY.events
        if isinstance(event, NextCall | Update) or event is WORK[0]
    ),
    max_disturbances=5,
)
"""A scope in which a recovery fails as often as it may."""


SEED, STEPS = 0, 40
"""Where randomness starts, and how many steps an example has."""


@cache
def vectors() -> tuple[Vector, ...]:
    """Return the vectors of the current edition, the shortest first; none if none were built."""
    try:
        found = read_once()
    except VectorError:
        return ()
    current = (vector for vector in found if vector.edition == CURRENT.name)
    return tuple(sorted(current, key=lambda vector: (len(vector.operations), vector.id)))


def by_vectors(mutant: Mutant, asked: Iterable[Vector] | None = None) -> LayerResult:
    """Run vectors on a mutant, those that ship if none are given, until one fails.

    Its own comes first. An orchestrator is sent the outcomes in the vectors of runs, and what it
    sends is matched.
    """
    of_store, operations = mutant.subject is not Component.ORCHESTRATOR, 0
    system, comparator = mutant.opener()(), Comparator()
    shipped = vectors() if asked is None else asked
    for vector in sorted(shipped, key=lambda each: each.mutant != mutant.id):
        if of_store:
            result = run(system, comparator, vector)
            length, failed = result.length, result.outcome is Outcome.FAIL
        elif vector.decided_by is DecidedBy.ORCHESTRATOR:
            length, failed = len(vector.operations), diverges(mutant, vector)
        else:
            continue
        operations += length
        if failed:
            return LayerResult(Layer.VECTORS, True, operations, vector.id, length)
    return LayerResult(Layer.VECTORS, False, operations, "no vector shows it")


def diverges(mutant: Mutant, vector: Vector) -> bool:
    """Return whether a mutant goes on in another way than the model somewhere in a run."""
    assert vector.work is not None
    work, operations = vector.work, [asked.operation for asked in vector.operations]
    answered = [
        transition.outcome
        for transition, asked in zip(transitions_of(operations), vector.operations, strict=True)
        if asked.then is not None
    ]
    given = (operations[0].plan, work.worktree, work.review, work.count)
    # The first outcome is that of the registration, after which the orchestrator begins.
    return not agree_on(mutant.orchestrator(), given, answered[1:])


def at_random(mutant: Mutant, budget: int) -> LayerResult:
    """Apply about so many operations, and reduce the first sequence that diverges."""
    tally = Tally()
    if mutant.subject is Component.ORCHESTRATOR:
        # The store is right, so only orchestrated steps can diverge.
        machine = search_machine(ModelSystem, workspaces(), tally, mutant.orchestrator())
    else:
        machine = search_machine(mutant.opener(), workspaces(), tally)
    failure = first_failure(machine, Limits(max(budget // STEPS, 1), STEPS, SEED))
    if failure is None:
        return LayerResult(Layer.RANDOM, False, tally.operations, "no random sequence shows it")
    length = None
    if mutant.subject is not Component.ORCHESTRATOR:
        length = len(reduce_failure(machine.open_system, failure).operations)
    # The operation that diverges is not in the tally, which counts those that agree.
    return LayerResult(Layer.RANDOM, True, tally.operations + 1, f"seed {SEED}", length)


@dataclass(frozen=True, slots=True)
class Asked:
    """An operation in a reachable state, and what the model does; `length` counts it too."""

    state: State
    operation: Operation
    transition: Transition
    length: int


class Memory:
    """What a scope asks, in the order of the search, kept for the next mutant."""

    def __init__(self, scope: str) -> None:
        self.remembered: list[Asked] = []
        self.more = all_asked(scope)

    def first(self, count: int) -> Iterator[Asked]:
        """Yield so many, or all if there are fewer."""
        missing = count - len(self.remembered)
        self.remembered += islice(self.more, max(missing, 0))
        return islice(self.remembered, count)


def all_asked(scope: str) -> Iterator[Asked]:
    """Yield every operation in every state, in those that are reached soonest first."""
    reachable = ReachableSituations(BY_NAME[scope])
    for situation in reachable:
        path = reachable.path(situation)
        before = sum(isinstance(event, Operation) for event in path)
        for _, operation, transition in reachable.transitions(situation):
            yield Asked(situation.state, operation, transition, before + 1)


remembered = cache(Memory)


def exhaustively(mutant: Mutant, budget: int) -> LayerResult:
    """Try at most so many operations, or runs, breadth first, until one differs.

    Every scope of the rule's area gets an equal share of them.
    """
    if mutant.subject is Component.ORCHESTRATOR:
        return through_runs(mutant, budget)
    runner, tried = DifferentialRunner(mutant.opener()()), 0
    scopes = SCOPES_OF[mutant.rule.split("-")[0]]
    for scope in scopes:
        held: State | None = None
        for asked in remembered(scope).first(budget // len(scopes)):
            tried += 1
            if held is not asked.state:
                runner.load(asked.state)
            if runner.compare(asked.operation, asked.transition, whole=True):
                return LayerResult(Layer.EXHAUSTIVE, True, tried, f"scope {scope}", asked.length)
            held = asked.transition.state
    return LayerResult(Layer.EXHAUSTIVE, False, tried, "no scope shows it")


def through_runs(mutant: Mutant, budget: int) -> LayerResult:
    """Follow the runs of the model's orchestrator, and match what the mutant sends with them."""
    tested, tried = mutant.orchestrator(), 0
    for scope in (RECOVERY, PERSISTENT):
        for path, progress in runs(scope, budget - tried):
            tried += 1
            assert progress.begun is not None
            review, count = progress.begun.review, progress.begun.count
            work = (*OF_THE_RUN, review, count)
            if not agree_on(tested, work, [each.outcome for each in progress.exchanges]):
                return LayerResult(Layer.EXHAUSTIVE, True, tried, f"scope {scope.name}", len(path))
    return LayerResult(Layer.EXHAUSTIVE, False, tried, "no run shows it")


OF_THE_RUN = (RECOVERY.documents.versions[0][0], RECOVERY.worktrees[0])
"""The plan and the worktree of every run."""

Run = tuple[tuple[Event, ...], RunProgress]


@cache
def runs(scope: OrchestrationScope, most: int) -> tuple[Run, ...]:
    """Return the beginnings of runs, the shortest first, that end in a call or in their end."""
    graph = RunGraph(scope, CURRENT)
    nodes = [graph.initial()]
    found: list[Run] = []
    for node in nodes:
        progress = graph.progress[node]
        if progress.step is not None and isinstance(progress.step.event, Begin | NextCall):
            found.append((tuple(scope.events[number] for number in node), progress))
            if len(found) == most:
                break
        nodes += [after for _, after in graph.expand(node).successors]
    return tuple(found)
