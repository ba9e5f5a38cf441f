"""Replaying a path of the explorer as operations at real times, by worktrees with fixed names."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.apply import apply
from model.explorer.canonicalization import canonical_names, rename_worktrees
from model.explorer.events import PathStep, apply_event, with_current_document
from model.explorer.runs import OrchestrationScope, replay_run
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Begin, Edit, Event, Fault, NextCall, Situation, Tick
from spec.editions import Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def replay_path(scope: Scope, edition: Edition, path: tuple[Event, ...]) -> Iterator[PathStep]:
    """Yield the steps of a path, with a clock that runs and one name for each worktree.

    The canonical situation is followed as well: in it the clock shows 0, and worktrees are renamed
    after every event.
    """
    if isinstance(scope, OrchestrationScope):
        yield from replay_run(scope, edition, path)
        return
    situation = Situation(State(), (0,) * len(scope.documents.versions))
    real_state, now = State(), 0
    real_names = {name: name for name in scope.worktrees}
    for event in path:
        result = apply_event(scope, edition, situation, event)
        assert result is not None
        if isinstance(event, Tick | Edit):
            now += isinstance(event, Tick)
            yield PathStep(event, now)
        elif not isinstance(event, Begin | NextCall | Fault):
            request = with_current_document(scope, situation, event)
            operation = to_real_operation(request, now, real_names)
            transition = apply(real_state, operation, edition)
            real_state = transition.state
            yield PathStep(event, now, operation, transition)
        names = canonical_names(result.after.state, scope.worktrees)
        state = rename_worktrees(result.after.state, names)
        situation = replace(result.after, state=state)
        real_names = {names[name]: real for name, real in real_names.items()}


def to_real_operation(operation: Operation, now: int, names: dict[str, str]) -> Operation:
    """Return the operation at a real time, by the worktree's real name."""
    changes: dict[str, Any] = {"now": now}
    worktree = getattr(operation, "worktree", None)
    if worktree is not None:
        changes["worktree"] = names[worktree]
    return replace(operation, **changes)
