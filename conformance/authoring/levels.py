"""Breadth-first through the scopes that ship: what is found first is shortest in all of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from conformance.authoring.found import Found, real_operations
from model.explorer.events import apply_event
from model.explorer.scopes.catalog import STATE_SCOPES
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from model.explorer.state_graph import PlainStateGraph
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation


@dataclass
class Levels:
    """The situations of a scope by the number of events that lead there, found when needed."""

    scope: Scope
    ways: dict[Situation, tuple[Situation, Event] | None] = field(default_factory=dict)
    found: list[list[Situation]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.space = PlainStateGraph(self.scope, CURRENT)
        start = self.space.initial()
        self.ways[start] = None
        self.found.append([start])

    def level(self, depth: int) -> list[Situation]:
        """Give the situations that so many events lead to, and no fewer."""
        while len(self.found) <= depth:
            self.found.append(self._next(self.found[-1]))
        return self.found[depth]

    def _next(self, level: list[Situation]) -> list[Situation]:
        following: list[Situation] = []
        for situation in level:
            for event in self.scope.events:
                event_result = apply_event(self.scope, CURRENT, situation, event)
                if event_result is None:
                    continue
                after = self.space.canonical(event_result.after)
                if after not in self.ways:
                    self.ways[after] = (situation, event)
                    following.append(after)
        return following

    def path(self, situation: Situation) -> tuple[Event, ...]:
        """Give the events of a shortest way to a situation."""
        events: list[Event] = []
        while (way := self.ways[situation]) is not None:
            situation, event = way
            events.append(event)
        return tuple(reversed(events))

    def found_at(self, situation: Situation, operation: Operation) -> Found:
        """Give the operations of a shortest way to a situation, and one that is asked there."""
        path = self.path(situation)
        operations = real_operations(self.scope, path, operation)
        return Found(operations, self.scope.name, len(path) + 1)


class World:
    """All scopes side by side, level by level."""

    def __init__(self, scopes: tuple[Scope, ...] = STATE_SCOPES) -> None:
        self.scopes = [Levels(scope) for scope in scopes]

    def levels(self) -> Iterator[Iterator[tuple[Levels, Situation]]]:
        """List the situations of all scopes, those first that take the fewest events."""
        for depth in count():
            if not any(levels.level(depth) for levels in self.scopes):
                return
            yield (
                (levels, situation) for levels in self.scopes for situation in levels.level(depth)
            )
