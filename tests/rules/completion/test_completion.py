"""CMP-1, CMP-2, CMP-3, CMP-6, CMP-7: strict completion."""

from dataclasses import replace

from spec.vocabulary.completion import StepCompleted
from spec.vocabulary.rejections import (
    incomplete_checklist,
    incomplete_substeps,
    not_claimed,
    ownership_violation,
    plan_drift,
    unknown_step,
)
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

forced_or_not = for_each("force", [False, True])


@forced_or_not
def test_cmp_1_of_a_substep_its_own_row_is_looked_at(sut: Sut, force: bool) -> None:
    # Given a substep given back by the holder of its parent
    sut.given(b.register(b.UNFINISHED), b.claim(), b.release("a1", b.ALICE))
    # Then it is pending for everyone, its parent's holder included
    sut.refuses(b.complete("a1", b.ALICE, force=force), not_claimed("a1", "pending"))
    sut.refuses(b.complete("a1", b.BOB, force=force), not_claimed("a1", "pending"))


@forced_or_not
def test_cmp_1_and_cmp_4_an_unknown_step_is_refused_but_drift_comes_first(
    sut: Sut, force: bool
) -> None:
    sut.given(b.register(b.UNFINISHED), b.claim(), b.complete("a2"))
    sut.refuses(b.complete("x", force=force), unknown_step("x"))
    sut.refuses(b.complete("a", b.BOB, force=force), ownership_violation("a", b.ALICE, b.BOB))
    for step in ("x", "a2"):
        drifted = b.complete(step, force=force, document_hash=b.NEW_HASH)
        sut.refuses(drifted, plan_drift(b.HASH, b.NEW_HASH))


@for_each(("step", "unfinished"), [("a", 3), ("a1", 1)])
def test_cmp_2_unfinished_items_of_its_own_are_counted(
    sut: Sut, step: str, unfinished: int
) -> None:
    # Given a step with two open tasks and an open test, and a substep with a task
    sut.given(b.register(b.UNFINISHED), b.claim())
    # Then each is kept from completion by the items of its own
    sut.refuses(b.complete(step), incomplete_checklist(unfinished))


def test_cmp_2_deferred_items_do_not_stand_in_the_way(sut: Sut) -> None:
    sut.given(b.register(b.document(b.step("a", items=b.listed(b.TASK, b.TEST)))), b.claim())
    sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "later"), remaining=True))
    assert sut.apply(b.complete("a")) == StepCompleted(False, True)
    # And they stay deferred, with their reason
    assert sut.checklist("a") == [(b.DEFERRED, "later"), ("completed", None)]


def test_cmp_3_a_step_given_items_but_a_pending_substep_is_not_finished(
    sut: Sut,
) -> None:
    # Given a step whose only unfinished substep was given back
    sut.given(
        b.register(b.document(b.step("a", b.step("a1"), b.step("a2")))),
        *(b.claim(), b.complete("a2"), b.release("a1", b.ALICE)),
    )
    sut.refuses(b.complete("a"), incomplete_substeps(1))


def test_cmp_6_completion_ends_the_lease_and_keeps_the_record(sut: Sut) -> None:
    # Given a started step
    sut.given(b.register(b.FAMILY), b.claim(b.BOB), b.claim(now=1), b.start("c", now=2))
    sut.given(b.heartbeat("c", now=3))
    before = sut.step("c")
    # When it is completed strictly, after its lease, with a reason that then says nothing
    sut.given(b.complete("c", now=900, reason="because"))
    # Then status, time and empty reason are set, the lease is gone, and the rest stays
    assert sut.step("c") == replace(
        before,
        status=StepStatus.COMPLETED,
        completed_at=900,
        complete_reason="",
        lease_expires_at=None,
    )
    assert (before.claimed_by, before.claimed_at, before.heartbeat_at) == (b.ALICE, 1, 3)
    assert before.started_at == 2


def test_cmp_6_and_cmp_7_the_plan_is_done_with_its_last_top_level_step(sut: Sut) -> None:
    # Given two steps that nobody starts, completed from the last to the first
    sut.given(
        b.register(b.document(b.step("a", b.step("a1")), b.step("b"))), b.claim(), b.claim(b.BOB)
    )
    assert sut.apply(b.complete("b", b.BOB)) == StepCompleted(False, False)
    assert sut.step("b").started_at is None
    # When only the first step's substep is completed, then the plan is not done
    assert sut.apply(b.complete("a1")) == StepCompleted(False, False)
    assert sut.plan().status == PlanStatus.ACTIVE
    # And with the step it is
    assert sut.apply(b.complete("a")) == StepCompleted(False, True)
    assert sut.plan().status == PlanStatus.DONE
