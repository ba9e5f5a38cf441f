"""The model as a system under test, in any edition."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from importlib.metadata import version

from conformance.adapters.features import transition_of
from conformance.protocol.messages import COMPLETE, Feature
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition, base_of
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import Plan, State

WHOLE = replace(COMPLETE, version=version("planspec"))
"""The identity of a system of which everything can be validated."""


class ModelSystem:
    """The model. With amendments added or removed, it still claims to follow an edition."""

    def __init__(self, edition: Edition = CURRENT) -> None:
        self.edition = edition
        name = f"planspec model, edition {edition.name}"
        self.identity = replace(WHOLE, name=name, editions=(base_of(edition).name,))
        self.state = State()

    def reset(self) -> None:
        """Forget everything."""
        self.state = State()

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation."""
        transition = apply(self.state, operation, self.edition)
        self.state = transition.state
        return transition.outcome

    def observe(self) -> State:
        """Return everything that is stored."""
        return self.state

    def observe_plan(self, plan: str, family: str | None = None) -> Plan | None:
        """Return a plan, or `None`; with `family`, only that top-level step and its substeps."""
        found = self.state.plan(plan)
        return found if found is None or family is None else restricted(found, family)

    def load(self, state: State) -> None:
        """Replace the state."""
        self.state = state

    def integrity_problems(self) -> list[str]:
        """Return nothing: no stored data could be damaged."""
        return []

    def close(self) -> None:
        """Release nothing."""


def transitions_of(
    operations: Iterable[Operation], edition: Edition = CURRENT, without: Collection[Feature] = ()
) -> list[Transition]:
    """Return what the model does with operations, one after the other from an empty store."""
    state, transitions = State(), []
    for operation in operations:
        transitions.append(transition_of(state, operation, edition, without))
        state = transitions[-1].state
    return transitions


def restricted(plan: Plan, family: str) -> Plan:
    """Return a plan with only one of its top-level steps and that step's substeps."""
    steps = tuple(step for step in plan.steps if family in (step.anchor, step.parent))
    return replace(plan, steps=steps)
