"""Replaying a path of the explorer as operations at real times, by worktrees with fixed names."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.apply import apply
from model.explorer.canonicalization import canonical_names, rename_worktrees
from model.explorer.events import PathStep, apply_event
from model.explorer.runs import OrchestrationScope, replay_run
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation, Tick
from spec.editions import Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def replay_path(scope: Scope, edition: Edition, path: tuple[Event, ...]) -> Iterator[PathStep]:
    """Yield the steps of a path, with a clock that runs and one name for each worktree."""
    if isinstance(scope, OrchestrationScope):
        yield from replay_run(scope, edition, path)
        return
    state = State()
    for event, now, operation, _ in real_events(scope, edition, path):
        if operation is None:
            yield PathStep(event, now)
            continue
        transition = apply(state, operation, edition)
        state = transition.state
        yield PathStep(event, now, operation, transition)


RealEvent = tuple[Event, int, Operation | None, dict[str, str]]
"""An event, the time then, its operation if it is one, and the real names of worktrees after it."""


def real_events(scope: Scope, edition: Edition, path: tuple[Event, ...]) -> Iterator[RealEvent]:
    """Yield the events of a path with a clock that runs and one name for each worktree.

    The canonical situation is followed: in it the clock shows 0, and worktrees are renamed after
    every event.
    """
    situation = Situation(State(), (0,) * len(scope.documents.versions))
    now, real_names = 0, {name: name for name in scope.worktrees}
    for event in path:
        result = apply_event(scope, edition, situation, event)
        assert result is not None
        operation = result.operation
        if operation is not None:
            operation = to_real_operation(operation, now, real_names)
        now += isinstance(event, Tick)
        names = canonical_names(result.after.state, scope.worktrees)
        state = rename_worktrees(result.after.state, names)
        situation = replace(result.after, state=state)
        real_names = {names[name]: real for name, real in real_names.items()}
        yield event, now, operation, real_names


def to_real_operation(operation: Operation, now: int, names: dict[str, str]) -> Operation:
    """Return the operation at a real time, by the worktree's real name."""
    changes: dict[str, Any] = {"now": now}
    worktree = getattr(operation, "worktree", None)
    if worktree is not None:
        changes["worktree"] = names[worktree]
    return replace(operation, **changes)
