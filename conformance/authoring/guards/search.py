"""Searching for guards that fail together: breadth-first, then at random."""

from collections.abc import Callable, Iterator
from itertools import islice

from conformance.authoring.guards.faulty_requests import with_faults
from conformance.authoring.guards.pairs import GuardPair, pair_failing_together
from conformance.authoring.levels import ScopeLevels, found_at
from conformance.authoring.traces import FoundTrace
from model.apply import apply
from model.explorer.events import exceeds_bounds, with_current_document
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.editions import CURRENT
from spec.vocabulary.operations import OPERATIONS, Operation

Pairs = dict[GuardPair, FoundTrace]

MOST_EVENTS_BEFORE_TWO = 3


def shortest_pairs(
    world: ScopeLevels, most_events: int, progress: Callable[[str], None] = lambda _: None
) -> Pairs:
    """Return guards that fail together on an operation before which at most so much happened.

    Tried are the operations of each scope, as they are and with something wrong in one field; in
    two fields as long as at most `MOST_EVENTS_BEFORE_TWO` events came before.
    """
    found: Pairs = {}
    for depth, level in enumerate(islice(world.levels(), most_events + 1)):
        for reachable, situation in level:
            most_wrong = 2 if depth <= MOST_EVENTS_BEFORE_TWO else 1
            for operation in requests(reachable.scope, situation, most_wrong):
                pair = pair_of(situation, operation)
                if pair and pair not in found:
                    found[pair] = found_at(reachable, situation, operation)
        progress(f"{len(found)} pairs of guards after {depth} events")
    return found


def requests(scope: Scope, situation: Situation, most_wrong: int) -> Iterator[Operation]:
    """Yield the operations of a scope that can be asked, and what can be wrong with them."""
    asked: set[Operation] = set()
    for event in scope.events:
        for operation in request_of(scope, situation, event):
            for request in (operation, *with_faults(operation, most_wrong)):
                if request not in asked:
                    asked.add(request)
                    yield request


def request_of(scope: Scope, situation: Situation, event: Event) -> Iterator[Operation]:
    """Yield the operation that an event is, if it is one that can happen here."""
    if isinstance(event, OPERATIONS) and not exceeds_bounds(scope, situation, event):
        yield with_current_document(scope, situation, event)


def pair_of(situation: Situation, operation: Operation) -> GuardPair | None:
    """Return the two guards that an operation fails in a situation, if there are two."""
    transition = apply(situation.state, operation, CURRENT)
    return pair_failing_together(situation.state, operation, transition)
