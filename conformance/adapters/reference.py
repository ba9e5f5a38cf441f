"""The model and the reference implementation, as they speak the protocol: `planspec serve`."""

from dataclasses import replace
from importlib.metadata import version

from conformance.differential.agreement import Implementation
from conformance.protocol.messages import AreaName, Faulty, Identity
from impl.store.store import Store
from model.apply import apply
from spec.editions import CURRENT, Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.state import State

WHOLE = Identity(
    name="planspec",
    version=version("planspec"),
    language="Python",
    areas=tuple(AreaName),
    faults=tuple(Faulty),
)
"""Everything can be validated."""


class ServedModel:
    """The model, in any edition."""

    def __init__(self, edition: Edition = CURRENT) -> None:
        self.edition = edition
        self.identity = replace(WHOLE, name=f"planspec model, edition {edition.name}")
        self.state = State()

    def reset(self) -> None:
        """Forget everything."""
        self.state = State()

    def apply(self, operation: Operation) -> Outcome:
        """Answer an operation."""
        transition = apply(self.state, operation, self.edition)
        self.state = transition.state
        return transition.outcome

    def observe(self) -> State:
        """Give everything that is stored."""
        return self.state


class ServedStore:
    """The SQLite implementation in memory, or another one in this process."""

    identity = replace(WHOLE, name="planspec SQLite store", language="Python, SQLite")

    def __init__(self, store: Implementation | None = None) -> None:
        self.store: Implementation = store or Store.in_memory()

    def reset(self) -> None:
        """Forget everything."""
        self.store.load(State())

    def apply(self, operation: Operation) -> Outcome:
        """Answer an operation."""
        return self.store.apply(operation)

    def observe(self) -> State:
        """Give everything that is stored."""
        return self.store.snapshot_state()
