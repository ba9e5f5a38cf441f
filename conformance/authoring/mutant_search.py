"""Searching for a shortest trace on which a mutant shows: breadth-first, else at random."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from conformance.authoring.following import ending_of
from conformance.authoring.found import Found
from conformance.authoring.judged import differs, differs_at
from conformance.authoring.levels import World
from conformance.authoring.purposes import KillsMutant, opener_of
from conformance.authoring.random_traces import random_trace
from conformance.authoring.reaching import reached
from conformance.authoring.runs import RUNS, WIDER, RunLevels, found_run, with_next_call
from conformance.differential.agreement import Implementation
from conformance.mutants.mutant import Mutant, Subject
from model.apply import apply
from model.explorer.events import exceeds_bounds, with_current_document
from model.explorer.runs import OrchestrationScope, listen
from model.explorer.situations import Situation
from model.transition import Transition
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.recovery import Ending
from spec.vocabulary.state import State

MOST_EVENTS = 3
"""How many events may come before the operation that shows a mutant of the store."""

Asked = list[tuple[Operation, Transition]]


class MutantSearch:
    """Finds traces for mutants; `known` are traces found for other purposes, which are tried too.

    Whatever is found breadth-first is minimal: a known trace is only taken if no shorter one of
    the scopes shows the mutant. `kept` are traces by the ids of vectors, taken without a search.
    """

    def __init__(self, world: World, known: Iterable[Found], kept: dict[str, Found]) -> None:
        self.world = world
        self.kept = kept
        minimal: dict[tuple[Operation, ...], Found] = {}
        for found in known:
            if found.scope:
                minimal.setdefault(found.operations, found)
        self.known = sorted(
            minimal.values(), key=lambda found: (found.events, len(found.operations))
        )
        self.askable = cache(self._askable)

    def search(self, mutant: Mutant) -> Found | None:
        """Give a shortest trace that shows a mutant, or a reduced one; none if none is found."""
        purpose = KillsMutant(mutant)
        kept = self.kept.get(purpose.id)
        if kept is not None and purpose.serves(kept):
            return kept
        if mutant.subject is Subject.ORCHESTRATOR:
            return next(filter(purpose.serves, runs_that_part(mutant)), None)
        known = next(filter(purpose.serves, self.suspicious(mutant)), None)
        most = known.events - 2 if known else MOST_EVENTS
        shorter = filter(purpose.serves, self.breadth_first(mutant, most))
        return next(shorter, known) or random_trace(purpose)

    def suspicious(self, mutant: Mutant) -> Iterator[Found]:
        """List the known traces that seem to show a mutant, which is emptied before each."""
        implementation, names = opener_of(mutant)(), reached(mutant)
        for found in self.known:
            if names & {type(operation).__name__ for operation in found.operations}:
                implementation.load(State())
                if differs(implementation, found.operations):
                    yield found
        implementation.close()

    def breadth_first(self, mutant: Mutant, most_events: int) -> Iterator[Found]:
        """List the traces that show a mutant, shortest first."""
        implementation = opener_of(mutant)()
        for level in islice(self.world.levels(), most_events + 1):
            for levels, situation in level:
                asked = self.asked(levels.scope.name, situation, reached(mutant))
                for operation in wrong_among(implementation, situation, asked):
                    yield levels.found_at(situation, operation)
        implementation.close()

    def asked(self, scope_name: str, situation: Situation, names: frozenset[str]) -> Asked:
        """List the operations of some classes that can be asked, with what the model does."""
        return [
            (operation, transition)
            for operation, transition in self.askable(scope_name, situation)
            if type(operation).__name__ in names
        ]

    def _askable(self, scope_name: str, situation: Situation) -> Asked:
        [scope] = (each.scope for each in self.world.scopes if each.scope.name == scope_name)
        operations = (
            with_current_document(scope, situation, event)
            for event in scope.events
            if isinstance(event, OPERATIONS) and not exceeds_bounds(scope, situation, event)
        )
        return [(asked, apply(situation.state, asked)) for asked in operations]


def wrong_among(
    implementation: Implementation, situation: Situation, asked: Asked
) -> Iterator[Operation]:
    """List the operations that are done wrongly in a situation."""
    loaded = False
    for operation, transition in asked:
        if not loaded:
            implementation.load(situation.state)
        loaded = transition.state is situation.state
        if differs_at(implementation, operation, transition):
            loaded = False
            yield operation


def runs_that_part(mutant: Mutant) -> Iterator[Found]:
    """List the runs at whose end a broken orchestrator goes on in another way, shortest first."""
    yield from (found for scope in (RUNS, WIDER) for found in parting_runs(mutant, scope))


def parting_runs(mutant: Mutant, scope: OrchestrationScope) -> Iterator[Found]:
    """List those of one scope."""
    orchestrator = mutant.orchestrator()
    [(plan, _)] = scope.documents.versions
    for level in RunLevels(scope).levels():
        for path, progress in level:
            begun = progress.begun
            assert begun is not None
            given = (plan, scope.worktrees[0], begun.review, begun.count)
            outcomes = [exchange.outcome for exchange in progress.exchanges]
            heard = listen(orchestrator(*given), outcomes)
            if not isinstance(heard, Ending) and progress.upcoming:
                if heard.operation != progress.upcoming.operation:
                    yield found_run(with_next_call(path, progress), scope)
            elif ending_of(heard) != ending_of(progress.ending or progress.upcoming):
                yield found_run(path, scope)
