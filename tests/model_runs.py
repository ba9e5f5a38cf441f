"""The model alone, asked at random by the state machine of the conformance checks."""

from dataclasses import dataclass
from functools import cache

from hypothesis.strategies import SearchStrategy

from conformance.differential.agreement import Tally
from conformance.differential.search import Limits, run_examples
from conformance.differential.state_machine import PlanStateMachine
from conformance.generators.workspaces import Workspace
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import HistoryEntry
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


@dataclass(frozen=True)
class Answer:
    """What the model answers in a state."""

    before: State
    operation: Operation
    transition: Transition


class ModelRunner:
    """Asks the model, and keeps its answers. Subclasses look at each."""

    tally: Tally | None = None

    def __init__(self, edition: Edition = CURRENT) -> None:
        self.edition = edition
        self.state = State()
        self.operations: list[Operation] = []
        self.history: tuple[HistoryEntry, ...] = ()
        self.answers: list[Answer] = []

    def apply(self, operation: Operation) -> Transition:
        transition = apply(self.state, operation, self.edition)
        self.operations.append(operation)
        self.answers.append(Answer(self.state, operation, transition))
        self.look_at(self.answers[-1])
        self.state = transition.state
        if isinstance(operation, Commit) and isinstance(transition.outcome, Committed):
            entry = HistoryEntry(operation.plan, operation.step, operation.commit_hash)
            self.history = (entry, *self.history)
        return transition

    def look_at(self, answer: Answer) -> None:
        """Check an answer."""

    def compare_everything(self) -> None:
        """Compare nothing: there is only the model."""

    def finish(self) -> None:
        """Compare nothing: there is only the model."""

    def close(self) -> None:
        """Close nothing."""


class ModelMachine(PlanStateMachine):
    """Asks the model alone."""

    orchestrator = None

    def open_runner(self) -> ModelRunner:
        return ModelRunner()


LIMITS = Limits(examples=100, steps=50, seed=0)


@cache
def answers(
    edition: Edition = CURRENT,
    limits: Limits = LIMITS,
    workspaces: SearchStrategy[Workspace] = PlanStateMachine.workspaces,
) -> tuple[Answer, ...]:
    """Return the answers of the model in an edition to random operations."""
    runners: list[ModelRunner] = []

    class Collecting(ModelMachine):
        def open_runner(self) -> ModelRunner:
            runners.append(ModelRunner(edition))
            return runners[-1]

    Collecting.workspaces = workspaces
    run_examples(Collecting, limits, lambda _: True)
    return tuple(answer for runner in runners for answer in runner.answers)
