"""The model and the implementation behind one interface, so that a test runs on both."""

from abc import ABC, abstractmethod

from impl.store.store import Store
from model.apply import apply
from spec.editions import CURRENT, Edition
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Plan, State, Step

from .builders import PLAN


class Side(ABC):
    """One of the two: takes operations, gives outcomes, shows what it stored."""

    @abstractmethod
    def do(self, operation: Operation) -> Outcome:
        """Do an operation and give its outcome."""

    @abstractmethod
    def state(self) -> State:
        """Give all that is stored."""

    @abstractmethod
    def put(self, state: State) -> None:
        """Store this and nothing else, whether or not operations lead to it."""

    def given(self, *operations: Operation) -> None:
        """Do what leads to the situation of a test; nothing of it may be rejected."""
        for operation in operations:
            outcome = self.do(operation)
            assert not isinstance(outcome, Rejected), f"{operation} was rejected: {outcome}"

    def plan(self, path: str = PLAN) -> Plan:
        plan = self.state().plan(path)
        assert plan is not None, f"{path} is not stored"
        return plan

    def step(self, anchor: str, path: str = PLAN) -> Step:
        return next(step for step in self.plan(path).steps if step.anchor == anchor)

    def item(self, anchor: str, kind: ItemKind, ordinal: int = 0) -> Item:
        wanted = (kind, ordinal)
        return next(item for item in self.step(anchor).items if (item.kind, item.ordinal) == wanted)

    def cycle(self, path: str = PLAN) -> ReviewCycle:
        cycle = self.plan(path).review_cycle
        assert cycle is not None, f"{path} has no reviews"
        return cycle

    def loop(self, path: str = PLAN) -> IterationLoop:
        loop = self.plan(path).iteration_loop
        assert loop is not None, f"{path} has no loop"
        return loop

    def checklist(self, anchor: str) -> list[tuple[str, str | None]]:
        """Give status and reason of all items of a step, in order."""
        return [(item.status, item.reason) for item in self.step(anchor).items]

    def refuses(self, operation: Operation, expected: Rejected) -> None:
        """Check that an operation is rejected so, details included, and changes nothing."""
        before = self.state()
        assert self.do(operation) == expected
        assert self.state() == before


class ModelSide(Side):
    def __init__(self, edition: Edition = CURRENT) -> None:
        self._edition = edition
        self._state = State()

    def do(self, operation: Operation) -> Outcome:
        transition = apply(self._state, operation, self._edition)
        self._state = transition.state
        return transition.outcome

    def state(self) -> State:
        return self._state

    def put(self, state: State) -> None:
        self._state = state


class ImplementationSide(Side):
    def __init__(self, store: Store) -> None:
        self._store = store

    def do(self, operation: Operation) -> Outcome:
        return self._store.apply(operation)

    def state(self) -> State:
        return self._store.snapshot_state()

    def put(self, state: State) -> None:
        self._store.load(state)

    def plan(self, path: str = PLAN) -> Plan:
        plan = self._store.snapshot(path)
        assert plan is not None, f"{path} is not stored"
        return plan
