"""REC-1 to REC-8: what both orchestrators send and how they end, whatever they are answered.

The situations that a store leads to are a table, `recovery_situations.toml`, with tests of its own.
"""

from dataclasses import replace

from conformance.differential.orchestrators import (
    Orchestrator,
    implementation_orchestrator,
    model_orchestrator,
)
from spec.vocabulary.checklists import Batch, BatchEntry, ItemsUpdated
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import Complete, StepCompleted
from spec.vocabulary.holding import AlreadyStarted, Release, Reset, Start, Started
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Checkpoint, Count, Ending, Judgement, Result, Review, SentCall
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Plan, PlanStatus, Show, Shown, Step, StepStatus
from tests.cases import for_each

PLAN, STEP, WORKTREE = "plan.md", "piers", "ann"
PASS, FAIL, BLOCKED, UNVERIFIED = Judgement
APPROVED = Review(True, (Checkpoint(0, PASS),))

CLAIMED = Claimed(STEP, "Piers", 0, 1000, False, 0, 0)
STARTED, UPDATED = Started(STEP), ItemsUpdated(1)
COMPLETED = StepCompleted(forced=False, all_steps_completed=True)
OPEN_ITEM, CLOSED_ITEM = (
    Item(ItemKind.TASK, 0, "Pour", status) for status in (ItemStatus.OPEN, ItemStatus.COMPLETED)
)

TO_THE_COMMIT: list[type[Operation]] = [Claim, Start, Batch, Commit]
STARTED_AND_REPORTED = (CLAIMED, STARTED, UPDATED)

both_sides = for_each(
    "implement",
    [model_orchestrator, implementation_orchestrator],
)


def failed(reason: FailureReason | None) -> Committed:
    """Return the answer of a commit that did not complete its step."""
    return Committed("c0ffee", "", state_update_failed=True, state_failure_reason=reason)


def shown(
    *items: Item, status: StepStatus = StepStatus.IN_PROGRESS, substeps: tuple[str, ...] = ()
) -> Shown:
    """Return a query's answer: the step with these items and unfinished substeps."""
    steps = [Step(STEP, 0, "Piers", status=status, items=items)]
    steps += [Step(name, 1, name, parent=STEP, items=(OPEN_ITEM,)) for name in substeps]
    # Another step with an open item, and a substep that is done: neither is looked at.
    steps.append(Step("done", 8, "Done", parent=STEP, status=StepStatus.COMPLETED))
    steps.append(Step("other", 9, "Other", items=(OPEN_ITEM,)))
    return Shown(Plan(PLAN, "f" * 64, "", PlanStatus.ACTIVE, tuple(steps)), drifted=True)


def rejected(code: Code) -> Rejected:
    """Return a rejection with a code."""
    return Rejected(code, "")


def run(
    implement: Orchestrator,
    *outcomes: Outcome,
    review: Review = APPROVED,
    count: Count = Count(1, 1),  # noqa: B008 - it is frozen
) -> tuple[list[Operation], Ending | None]:
    """Send an orchestrator outcomes; return what it sent, and how it ended if it did."""
    procedure = implement(PLAN, WORKTREE, review, count)
    sent: list[Operation] = []
    try:
        call: SentCall = next(procedure)
        for outcome in outcomes:
            sent.append(call.operation)
            call = procedure.send(outcome)
    except StopIteration as stop:
        return sent, stop.value
    return [*sent, call.operation], None


def recovery(
    implement: Orchestrator, *outcomes: Outcome, review: Review = APPROVED
) -> tuple[list[Operation], Ending | None]:
    """Run a recovery that is begun because of open items; return its calls, and its ending."""
    commit = failed(FailureReason.OPEN_ITEMS)
    sent, ending = run(implement, *STARTED_AND_REPORTED, commit, *outcomes, review=review)
    return sent[4:], ending


def kinds(operations: list[Operation]) -> list[type[Operation]]:
    return [type(operation) for operation in operations]


@both_sides
@for_each("reason", [each for each in FailureReason if each is not FailureReason.OPEN_ITEMS])
def test_rec_1_what_no_retry_cures_is_escalated_at_once(
    implement: Orchestrator, reason: FailureReason
) -> None:
    # Given a reason that a person has to look at, when the commit fails for it,
    sent, ending = run(implement, *STARTED_AND_REPORTED, failed(reason))
    # then nothing more is sent, and nothing is known to be open.
    assert kinds(sent) == TO_THE_COMMIT
    assert ending is not None
    assert (ending.result, ending.reason, ending.attempts) == (Result.ESCALATED, reason, 0)
    assert (ending.open_items, ending.open_substeps) == (None, None)


@both_sides
@for_each("reason", [FailureReason.OPEN_ITEMS, None])
@for_each("rejection", [None, *map(rejected, Code)])
def test_rec_1_open_items_and_a_missing_reason_begin_a_recovery(
    implement: Orchestrator, reason: FailureReason | None, rejection: Rejected | None
) -> None:
    # Given a reason that is worth a retry, whatever the rejection beside it is
    commit = replace(failed(reason), rejection=rejection)
    sent, ending = run(implement, *STARTED_AND_REPORTED, commit)
    assert kinds(sent) == [*TO_THE_COMMIT, Show]
    assert ending is None


@both_sides
@for_each(
    ("answer", "result"),
    [
        (NotCommitted(STEP), Result.NOT_COMMITTED),
        (replace(failed(None), state_update_failed=False), Result.COMPLETED),
    ],
)
def test_rec_1_unless_an_update_has_failed_the_work_ends_with_the_commit(
    implement: Orchestrator, answer: Outcome, result: Result
) -> None:
    sent, ending = run(implement, *STARTED_AND_REPORTED, answer)
    assert kinds(sent) == TO_THE_COMMIT
    assert ending is not None
    assert (ending.result, ending.attempts) == (result, 0)


@both_sides
def test_rec_1_and_rec_2_the_third_attempt_is_the_last_and_names_what_is_open(
    implement: Orchestrator,
) -> None:
    # Given a step whose item is opened again after every batch, when it is recovered,
    attempt = (shown(OPEN_ITEM), UPDATED, shown(OPEN_ITEM, substeps=("deck", "rails")))
    sent, ending = recovery(implement, *attempt * 3)
    # then the third attempt escalates with what the last query showed.
    assert kinds(sent) == [Show, Batch, Show] * 3
    assert ending is not None
    assert (ending.result, ending.attempts) == (Result.ESCALATED, 3)
    assert ending.reason is FailureReason.OPEN_ITEMS
    assert ending.open_items == (OPEN_ITEM,)
    assert ending.open_substeps == ("deck", "rails")


@both_sides
def test_rec_3_a_batch_defers_what_did_not_pass_and_completes_the_rest(
    implement: Orchestrator,
) -> None:
    review = Review(True, (Checkpoint(0, PASS), Checkpoint(1, FAIL, "it swings")))
    sent, _ = recovery(implement, shown(OPEN_ITEM), review=review)
    deferred = BatchEntry(ItemKind.CHECKPOINT, 1, ItemStatus.DEFERRED, "it swings")
    assert sent[1] == Batch(PLAN, STEP, WORKTREE, (deferred,), "", 0, complete_remaining=True)


@both_sides
@for_each("seen", [(), (shown(OPEN_ITEM), UPDATED)])
def test_rec_3_a_step_that_a_query_shows_completed_needs_nothing_more(
    implement: Orchestrator, seen: tuple[Outcome, ...]
) -> None:
    # Given a step that somebody completes before the first query, or before the second,
    done = shown(OPEN_ITEM, status=StepStatus.COMPLETED)
    sent, ending = recovery(implement, *seen, done)
    # then the recovery succeeds with what it has sent.
    assert kinds(sent) == [Show, Batch, Show][: len(seen) + 1]
    assert ending is not None
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 1)


@both_sides
def test_rec_3_and_rec_4_a_step_with_only_substeps_open_is_completed_strictly(
    implement: Orchestrator,
) -> None:
    sent, _ = recovery(implement, shown(CLOSED_ITEM, substeps=("deck",)))
    # No batch precedes the completion, which has neither `force` nor `allow_drift`.
    assert kinds(sent) == [Show, Complete]
    assert sent[1] == Complete(PLAN, STEP, WORKTREE, "", 0)


@both_sides
def test_rec_3_and_rec_4_an_item_opened_again_begins_an_attempt_with_a_query(
    implement: Orchestrator,
) -> None:
    sent, _ = recovery(implement, shown(OPEN_ITEM), UPDATED, shown(OPEN_ITEM))
    assert kinds(sent) == [Show, Batch, Show, Show]


ATTEMPT = (shown(OPEN_ITEM), UPDATED, shown(CLOSED_ITEM), COMPLETED)
CURABLE = {Code.INCOMPLETE_CHECKLIST}
REASONS = {
    Code.PLAN_DRIFT: FailureReason.DRIFT,
    Code.OWNERSHIP_VIOLATION: FailureReason.OWNERSHIP,
    Code.NOT_CLAIMED: FailureReason.OWNERSHIP,
    Code.INCOMPLETE_SUBSTEPS: FailureReason.OPEN_ITEMS,
}


@both_sides
@for_each("call", range(4))
@for_each("code", [code for code in Code if code not in CURABLE])
def test_rec_2_and_rec_3_and_rec_4_a_rejection_that_no_retry_cures_is_escalated(
    implement: Orchestrator, code: Code, call: int
) -> None:
    # Given an attempt, when one of its calls is rejected with a code that no retry cures,
    sent, ending = recovery(implement, *ATTEMPT[:call], rejected(code))
    # then it is the last, and the reason is that of the code.
    assert len(sent) == call + 1
    assert ending is not None
    assert (ending.result, ending.attempts) == (Result.ESCALATED, 1)
    assert (ending.step, ending.reason) == (STEP, REASONS.get(code, FailureReason.DB_ERROR))
    last_seen = {0: None, 1: (OPEN_ITEM,), 2: (OPEN_ITEM,), 3: ()}
    assert ending.open_items == last_seen[call]


@both_sides
@for_each("count", [0, 1])
def test_rec_4_an_accepted_batch_is_verified_whatever_it_counts(
    implement: Orchestrator, count: int
) -> None:
    # Given a batch that closes the open item, or finds it closed, then one attempt is enough.
    sent, ending = recovery(implement, ATTEMPT[0], ItemsUpdated(count), *ATTEMPT[2:])
    assert kinds(sent) == [Show, Batch, Show, Complete]
    assert ending is not None
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 1)


@both_sides
@for_each("call", range(4))
def test_rec_4_open_items_are_tried_again(implement: Orchestrator, call: int) -> None:
    # Given an attempt whose call is rejected because of open items, when the next one succeeds,
    refused = rejected(Code.INCOMPLETE_CHECKLIST)
    sent, ending = recovery(implement, *ATTEMPT[:call], refused, *ATTEMPT)
    # then the second attempt has completed the step.
    assert len(sent) == call + 1 + len(ATTEMPT)
    assert ending is not None
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 2)


@both_sides
def test_rec_5_deferrals_are_listed_in_order_with_a_reason(implement: Orchestrator) -> None:
    # Given judgements in any order, with and without a reason, when the checklist is reported,
    judged = (
        Checkpoint(3, UNVERIFIED),
        Checkpoint(2, PASS, "fine"),
        Checkpoint(1, BLOCKED, "no truck"),
        Checkpoint(0, FAIL),
    )
    sent, _ = run(implement, CLAIMED, STARTED, review=Review(True, judged))
    # then those that did not pass are deferred, and the rest completes itself.
    reasons = {0: "FAIL", 1: "no truck", 3: "UNVERIFIED"}
    deferred = tuple(
        BatchEntry(ItemKind.CHECKPOINT, ordinal, ItemStatus.DEFERRED, reason)
        for ordinal, reason in reasons.items()
    )
    assert sent[-1] == Batch(PLAN, STEP, WORKTREE, deferred, "", 0, complete_remaining=True)


@both_sides
def test_rec_5_a_batch_without_deferrals_completes_everything(implement: Orchestrator) -> None:
    sent, _ = run(implement, CLAIMED, STARTED)
    assert sent[-1] == Batch(PLAN, STEP, WORKTREE, (), "", 0, complete_remaining=True)


@both_sides
def test_rec_5_a_rejected_batch_is_followed_by_the_commit(implement: Orchestrator) -> None:
    sent, _ = run(implement, CLAIMED, STARTED, rejected(Code.PLAN_DRIFT))
    assert kinds(sent) == TO_THE_COMMIT


@both_sides
def test_rec_6_without_approval_nothing_follows_the_start(implement: Orchestrator) -> None:
    review = Review(False, (Checkpoint(0, PASS),))
    sent, ending = run(implement, CLAIMED, STARTED, review=review)
    assert kinds(sent) == [Claim, Start]
    assert ending is not None
    assert ending.result is Result.NOT_APPROVED


@both_sides
def test_rec_6_an_approval_counts_though_checkpoints_have_not_passed(
    implement: Orchestrator,
) -> None:
    review = Review(True, (Checkpoint(0, FAIL), Checkpoint(1, UNVERIFIED)))
    sent, _ = run(implement, CLAIMED, STARTED, review=review)
    assert kinds(sent) == [Claim, Start, Batch]


@both_sides
@for_each(
    "outcomes",
    [
        (NothingClaimable(all_completed=True, blocked=0),),
        (rejected(Code.PLAN_DRIFT),),
        (CLAIMED, rejected(Code.NOT_CLAIMED)),
    ],
)
def test_rec_6_without_a_step_that_is_started_the_work_ends(
    implement: Orchestrator, outcomes: tuple[Outcome, ...]
) -> None:
    sent, ending = run(implement, *outcomes)
    assert kinds(sent) == [Claim, Start][: len(outcomes)]
    assert ending is not None
    assert ending.result is Result.NOT_STARTED


@both_sides
def test_rec_6_the_id_of_the_claim_is_sent_with_every_call_of_its_holder(
    implement: Orchestrator,
) -> None:
    outcomes = (replace(CLAIMED, claim_id=7), STARTED, UPDATED, failed(None), *ATTEMPT)
    sent, _ = run(implement, *outcomes)
    holders = [call for call in sent if isinstance(call, Start | Batch | Commit | Complete)]
    assert [call.claim_id for call in holders] == [7] * 5


@both_sides
def test_rec_6_a_step_that_was_started_before_is_worked_on(implement: Orchestrator) -> None:
    # Given a step that another process of the same worktree has started, then the work goes on
    sent, _ = run(implement, CLAIMED, AlreadyStarted(STEP))
    assert kinds(sent)[:3] == [Claim, Start, Batch]


@both_sides
@for_each(
    "outcomes",
    [
        (NothingClaimable(all_completed=False, blocked=1),),
        (CLAIMED, rejected(Code.NOT_CLAIMED)),
        (*STARTED_AND_REPORTED, NotCommitted(STEP)),
        (*STARTED_AND_REPORTED, failed(FailureReason.DRIFT)),
        (*STARTED_AND_REPORTED, failed(FailureReason.OWNERSHIP)),
        (*STARTED_AND_REPORTED, failed(None), *ATTEMPT),
    ],
)
def test_rec_8_nothing_is_claimed_by_force_released_or_reset(
    implement: Orchestrator, outcomes: tuple[Outcome, ...]
) -> None:
    # Given a run that ends well or badly, when it has ended,
    sent, ending = run(implement, *outcomes)
    assert ending is not None
    # then it has claimed one step, without force, and given nothing back.
    assert [call.force for call in sent if isinstance(call, Claim)] == [False]
    assert not {Release, Reset} & set(kinds(sent))


@both_sides
def test_rec_7_what_a_coder_counts_changes_nothing(implement: Orchestrator) -> None:
    # Given coders who count nothing, or too much, when the same happens to them,
    outcomes = (*STARTED_AND_REPORTED, failed(None), *ATTEMPT)
    few, many = (run(implement, *outcomes, count=count) for count in (Count(), Count(99, 99)))
    # then both do the same.
    assert few == many
