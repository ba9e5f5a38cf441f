"""PLN-7 in edition 2026.1: which completed steps survive when the steps change."""

import pytest

from spec.editions import EDITION_2026_1
from spec.vocabulary.plans import PlanDefinition, Registered, StepDefinition
from spec.vocabulary.state import PlanStatus, Step
from tests.rules import builders as b
from tests.rules.suts import ModelSut, Sut


@pytest.fixture
def sut() -> Sut:
    return ModelSut(EDITION_2026_1)


def changed(*steps: StepDefinition, title: str = "Changed") -> PlanDefinition:
    return b.document(*steps, title=title, document_hash=b.NEW_HASH)


def finish_family(sut: Sut) -> None:
    sut.given(b.register(b.FAMILY), b.claim(), b.note("a1"), b.note("a"))
    for anchor in ("a1", "a2"):
        sut.given(b.batch(anchor, remaining=True), b.complete(anchor))
    sut.given(
        b.complete("a"),
        b.claim(b.BOB),
        b.complete("b", b.BOB),
        b.claim(b.BOB),
        b.complete("c", b.BOB),
    )
    assert sut.plan().status == PlanStatus.DONE


def status_of(sut: Sut) -> dict[str, str]:
    return {one.anchor: str(one.status) for one in sut.plan().steps}


def test_pln_7_a_finished_plan_stays_done_when_only_words_change(sut: Sut) -> None:
    finish_family(sut)
    outcome = sut.apply(b.register(changed(*b.FAMILY.steps)))
    assert outcome == Registered(False, 3, 2, 1, 3, True, 5, 0)
    assert sut.plan().status == PlanStatus.DONE


def test_pln_7_a_new_step_makes_a_done_plan_active_again(sut: Sut) -> None:
    finish_family(sut)
    sut.given(b.register(changed(*b.FAMILY.steps, b.step("d"))))
    assert sut.plan().status == PlanStatus.ACTIVE


def test_pln_7_a_plan_is_done_when_its_unfinished_steps_are_gone(sut: Sut) -> None:
    # Given one completed step and others that are not
    sut.given(b.register(b.FAMILY), b.claim(), b.complete("a", force=True))
    # When the new document has the completed one only
    outcome = sut.apply(b.register(changed(b.step("a", b.step("a1"), b.step("a2")))))
    # Then the plan is done
    assert outcome == Registered(False, 1, 2, 0, 0, True, 3, 0)
    assert sut.plan().status == PlanStatus.DONE


def test_pln_7_a_completed_step_with_a_new_substep_is_new_but_its_substeps_stay(
    sut: Sut,
) -> None:
    finish_family(sut)
    substep = sut.step("a1")
    # When the completed step gets a third substep
    grown = b.step("a", b.step("a1", items=b.listed(b.TASK)), b.step("new"), b.step("a2"))
    outcome = sut.apply(b.register(changed(grown, b.step("b"), b.step("c"))))
    # Then the step is as newly registered, and its completed substeps stay completed
    assert outcome == Registered(False, 3, 3, 0, 1, True, 4, 1)
    assert sut.step("a") == Step("a", 0, "Title of a")
    assert sut.step("a1") == substep
    assert status_of(sut)["new"] == "pending"
    assert sut.plan().status == PlanStatus.ACTIVE
    # And the note on the kept substep is there, while that on the step is gone
    assert len(sut.step("a1").artifacts) == 1


def test_pln_7_a_substep_completed_alone_is_kept_under_its_unfinished_parent(
    sut: Sut,
) -> None:
    # Given a claimed step with one completed substep
    sut.given(
        b.register(b.FAMILY), b.claim(), b.batch("a1", remaining=True), b.complete("a1", now=8)
    )
    # When the document changes
    outcome = sut.apply(b.register(changed(*b.FAMILY.steps)))
    # Then the substep keeps its holder on record, and the parent's claim is gone
    assert outcome == Registered(False, 3, 2, 1, 3, True, 1, 0)
    assert sut.step("a").claimed_by is None
    assert (sut.step("a1").claimed_by, sut.step("a1").completed_at) == (b.ALICE, 8)
    assert sut.step("a2").claimed_by is None


def test_pln_7_a_removed_substep_does_not_undo_its_step(sut: Sut) -> None:
    finish_family(sut)
    # When a completed step loses a substep, and a completed step goes altogether
    outcome = sut.apply(b.register(changed(b.step("a", b.step("a2")), b.step("b"))))
    # Then both removed ones count as dropped, and the rest is kept
    assert outcome == Registered(False, 2, 1, 0, 0, True, 3, 2)
    assert status_of(sut) == {"a": "completed", "a2": "completed", "b": "completed"}
    assert sut.plan().status == PlanStatus.DONE


def test_pln_7_a_step_that_moved_between_the_levels_is_a_new_one(sut: Sut) -> None:
    finish_family(sut)
    # When `c` becomes a substep of `b`, and `a2` a top-level step
    outcome = sut.apply(
        b.register(changed(b.step("a", b.step("a1")), b.step("b", b.step("c")), b.step("a2")))
    )
    # Then both are new, and so is `b`, which now has a substep that is not kept
    assert outcome == Registered(False, 3, 2, 0, 0, True, 2, 3)
    assert status_of(sut) == {
        "a": "completed",
        "a1": "completed",
        "b": "pending",
        "c": "pending",
        "a2": "pending",
    }
    assert sut.step("c") == Step("c", 3, "Title of c", parent="b")


def test_pln_7_a_substep_that_moved_to_another_parent_is_a_new_one(sut: Sut) -> None:
    finish_family(sut)
    # When a completed substep moves from `a` to `b`
    outcome = sut.apply(
        b.register(changed(b.step("a", b.step("a1")), b.step("b", b.step("a2")), b.step("c")))
    )
    # Then it is dropped, with its new parent; the old parent is kept
    assert outcome == Registered(False, 3, 2, 0, 0, True, 3, 2)
    assert status_of(sut) == {
        "a": "completed",
        "a1": "completed",
        "b": "pending",
        "a2": "pending",
        "c": "completed",
    }


def test_pln_7_a_renamed_parent_makes_its_substeps_new(sut: Sut) -> None:
    finish_family(sut)
    # When the parent gets another anchor, its substeps have another parent
    outcome = sut.apply(
        b.register(changed(b.step("z", b.step("a1"), b.step("a2")), b.step("b"), b.step("c")))
    )
    assert outcome == Registered(False, 3, 2, 0, 0, True, 2, 3)
    assert status_of(sut)["a1"] == "pending"


def test_pln_7_parent_and_substep_that_change_places_are_both_new(sut: Sut) -> None:
    finish_family(sut)
    outcome = sut.apply(b.register(changed(b.step("a1", b.step("a")))))
    assert outcome == Registered(False, 1, 1, 0, 0, True, 0, 5)
    assert status_of(sut) == {"a1": "pending", "a": "pending"}
