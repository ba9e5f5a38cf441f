"""The model as systems that differ from it in one respect, which a function makes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance.adapters.features import claiming
from conformance.adapters.model import ModelSystem
from conformance.protocol.messages import Identity
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import Plan, State, Step


class Changed(ModelSystem):
    """The model, of which one thing is another.

    `asked` makes an operation of a state and what was asked there, `held` a state of that before
    an operation, the operation, and the state after it, and `answered` an answer of an operation
    and what the model answers.
    """

    def __init__(
        self,
        asked: Callable[[State, Any], Operation] = lambda _, operation: operation,
        *,
        held: Callable[[State, Any, State], State] = lambda _, __, after: after,
        answered: Callable[[Any, Any], Any] = lambda _, outcome: outcome,
        edition: Edition = CURRENT,
        identity: Identity | None = None,
    ) -> None:
        super().__init__(edition)
        self.identity = identity or self.identity
        self._asked, self._held, self._answered = asked, held, answered

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation."""
        operation, before = self._asked(self.state, operation), self.state
        outcome = super().apply(operation)
        if self.state is not before:
            self.state = self._held(before, operation, self.state)
        answer: Outcome = self._answered(operation, outcome)
        return answer


def answering(kind: type[Any], change: Callable[[Any], dict[str, Any]]) -> Changed:
    """Return a system that changes the answers of a kind."""
    return Changed(
        answered=lambda _, answer: (
            replace(answer, **change(answer)) if isinstance(answer, kind) else answer
        )
    )


class Noting(ModelSystem):
    """The model, which notes what it is asked."""

    def __init__(self, identity: Identity | None = None) -> None:
        super().__init__()
        self.identity = identity or self.identity
        self.asked: list[Operation] = []

    def apply(self, operation: Operation) -> Outcome:
        """Note an operation, and apply it."""
        self.asked.append(operation)
        return super().apply(operation)


def with_steps(state: State, change: Callable[[Plan, Step], Step]) -> State:
    """Return a state with each step changed."""
    plans = (
        replace(plan, steps=tuple(change(plan, each) for each in plan.steps))
        for plan in state.plans
    )
    return replace(state, plans=tuple(plans))


def last_claimable(state: State, claim: Claim, plan: Plan, edition: Edition) -> Transition:
    """Return what a claim does that takes the last step that may be taken."""
    anchors = [step.anchor for step in plan.steps if step.parent is None]
    made = [claiming(state, claim, edition, each) for each in anchors]
    return ([each for each in made if each.state != state] or made)[-1]
