"""The one interface to whatever is validated: the model, a store, a program, an object of yours.

To validate an implementation of your own in Python, write a class with these five members and
name what makes it: `planspec conform --python mine.py:make`.
"""

from typing import Protocol, runtime_checkable

from conformance.adapters.connections import Broken
from conformance.protocol.messages import Identity
from spec.formats.messages import Message
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import Plan, State


class UnsupportedRequest(Exception):
    """The system does not support a request. The text says why."""


class RequestFailed(Exception):
    """The system replied to a request with an error. The text is that error."""


class BrokenProgram(RequestFailed):
    """A program behind an adapter broke, or printed what it must not."""


class EndedBadly(RequestFailed):
    """A request broke the system; a fresh one is there. `broken` says how the old one ended."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(f"{broken} ({broken.kind})")
        self.broken = broken


class SystemUnderTest(Protocol):
    """What is compared with the model. It may have `open(folder)`, to use the store there instead.

    Outcomes and states may be objects of `spec.vocabulary`, or the fields of the messages that the
    protocol has for them, which may then be partial.
    """

    @property
    def identity(self) -> Identity:
        """Its name and what of it can be validated. May take time to find out."""

    def reset(self) -> None:
        """Forget everything."""

    def apply(self, operation: Operation) -> Outcome | Message:
        """Apply an operation. Raises `UnsupportedRequest` or `RequestFailed`."""

    def observe(self) -> State | Message:
        """Return everything that is stored. Raises `RequestFailed`."""

    def close(self) -> None:
        """Release whatever was opened."""


@runtime_checkable
class InProcessSystem(SystemUnderTest, Protocol):
    """A system in this process: it can also be put into a state, and be observed in part."""

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation."""

    def observe(self) -> State:
        """Return everything that is stored."""

    def observe_plan(self, plan: str, family: str | None = None) -> Plan | None:
        """Return a plan, or `None`; with `family`, only that top-level step and its substeps."""

    def load(self, state: State) -> None:
        """Replace everything that is stored by a state."""

    def integrity_problems(self) -> list[str]:
        """Return what is wrong with the stored data itself."""
