"""Driving a program side by side with the model, as `planspec conform` does."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from conformance.adapters.command_line.adapter import CommandLine
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.subject import Subject
from conformance.differential.comparing import Judging
from conformance.differential.search import Limits, run_examples
from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.codec import Message, outcome_to_json, state_to_json
from conformance.protocol.messages import Failed, Unsupported
from model.apply import apply
from model.transition import Transition
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import HistoryEntry
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State
from tests.model_runs import ModelMachine, ModelRunner


@dataclass
class Driven:
    """A program beside the model; `seen` counts what became of the operations."""

    line: CommandLine
    state: State = field(default_factory=State)
    history: tuple[HistoryEntry, ...] = ()
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.subject = Subject(PythonConnection(self.line))
        self.judging = Judging(self.subject.identity)

    def reset(self) -> None:
        """Let both forget everything."""
        self.subject.reset()
        self.state, self.history = State(), ()

    def differences(self, operations: Iterable[Operation]) -> list[str]:
        """Ask both; give how the answers, or what is held after them, first differ."""
        for operation in operations:
            found = self.differences_after(operation)
            if found:
                return [str(operation), *found]
        return []

    def differences_after(self, operation: Operation) -> list[str]:
        """Ask both one operation; what cannot be asked happens to neither."""
        answer = self.subject.apply(operation)
        if isinstance(answer, Unsupported):
            self.seen[f"unsupported: {answer.why}"] += 1
            return []
        if isinstance(answer, Failed):
            return [answer.message]
        self.seen[f"{type(operation).__name__} {answer.get('answer') or answer['code']}"] += 1
        self._remember(operation, answer)
        transition = apply(self.state, operation)
        self.state = transition.state
        expected = outcome_to_json(transition.outcome)
        seen = self.subject.observe()
        if isinstance(seen, Failed):
            return [seen.message]
        return self.judging.answer_differences(expected, answer) + self.judging.state_differences(
            state_to_json(self.state), seen
        )

    def _remember(self, operation: Operation, answer: Message) -> None:
        if isinstance(operation, Commit) and answer.get("answer") == "committed":
            entry = HistoryEntry(operation.plan, operation.step, operation.commit_hash)
            self.history = (entry, *self.history)


class Asking(ModelRunner):
    """Asks a program the same, as far as it can be asked."""

    def __init__(self, driven: Driven) -> None:
        super().__init__()
        self.driven = driven
        driven.reset()

    def apply(self, operation: Operation) -> Transition:
        identity = self.driven.subject.identity
        transition = apply(self.state, operation)
        asked = AREA_OF[type(operation)] in identity.areas
        if not asked or not set(faults_of(operation)) <= set(identity.faults):
            return transition
        differences = self.driven.differences_after(operation)
        assert not differences, [str(operation), *differences]
        self.operations.append(operation)
        self.state, self.history = self.driven.state, self.driven.history
        return transition


def agree_on_random_operations(driven: Driven, limits: Limits) -> None:
    """Ask a program and the model at random. Raises `AssertionError` where they differ."""

    class Driving(ModelMachine):
        areas = frozenset(driven.subject.identity.areas)

        def open_runner(self) -> ModelRunner:
            return Asking(driven)

    run_examples(Driving, limits, lambda _: True)
