"""The product of two editions, written plainly: every event is applied in both."""

from dataclasses import replace

from model.explorer.canonicalization import canonical_names, canonical_state
from model.explorer.diff.products import answer
from model.explorer.events import apply_event
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.editions import Edition
from spec.vocabulary.state import State

Pair = tuple[Situation, Situation]


class PlainProduct:
    """Pairs of situations, one by one, searched level by level."""

    def __init__(self, scope: Scope, first: Edition, second: Edition) -> None:
        self.scope = scope
        self.editions = first, second
        start = scope.start
        self.paths: dict[Pair, tuple[Event, ...]] = {(start, start): ()}
        self.frontier = list(self.paths)

    def next_level(self) -> tuple[Event, ...] | None:
        """Expand the last pairs; return the first difference, or `None`."""
        frontier, self.frontier = self.frontier, []
        for pair in frontier:
            for event in self.scope.events:
                first, second = (
                    apply_event(self.scope, edition, situation, event)
                    for edition, situation in zip(self.editions, pair, strict=True)
                )
                if first is None or second is None:
                    continue
                path = (*self.paths[pair], event)
                if answer(first) != answer(second):
                    return path
                after = self.canonical(first.after, second.after)
                if after not in self.paths:
                    self.paths[after] = path
                    self.frontier.append(after)
        return None

    def canonical(self, first: Situation, second: Situation) -> Pair:
        """Return two situations with worktrees renamed in order of appearance in both states."""
        both = State((*first.state.plans, *second.state.plans))
        names = canonical_names(both, self.scope.worktrees)
        carried = self.scope.carries_claims
        one, other = (
            replace(each, state=canonical_state(each.state, names, carried))
            for each in (first, second)
        )
        return one, other
