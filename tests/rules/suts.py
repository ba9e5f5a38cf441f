"""The systems under test behind one interface, so that every test runs on model and store."""

from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path

from impl.hooks.review_state import ReviewFolder
from impl.store.store import Store
from model.apply import apply
from spec.editions import CURRENT, Edition
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register, StepDefinition
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import ReviewOperation
from spec.vocabulary.state import Plan, PlanStatus, State, Step
from tests.renaming import Value, renamed
from tests.rules.builders import HASH, PLAN

LAST_KIND_FIRST = tuple(ItemKind)[::-1]


class Sut(ABC):
    """What the rules are tested on: it applies operations and shows what it has stored."""

    initial = State()
    """What is stored before a test."""

    @abstractmethod
    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation and return its outcome."""

    @abstractmethod
    def state(self) -> State:
        """Return everything that is stored."""

    @abstractmethod
    def load(self, state: State) -> None:
        """Replace everything that is stored, whether or not operations lead to it."""

    def reset(self) -> None:
        """Store again what was stored before the test."""
        self.load(self.initial)

    def given(self, *operations: Operation) -> None:
        """Apply the operations that lead to the situation of a test; none may be rejected."""
        for operation in operations:
            outcome = self.apply(operation)
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
        """Return status and reason of all items of a step, in order."""
        return [(item.status, item.reason) for item in self.step(anchor).items]

    def refuses(self, operation: Operation, expected: Rejected) -> None:
        """Assert that an operation is rejected, details included, and changes nothing."""
        before = self.state()
        assert self.apply(operation) == expected
        assert self.state() == before


class ModelSut(Sut):
    def __init__(self, edition: Edition = CURRENT) -> None:
        self._edition = edition
        self._state = State()

    def apply(self, operation: Operation) -> Outcome:
        transition = apply(self._state, operation, self._edition)
        self._state = transition.state
        return transition.outcome

    def state(self) -> State:
        return self._state

    def load(self, state: State) -> None:
        self._state = state


class StoreSut(Sut):
    def __init__(self, store: Store) -> None:
        self._store = store

    def apply(self, operation: Operation) -> Outcome:
        return self._store.apply(operation)

    def state(self) -> State:
        return self._store.snapshot_state()

    def load(self, state: State) -> None:
        self._store.load(state)

    def plan(self, path: str = PLAN) -> Plan:
        plan = self._store.snapshot(path)
        assert plan is not None, f"{path} is not stored"
        return plan


class ArrangedStoreSut(StoreSut):
    """The store, with names in the opposite order of the alphabet and items kind by kind backwards.

    No rule asks for either order, or takes names for equal that differ in case. A rule that both
    sides follow by accident, such as "the first by name", answers otherwise here than in the model,
    which is asked as the test is written.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._names: dict[str, str] = {}

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Register):
            steps = tuple(map(with_items_backwards, operation.definition.steps))
            definition = replace(operation.definition, steps=steps)
            self._know(*(row.anchor for step in steps for row in (step, *step.substeps)))
            operation = replace(operation, definition=definition)
        self._know(getattr(operation, "step", None), getattr(operation, "worktree", None))
        return self._as_written(super().apply(renamed(operation, self._names)))

    def state(self) -> State:
        return self._as_written(super().state())

    def plan(self, path: str = PLAN) -> Plan:
        return self._as_written(super().plan(path))

    def load(self, state: State) -> None:
        self._know(*(step.anchor for plan in state.plans for step in plan.steps))
        super().load(renamed(state, self._names))

    def _know(self, *names: str | None) -> None:
        self._names |= {name: opposite(name) for name in names if name}

    def _as_written(self, value: Value) -> Value:
        return renamed(value, {new: name for name, new in self._names.items()}, within=True)


def opposite(name: str) -> str:
    """Return a name that is before another's if the name itself is behind it.

    Two such names differ in nothing but the case of their letters, which counts in every name.
    """
    bits = "".join(f"{byte:08b}" for byte in name.encode()).ljust(256, "0")
    return bits.translate({ord("0"): "a", ord("1"): "A"})


def with_items_backwards(step: StepDefinition) -> StepDefinition:
    """Return a step whose items are listed kind by kind, the last kind first."""
    items = sorted(step.items, key=lambda item: LAST_KIND_FIRST.index(item.kind))
    substeps = tuple(map(with_items_backwards, step.substeps))
    return replace(step, items=tuple(items), substeps=substeps)


class FolderSut(Sut):
    """The implementation that keeps reviews in `state.json`; the folder is the registered plan."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._reviews = ReviewFolder(folder)

    def apply(self, operation: Operation) -> Outcome:
        assert isinstance(operation, ReviewOperation)
        return self._reviews.apply(operation)

    def state(self) -> State:
        return with_reviews(self._reviews.cycle())

    def load(self, state: State) -> None:
        cycle = state.plans[0].review_cycle
        if cycle is not None:
            with self._reviews.locked():
                self._reviews.store(cycle)

    def reset(self) -> None:
        for path in self.folder.iterdir():
            path.unlink()


def with_reviews(cycle: ReviewCycle | None) -> State:
    """Return the state of a store with one plan, without steps, and its reviews."""
    return of_plan(cycle, None)


def with_loop(loop: IterationLoop | None) -> State:
    """Return the same with its loop."""
    return of_plan(None, loop)


def of_plan(cycle: ReviewCycle | None, loop: IterationLoop | None) -> State:
    plan = Plan(
        PLAN,
        HASH,
        "A plan",
        PlanStatus.ACTIVE,
        (),
        cycle,
        loop,
        last_artifact_id=0,
        last_claim_id=0,
    )
    return State((plan,))
