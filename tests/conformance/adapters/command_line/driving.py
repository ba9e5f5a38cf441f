"""Driving a program side by side with the model, as `planspec conform` does."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import RequestFailed, UnsupportedRequest
from conformance.differential.comparator import Comparator
from conformance.reports.words.differences import render_differences
from model.apply import apply
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State
from tests.conformance.validating import Patient

TOLERANCE = 900_000
"""Milliseconds that a program may take for a story, where it has a clock of its own."""


@dataclass
class Driven:
    """A program beside the model; `seen` counts what became of the operations."""

    line: CommandLineSystem
    state: State = field(default_factory=State)
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.system = RemoteSystem(Patient(self.line))
        self.comparator = Comparator(self.system.identity, tolerance=TOLERANCE)

    def reset(self) -> None:
        """Reset both."""
        self.system.reset()
        self.state = State()

    def agrees(self, *operations: Operation, every: int = 1) -> None:
        """Assert that the answers, and the states after every so many of them, do not differ."""
        assert self.differences(operations, every) == []

    def differences(self, operations: Sequence[Operation], every: int = 1) -> list[str]:
        """Return how the answers, or the states after every so many of them, first differ."""
        for number, operation in enumerate(operations, 1):
            seen = number % every == 0 or number == len(operations)
            found = self.differences_after(operation, seen)
            if found:
                return [str(operation), *found]
        return []

    def differences_after(self, operation: Operation, seen: bool = True) -> list[str]:
        """Apply an operation to both; an unsupported one is applied to neither.

        Unless it is `seen`, nobody looks at the state after it.
        """
        try:
            answer = self.system.apply(operation)
            self.seen[f"{type(operation).__name__} {answer.get('answer') or answer['code']}"] += 1
            transition = apply(self.state, operation)
            self.state = transition.state
            state = self.system.observe() if seen else None
        except UnsupportedRequest as error:
            self.seen[f"unsupported: {error}"] += 1
            return []
        except RequestFailed as error:
            return [str(error)]
        return [
            *render_differences(self.comparator.outcome_differences(transition.outcome, answer)),
            *render_differences(
                self.comparator.state_differences(self.state, state) if state else ()
            ),
        ]
