"""Exhaustive agreement: every event in every reachable state of a scope, on both sides."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from conformance.differential.agreement import Implementation
from conformance.differential.differences import state_differences
from model.explorer.events import apply_event
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from model.explorer.state_graph import PlainStateGraph
from model.transition import Transition
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation

MOST_DIFFERENCES = 20


@dataclass(frozen=True)
class Difference:
    """An operation that the implementation does not answer as the model does, in some state.

    `path` are the events that lead to that state, and the operation.
    """

    path: tuple[Event, ...]
    operation: Operation
    transition: Transition
    differences: list[str]


@dataclass
class ExhaustiveResult:
    """How many transitions agreed, out of how many there are."""

    scope: str
    states: int = 0
    transitions: int = 0
    agreed: int = 0
    seconds: float = 0.0
    complete: bool = False
    rules: set[str] = field(default_factory=set)
    differences: list[Difference] = field(default_factory=list)


def compare_scope(
    scope: Scope,
    implementation: Implementation,
    budget: float | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> ExhaustiveResult:
    """Load every reachable state, apply every operation, compare outcome and state after it."""
    result = ExhaustiveResult(scope.name)
    begun = time.monotonic()
    reached = Reached(scope)
    for situation in reached.situations():
        result.states += 1
        compare_situation(reached, implementation, situation, result)
        progress(result.agreed)
        result.seconds = time.monotonic() - begun
        if budget is not None and result.seconds > budget:
            return result
        if len(result.differences) >= MOST_DIFFERENCES:
            return result
    result.complete = True
    return result


class Reached:
    """The situations that the model reaches in a scope, breadth first, and how."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.space = PlainStateGraph(scope, CURRENT)
        self.ways: dict[Situation, tuple[Situation, Event] | None] = {self.space.initial(): None}

    def situations(self) -> Iterator[Situation]:
        """List the situations, looking for more as they are taken."""
        waiting = list(self.ways)
        for situation in waiting:
            yield situation
            for event in self.scope.events:
                event_result = apply_event(self.scope, CURRENT, situation, event)
                if event_result is not None:
                    after = self.space.canonical(event_result.after)
                    if after not in self.ways:
                        self.ways[after] = (situation, event)
                        waiting.append(after)

    def path(self, situation: Situation) -> tuple[Event, ...]:
        """Give the events of a shortest way to a situation."""
        events: list[Event] = []
        while (way := self.ways[situation]) is not None:
            situation, event = way
            events.append(event)
        return tuple(reversed(events))


def compare_situation(
    reached: Reached,
    implementation: Implementation,
    situation: Situation,
    result: ExhaustiveResult,
) -> None:
    """Compare every operation in one situation."""
    loaded = False
    for event in reached.scope.events:
        compared = operation_of(reached.scope, situation, event)
        if compared is None:
            continue
        operation, transition = compared
        if not loaded:
            implementation.load(situation.state)
        loaded = transition.state is situation.state
        result.transitions += 1
        result.rules.update(transition.rules)
        differences = compare(implementation, operation, transition)
        if differences:
            loaded = False
            path = (*reached.path(situation), event)
            result.differences.append(Difference(path, operation, transition, differences))
        else:
            result.agreed += 1


def operation_of(
    scope: Scope, situation: Situation, event: Event
) -> tuple[Operation, Transition] | None:
    """Give the operation that an event is, with what the model does; none if it is no operation."""
    event_result = apply_event(scope, CURRENT, situation, event)
    if event_result is None or event_result.operation is None or event_result.transition is None:
        return None
    return event_result.operation, event_result.transition


def compare(
    implementation: Implementation, operation: Operation, transition: Transition
) -> list[str]:
    """List how an implementation's answer and state differ from the model's."""
    try:
        outcome = implementation.apply(operation)
    except Exception as error:
        return [f"the implementation broke: {type(error).__name__}: {error}"]
    if outcome != transition.outcome:
        return [f"the model answers {transition.outcome}", f"the implementation {outcome}"]
    return state_differences(transition.state, implementation.snapshot_state())
