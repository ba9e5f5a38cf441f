"""Claims: taking, holding and giving back steps."""

from impl.store.store import Store
from spec.vocabulary.claims import Claimed, NothingClaimable
from spec.vocabulary.completion import HistoryEntry, Reconcile
from spec.vocabulary.holding import (
    Heartbeat,
    LeaseRenewed,
    Release,
    Released,
    Reset,
    Start,
    Started,
    WasReset,
)
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.impl.bridge import (
    DEFER,
    FORCE_DECK,
    LEASE,
    PLAN,
    claim,
    close_all,
    complete,
    given,
    plan_of,
    statuses,
    step_of,
)


def test_a_claim_takes_the_first_step_and_its_substeps(store: Store) -> None:
    answer = store.apply(claim(now=10))
    assert answer == Claimed("deck", "Lay the deck", 0, 1_010, False, 1, 2)
    for anchor in ("deck", "piers", "rails"):
        step = step_of(store, anchor)
        assert (step.status, step.claimed_by) == (StepStatus.CLAIMED, "ann")
        assert (step.claimed_at, step.heartbeat_at, step.lease_expires_at) == (10, 10, 1_010)


def test_another_worktree_gets_the_next_step_until_the_lease_is_over(store: Store) -> None:
    given(store, claim(now=10))
    assert store.apply(claim("bob", 1_010)) == Claimed("paint", "Paint it", 3, 2_010, False, 0, 2)
    assert store.apply(claim("cid", 1_010)) == NothingClaimable(False, 3)
    assert store.apply(claim("cid", 1_011)) == Claimed("deck", "Lay the deck", 0, 2_011, True, 0, 2)


def test_force_takes_a_held_step_but_never_one_that_waits(store: Store) -> None:
    given(store, claim(now=10))
    assert store.apply(claim("bob", 11, force=True)) == Claimed(
        "deck", "Lay the deck", 0, 1_011, True, 1, 2
    )


def test_a_reclaim_opens_the_items_of_unfinished_substeps_only(store: Store) -> None:
    given(store, claim(), DEFER, close_all("piers"), complete("piers"), close_all("rails"))
    store.apply(claim(now=40))
    assert statuses(store, "deck") == ["open", "open", "open", "deferred"]
    assert statuses(store, "piers") == ["completed"]
    assert statuses(store, "rails") == ["open"]


def test_with_all_steps_completed_nothing_is_claimable(store: Store) -> None:
    history = tuple(HistoryEntry(PLAN, step, "c1") for step in ("opening", "paint", "deck"))
    given(store, Reconcile(PLAN, history, 5))
    assert store.apply(claim()) == NothingClaimable(True, 0)
    assert plan_of(store).status == PlanStatus.DONE


def test_starting_a_claimed_step_notes_when(store: Store) -> None:
    given(store, claim())
    assert store.apply(Start(PLAN, "piers", "ann", 20)) == Started("piers")
    piers = step_of(store, "piers")
    assert (piers.status, piers.started_at) == (StepStatus.IN_PROGRESS, 20)


def test_a_heartbeat_renews_the_lease_of_that_row_alone(store: Store) -> None:
    given(store, claim())
    answer = store.apply(Heartbeat(PLAN, "deck", "ann", 5_000, LEASE))
    assert answer == LeaseRenewed(6_000)
    assert step_of(store, "deck").lease_expires_at == 6_000
    assert step_of(store, "piers").lease_expires_at == 1_010


def test_a_release_gives_everything_unfinished_back(store: Store) -> None:
    given(store, claim(), DEFER, close_all("rails"), Start(PLAN, "deck", "ann", 35))
    assert store.apply(Release(PLAN, "deck", 40, "ann")) == Released("ann")
    for anchor in ("deck", "piers", "rails"):
        step = step_of(store, anchor)
        assert (step.status, step.claimed_by, step.started_at) == (StepStatus.PENDING, None, None)
    assert statuses(store, "deck") == ["open"] * 4
    assert statuses(store, "rails") == ["completed"]  # finished items are kept


def test_a_released_substep_leaves_its_parent_claimed(store: Store) -> None:
    given(store, claim())
    assert store.apply(Release(PLAN, "piers", 40, force=True)) == Released("ann")
    assert step_of(store, "piers").status == StepStatus.PENDING
    assert step_of(store, "deck").status == StepStatus.CLAIMED


def test_a_reset_needs_no_owner_and_no_claim(store: Store) -> None:
    given(store, claim())
    assert store.apply(Reset(PLAN, "deck", 40)) == WasReset("deck")
    assert store.apply(Reset(PLAN, "deck", 41)) == WasReset("deck")
    assert step_of(store, "rails").status == StepStatus.PENDING


def test_ready_sorts_every_top_level_step_into_one_list(store: Store) -> None:
    assert store.apply(Ready(PLAN, 1)) == Readiness((), (), ("deck", "paint"), ("opening",))
    given(store, claim(now=10))
    assert store.apply(Ready(PLAN, 1_010)) == Readiness((), (), ("paint",), ("deck", "opening"))
    assert store.apply(Ready(PLAN, 1_011)) == Readiness((), ("deck",), ("paint",), ("opening",))
    given(store, FORCE_DECK)
    assert store.apply(Ready(PLAN, 60)) == Readiness(("deck",), (), ("paint",), ("opening",))
