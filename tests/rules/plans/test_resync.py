"""PLN-7: registering a changed document keeps what it left alone, and reports the rest."""

from dataclasses import replace

from spec.editions import EDITION_2026_1
from spec.vocabulary.checklists import BatchEntry
from spec.vocabulary.claims import Claimed
from spec.vocabulary.items import Item
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Registered, StepDefinition
from spec.vocabulary.state import PlanStatus, Step, StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.iterations import iteration_builders as i
from tests.rules.reviews import review_builders as r
from tests.rules.suts import ModelSut, Sut

A = b.step("a", b.step("a1", items=b.listed(b.TASK)), b.step("a2", items=b.listed(b.TASK, b.TASK)))
B, C = b.step("b", needs=("a",)), b.step("c")
REWRITTEN = replace(C, title="Do something else", items=b.listed(b.TASK, b.TEST))


def changed(*steps: StepDefinition, title: str = "Changed") -> PlanDefinition:
    return b.document(*steps, title=title, document_hash=b.NEW_HASH)


def resynced(outcome: object) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return which steps were kept, changed and removed; the counts must agree with the lists."""
    assert isinstance(outcome, Registered)
    kept, gone = outcome.kept_steps, outcome.changed_steps + outcome.removed_steps
    assert (outcome.already_initialized, outcome.resynced) == (False, True)
    assert (outcome.kept, outcome.dropped) == (len(kept), len(gone))
    return kept, outcome.changed_steps, outcome.removed_steps


def half_done(sut: Sut) -> None:
    """Alice has begun `a` and completed its `a1`; Bob has completed `c`, with a note."""
    sut.given(b.register(b.FAMILY), b.claim(), b.start("a", now=3), b.heartbeat("a", now=4))
    sut.given(b.batch("a1", remaining=True), b.start("a1"), b.complete("a1", now=5))
    sut.given(b.batch("a2", b.entry(b.TASK, 1, b.DEFERRED, "later")), b.note("a2", now=7))
    sut.given(b.claim(b.BOB), b.note("c", b.BOB, now=8), b.complete("c", b.BOB, now=9, force=True))
    sut.given(b.reconcile(b.commit("c", "c0ffee")))


def test_a31_pln_7_what_the_document_left_alone_keeps_everything_a_live_claim_included(
    sut: Sut,
) -> None:
    # Given steps under way and completed, with items, notes and a commit,
    half_done(sut)
    before = {one.anchor: one for one in sut.plan().steps}
    # when the document gets another title and a new first step, and `c` moves to the front,
    outcome = sut.apply(b.register(changed(b.step("new"), C, A, B)))
    # then every step is as it was, in its new place,
    assert resynced(outcome) == (("c", "a", "a1", "a2"), (), ())
    for place, anchor in enumerate(("c", "a", "a1", "a2", "b"), start=1):
        assert sut.step(anchor) == replace(before[anchor], index=place)
    assert (sut.plan().title, sut.plan().document_hash) == ("Changed", b.NEW_HASH)
    # and its holder goes on.
    sut.given(b.batch("a2", remaining=True, document_hash=b.NEW_HASH))
    sut.given(b.complete("a2", document_hash=b.NEW_HASH), b.complete("a", document_hash=b.NEW_HASH))


@for_each(
    "new",
    [
        replace(C, title="Do something else"),
        replace(C, dependencies=("a",)),
        replace(C, items=b.listed(b.TASK)),
        REWRITTEN,
    ],
)
def test_a31_pln_7_a_completed_step_that_changed_is_pending_and_reported(
    new: StepDefinition, sut: Sut
) -> None:
    # Given a completed step with a note,
    half_done(sut)
    [found] = sut.step("c").artifacts
    # when the document says something else of it,
    outcome = sut.apply(b.register(changed(A, B, new)))
    # then it is pending, without claim, times and commit, and the answer says so; the note stays.
    assert resynced(outcome)[1:] == (("c",), ())
    items = tuple(Item(item.kind, 0, item.text) for item in new.items)
    assert sut.step("c") == Step(
        "c", 4, new.title, dependencies=new.dependencies, items=items, artifacts=(found,)
    )


def test_a31_pln_7_without_it_a_rewritten_step_stays_completed_and_a_claim_is_lost() -> None:
    # Given the same, in edition 2026.1,
    sut = ModelSut(EDITION_2026_1)
    half_done(sut)
    # when a completed step is wholly rewritten,
    outcome = sut.apply(b.register(changed(A, B, REWRITTEN)))
    # then it is completed all the same, and a claim on another is gone without a word.
    assert outcome == Registered(False, 3, 2, 1, 5, True, 2, 0)
    assert sut.step("c").status is StepStatus.COMPLETED
    assert [item.status for item in sut.step("c").items] == ["completed", "completed"]
    assert sut.step("a").claimed_by is None


def test_pln_7_the_order_of_dependencies_is_no_change(sut: Sut) -> None:
    # Given a completed step that depends on two others,
    steps = (b.step("a"), b.step("b"), b.step("c", needs=("a", "b")))
    sut.given(b.register(b.document(*steps)))
    for _ in steps:
        sut.given(b.claim(), b.complete(sut.apply(b.claim()).anchor))  # type: ignore[union-attr]
    # when the document names them the other way round,
    outcome = sut.apply(b.register(changed(*steps[:2], b.step("c", needs=("b", "a")))))
    # then the step stays completed, and the plan done.
    assert resynced(outcome) == (("a", "b", "c"), (), ())
    assert sut.step("c").dependencies == ("b", "a")
    assert sut.plan().status is PlanStatus.DONE
    # And with one more step it is active.
    sut.given(b.register(b.document(*steps, b.step("d"), document_hash="3" * 64)))
    assert sut.plan().status is PlanStatus.ACTIVE


def test_pln_7_unchanged_items_of_a_changed_step_keep_their_status_wherever_they_stand(
    sut: Sut,
) -> None:
    # Given a completed step with two tasks of one text, one more, and a test of that text,
    same, other = ItemDefinition(b.TASK, "same"), ItemDefinition(b.TASK, "other")
    probe = ItemDefinition(b.TEST, "same")
    sut.given(b.register(b.document(replace(C, items=(same, other, same, probe)))), b.claim())
    sut.given(
        b.batch("c", b.entry(b.TASK, 0, b.DEFERRED, "first"), b.entry(b.TASK, 1, b.DEFERRED, "why"))
    )
    sut.given(b.update("c", b.change("completed", b.TASK, 2)), b.note("c"))
    # when an item is added in front, and one of two that are alike is removed,
    added = ItemDefinition(b.TASK, "added")
    items = (added, other, same, probe, added, ItemDefinition(b.CHECKPOINT, "other"))
    outcome = sut.apply(b.register(changed(replace(C, items=items))))
    # then each of the others has the status and reason that it had, and the new ones are open.
    assert resynced(outcome) == ((), ("c",), ())
    assert sut.step("c").items == (
        Item(b.TASK, 0, "added"),
        Item(b.TASK, 1, "other", "deferred", "why"),
        Item(b.TASK, 2, "same", "deferred", "first"),
        Item(b.TASK, 3, "added"),
        Item(b.TEST, 0, "same"),
        Item(b.CHECKPOINT, 0, "other"),
    )


def test_pln_7_a_step_with_a_new_or_changed_substep_is_not_completed_but_the_others_are(
    sut: Sut,
) -> None:
    # Given a completed step with two substeps,
    sut.given(b.register(b.FAMILY), b.claim(), b.complete("a", force=True))
    # when one of them changes, if only at the end of an item,
    items = (A.substeps[1].items[0], replace(A.substeps[1].items[1], text="task at 1 "))
    after = replace(A, substeps=(A.substeps[0], replace(A.substeps[1], items=items)))
    outcome = sut.apply(b.register(changed(after, B, C)))
    # then step and substep are pending, the other item completed, and the other substep is.
    assert resynced(outcome) == (("a1",), ("a", "a2"), ())
    assert sut.step("a").status is sut.step("a2").status is StepStatus.PENDING
    assert sut.checklist("a2") == [("completed", None), ("open", None)]
    # And a new substep does the same.
    sut.given(
        b.claim(document_hash=b.NEW_HASH), b.complete("a", document_hash=b.NEW_HASH, force=True)
    )
    grown = replace(after, substeps=(*after.substeps, b.step("a3")))
    outcome = sut.apply(b.register(b.document(grown, B, C, document_hash="3" * 64)))
    assert resynced(outcome) == (("a1", "a2"), ("a",), ())


def test_pln_7_a_removed_step_or_substep_is_reported_and_does_not_undo_the_rest(sut: Sut) -> None:
    # Given a step under way with a completed substep, and another completed step,
    half_done(sut)
    # when the document loses the substep and the other step,
    outcome = sut.apply(b.register(changed(replace(A, substeps=A.substeps[1:]), B)))
    # then they are reported, and the claim goes on.
    assert outcome == Registered(*(False, 2, 1, 1, 2, True, 2, 2), ("a", "a2"), (), ("a1", "c"))
    assert sut.step("a").claimed_by == sut.step("a2").claimed_by == b.ALICE
    # And so is a pending substep with a note.
    sut.given(b.release("a2", b.ALICE))
    outcome = sut.apply(b.register(b.document(b.step("a"), B, document_hash="3" * 64)))
    assert resynced(outcome) == (("a",), (), ("a2",))


def test_pln_7_a_completed_step_that_loses_a_substep_is_kept(sut: Sut) -> None:
    # Given a completed step with two substeps
    sut.given(b.register(b.document(A)), b.claim(), b.complete("a", force=True))
    # When the document loses one of them, then the step stays completed.
    outcome = sut.apply(b.register(changed(replace(A, substeps=A.substeps[1:]))))
    assert resynced(outcome) == (("a", "a2"), (), ("a1",))
    assert sut.step("a").status is StepStatus.COMPLETED


def test_pln_7_a_step_at_another_level_or_under_another_parent_is_a_new_one(sut: Sut) -> None:
    half_done(sut)
    # When a completed substep becomes a step, a held one moves, and a completed step becomes one,
    a1, a2 = A.substeps
    outcome = sut.apply(b.register(changed(b.step("a"), b.step("b", C, a2, needs=("a",)), a1)))
    # then all three are new, and reported.
    assert resynced(outcome) == (("a",), (), ("a1", "a2", "c"))
    assert sut.step("c") == Step("c", 2, "Title of c", parent="b")
    assert sut.step("a2").items == (
        Item(b.TASK, 0, a2.items[0].text),
        Item(b.TASK, 1, a2.items[1].text),
    )


def test_pln_7_a_claim_ends_with_its_text_and_with_the_dependency_it_was_begun_on(
    sut: Sut,
) -> None:
    # Given `b` under way, which depends on the completed `a`, and `c`, which is held too,
    sut.given(
        b.register(b.FAMILY), b.claim(), b.complete("a", force=True), b.claim(), b.claim(b.BOB)
    )
    # when `a` and `c` change,
    outcome = sut.apply(b.register(changed(replace(A, title="New"), B, REWRITTEN)))
    # then all three are pending, and reported.
    assert resynced(outcome) == (("a1", "a2"), ("a", "b", "c"), ())
    assert [one.status for one in sut.plan().steps if one.parent is None] == ["pending"] * 3
    # And the first is claimed first.
    outcome = sut.apply(b.claim(b.BOB, document_hash=b.NEW_HASH))
    assert isinstance(outcome, Claimed)
    assert (outcome.anchor, outcome.reclaimed) == ("a", False)


@for_each("substeps", [(b.step("a1", items=b.listed(b.TASK)),), (b.step("a1"), b.step("a2"))])
def test_pln_7_a_claim_ends_when_the_step_that_its_step_depends_on_is_not_kept(
    sut: Sut, substeps: tuple[StepDefinition, ...]
) -> None:
    # Given a held step with a substep that depends on a completed one,
    waiting = b.step("b", b.step("b1"), needs=("a",))
    sut.given(b.register(b.document(b.step("a", b.step("a1")), waiting)), b.claim())
    sut.given(b.complete("a1"), b.complete("a"), b.claim(b.BOB))
    # when that is the same, but one of its substeps is not, then all are pending again.
    outcome = sut.apply(b.register(changed(b.step("a", *substeps), waiting)))
    assert isinstance(outcome, Registered)
    assert {"a", "b", "b1"} <= set(outcome.changed_steps)
    assert {sut.step(name).status for name in ("a", "b", "b1")} == {StepStatus.PENDING}


@for_each("completed", [("a1",), ("a1", "a")])
def test_pln_7_a_claim_ends_with_the_substep_that_its_step_depends_on(
    sut: Sut, completed: tuple[str, ...]
) -> None:
    # Given a held step that depends on a completed substep of another step, completed too or not,
    waiting = b.step("b", needs=("a1",))
    sut.given(b.register(b.document(b.step("a", b.step("a1")), waiting)), b.claim())
    sut.given(*map(b.complete, completed), b.claim(b.BOB))
    # when the title of that step changes, then the claim goes on;
    retitled = replace(b.step("a", b.step("a1")), title="New")
    sut.given(b.register(b.document(retitled, waiting, document_hash="3" * 64)))
    assert sut.step("b").claimed_by == b.BOB
    # when the text of the substep changes, then the step is pending again.
    outcome = sut.apply(
        b.register(changed(b.step("a", b.step("a1", items=b.listed(b.TASK))), waiting))
    )
    assert resynced(outcome) == ((), ("a1", "b"), ())
    assert sut.step("b").claimed_by is None


def test_pln_7_a_step_waits_for_what_is_not_completed_in_the_new_document(sut: Sut) -> None:
    # Given a completed step, one that waits for it, and one that waits for both,
    waiting = (b.step("b", needs=("a",)), b.step("c", needs=("a", "b")))
    sut.given(b.register(b.document(b.step("a"), *waiting)), b.claim(), b.complete("a"))
    # when the document gains a step, then another worktree gets the next one,
    sut.given(b.register(changed(b.step("a"), *waiting, b.step("d"))))
    claimed = sut.apply(b.claim(b.BOB, document_hash=b.NEW_HASH))
    assert isinstance(claimed, Claimed)
    assert (claimed.anchor, claimed.remaining_ready, claimed.total_remaining) == ("b", 1, 2)


@for_each("done", [b.entry(b.TASK, 0), b.entry(b.TASK, 0, b.DEFERRED, "later")])
def test_pln_7_the_answer_lists_what_has_progress_alone(sut: Sut, done: BatchEntry) -> None:
    # Given a held step whose task is not open, a pending one with a note, and two without work,
    steps = [b.step(name, items=b.listed(b.TASK)) for name in "abcd"]
    sut.given(b.register(b.document(*steps)), b.claim(), b.batch("a", done))
    sut.given(b.claim(b.BOB), b.note("b", b.BOB), b.release("b", b.BOB))
    # when all change or go, then those with progress are listed; the first is pending now.
    renamed = [replace(each, title="Other") for each in steps]
    outcome = sut.apply(b.register(changed(renamed[0], renamed[2])))
    assert resynced(outcome) == ((), ("a",), ("b",))
    # And that counts as progress when it changes, stays or goes later.
    for number, (now, answer) in enumerate(
        (
            (steps[:1], ((), ("a",), ())),
            ((steps[0], steps[3]), (("a",), (), ())),
            (steps[1:2], ((), (), ("a",))),
        )
    ):
        outcome = sut.apply(b.register(b.document(*now, document_hash=str(number + 3) * 64)))
        assert resynced(outcome) == answer


def test_pln_7_a_held_substep_is_kept_with_its_step_whatever_it_depends_on(sut: Sut) -> None:
    # Given a held step with a substep that depends on an open one,
    steps = (b.step("a", b.step("a1", needs=("c",))), b.step("c"))
    sut.given(b.register(b.document(*steps)), b.claim(), b.start("a1"))
    before = sut.step("a1")
    # when the document gains a step, then the substep is held as it was.
    sut.given(b.register(changed(*steps, b.step("d"))))
    assert sut.step("a1") == before


def test_pln_7_a_new_substep_of_a_held_step_is_pending_until_the_holder_claims_again(
    sut: Sut,
) -> None:
    half_done(sut)
    # When a held step gets a substep, then the claim stays, and the substep is nobody's.
    sut.given(b.register(changed(replace(A, substeps=(*A.substeps, b.step("a3"))), B, C)))
    assert (sut.step("a").claimed_by, sut.step("a3").claimed_by) == (b.ALICE, None)
    # And when the text of the step changes, then so are the others.
    sut.given(b.register(b.document(replace(A, title="New"), B, C, document_hash="3" * 64)))
    assert sut.step("a2").claimed_by is None


def test_a32_pln_7_and_chk_10_only_title_hash_and_steps_are_replaced(sut: Sut) -> None:
    # Given a plan in the midst of its reviews and of its iterations, with a note,
    sut.given(
        b.register(b.FAMILY),
        r.new_plan(5),
        r.stop(r.FAIL),
        i.start_iterations(),
        i.report("a", False),
    )
    sut.given(b.claim(), b.note("a"))
    before = sut.plan()
    # when its document changes wholly,
    sut.given(b.register(changed(b.step("z"))))
    # then reviews and iterations go on where they are, and no id is given again.
    assert sut.plan().iteration_loop == before.iteration_loop is not None
    assert sut.plan().review_cycle == before.review_cycle is not None
    assert sut.plan().last_artifact_id == 1
    sut.given(b.claim(document_hash=b.NEW_HASH), b.note("z"))
    assert [one.id for one in sut.step("z").artifacts] == [2]


def test_a32_pln_1_a_new_plan_counts_its_artifacts_from_the_first(sut: Sut) -> None:
    sut.given(b.register(b.FAMILY))
    assert sut.plan().last_artifact_id == 0
    before = ModelSut(EDITION_2026_1)
    before.given(b.register(b.FAMILY))
    assert before.plan().last_artifact_id is None
