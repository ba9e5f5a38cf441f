"""Hooks do not claim, release or reset a step, whatever its lease (REC-8)."""

import pytest

from impl.store.store import Store
from spec.vocabulary.claims import Claim
from tests.impl.cli.stop_hook.hooks import FAIL, PASS, Project
from tests.impl.cli.yard import PLAN, Yard

LONG_AGO = 1_000


@pytest.fixture(params=["live", "over"])
def held(yard: Yard, request: pytest.FixtureRequest) -> Yard:
    """Return a yard whose step is held under a lease that is live, or long over."""
    if request.param == "over":
        with Store.open(yard.store) as store:
            plan = store.snapshot(PLAN)
            assert plan is not None
            held = Claim(PLAN, str(yard.linked), plan.document_hash, LONG_AGO, 1, force=True)
            store.apply(held)
    return yard


@pytest.mark.parametrize("reviewer", [PASS, FAIL, "exit 1"], ids=["pass", "fail", "crash"])
def test_a_stop_hook_leaves_every_step_as_it_is(held: Yard, reviewer: str) -> None:
    # Given a held step, and a review that is due in its worktree,
    project = Project(held.linked)
    project.put(next_phase="code-review")
    before = held.stored()
    # when its agent tries to stop, whatever the reviewer says,
    project.stop(reviewer)
    # then the review has taken place, and every step is held as before.
    assert project.state["phase_iteration"] == 1
    assert held.stored() == before
