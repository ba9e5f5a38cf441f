"""A plan for the tests, operations on it, and what a store holds of it."""

from collections.abc import Callable

from impl.store.store import Store
from spec.vocabulary.checklists import Batch, BatchEntry
from spec.vocabulary.claims import Claim
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.rejections import Rejected

PLAN = "plans/bridge.md"
HASH = "a" * 64
CHANGED_HASH = "b" * 64
LEASE = 1_000

TASK, TEST, CHECKPOINT = ItemKind.TASK, ItemKind.TEST, ItemKind.CHECKPOINT

PIERS = StepDefinition("piers", "Build the piers", items=(ItemDefinition(TASK, "Pour"),))
PAINT = StepDefinition("paint", "Paint it")
DECK = StepDefinition(
    "deck",
    "Lay the deck",
    items=(
        ItemDefinition(TASK, "Measure"),
        ItemDefinition(CHECKPOINT, "Engineer agrees"),
        ItemDefinition(TASK, "Lay"),
        ItemDefinition(TEST, "Load it"),
    ),
    substeps=(
        PIERS,
        StepDefinition("rails", "Fix the rails", items=(ItemDefinition(TASK, "Bolt"),)),
    ),
)
OPENING = StepDefinition("opening", "Open it", dependencies=("deck", "deck", "paint"))
BRIDGE = PlanDefinition("A bridge", HASH, (DECK, PAINT, OPENING))
CHANGED_BRIDGE = PlanDefinition("A better bridge", CHANGED_HASH, (PAINT, DECK, OPENING))


def claim(worktree: str = "ann", now: int = 10, *, force: bool = False) -> Claim:
    return Claim(PLAN, worktree, HASH, now, LEASE, force)


def batch(*entries: BatchEntry, step: str = "deck", remaining: bool = False) -> Batch:
    return Batch(PLAN, step, "ann", entries, HASH, 30, remaining)


def given(store: Store, *operations: Operation) -> Outcome:
    """Do operations, none of which is rejected, and return the last answer."""
    for operation in operations:
        answer = store.apply(operation)
        assert not isinstance(answer, Rejected), answer
    return answer


def alone(_: int) -> tuple[str, ...]:
    return ()


def chained(number: int) -> tuple[str, ...]:
    return (f"step-{number - 1}",) if number else ()


def register_long(store: Store, size: int, needs: Callable[[int], tuple[str, ...]]) -> None:
    """Register a plan of many steps with two substeps each, which need what `needs` says."""
    steps = []
    for number in range(size):
        parts = tuple(StepDefinition(f"part-{number}-{part}", "") for part in range(2))
        steps.append(StepDefinition(f"step-{number}", "", needs(number), substeps=parts))
    given(store, Register(PLAN, PlanDefinition("Long", HASH, tuple(steps)), 0))
