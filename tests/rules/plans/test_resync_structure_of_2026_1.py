"""PLN-7 in edition 2026.1: which completed steps survive when the steps change."""

import pytest

from spec.editions import EDITION_2026_1
from spec.vocabulary.plans import PlanDefinition, Registered, StepDefinition
from spec.vocabulary.state import PlanStatus, Step, StepStatus
from tests.rules import builders as b
from tests.rules.suts import ModelSut, Sut

B, C, D = map(b.step, "bcd")


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


CHANGES = {
    "only words change": (b.FAMILY.steps, Registered(False, 3, 2, 1, 3, True, 5, 0), ""),
    "a step is new": ((*b.FAMILY.steps, D), Registered(False, 4, 2, 1, 3, True, 5, 0), "d"),
    "a substep and a step are gone": (
        (b.step("a", b.step("a2")), B),
        Registered(False, 2, 1, 0, 0, True, 3, 2),
        "",
    ),
    "a step and a substep moved between the levels": (
        (b.step("a", b.step("a1")), b.step("b", C), b.step("a2")),
        Registered(False, 3, 2, 0, 0, True, 2, 3),
        "b c a2",
    ),
    "a substep moved to another parent": (
        (b.step("a", b.step("a1")), b.step("b", b.step("a2")), C),
        Registered(False, 3, 2, 0, 0, True, 3, 2),
        "b a2",
    ),
    "a parent has another anchor": (
        (b.step("z", b.step("a1"), b.step("a2")), B, C),
        Registered(False, 3, 2, 0, 0, True, 2, 3),
        "z a1 a2",
    ),
    "parent and substep change places": (
        (b.step("a1", b.step("a")),),
        Registered(False, 1, 1, 0, 0, True, 0, 5),
        "a1 a",
    ),
}
"""What changes in a finished plan, what is answered, and which steps are pending then."""


def test_pln_7_a_completed_step_that_moved_is_new_and_others_stay_completed() -> None:
    found = {}
    for name, (steps, *_) in CHANGES.items():
        # Given a finished plan, when its document changes,
        sut = ModelSut(EDITION_2026_1)
        finish_family(sut)
        outcome = sut.apply(b.register(changed(*steps)))
        new = [one for one in sut.plan().steps if one.status != StepStatus.COMPLETED]
        found[name] = (steps, outcome, " ".join(one.anchor for one in new))
        # then what is new is as newly registered, and the plan is done if nothing is,
        assert new == [Step(one.anchor, one.index, one.title, parent=one.parent) for one in new]
        assert (sut.plan().status == PlanStatus.DONE) == (new == []), name
    # and steps are new that have another place or another substep.
    assert found == CHANGES


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
    assert sut.step("new").status == StepStatus.PENDING
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
