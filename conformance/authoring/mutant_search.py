"""Searching for a shortest trace on which a mutant shows: breadth-first, by hand, at random."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from conformance.adapters.sut import InProcessSystem
from conformance.authoring.goals import MutantGoal, opener_of
from conformance.authoring.levels import ScopeLevels, askable, found_at
from conformance.authoring.random_traces import random_trace
from conformance.authoring.reaching import reached
from conformance.authoring.traces import FoundTrace
from conformance.authoring.written_traces import written_trace
from conformance.differential.runner import DifferentialRunner, first_divergence
from conformance.mutants.faults.mutant import Mutant
from model.apply import apply
from model.explorer.situations import Situation
from model.transition import Transition
from spec.vocabulary.operations import Operation

MOST_EVENTS = 4
"""How many events may come before the operation that shows a mutant of the store."""

Asked = list[tuple[Operation, Transition]]


class MutantSearch:
    """Finds traces for mutants; `known` are traces found for other goals, which are tried too.

    Whatever is found breadth-first is minimal: a known trace is only taken if no shorter one of
    the scopes shows the mutant. `kept` are traces by the ids of vectors, taken without a search.
    """

    def __init__(
        self, scope_levels: ScopeLevels, known: Iterable[FoundTrace], kept: dict[str, FoundTrace]
    ) -> None:
        self.scope_levels = scope_levels
        self.kept = kept
        minimal: dict[tuple[Operation, ...], FoundTrace] = {}
        for found in known:
            if found.scope:
                minimal.setdefault(found.operations, found)
        self.known = sorted(
            minimal.values(), key=lambda found: (found.events, len(found.operations))
        )
        self.askable = cache(self._askable)

    def search(self, mutant: Mutant) -> FoundTrace | None:
        """Return a trace that shows a mutant, or `None`.

        That is the one written by hand, else a shortest one, else a reduced one.
        """
        goal = MutantGoal(mutant)
        kept = self.kept.get(goal.id)
        if kept is not None and goal.serves(kept):
            return kept
        if by_hand := written(goal):
            return by_hand
        known = next(filter(goal.serves, self.suspicious(mutant)), None)
        most = known.events - 2 if known else MOST_EVENTS
        shorter = filter(goal.serves, self.breadth_first(mutant, most))
        return next(shorter, known) or random_trace(goal)

    def suspicious(self, mutant: Mutant) -> Iterator[FoundTrace]:
        """Yield the known traces that seem to show a mutant, which is emptied before each."""
        system, names = opener_of(mutant)(), reached(mutant)
        for found in self.known:
            reaches = names & {type(operation).__name__ for operation in found.operations}
            if reaches and first_divergence(system, found.operations, observe=False):
                yield found
        system.close()

    def breadth_first(self, mutant: Mutant, most_events: int) -> Iterator[FoundTrace]:
        """Yield the traces that show a mutant, shortest first."""
        system = opener_of(mutant)()
        for level in islice(self.scope_levels.levels(), most_events + 1):
            for reachable, situation in level:
                asked = self.asked(reachable.scope.name, situation, reached(mutant))
                for operation in wrong_among(system, situation, asked):
                    yield found_at(reachable, situation, operation)
        system.close()

    def asked(self, scope_name: str, situation: Situation, names: frozenset[str]) -> Asked:
        """Return the operations of some classes that can be asked, with what the model does."""
        return [
            (operation, transition)
            for operation, transition in self.askable(scope_name, situation)
            if type(operation).__name__ in names
        ]

    def _askable(self, scope_name: str, situation: Situation) -> Asked:
        [scope] = (each.scope for each in self.scope_levels.scopes if each.scope.name == scope_name)
        operations = askable(scope, situation)
        return [(asked, apply(situation.state, asked)) for asked in operations]


def written(goal: MutantGoal) -> FoundTrace | None:
    """Return the trace that is written for a mutant and still shows it, or `None`."""
    found = written_trace(goal.broken.id)
    return found if found and goal.serves(found) else None


def wrong_among(system: InProcessSystem, situation: Situation, asked: Asked) -> Iterator[Operation]:
    """Yield the operations that are done wrongly in a situation."""
    runner, loaded = DifferentialRunner(system), False
    for operation, transition in asked:
        if not loaded:
            runner.load(situation.state)
        loaded = transition.state is situation.state
        if runner.compare(operation, transition, whole=True):
            loaded = False
            yield operation
