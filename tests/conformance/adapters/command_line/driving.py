"""Driving a program side by side with the model, as `planspec conform` does."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from conformance.adapters.command_line.adapter import CommandLine
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.subject import Subject
from conformance.differential.comparing import Judging
from conformance.generators.choices import Choices
from conformance.generators.requests import draw_operation
from conformance.generators.strategies import plan_definition
from conformance.generators.worlds import World, world_of
from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.codec import Message, outcome_to_json, state_to_json
from conformance.protocol.messages import Failed, Unsupported
from model.apply import apply
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import HistoryEntry
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


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

    def random_differences(self, seed: int, count: int) -> list[str]:
        """Do so many random operations in a random world."""
        random = Random(seed)
        world = random_world(random)
        now = 0
        before = self.seen.total()
        while self.seen.total() < before + count:
            supply = Choices(random.randbytes(25))
            likely = random.random() < 0.6
            operation = draw_operation(supply, self.state, world, now, likely, self.history)
            identity = self.subject.identity
            asked = AREA_OF[type(operation)] in identity.areas
            if asked and set(faults_of(operation)) <= set(identity.faults):
                now = operation.now
                found = self.differences_after(operation)
                if found:
                    return [str(operation), *found]
        return []


def random_world(random: Random) -> World:
    """Make a world of two random plans."""
    first, second = (plan_definition(random.randbytes(80)) for _ in range(2))
    return world_of({"plans/first.md": first, "plans/second.md": second})
