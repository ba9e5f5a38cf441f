"""A store remembers when plans were registered and last changed, beside their state."""

from impl.store.database.snapshots import PlanTimes
from impl.store.store import Store
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State
from tests.impl.bridge import BRIDGE, CHANGED_BRIDGE, PLAN, claim, given


def test_a_change_is_remembered_and_a_question_is_not(store: Store) -> None:
    assert store.plan_times(PLAN) == PlanTimes(0, 0)
    given(store, claim(now=10), Ready(PLAN, 20), Register(PLAN, BRIDGE, 30))
    assert store.plan_times(PLAN) == PlanTimes(0, 10)


def test_a_new_document_changes_a_plan(store: Store) -> None:
    given(store, Register(PLAN, CHANGED_BRIDGE, 40))
    assert store.plan_times(PLAN) == PlanTimes(0, 40)


def test_the_times_of_another_plan_stay(store: Store) -> None:
    given(store, Register("other.md", BRIDGE, 50), claim(now=60))
    assert store.plan_times("other.md") == PlanTimes(50, 50)
    assert store.plan_paths() == ["other.md", PLAN]


def test_of_what_is_not_known_there_are_no_times(store: Store) -> None:
    assert store.plan_times("nowhere.md") == PlanTimes(None, None)
    state = store.snapshot_state()
    store.load(state)
    assert store.plan_times(PLAN) == PlanTimes(None, None)
    assert store.snapshot_state() == state != State()
