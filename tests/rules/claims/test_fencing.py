"""CLM-19 to CLM-21: the ids of claims, and requests that are made under one of them."""

from collections.abc import Callable
from itertools import product
from typing import Any

from model.apply import apply
from spec.editions import CURRENT, EDITION_2026_1, edition_named
from spec.vocabulary.claims import Claimed, NothingClaimable
from spec.vocabulary.commits import Committed, FailureReason
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import (
    not_claimed,
    ownership_violation,
    stale_claim,
    stale_claim_undated,
    stale_claim_with_its_id,
)
from spec.vocabulary.state import StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import ModelSut, Sut

NESTED = b.document(
    b.step("a", b.step("a1", items=b.listed(b.TASK)), b.step("a2"), items=b.listed(b.TASK)),
    b.step("b"),
)
Request = Callable[..., Operation]

HOLDERS: dict[str, Request] = {
    "start": b.start,
    "heartbeat": b.heartbeat,
    "update": lambda *names, **more: b.update(
        names[0], b.change(b.COMPLETED), worktree=(*names, b.ALICE)[1], **more
    ),
    "batch": lambda *names, **more: b.batch(
        names[0], b.entry(b.TASK, 0), worktree=(*names, b.ALICE)[1], **more
    ),
    "artifact": b.note,
    "complete": lambda *names, **more: b.complete(*names, force=True, **more),
    "release": lambda *names, **more: b.release(names[0], (*names, b.ALICE)[1], **more),
}
"""What only the holder of a step may do, on a step and by a worktree."""

by_holder = for_each("request_of", HOLDERS.values())


def claimed_again(sut: Sut, **more: Any) -> None:
    """Alice claimed `a`, slept while it was released, and has claimed it under her name again."""
    sut.given(b.register(NESTED), b.claim(), b.release("a", force=True), b.claim(**more))


def ids(sut: Sut) -> list[int | None]:
    return [row.claim_id for row in sut.plan().steps]


def test_clm_19_claims_are_counted_from_0_and_nothing_else_is(sut: Sut) -> None:
    # Given a new plan, no claim was made
    sut.given(b.register(NESTED), b.register(NESTED, plan=b.OTHER_PLAN))
    assert sut.plan().last_claim_id == 0
    # When a step is claimed, the claim answers the raised count
    first = sut.apply(b.claim())
    assert isinstance(first, Claimed)
    assert (first.claim_id, sut.plan().last_claim_id) == (1, 1)
    # And neither what is done under it, nor a claim of nothing, nor another plan's counts
    sut.given(
        b.start("a"), b.heartbeat("a"), b.release("a2", b.ALICE), b.reset("a1"), b.claim(b.BOB)
    )
    assert sut.apply(b.claim("third")) == NothingClaimable(False, 2)
    sut.given(b.claim(plan=b.OTHER_PLAN))
    assert sut.plan().last_claim_id == 2
    assert sut.plan(b.OTHER_PLAN).last_claim_id == 1
    # And the next claim goes on where the last one stopped, although it was given back
    sut.given(b.release("b", b.BOB))
    again = sut.apply(b.claim(b.BOB))
    assert isinstance(again, Claimed)
    assert again.claim_id == 3


def test_clm_19_and_clm_21_a_claim_ends_with_a_release_or_a_reset_of_its_row(sut: Sut) -> None:
    # Given a fenced step that was taken over, which needs no id, fenced again, and renewed late
    sut.given(b.register(NESTED), b.claim(b.BOB, fenced=True), b.claim(force=True))
    assert not any(row.fenced for row in sut.plan().steps)
    # and one that its own holder claims again without
    own = [b.claim(plan=b.OTHER_PLAN, fenced=fenced) for fenced in (True, False)]
    sut.given(b.register(NESTED, plan=b.OTHER_PLAN), *own)
    assert not any(row.fenced for row in sut.plan(b.OTHER_PLAN).steps)
    sut.given(b.claim(fenced=True), b.heartbeat("a", now=900, claim_id=3))
    # When a substep is given back, then the parent's claim goes on
    sut.given(b.release("a1", force=True))
    assert ids(sut) == [3, None, 3, None]
    assert sut.step("a").fenced
    # And a release or a reset of the step ends it in all that becomes pending
    sut.given(b.complete("a2", claim_id=3), b.reset("a"))
    assert ids(sut) == [None, None, 3, None]
    assert [row.fenced for row in sut.plan().steps] == [False, False, True, False]


def test_clm_19_a_resynchronisation_keeps_the_count_and_the_claims_of_kept_steps(sut: Sut) -> None:
    # Given a completed step, and one under a claim, of which the document says something else now
    sut.given(b.register(NESTED), b.claim(fenced=True))
    sut.given(b.complete("a", force=True, claim_id=1), b.claim(b.BOB))
    changed = b.document(
        b.step("a", b.step("a1", items=b.listed(b.TASK)), b.step("a2"), items=b.listed(b.TASK)),
        b.step("b", needs=("a",)),
        document_hash=b.NEW_HASH,
    )
    # When it is registered
    sut.given(b.register(changed))
    # Then the count goes on, and only what is kept has its claim
    assert ids(sut)[:3] == [1, 1, 1]
    assert sut.step("a").fenced
    assert sut.plan().last_claim_id == 2


@by_holder
@for_each("begun", [False, True])
def test_clm_20_a_request_counts_under_the_current_claim_only(
    sut: Sut, request_of: Request, begun: bool
) -> None:
    # Given a session that slept while its step was released and claimed again under its name
    claimed_again(sut)
    sut.given(*[b.start("a")] * begun)
    # Then what it asks under its own claim, or one that never was, is refused, whoever asks
    for given, who in product((1, 0, 3), (b.ALICE, b.BOB)):
        sut.refuses(request_of("a", who, claim_id=given), stale_claim(given, b.ALICE, 0))
    # And the current claim is accepted, from its holder
    sut.refuses(request_of("a", b.BOB, claim_id=2), ownership_violation("a", b.ALICE, b.BOB))
    sut.given(request_of("a", claim_id=2))


@by_holder
def test_clm_20_of_a_pending_step_the_holder_is_asked_for_before_the_claim(
    sut: Sut, request_of: Request
) -> None:
    # Given a step that was released, when its session goes on under the claim that has ended,
    sut.given(b.register(NESTED), b.claim(), b.release("a", force=True))
    # then it is told that nobody holds the step
    sut.refuses(request_of("a", claim_id=1), not_claimed("a", StepStatus.PENDING))


def test_clm_20_a_substep_changes_under_the_claim_of_its_step(sut: Sut) -> None:
    # Given a substep that was completed under an earlier claim, then it changes under the new one
    sut.given(b.register(NESTED), b.claim(), b.complete("a1", force=True), b.claim())
    sut.refuses(b.note("a1", claim_id=1), stale_claim(1, b.ALICE, 0))
    sut.given(b.note("a1", claim_id=2))


def test_clm_20_an_authority_compares_an_id_that_it_carries(sut: Sut) -> None:
    # Given a step that was claimed again, then force under the earlier claim does nothing
    claimed_again(sut)
    sut.refuses(b.release("a", force=True, claim_id=1), stale_claim(1, b.ALICE, 0))
    sut.refuses(b.reset("a", claim_id=1), stale_claim(1, b.ALICE, 0))
    sut.refuses(b.claim(b.BOB, force=True, claim_id=1), stale_claim(1, b.ALICE, 0))
    # And under the current one it does
    assert sut.apply(b.claim(b.BOB, force=True, claim_id=2)) == Claimed(
        "a", "Title of a", 0, 100, True, 1, 1, 3
    )
    sut.given(b.release("a", force=True, claim_id=3))
    # And what is pending has no claim that could be carried
    sut.refuses(b.reset("a", claim_id=3), stale_claim(3, None, None))
    sut.refuses(b.claim(claim_id=3), stale_claim(3, None, None))


@by_holder
def test_clm_21_a_fenced_step_demands_the_id(sut: Sut, request_of: Request) -> None:
    # Given a fenced claim
    claimed_again(sut, fenced=True)
    # Then who gives no id is refused, the holder too
    sut.refuses(request_of("a"), stale_claim(None, b.ALICE, 0))
    sut.refuses(request_of("a", b.BOB), stale_claim(None, b.ALICE, 0))
    # And with it the holder goes on
    sut.given(request_of("a", claim_id=2))


def test_clm_20_clm_21_com_1_a_commit_is_refused_under_a_stale_claim_or_without_one(
    sut: Sut,
) -> None:
    # Given a fenced step with nothing open
    sut.given(b.register(b.FAMILY), b.claim(fenced=True))
    sut.given(*(b.complete(name, force=True, claim_id=1) for name in ("a1", "a2")))
    # When it is committed under another claim, or under none, then git need not commit at all
    for given in (None, 7):
        sut.refuses(b.git_commit("a", claim_id=given), stale_claim(given, b.ALICE, 0))
        sut.refuses(
            b.git_commit("a", claim_id=given, git_succeeds=False), stale_claim(given, b.ALICE, 0)
        )
    # Unless the store cannot be asked
    for root, store in ((False, True), (True, False)):
        request = b.git_commit("a", claim_id=7, root_found=root, store_reachable=store)
        unknown = sut.apply(request)
        assert isinstance(unknown, Committed)
        assert unknown.state_failure_reason is FailureReason.DB_ERROR
    # And under its own it is completed, and the message says under which
    outcome = sut.apply(b.git_commit("a", claim_id=1))
    assert isinstance(outcome, Committed)
    assert not outcome.state_update_failed
    assert outcome.message == b.recorded("a", claim_id=1)


def test_com_1_a_commit_of_a_substep_is_made_under_its_own_claim(sut: Sut) -> None:
    # Given a substep that was completed under an earlier claim of its step
    sut.given(b.register(NESTED), b.claim(), b.complete("a1", force=True), b.claim())
    # Then it is that claim that counts, not the one of the step
    sut.refuses(b.git_commit("a1", claim_id=2), stale_claim(2, b.ALICE, 0))
    sut.given(b.git_commit("a1", claim_id=1))


def test_a29_clm_19_clm_20_clm_21_before_it_claims_had_no_ids() -> None:
    # Without it a stale session changes the step that was claimed again; with it, it does not
    before, after = ModelSut(EDITION_2026_1), ModelSut(CURRENT)
    for each in (before, after):
        claimed_again(each, fenced=True)
    assert before.plan().last_claim_id is None
    assert ids(before) == [None] * 4
    before.given(b.update("a", b.change(b.COMPLETED), claim_id=1), b.start("a"))
    after.refuses(b.update("a", b.change(b.COMPLETED), claim_id=1), stale_claim(1, b.ALICE, 0))
    after.refuses(b.start("a"), stale_claim(None, b.ALICE, 0))


def test_a29_com_4_before_it_a_commit_named_no_claim() -> None:
    # Given a message with a line that looks like the trailer of a claim
    request = b.git_commit("a", claim_id=5, message="Work\nTug-Claim: 7")
    # Then without the amendment it is kept, and with it it is replaced
    for edition, message in (
        (EDITION_2026_1, "Work\nTug-Claim: 7\n\nTug-Step: a\nTug-Plan: plan.md\n"),
        (CURRENT, "Work\n\nTug-Step: a\nTug-Plan: plan.md\nTug-Claim: 5\n"),
    ):
        outcome = apply(ModelSut().state(), request, edition).outcome
        assert isinstance(outcome, Committed)
        assert outcome.message == message


def test_a60_clm_20_before_it_a_stale_session_was_told_the_current_id() -> None:
    # Given a step that was claimed again, when the first session goes on under its claim,
    before, after = (ModelSut(edition_named(name)) for name in ("2026.2-A60", "2026.2"))
    for each in (before, after):
        claimed_again(each, fenced=True)
    # then without the amendment it is told the claim under which it is accepted, with it the name.
    before.refuses(b.start("a", claim_id=1), stale_claim_with_its_id(1, 2))
    before.given(b.start("a", claim_id=2))
    after.refuses(b.start("a", claim_id=1), stale_claim(1, b.ALICE, 0))


def test_a56_clm_19_an_id_is_at_least_the_lowest_that_is_asked_for(sut: Sut) -> None:
    # Given claims that ask for a high id, for a lower one, and for none
    sut.given(b.register(b.document(*map(b.step, "abc"))))
    asked = [b.claim(name, lowest_id=low) for name, low in (("x", 40), ("y", 7), ("z", None))]
    # When they are made, then no id is lower than what is asked for, or than one before it
    ids = [getattr(sut.apply(each), "claim_id", None) for each in asked]
    assert ids == [40, 41, 42]


def test_a55_clm_22_a_claim_resumes_the_step_that_the_worktree_holds(sut: Sut) -> None:
    # Given a worktree that holds the third step, after one whose lease expires and a released one
    sut.given(b.register(b.document(*map(b.step, "abcd"))))
    sut.given(*map(b.claim, ("carol", b.ALICE, b.BOB)), b.release("b", b.ALICE))
    # When it claims with `resume`, then it gets that step; another gets the first one
    resumed = sut.apply(b.claim(b.BOB, resume=True, now=900))
    assert (getattr(resumed, "anchor", None), getattr(resumed, "reclaimed", None)) == ("c", True)
    other = sut.apply(b.claim(b.ALICE, resume=True))
    assert (getattr(other, "anchor", None), getattr(other, "reclaimed", None)) == ("b", False)
    # And of two that it holds it gets the first, whichever is started
    sut.given(b.claim(b.BOB, now=900), b.start("c", b.BOB, now=900))
    assert getattr(sut.apply(b.claim(b.BOB, resume=True, now=900)), "anchor", None) == "a"


def test_a53_clm_20_a_stale_session_is_told_since_when_the_step_is_held(sut: Sut) -> None:
    # Given a step that was claimed again at 7, and renewed at 9,
    sut.given(b.register(b.FAMILY), b.claim(), b.claim(now=7), b.heartbeat("a", now=9))
    # When the first session goes on, or resets the step, then it is told the time of the claim
    for request in (b.start("a", claim_id=1), b.reset("a", claim_id=1)):
        sut.refuses(request, stale_claim(1, b.ALICE, 7))
    # And for a substep that was given back alone it is that of its step
    sut.given(b.release("a1", b.ALICE, now=10))
    sut.refuses(b.start("a1", claim_id=1), stale_claim(1, b.ALICE, 7))
    # And without the amendment it was not
    before = ModelSut(edition_named("2026.2-A53"))
    claimed_again(before)
    before.refuses(b.start("a", claim_id=1), stale_claim_undated(1, b.ALICE))
