"""Registering, re-synchronising and showing plans."""

from impl.store.store import Store
from spec.vocabulary.checklists import BatchEntry, RecordArtifact
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.plans import (
    ItemDefinition,
    PlanDefinition,
    Register,
    Registered,
    StepDefinition,
)
from spec.vocabulary.showing import Show, Shown
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.impl.bridge import (
    BRIDGE,
    CHANGED_BRIDGE,
    CHANGED_HASH,
    CHECKPOINT,
    DECK,
    DEFER,
    FORCE_DECK,
    HASH,
    PIERS,
    PLAN,
    TASK,
    TEST,
    batch,
    claim,
    close_all,
    complete,
    given,
    plan_of,
    step_of,
)


def test_registering_stores_the_document_untouched_and_counts_it() -> None:
    with Store.in_memory() as store:
        answer = store.apply(Register(PLAN, BRIDGE, 0))
        plan = plan_of(store)
    assert answer == Registered(False, 3, 2, 2, 6)
    assert (plan.title, plan.document_hash, plan.status) == ("A bridge", HASH, PlanStatus.ACTIVE)
    shape = [(step.index, step.anchor, step.parent, step.dependencies) for step in plan.steps]
    assert shape == [
        (0, "deck", None, ()),
        (1, "piers", "deck", ()),
        (2, "rails", "deck", ()),
        (3, "paint", None, ()),
        (4, "opening", None, ("deck", "paint")),
    ]
    assert plan.steps[0].items == (
        Item(TASK, 0, "Measure"),
        Item(TASK, 1, "Lay"),
        Item(TEST, 0, "Load it"),
        Item(CHECKPOINT, 0, "Engineer agrees"),
    )


def test_registering_the_same_document_again_changes_nothing(store: Store) -> None:
    before = plan_of(store)
    assert store.apply(Register(PLAN, BRIDGE, 5)) == Registered(already_initialized=True)
    assert plan_of(store) == before


def test_a_changed_document_keeps_what_was_completed_and_still_stands(store: Store) -> None:
    note = RecordArtifact(PLAN, "deck", "ann", "note", "Held.", 20)
    given(store, claim(), note, DEFER, FORCE_DECK, claim(now=60))
    deck = step_of(store, "deck")
    answer = store.apply(Register(PLAN, CHANGED_BRIDGE, 70))
    plan = plan_of(store)
    assert answer == Registered(False, 3, 2, 2, 6, resynced=True, kept=3, dropped=0)
    assert (plan.title, plan.document_hash) == ("A better bridge", CHANGED_HASH)
    assert (plan.steps[0].anchor, plan.steps[0].status) == (
        "paint",
        StepStatus.PENDING,
    )  # the claim was dropped
    kept = step_of(store, "deck")
    assert (kept.completed_at, kept.claimed_by, kept.artifacts) == (50, "ann", deck.artifacts)
    assert kept.items == deck.items


def test_a_changed_document_keeps_deferrals_and_closes_new_items(store: Store) -> None:
    entry = BatchEntry("checkpoint", 0, "deferred", "on leave")
    given(store, claim(), batch(entry, remaining=True), close_all("piers"), close_all("rails"))
    given(store, complete("piers"), complete("rails"), complete("deck"))
    longer = StepDefinition(
        "deck", "Lay it", (), (*DECK.items, ItemDefinition(CHECKPOINT, "New")), DECK.substeps
    )
    store.apply(Register(PLAN, PlanDefinition("B", CHANGED_HASH, (longer,)), 70))
    checkpoints = step_of(store, "deck").items[3:]
    assert checkpoints == (
        Item(CHECKPOINT, 0, "Engineer agrees", ItemStatus.DEFERRED, "on leave"),
        Item(CHECKPOINT, 1, "New", ItemStatus.COMPLETED),
    )
    assert plan_of(store).status == PlanStatus.DONE


def test_a_completed_step_that_gains_a_substep_is_a_new_one(store: Store) -> None:
    given(store, claim(), FORCE_DECK)
    more = StepDefinition("deck", "Lay it", substeps=(*DECK.substeps, StepDefinition("new", "N")))
    changed = PlanDefinition("B", CHANGED_HASH, (more,))
    answer = store.apply(Register(PLAN, changed, 70))
    assert answer == Registered(False, 1, 3, 0, 2, resynced=True, kept=2, dropped=1)
    found = [(step.anchor, step.status) for step in plan_of(store).steps]
    assert found == [
        ("deck", StepStatus.PENDING),
        ("piers", StepStatus.COMPLETED),
        ("rails", StepStatus.COMPLETED),
        ("new", StepStatus.PENDING),
    ]


def test_a_substep_that_moves_to_another_parent_is_a_new_one(store: Store) -> None:
    given(store, claim(), FORCE_DECK)
    paint = StepDefinition("paint", "Paint it", substeps=(PIERS,))
    deck = StepDefinition("deck", "Lay it")
    store.apply(Register(PLAN, PlanDefinition("B", CHANGED_HASH, (paint, deck)), 70))
    assert step_of(store, "piers").status == StepStatus.PENDING
    assert step_of(store, "deck").status == StepStatus.COMPLETED


def test_showing_tells_whether_the_document_has_changed(store: Store) -> None:
    assert store.apply(Show(PLAN, HASH, 1)) == Shown(plan_of(store), drifted=False)
    assert store.apply(Show(PLAN, CHANGED_HASH, 1)) == Shown(plan_of(store), drifted=True)
