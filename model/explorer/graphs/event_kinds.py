"""Kinds of events: those that every property allows, or forbids, on a way alike."""

from model.explorer.graphs.fingerprints import Interner
from model.explorer.situations import Edit, Event
from spec.properties.guidance import GUIDANCE
from spec.properties.reachability import EVENTUALITIES


class EventKinds:
    """Which properties of `LABELLED` allow an event on the way; events are of a kind if all agree.

    `of` has the number of each event's kind.
    """

    def __init__(self, events: tuple[Event, ...]) -> None:
        excluded: list[tuple[type[Event], ...]] = [
            *((Edit, *rule.forbidden) for rule in EVENTUALITIES),
            *(rule.edits for rule in GUIDANCE),
        ]
        allowed = Interner[tuple[bool, ...]]()
        self.of = [
            allowed.intern(tuple(not isinstance(event, types) for types in excluded))
            for event in events
        ]
        self.kinds = allowed.values
        self.count = len(self.kinds)

    def allowed(self, position: int) -> set[int]:
        """Return the kinds of events that a property allows, by its position in `LABELLED`."""
        return {number for number, allowed in enumerate(self.kinds) if allowed[position]}
