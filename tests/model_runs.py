"""The model alone, asked at random by the state machine of the conformance checks."""

from dataclasses import dataclass
from functools import cache

import pytest

from conformance.adapters.model import ModelSystem
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import Limits, run_examples
from conformance.differential.state_machine import PlanStateMachine
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State
from tests.profiles import AT_NIGHT

EXAMPLES = 1_000 if AT_NIGHT else 130
STEPS = 60

share_answers = pytest.mark.xdist_group("answers")
"""Marks tests that look at `answers`, so that one process draws them for all."""


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

    def open_runner(self) -> DifferentialRunner:
        return ModelRunner()


@cache
def answers(edition: Edition = CURRENT) -> tuple[Answer, ...]:
    """Return the answers of the model in an edition to random operations, fewer in earlier ones."""
    limits = Limits(EXAMPLES if edition == CURRENT else EXAMPLES // 2, STEPS, seed=0)
    runners: list[ModelRunner] = []

    class Collecting(ModelMachine):
        def open_runner(self) -> DifferentialRunner:
            runners.append(ModelRunner(edition))
            return runners[-1]

    run_examples(Collecting, limits, lambda _: True)
    return tuple(answer for runner in runners for answer in runner.answers)
