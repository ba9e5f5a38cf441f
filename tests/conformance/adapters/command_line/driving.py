"""Driving a program side by side with the model, as `planspec conform` does."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from conformance.adapters.command_line.adapter import CommandLine
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import RequestFailed, UnsupportedRequest
from conformance.differential.comparator import Comparator
from conformance.generators.choices import Choices
from conformance.generators.requests import draw_operation
from conformance.generators.strategies import plan_definition
from conformance.generators.worlds import World, world_of
from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.codec import Message
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
        self.system = RemoteSystem(PythonConnection(self.line))
        self.comparator = Comparator(self.system.identity)

    def reset(self) -> None:
        """Let both forget everything."""
        self.system.reset()
        self.state, self.history = State(), ()

    def differences(self, operations: Iterable[Operation]) -> list[str]:
        """Ask both; give how the answers, or what is held after them, first differ."""
        for operation in operations:
            found = self.differences_after(operation)
            if found:
                return [str(operation), *found]
        return []

    def differences_after(self, operation: Operation) -> list[str]:
        """Ask both one operation; what is not supported happens to neither."""
        try:
            answer = self.system.apply(operation)
            self.seen[f"{type(operation).__name__} {answer.get('answer') or answer['code']}"] += 1
            self._remember(operation, answer)
            transition = apply(self.state, operation)
            self.state = transition.state
            seen = self.system.observe()
        except UnsupportedRequest as error:
            self.seen[f"unsupported: {error}"] += 1
            return []
        except RequestFailed as error:
            return [str(error)]
        return [
            *self.comparator.outcome_differences(transition.outcome, answer),
            *self.comparator.state_differences(self.state, seen),
        ]

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
            identity = self.system.identity
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
