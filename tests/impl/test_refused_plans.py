"""What is refused because of the plan: bad documents, unknown plans, drift."""

import pytest

from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.checklists import Batch, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.plans import PlanDefinition, Register, Registered, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.showing import Show
from tests.impl.bridge import CHANGED_HASH, FORCE_DECK, HASH, PLAN, claim, given, then_refused


def document(*steps: StepDefinition) -> Register:
    return Register("plans/new.md", PlanDefinition("New", HASH, steps), 0)


def changed_document(*steps: StepDefinition) -> Register:
    return Register(PLAN, PlanDefinition("New", CHANGED_HASH, steps), 0)


def waiting(anchor: str, *dependencies: str) -> StepDefinition:
    return StepDefinition(anchor, anchor, dependencies)


A_ON_SUBSTEP_OF_B = StepDefinition("a", "A", ("b-1",))
B_ON_A = StepDefinition("b", "B", ("a",), substeps=(StepDefinition("b-1", "B1"),))
ON_OWN_SUBSTEP = StepDefinition("b", "B", ("b-1",), substeps=(StepDefinition("b-1", "B1"),))
SUBSTEP_ON_PARENT = StepDefinition("b", "B", substeps=(StepDefinition("b-1", "B1", ("b",)),))

BAD_DOCUMENTS: dict[str, tuple[Register, Rejected]] = {
    "without steps": (document(), rejections.plan_without_steps()),
    "an anchor twice": (
        document(waiting("a"), waiting("b", "nowhere"), waiting("a")),
        rejections.duplicate_anchor("a"),
    ),
    "an unknown dependency": (
        document(waiting("a", "b"), waiting("b", "a", "nowhere")),
        rejections.unknown_dependency("b", "nowhere"),
    ),
    "a cycle": (
        document(waiting("z", "a"), waiting("a", "c"), waiting("b"), waiting("c", "a")),
        rejections.circular_dependency("a"),
    ),
    "a step that waits for itself": (
        document(waiting("a"), waiting("b", "b")),
        rejections.circular_dependency("b"),
    ),
    "a cycle through a substep": (
        document(A_ON_SUBSTEP_OF_B, B_ON_A),
        rejections.circular_dependency("a"),
    ),
    "a step that waits for its substep": (
        document(ON_OWN_SUBSTEP),
        rejections.circular_dependency("b"),
    ),
    "a change for the worse": (
        changed_document(waiting("a", "a")),
        rejections.circular_dependency("a"),
    ),
}


@pytest.mark.parametrize(("operation", "rejected"), BAD_DOCUMENTS.values(), ids=BAD_DOCUMENTS)
def test_a_bad_document_is_refused_and_nothing_is_stored(
    store: Store, operation: Register, rejected: Rejected
) -> None:
    given(store, claim(), FORCE_DECK)
    then_refused(store, operation, rejected)


def test_a_substep_may_wait_for_its_parent() -> None:
    with Store.in_memory() as store:
        answer: Outcome = store.apply(document(SUBSTEP_ON_PARENT))
    assert answer == Registered(False, 1, 1, 1, 0)


OTHER = "plans/unknown.md"

ON_UNKNOWN_PLAN: tuple[Operation, ...] = (
    Claim(OTHER, "ann", HASH, 1),
    Start(OTHER, "deck", "ann", 1),
    Heartbeat(OTHER, "deck", "ann", 1),
    Release(OTHER, "deck", 1),
    Reset(OTHER, "deck", 1),
    Ready(OTHER, 1),
    Show(OTHER, HASH, 1),
    Update(OTHER, "deck", "ann", (), HASH, 1),
    Batch(OTHER, "deck", "ann", (), HASH, 1),
    RecordArtifact(OTHER, "deck", "ann", "note", "text", 1),
    Complete(OTHER, "deck", "ann", HASH, 1),
    Reconcile(OTHER, (), 1),
)


@pytest.mark.parametrize("operation", ON_UNKNOWN_PLAN, ids=lambda it: type(it).__name__)
def test_an_unknown_plan_is_refused_before_all_else(store: Store, operation: Operation) -> None:
    then_refused(store, operation, rejections.unknown_plan(OTHER))


DRIFTED: tuple[Operation, ...] = (
    Claim(PLAN, "ann", CHANGED_HASH, 1),
    Update(PLAN, "nowhere", "ann", (), CHANGED_HASH, 1),
    Batch(PLAN, "nowhere", "ann", (), CHANGED_HASH, 1),
    Complete(PLAN, "nowhere", "ann", CHANGED_HASH, 1),
)


@pytest.mark.parametrize("operation", DRIFTED, ids=lambda it: type(it).__name__)
def test_a_drifted_document_is_refused_before_the_step_is_looked_at(
    store: Store, operation: Operation
) -> None:
    then_refused(store, operation, rejections.plan_drift(HASH, CHANGED_HASH))


def test_drift_may_be_allowed_where_it_does_no_harm(store: Store) -> None:
    given(store, claim())
    change = (StatusChange("completed"),)
    given(
        store,
        Update(PLAN, "deck", "ann", change, CHANGED_HASH, 20, allow_drift=True),
        Batch(PLAN, "piers", "ann", (), CHANGED_HASH, 20, True, allow_drift=True),
        Complete(PLAN, "piers", "ann", CHANGED_HASH, 20, allow_drift=True),
    )
