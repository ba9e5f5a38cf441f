"""PLN-7 in edition 2026.1: a changed document keeps what was completed and nothing else."""

import pytest

from spec.editions import EDITION_2026_1
from spec.vocabulary.checklists import ArtifactRecorded
from spec.vocabulary.claims import Claimed
from spec.vocabulary.items import Item
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Registered, StepDefinition
from spec.vocabulary.rejections import plan_drift
from spec.vocabulary.state import PlanStatus, Step, StepStatus
from tests.rules import builders as b
from tests.rules.iterations import iteration_builders as i
from tests.rules.reviews import review_builders as r
from tests.rules.suts import ModelSut, Sut


@pytest.fixture
def sut() -> Sut:
    return ModelSut(EDITION_2026_1)


def changed(*steps: StepDefinition, title: str = "Changed") -> PlanDefinition:
    return b.document(*steps, title=title, document_hash=b.NEW_HASH)


def test_pln_7_hash_title_and_counts_are_those_of_the_new_document(sut: Sut) -> None:
    # Given a known plan without finished work
    sut.given(b.register(b.FAMILY))
    # When a changed document is registered
    outcome = sut.apply(
        b.register(changed(b.step("z", b.step("z1", items=b.listed(b.TASK))), b.step("y")))
    )
    # Then the answer counts the new document
    assert outcome == Registered(False, 2, 1, 0, 1, True, 0, 0)
    assert (sut.plan().document_hash, sut.plan().title) == (b.NEW_HASH, "Changed")
    assert [one.anchor for one in sut.plan().steps] == ["z", "z1", "y"]
    # And from now on the new hash is the one to give
    sut.refuses(b.claim(document_hash=b.HASH), plan_drift(b.NEW_HASH, b.HASH))
    assert isinstance(sut.apply(b.claim(document_hash=b.NEW_HASH)), Claimed)


def test_pln_7_a_completed_step_is_kept_with_its_record_and_takes_the_new_words(
    sut: Sut,
) -> None:
    # Given a step that was started, noted on, committed and completed
    sut.given(
        b.register(b.FAMILY), b.claim(), b.start("a", now=3), b.note("a", now=4), b.claim(b.BOB)
    )
    sut.given(b.heartbeat("c", b.BOB, now=6), b.start("c", b.BOB, now=7), b.note("c", b.BOB, now=8))
    sut.given(b.complete("c", b.BOB, now=9, force=True, reason="Good enough"))
    sut.given(b.reconcile(b.commit("c", "c0ffee")))
    old = sut.step("c")
    # When the document moves it to the front and lets it wait for a new step
    moved = StepDefinition("c", "New title", ("n",))
    outcome = sut.apply(b.register(changed(moved, b.step("n"), b.step("a"))))
    # Then holder, times, hash, reason and notes are kept; index, title, dependencies are new
    assert outcome == Registered(False, 3, 0, 1, 0, True, 1, 0)
    assert sut.step("c") == Step(
        "c",
        0,
        "New title",
        dependencies=("n",),
        status=StepStatus.COMPLETED,
        claimed_by=b.BOB,
        claimed_at=0,
        heartbeat_at=6,
        started_at=7,
        completed_at=9,
        commit_hash="c0ffee",
        complete_reason="Good enough",
        artifacts=old.artifacts,
    )
    assert len(old.artifacts) == 1


def test_pln_7_claims_progress_and_notes_of_unfinished_steps_are_dropped(
    sut: Sut,
) -> None:
    # Given a step under way, with a completed and a deferred item and a note
    items = b.listed(b.TASK, b.TASK)
    sut.given(
        b.register(b.document(b.step("a", b.step("a1"), items=items))), b.claim(), b.start("a")
    )
    sut.given(b.start("a1"), b.note("a"), b.note("a1"))
    sut.given(b.batch("a", b.entry(b.TASK, 0), b.entry(b.TASK, 1, b.DEFERRED, "later")))
    # When the document changes
    outcome = sut.apply(b.register(changed(b.step("a", b.step("a1"), items=items))))
    # Then step and substep are as newly registered; neither counts as dropped
    assert outcome == Registered(False, 1, 1, 0, 2, True, 0, 0)
    task0, task1 = Item(b.TASK, 0, items[0].text), Item(b.TASK, 1, items[1].text)
    assert sut.plan().steps == (
        Step("a", 0, "Title of a", items=(task0, task1)),
        Step("a1", 1, "Title of a1", parent="a"),
    )


def test_pln_7_items_of_a_kept_step_keep_deferrals_and_are_completed_otherwise(
    sut: Sut,
) -> None:
    # Given a completed step with tasks (completed, deferred) and tests (completed, deferred)
    before = b.step("a", items=b.listed(b.TASK, b.TASK, b.TEST, b.TEST))
    sut.given(b.register(b.document(before)), b.claim())
    deferred = [b.entry(b.TASK, 1, b.DEFERRED, "no time"), b.entry(b.TEST, 1, b.DEFERRED, " ")]
    sut.given(b.batch("a", *deferred, remaining=True), b.complete("a"))
    # When a task is added, the second test is removed, a checkpoint comes, and all texts change
    after = (
        ItemDefinition(b.TASK, "t0"),
        ItemDefinition(b.TASK, "t1"),
        ItemDefinition(b.TASK, "t2"),
        ItemDefinition(b.TEST, "s0"),
        ItemDefinition(b.CHECKPOINT, "p0"),
    )
    outcome = sut.apply(b.register(changed(StepDefinition("a", "A", items=after))))
    # Then the deferral that still has its kind and ordinal stays, with its reason
    assert outcome == Registered(False, 1, 0, 0, 5, True, 1, 0)
    assert sut.step("a").items == (
        Item(b.TASK, 0, "t0", "completed"),
        Item(b.TASK, 1, "t1", "deferred", "no time"),
        Item(b.TASK, 2, "t2", "completed"),
        Item(b.TEST, 0, "s0", "completed"),
        Item(b.CHECKPOINT, 0, "p0", "completed"),
    )


def test_pln_7_a_deferral_belongs_to_its_kind_and_not_to_the_ordinal_alone(
    sut: Sut,
) -> None:
    # Given a completed step whose only task is deferred
    sut.given(b.register(b.document(b.step("a", items=b.listed(b.TASK)))), b.claim())
    sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "later")), b.complete("a"))
    # When the task becomes a test, then it is a new item, and completed
    sut.given(b.register(changed(b.step("a", items=b.listed(b.TEST)))))
    assert sut.checklist("a") == [("completed", None)]


def test_pln_7_ids_of_notes_that_are_gone_are_not_given_again(sut: Sut) -> None:
    # Given a note on a step that is not completed
    sut.given(b.register(b.FAMILY), b.claim())
    first = sut.apply(b.note("a"))
    # When the document changes, and a note is left again
    sut.given(b.register(changed(b.step("a"))), b.claim(document_hash=b.NEW_HASH))
    second = sut.apply(b.note("a"))
    # Then the new id is higher
    assert isinstance(first, ArtifactRecorded)
    assert isinstance(second, ArtifactRecorded)
    assert second.artifact_id > first.artifact_id
    assert [one.id for one in sut.step("a").artifacts] == [second.artifact_id]


def test_pln_7_going_back_to_the_first_document_is_a_change_too(sut: Sut) -> None:
    # Given a plan that was brought up to date and worked on
    sut.given(
        b.register(b.FAMILY),
        b.register(changed(*b.FAMILY.steps)),
        b.claim(document_hash=b.NEW_HASH),
    )
    # When the first document comes back
    outcome = sut.apply(b.register(b.FAMILY))
    # Then it is a change like any other
    assert outcome == Registered(False, 3, 2, 1, 3, True, 0, 0)
    assert sut.step("a").claimed_by is None


def test_pln_7_a_drifted_plan_can_be_completed_again(sut: Sut) -> None:
    # Given a held step whose document changed, so that completing is refused
    sut.given(b.register(b.document(b.step("a", items=b.listed(b.TASK)))), b.claim())
    sut.refuses(b.complete("a", document_hash=b.NEW_HASH), plan_drift(b.HASH, b.NEW_HASH))
    # When the plan is registered again, claimed and worked on
    sut.given(b.register(changed(b.step("a", items=b.listed(b.TASK)))))
    assert sut.checklist("a") == [(b.OPEN, None)]
    sut.given(b.claim(document_hash=b.NEW_HASH))
    sut.given(b.update("a", b.change("completed"), document_hash=b.NEW_HASH))
    sut.given(b.complete("a", document_hash=b.NEW_HASH))
    # Then it is done
    assert sut.plan().status == PlanStatus.DONE


def test_pln_7_only_title_hash_and_steps_are_replaced(sut: Sut) -> None:
    # Given a plan in the midst of its reviews and of its iterations
    sut.given(
        b.register(b.FAMILY),
        r.new_plan(5),
        r.stop(r.FAIL),
        i.start_iterations(),
        i.report("a", False),
    )
    before = sut.plan()
    # When its document changes
    sut.given(b.register(changed(b.step("z"))))
    # Then both go on where they are
    assert sut.plan().iteration_loop == before.iteration_loop
    assert sut.plan().review_cycle == before.review_cycle
    assert before.review_cycle is not None
    assert before.iteration_loop is not None
