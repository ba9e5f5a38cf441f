"""The model alone, asked at random by the state machine of the conformance checks."""

from dataclasses import dataclass
from functools import cache

from hypothesis.strategies import SearchStrategy

from conformance.adapters.model import ModelSystem
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import Limits, run_examples
from conformance.differential.state_machine import PlanStateMachine
from conformance.generators.workspaces import Workspace
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

LIMITS = Limits(examples=100, steps=50, seed=0)


@dataclass(frozen=True)
class Answer:
    """What the model answers in a state."""

    before: State
    operation: Operation
    transition: Transition


class ModelRunner(DifferentialRunner):
    """Runs the model, with the model beside it, and keeps its answers. Subclasses look at them."""

    def __init__(self, edition: Edition = CURRENT) -> None:
        super().__init__(ModelSystem(edition), edition=edition, observe=False)
        self.answers: list[Answer] = []

    def apply(self, operation: Operation) -> Transition:
        before, transition = self.state, super().apply(operation)
        self.answers.append(Answer(before, operation, transition))
        self.look_at(self.answers[-1])
        return transition

    def look_at(self, answer: Answer) -> None:
        """Check an answer."""


class ModelMachine(PlanStateMachine):
    """Runs the model alone."""

    orchestrator = None

    def open_runner(self) -> DifferentialRunner:
        return ModelRunner()


@cache
def answers(
    edition: Edition = CURRENT,
    limits: Limits = LIMITS,
    workspaces: SearchStrategy[Workspace] = PlanStateMachine.workspaces,
) -> tuple[Answer, ...]:
    """Return the answers of the model in an edition to random operations."""
    runners: list[ModelRunner] = []

    class Collecting(ModelMachine):
        def open_runner(self) -> DifferentialRunner:
            runners.append(ModelRunner(edition))
            return runners[-1]

    Collecting.workspaces = workspaces
    run_examples(Collecting, limits, lambda _: True)
    return tuple(answer for runner in runners for answer in runner.answers)
