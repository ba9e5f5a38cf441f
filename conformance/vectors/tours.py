"""Transition tours: sequences from a reset that together make every transition of a state graph.

A tour walks through the canonical states of a scope and replays its walk through the model at real
times: a tick raises `now`, an edit changes the hash of the document, and the worktrees stand for
those of the canonical state in an order that is drawn anew for each sequence. So each operation,
its outcome and the state after it are known in advance. A system under test that agrees on all of
them is right in every state up to the explorer's canonicalization, if `observe` shows everything.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from conformance.adapters.capabilities import lease_ends
from model.apply import apply
from model.explorer.canonicalization import (
    EXPIRED,
    canonical_names,
    canonical_state,
    map_steps,
    step_without_times,
    without_times,
)
from model.explorer.events import exceeds_bounds, with_current_inputs
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Edit, Event, Situation, Tick
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State, Step

EPOCH = 1_790_000_000_000
"""When a sequence begins, in milliseconds."""
MOST_OPERATIONS = 100_000
"""A tour that needs more operations is cut off."""
ALL_UP_TO = 60_000
"""Known transitions after which those that change nothing are sampled in the states found next."""
SAMPLED = 8
"""Of so many transitions that change nothing, one is made where they are sampled."""
LONGEST = 250
"""Operations after which a sequence ends, so that what it finds can be reduced."""
NO_DOCUMENT = "0" * 64
"""The hash that is given for a plan without a document."""
LONGEST_PAUSE = 5_000
"""Milliseconds that may pass where no lease is live, which is no transition."""


@dataclass(frozen=True, slots=True)
class TourStep:
    """An operation of a tour, what the model does with it, and the transition that it makes.

    `first` is whether it begins a sequence, after a reset; `new` whether no step before made the
    transition, which the number of an event makes from the state with a number.
    """

    operation: Operation
    transition: Transition
    state: int
    event: int
    first: bool
    new: bool


@dataclass(slots=True)
class TourState:
    """A canonical state. `open` are the events that are still to be made from it.

    `targets` are the numbers of the states to which events lead; those that store nothing new are
    not among them.
    """

    situation: Situation
    targets: dict[int, int] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)
    expanded: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be made from it."""
        return self.expanded and not self.open


@dataclass(slots=True)
class Position:
    """Where a sequence is: what is stored, the documents, the time, and the order of worktrees."""

    state: State
    documents: tuple[int, ...]
    now: int
    worktrees: tuple[str, ...]


class Tour:
    """Finds the state graph of a scope while it walks through it, greedily.

    With `offers`, only operations for which it is true are made; without `registers`, each sequence
    begins with the plan registered, as `reset` can do.
    """

    def __init__(
        self,
        scope: Scope,
        offers: Callable[[Operation], bool] = lambda _: True,
        registers: bool = True,
        edition: Edition = CURRENT,
        seed: int = 0,
    ) -> None:
        self.scope = scope
        self.edition = edition
        self.random = Random(seed)
        self.events: list[tuple[int, Event]] = [
            (number, event)
            for number, event in enumerate(scope.events)
            if not isinstance(event, OPERATIONS) or offers(event)
        ]
        self.begin_with = None if registers else self.registration()
        self.states: list[TourState] = []
        self.numbers: dict[Situation, int] = {}
        self.transitions = self.operations = self.length = 0
        self.is_sampled = False
        self.failed: set[tuple[int, int]] = set()
        self.planned: deque[int] = deque()
        self.position = self.beginning()
        self.at = self.root = self.number_of(self.position)
        self.must_reset = True

    @property
    def is_whole(self) -> bool:
        """Whether every transition was made."""
        finished = all(state.is_finished for state in self.states)
        return finished and not self.failed and not self.is_sampled

    def steps(self) -> Iterator[TourStep]:
        """Yield the steps until no transition is left, or there are too many."""
        while self.operations < MOST_OPERATIONS:
            if not self.states[self.at].expanded:
                self.expand(self.states[self.at])
            event = self.next_event()
            if event is None:
                return
            if step := self.make(event):
                yield step

    def fail(self, steps: Sequence[TourStep]) -> None:
        """Leave out the transition of the first step from now on, and make the others again."""
        failed, *others = steps
        self.failed.add((failed.state, failed.event))
        self.states[failed.state].targets.pop(failed.event, None)
        for step in others:
            key = (step.state, step.event)
            if step.new and key not in self.failed:
                self.states[step.state].open.append(step.event)
        self.restart()

    def shortest(self, step: TourStep) -> tuple[Operation, ...]:
        """Return the operations of a shortest sequence to the transition of a step, and of it."""
        position, operations = self.beginning(), list(self.prefix)
        path = self.path(self.root, lambda number: number == step.state) or []
        for event in (*path, step.event):
            made = self.scope.events[event]
            operation = self.operation(position, made)
            if operation is not None:
                operations.append(operation)
                position.state = apply(position.state, operation, self.edition).state
            self.pass_event(position, made)
        return tuple(operations)

    @property
    def prefix(self) -> tuple[Operation, ...]:
        """The registration that each `reset` does, or nothing."""
        return () if self.begin_with is None else (self.begin_with,)

    def registration(self) -> Register:
        """Return the registration of the scope's plan."""
        [(path, versions)] = self.scope.documents.versions
        return Register(path, versions[0], EPOCH)

    def beginning(self) -> Position:
        """Return where a sequence begins."""
        state = State()
        if self.begin_with is not None:
            state = apply(state, self.begin_with, self.edition).state
        worktrees = list(self.scope.worktrees)
        self.random.shuffle(worktrees)
        return Position(state, self.scope.start.documents, EPOCH, tuple(worktrees))

    def restart(self) -> None:
        """Begin another sequence."""
        self.position = self.beginning()
        self.at = self.root
        self.planned.clear()
        self.must_reset = True

    def next_event(self) -> int | None:
        """Return the event to make next, or `None` if none is left."""
        if self.planned:
            return self.planned.popleft()
        if self.length >= LONGEST and not self.must_reset:
            self.restart()
            return self.next_event()
        if self.states[self.at].open:
            return self.states[self.at].open[-1]
        here = self.path(self.at, self.is_unfinished)
        # A reset takes as long as an operation.
        longest = len(self.states) if here is None else len(here) - 2
        there = self.path(self.root, self.is_unfinished, longest)
        if there is not None and not self.must_reset:
            self.restart()
            here = there
        if here is None:
            return None
        self.planned.extend(here)
        # An empty path leads to a state that was found, but that nothing was made from.
        return self.planned.popleft() if self.planned else self.next_event()

    def is_unfinished(self, number: int) -> bool:
        """Return whether something is left to be made from a state."""
        return not self.states[number].is_finished

    def path(
        self, start: int, is_goal: Callable[[int], bool], longest: int = MOST_OPERATIONS
    ) -> list[int] | None:
        """Return the events of a shortest path from a state to a goal, or `None`."""
        paths: dict[int, list[int]] = {start: []}
        waiting = deque([start] if longest >= 0 else [])
        while waiting:
            number = waiting.popleft()
            path = paths[number]
            if is_goal(number):
                return path
            if len(path) == longest:
                continue
            for event, target in self.states[number].targets.items():
                if target not in paths:
                    paths[target] = [*path, event]
                    waiting.append(target)
        return None

    def make(self, event: int) -> TourStep | None:
        """Make an event, and return its step if it is an operation."""
        state = self.states[self.at]
        new = event in state.open
        if new:
            state.open.remove(event)
        made, step = self.scope.events[event], None
        if isinstance(made, OPERATIONS):
            operation, transition = self.applied(made)
            step = TourStep(operation, transition, self.at, event, self.must_reset, new)
            self.length = 1 if self.must_reset else self.length + 1
            self.operations += 1
            self.must_reset = False
            self.position.state = transition.state
        self.pass_event(self.position, made)
        if event in state.targets:
            self.at = state.targets[event]
            self.pause()
        return step

    def pause(self) -> None:
        """Pass some time if no lease is live: no canonical state tells how much."""
        if all(end < self.position.now for end in lease_ends(self.position.state.plans)):
            self.position.now += self.random.randrange(LONGEST_PAUSE)

    def expand(self, state: TourState) -> None:
        """Find out where each event leads that can happen in the current state."""
        state.expanded = True
        position = self.position
        staying: list[int] = []
        for number, event in self.events:
            after = Position(position.state, position.documents, position.now, position.worktrees)
            if isinstance(event, OPERATIONS):
                if exceeds_bounds(self.scope, state.situation, event):
                    continue
                _, transition = self.applied(event)
                if transition.state is position.state:
                    staying.append(number)
                    continue
                after.state = transition.state
            self.pass_event(after, event)
            state.targets[number] = self.number_of(after)
            state.open.append(number)
        self.transitions += len(state.targets) + len(staying)
        if self.transitions > ALL_UP_TO:
            self.is_sampled = True
            staying = [number for number in staying if not self.random.randrange(SAMPLED)]
        # What changes nothing is made first.
        state.open += staying

    def applied(self, event: Any) -> tuple[Operation, Transition]:
        """Return the operation of an event in the current state, and what the model does."""
        operation = self.operation(self.position, event)
        assert operation is not None
        return operation, apply(self.position.state, operation, self.edition)

    def operation(self, position: Position, event: Event) -> Operation | None:
        """Return the operation of an event with the time, document and worktree that it has now."""
        if not isinstance(event, OPERATIONS):
            return None
        situation = Situation(position.state, position.documents)
        operation = with_current_inputs(self.scope, situation, event)
        changes: dict[str, Any] = {"now": position.now}
        if worktree := getattr(operation, "worktree", None):
            names = canonical_names(position.state, position.worktrees)
            # The names of the canonical state are those of the scope, in their order.
            appearing = dict(zip(self.scope.worktrees, names, strict=True))
            changes["worktree"] = appearing[worktree]
        if getattr(operation, "document_hash", None) == "":
            # A plan that is not of the scope has no document.
            changes["document_hash"] = NO_DOCUMENT
        changed: Operation = replace(operation, **changes)
        return changed

    def pass_event(self, position: Position, event: Event) -> None:
        """Change the time or the documents of a position, as an event does."""
        if isinstance(event, Tick):
            position.now += 1
        elif isinstance(event, Edit):
            situation = Situation(position.state, position.documents)
            position.documents = self.scope.documents.edited(situation, event).documents

    def number_of(self, position: Position) -> int:
        """Return the number of the canonical state of a position; it is added if it is new."""
        situation = self.canonical(position)
        number = self.numbers.get(situation)
        if number is None:
            number = self.numbers[situation] = len(self.states)
            self.states.append(TourState(situation))
        return number

    def canonical(self, position: Position) -> Situation:
        """Return the canonical situation of a position, as the explorer has it."""
        remaining = partial(remaining_at, position.now)
        plans = tuple(map_steps(plan, remaining) for plan in position.state.plans)
        state = without_times(replace(position.state, plans=plans))
        names = dict(
            zip(canonical_names(state, position.worktrees), self.scope.worktrees, strict=True)
        )
        state = canonical_state(state, names, self.scope.carries_claims)
        return Situation(state, position.documents)


def remaining_at(now: int, step: Step) -> Step:
    """Return a step with what remains of its lease, and without times."""
    if step.lease_expires_at is not None:
        step = replace(step, lease_expires_at=max(step.lease_expires_at - now, EXPIRED))
    return step_without_times(step)
