"""Replaying a path of the explorer as operations at real times, by worktrees with fixed names."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.apply import apply
from model.explorer.canonicalization import canonical_names, canonical_state
from model.explorer.claim_ids import with_real_claim
from model.explorer.events import PathStep, apply_event
from model.explorer.graphs.runs import replay_run
from model.explorer.scopes.scope import OrchestrationScope, Scope
from model.explorer.situations import Event, Tick
from spec.editions import Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def replay_path(scope: Scope, edition: Edition, path: tuple[Event, ...]) -> Iterator[PathStep]:
    """Yield the steps of a path, with a clock that runs and one name for each worktree."""
    if isinstance(scope, OrchestrationScope):
        yield from replay_run(scope, edition, path)
        return
    # The canonical situation is followed: in it the clock shows 0, and worktrees and claims are
    # renamed after every event.
    situation, state = scope.start, State()
    now, real_names = 0, {name: name for name in scope.worktrees}
    for event in path:
        result = apply_event(scope, edition, situation, event)
        assert result is not None
        operation, transition = result.operation, None
        if operation is not None:
            operation = with_real_claim(situation.state, state, operation)
            operation = to_real_operation(operation, now, real_names)
            transition = apply(state, operation, edition)
            state = transition.state
        now += isinstance(event, Tick)
        names = canonical_names(result.after.state, scope.worktrees)
        canonical = canonical_state(result.after.state, names, scope.carries_claims)
        situation = replace(result.after, state=canonical)
        real_names = {names[name]: real for name, real in real_names.items()}
        yield PathStep(event, now, operation, transition)


def to_real_operation(operation: Operation, now: int, names: dict[str, str]) -> Operation:
    """Return the operation at a real time, by the worktree's real name."""
    changes: dict[str, Any] = {"now": now}
    worktree = getattr(operation, "worktree", None)
    if worktree is not None:
        changes["worktree"] = names[worktree]
    return replace(operation, **changes)
