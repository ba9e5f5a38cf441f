"""Searching for guards that fail together: breadth-first, then at random."""

from collections.abc import Callable, Iterator
from itertools import islice

from conformance.authoring.guards.faulty_requests import with_faults
from conformance.authoring.guards.pairs import GuardPair, pair_failing_together
from conformance.authoring.levels import ScopeLevels, askable, found_at
from conformance.authoring.traces import FoundTrace
from model.apply import apply
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Situation
from spec.vocabulary.operations import Operation

Pairs = dict[GuardPair, FoundTrace]

MOST_EVENTS_BEFORE_TWO = 3


def shortest_pairs(
    scope_levels: ScopeLevels, most_events: int, progress: Callable[[str], None] = lambda _: None
) -> Pairs:
    """Return guards that fail together on an operation before which at most so much happened.

    Tried are the operations of each scope, as they are and with something wrong in one field; in
    two fields as long as at most `MOST_EVENTS_BEFORE_TWO` events came before.
    """
    found: Pairs = {}
    for depth, level in enumerate(islice(scope_levels.levels(), most_events + 1)):
        for reachable, situation in level:
            most_wrong = 2 if depth <= MOST_EVENTS_BEFORE_TWO else 1
            for operation in requests(reachable.scope, situation, most_wrong):
                transition = apply(situation.state, operation)
                pair = pair_failing_together(situation.state, operation, transition)
                if pair and pair not in found:
                    found[pair] = found_at(reachable, situation, operation)
        progress(f"{len(found)} pairs of guards after {depth} events")
    return found


def requests(scope: Scope, situation: Situation, most_wrong: int) -> Iterator[Operation]:
    """Yield the operations of a scope that can be asked, and what can be wrong with them."""
    asked: set[Operation] = set()
    for operation in askable(scope, situation):
        for request in (operation, *with_faults(operation, most_wrong)):
            if request not in asked:
                asked.add(request)
                yield request
