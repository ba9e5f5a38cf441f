"""The answers of the model alone, to the vectors and to random operations."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from conformance.adapters.model import ModelSystem
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import Limits, chunks_of, run_chunk
from conformance.differential.state_machine import PlanStateMachine
from conformance.vectors.reading import read_once
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State
from tests.profiles import AT_NIGHT

EXAMPLES = 1_000
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
    """Return the answers of the model in an edition: to the vectors, at night to random operations.

    To draw operations takes several times as long as to answer them.
    """
    return random_answers(edition) if AT_NIGHT else tuple(answers_to_vectors(edition))


def answers_to_vectors(edition: Edition) -> Iterator[Answer]:
    """Yield the answers to the operations of all vectors, whichever edition they were made for."""
    for vector in read_once():
        state = State()
        for asked in vector.operations:
            transition = apply(state, asked.operation, edition)
            yield Answer(state, asked.operation, transition)
            state = transition.state


def random_answers(edition: Edition) -> tuple[Answer, ...]:
    """Return the answers to random operations, fewer in earlier editions."""
    limits = Limits(EXAMPLES if edition == CURRENT else EXAMPLES // 2, STEPS, seed=0)
    runners: list[ModelRunner] = []

    class Collecting(ModelMachine):
        def open_runner(self) -> DifferentialRunner:
            runners.append(ModelRunner(edition))
            return runners[-1]

    for chunk in chunks_of(limits):
        run_chunk(Collecting, chunk)
    return tuple(answer for runner in runners for answer in runner.answers)
