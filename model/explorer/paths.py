"""Retelling: a path of the explorer as operations that happen at real times, under fixed names."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.apply import apply
from model.explorer.events import Told, completed_operation, happen
from model.explorer.runs import OrchestrationScope, retold_run
from model.explorer.scopes import Scope
from model.explorer.situations import (
    Begin,
    Edit,
    Event,
    Fault,
    NextCall,
    Situation,
    Tick,
    names_in_order,
    renamed,
)
from spec.editions import Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def retold(scope: Scope, edition: Edition, path: tuple[Event, ...]) -> Iterator[Told]:
    """Follow a path in the explorer's own frame and beside it in the real one.

    In the explorer's frame it is always 0 o'clock and worktrees are named by the order in which
    they appear; what is told keeps one name for one worktree, and a clock that runs.
    """
    if isinstance(scope, OrchestrationScope):
        yield from retold_run(scope, edition, path)
        return
    situation = Situation(State(), (0,) * len(scope.documents.versions))
    real_state, now = State(), 0
    real_names = {name: name for name in scope.worktrees}
    for event in path:
        happening = happen(scope, edition, situation, event)
        assert happening is not None
        if isinstance(event, Tick | Edit):
            now += isinstance(event, Tick)
            yield Told(event, now)
        elif not isinstance(event, Begin | NextCall | Fault):
            request = completed_operation(scope, situation, event)
            operation = in_real_frame(request, now, real_names)
            transition = apply(real_state, operation, edition)
            real_state = transition.state
            yield Told(event, now, operation, transition)
        names = names_in_order(happening.after.state, scope.worktrees)
        situation = replace(happening.after, state=renamed(happening.after.state, names))
        real_names = {names[name]: real for name, real in real_names.items()}


def in_real_frame(operation: Operation, now: int, names: dict[str, str]) -> Operation:
    """Give an operation the real time and the real name of its worktree."""
    changes: dict[str, Any] = {"now": now}
    worktree = getattr(operation, "worktree", None)
    if worktree is not None:
        changes["worktree"] = names[worktree]
    return replace(operation, **changes)
