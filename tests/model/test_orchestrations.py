"""Runs of the orchestrator: how each ends, undisturbed and disturbed (REC, COM)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from model.explorer.runs import RunGraph, RunProgress, replay_run
from model.explorer.scopes.recovery import FAILED, OTHER, PASSED, RECOVERY, STEP
from model.explorer.scopes.scope import PLAN, WORKTREES, committed
from model.explorer.situations import Begin, Edit, Event, Fault, NextCall
from spec.editions import CURRENT, ORIGIN, Edition, edition_named
from spec.vocabulary.checklists import Batch, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit, FailureReason
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Reset, Start
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.recovery import Count, Ending, Result, Review
from spec.vocabulary.rejections import stale_claim
from spec.vocabulary.state import Show, StepStatus

# The calls of a run by their numbers, in the order in which they come if all are made.
START, REPORT, COMMIT, QUERY, CLOSE, VERIFY, COMPLETION = range(1, 8)
BEFORE_RECOVERY: list[type[Operation]] = [Claim, Start, Batch, Commit]
ATTEMPT: list[type[Operation]] = [Show, Batch, Show]

ALONE = Begin(0, PASSED, Count(tasks=1))
WITH_SUBSTEP = Begin(1, PASSED, Count(tasks=1))

REOPEN = Update(
    PLAN,
    STEP,
    WORKTREES[0],
    (StatusChange(ItemStatus.OPEN, ItemKind.TASK, 0),),
    "",
    0,
    allow_reopen=True,
)
TAKE_OVER = Claim(PLAN, OTHER, "", 0, force=True)
DRIFT = Edit(PLAN, 2)
STORE_AWAY = Fault("the store cannot be reached")
GIT_REFUSES = Fault("git refuses", (("git_succeeds", False),))
NO_ROOT = Fault("the root of the repository is gone", (("root_found", False),))
NO_DOCUMENT = Fault("the document cannot be read", (("document_hash", None),))


def path_of(begin: Begin, disturbances: Mapping[int, Event], calls: int) -> tuple[Event, ...]:
    """Return a path with disturbances before calls, by the numbers of the calls."""
    path: list[Event] = [begin]
    for number in range(calls):
        path += [disturbances[number]] if number in disturbances else []
        path.append(NextCall())
    return tuple(path)


def run(begin: Begin, disturbances: Mapping[int, Event], edition: Edition = CURRENT) -> RunProgress:
    """Run the orchestrator to its end."""
    graph = RunGraph(replace(RECOVERY, max_disturbances=9), edition)
    progress = followed(graph, graph.progress[()], begin)
    while progress.ending is None:
        if (number := len(progress.exchanges)) in disturbances:
            progress = followed(graph, progress, disturbances[number])
        progress = followed(graph, progress, NextCall())
    return progress


def followed(graph: RunGraph, before: RunProgress, event: Event) -> RunProgress:
    after = graph.follow(before, event)
    assert after is not None, f"{event} cannot happen here"
    return after


def ending(progress: RunProgress) -> Ending:
    assert progress.ending is not None
    return progress.ending


def calls(progress: RunProgress) -> list[type[Operation]]:
    return [type(exchange.operation) for exchange in progress.exchanges]


def status(progress: RunProgress) -> StepStatus:
    plan = progress.situation.state.plan(PLAN)
    assert plan is not None
    return next(step.status for step in plan.steps if step.anchor == STEP)


@pytest.mark.parametrize("edition", [CURRENT, ORIGIN], ids=lambda edition: edition.name)
def test_a_run_that_nobody_disturbs_completes_its_step(edition: Edition) -> None:
    # Given a step without substeps, when nothing happens beside the orchestrator,
    progress = run(ALONE, {}, edition)
    # then it claims, starts, reports and commits, and the step is completed.
    assert ending(progress).result is Result.COMPLETED
    assert calls(progress) == BEFORE_RECOVERY
    assert status(progress) is StepStatus.COMPLETED


def test_what_did_not_pass_is_deferred_with_its_reason() -> None:
    # REC-5. Given a reviewer who does not pass a checkpoint and approves, when the run is over,
    progress = run(Begin(0, FAILED, Count()), {})
    # then the step is completed, and the checkpoint is deferred.
    assert ending(progress).result is Result.COMPLETED
    [plan] = progress.situation.state.plans
    assert [(item.status, item.reason) for item in plan.steps[0].items] == [
        (ItemStatus.COMPLETED, None),
        (ItemStatus.DEFERRED, "does not start"),
    ]


@pytest.mark.parametrize("counted", [Count(), Count(tasks=1), Count(tasks=9, tests=9)])
def test_what_a_coder_counts_changes_nothing(counted: Count) -> None:
    # REC-7. Given a coder who counts too few, as many or too many, when the run is over,
    progress = run(Begin(0, PASSED, counted), {})
    # then the same was asked, and the same is stored.
    right = run(ALONE, {})
    asked = [[each.operation for each in one.exchanges] for one in (progress, right)]
    assert asked[0] == asked[1]
    assert progress.situation == right.situation


def test_without_approval_nothing_is_reported_or_committed() -> None:
    # REC-6. Given a reviewer who does not approve, when the run is over,
    progress = run(Begin(0, Review(False), Count(tasks=1)), {})
    # then the step is still being worked on.
    assert ending(progress).result is Result.NOT_APPROVED
    assert calls(progress) == [Claim, Start]
    assert status(progress) is StepStatus.IN_PROGRESS


@pytest.mark.parametrize("call", [0, START])
def test_a_run_does_not_begin_without_the_store(call: int) -> None:
    # Given a store that is away when the step is claimed or started, then nothing follows.
    progress = run(ALONE, {call: STORE_AWAY})
    assert ending(progress).result is Result.NOT_STARTED
    assert len(progress.exchanges) == call + 1


@pytest.mark.parametrize("edition", [CURRENT, ORIGIN], ids=lambda edition: edition.name)
def test_what_git_refuses_is_not_committed(edition: Edition) -> None:
    # Given a git that refuses, when the step is committed, then there is nothing to recover.
    progress = run(ALONE, {COMMIT: GIT_REFUSES}, edition)
    assert ending(progress).result is Result.NOT_COMMITTED
    assert calls(progress) == BEFORE_RECOVERY
    assert status(progress) is StepStatus.IN_PROGRESS


BEYOND_CURE = {
    "the root is gone": (NO_ROOT, FailureReason.DB_ERROR),
    "the store is away": (STORE_AWAY, FailureReason.DB_ERROR),
    "the document cannot be read": (NO_DOCUMENT, FailureReason.DB_ERROR),
    "the document has changed": (DRIFT, FailureReason.DRIFT),
}

STEP_LOST = {
    "the step was taken over": (TAKE_OVER, 2),
    "the step was reset": (Reset(PLAN, STEP, 0), None),
}
"""What takes the step from the orchestrator's claim, and the id of the step's claim after that."""


@pytest.mark.parametrize(("event", "reason"), BEYOND_CURE.values(), ids=BEYOND_CURE)
def test_what_no_attempt_cures_is_escalated_at_once(event: Event, reason: FailureReason) -> None:
    # Given something that keeps the commit from completing its step, other than what is open,
    progress = run(ALONE, {COMMIT: event})
    # then the reason is told, and the store is not asked again.
    clauses = ("REC-1.5", "REC-1.6", "REC-1.8", "REC-2.5", "REC-8.2")
    assert ending(progress) == Ending(Result.ESCALATED, STEP, 0, reason, clauses=clauses)
    assert calls(progress) == BEFORE_RECOVERY


@pytest.mark.parametrize(("event", "current"), STEP_LOST.values(), ids=STEP_LOST)
def test_the_work_on_a_lost_step_is_not_committed(event: Event, current: int | None) -> None:
    # COM-1.10, REC-1.1. Given a step that is lost before its commit, when it is committed,
    progress = run(ALONE, {COMMIT: event})
    # then the commit is rejected before git has made it, because its claim is over.
    clauses = ("REC-1.1", "REC-8.2")
    assert ending(progress) == Ending(Result.NOT_COMMITTED, STEP, clauses=clauses)
    assert progress.exchanges[-1].outcome == stale_claim(1, current)
    assert calls(progress) == BEFORE_RECOVERY


@pytest.mark.parametrize("event", [event for event, _ in STEP_LOST.values()], ids=STEP_LOST)
def test_without_ids_of_claims_a_lost_step_is_escalated_after_its_commit(event: Event) -> None:
    # Given rules without ids of claims, and a step that is lost before its commit,
    progress = run(ALONE, {COMMIT: event}, edition_named("2026.2-A29"))
    # then git has committed, and a person is told that the step is lost.
    found = ending(progress)
    assert (found.result, found.reason) == (Result.ESCALATED, FailureReason.OWNERSHIP)
    assert calls(progress) == BEFORE_RECOVERY


@pytest.mark.parametrize("event", [NO_ROOT, STORE_AWAY, NO_DOCUMENT, DRIFT, REOPEN])
def test_in_the_origin_every_failed_commit_halts_the_run(event: Event) -> None:
    # Given the rules before any amendment, when a commit does not complete its step,
    progress = run(ALONE, {COMMIT: event}, ORIGIN)
    # then the run halts, and does not know why.
    clauses = ("REC-1.3", "REC-1.4", "REC-8.2")
    assert ending(progress) == Ending(Result.HALTED, STEP, clauses=clauses)
    assert calls(progress) == BEFORE_RECOVERY


REPORT_MISSING = {
    "an item is reopened": {COMMIT: REOPEN},
    "the report is lost": {REPORT: STORE_AWAY},
}


@pytest.mark.parametrize("disturbances", REPORT_MISSING.values(), ids=REPORT_MISSING)
def test_an_open_item_is_recovered_in_one_attempt(disturbances: Mapping[int, Event]) -> None:
    # Given an item that is open when the step is committed, when the run goes on,
    progress = run(ALONE, disturbances)
    # then one attempt closes it and completes the step.
    assert ending(progress) == Ending(Result.COMPLETED, STEP, 1, clauses=("REC-4.5",))
    assert calls(progress) == [*BEFORE_RECOVERY, *ATTEMPT, Complete]
    assert status(progress) is StepStatus.COMPLETED


def test_an_open_substep_is_escalated_and_named() -> None:
    # Given a step with a substep that nobody has done, when the step is committed,
    progress = run(WITH_SUBSTEP, {})
    # then one attempt shows that closing items is not enough, and a person is told of the substep.
    named = ((), ("build-1",), ("REC-4.8", "REC-1.8", "REC-2.5", "REC-8.2", "REC-2.11"))
    expected = Ending(Result.ESCALATED, STEP, 1, FailureReason.OPEN_ITEMS, *named)
    assert ending(progress) == expected
    assert calls(progress) == [*BEFORE_RECOVERY, Show, Complete]


def test_an_item_that_is_reopened_once_more_takes_a_second_attempt() -> None:
    # Given an item that is reopened before the commit and behind the first attempt's batch,
    progress = run(ALONE, {COMMIT: REOPEN, VERIFY: REOPEN})
    # then the second attempt succeeds.
    assert ending(progress) == Ending(Result.COMPLETED, STEP, 2, clauses=("REC-4.5",))
    assert calls(progress) == [*BEFORE_RECOVERY, *ATTEMPT, *ATTEMPT, Complete]


def test_an_item_that_is_reopened_thrice_is_escalated_and_named() -> None:
    # Given an item that is reopened behind the batch of each attempt,
    reopened = dict.fromkeys((COMMIT, VERIFY, VERIFY + 3, VERIFY + 6), REOPEN)
    progress = run(ALONE, reopened)
    # then there is no fourth attempt, and the item is named.
    found = ending(progress)
    assert (found.result, found.attempts) == (Result.ESCALATED, 3)
    because, escalated = ("REC-4.2", "REC-2.2", "REC-2.3"), ("REC-1.8", "REC-2.5", "REC-8.2")
    assert found.clauses == (*because, *escalated, "REC-2.9")
    assert found.reason is FailureReason.OPEN_ITEMS
    assert [(item.kind, item.ordinal) for item in found.open_items or ()] == [(ItemKind.TASK, 0)]
    assert calls(progress) == [*BEFORE_RECOVERY, *ATTEMPT * 3]


def test_an_item_that_is_reopened_before_the_completion_is_tried_again() -> None:
    # Given an item that is reopened when the first attempt has seen it closed,
    progress = run(ALONE, {COMMIT: REOPEN, COMPLETION: REOPEN})
    # then the completion is refused, and the second attempt succeeds.
    assert ending(progress) == Ending(Result.COMPLETED, STEP, 2, clauses=("REC-4.5",))


WHILE_RECOVERING = {
    "the store is away for the query": (QUERY, STORE_AWAY, FailureReason.DB_ERROR),
    "the store is away for the batch": (CLOSE, STORE_AWAY, FailureReason.DB_ERROR),
    "the store is away for the second query": (VERIFY, STORE_AWAY, FailureReason.DB_ERROR),
    "the store is away for the completion": (COMPLETION, STORE_AWAY, FailureReason.DB_ERROR),
    "the document changes before the batch": (CLOSE, DRIFT, FailureReason.DRIFT),
    "the document changes before the completion": (COMPLETION, DRIFT, FailureReason.DRIFT),
    "the step is taken over before the batch": (CLOSE, TAKE_OVER, FailureReason.OWNERSHIP),
    "the step is taken over at the end": (COMPLETION, TAKE_OVER, FailureReason.OWNERSHIP),
}


@pytest.mark.parametrize(
    ("call", "event", "reason"), WHILE_RECOVERING.values(), ids=WHILE_RECOVERING
)
def test_an_attempt_that_meets_what_it_cannot_cure_is_the_last(
    call: int, event: Event, reason: FailureReason
) -> None:
    # Given a recovery, when something happens that no attempt cures,
    progress = run(ALONE, {COMMIT: REOPEN, call: event})
    # then its first refused call ends it, with the reason.
    found = ending(progress)
    assert (found.result, found.attempts) == (Result.ESCALATED, 1)
    assert found.reason is reason
    assert "REC-4.7" in found.clauses
    assert len(progress.exchanges) == call + 1


@pytest.mark.parametrize("call", [QUERY, VERIFY])
def test_a_step_that_somebody_else_completes_is_a_success(call: int) -> None:
    # Given a recovery, when somebody reconciles the step from the commit log meanwhile,
    reconcile = Reconcile(PLAN, committed((STEP, "a")), 0)
    progress = run(ALONE, {COMMIT: REOPEN, call: reconcile})
    # then the next query shows it completed, and that is all.
    assert ending(progress) == Ending(Result.COMPLETED, STEP, 1, clauses=("REC-3.4",))
    assert len(progress.exchanges) == call + 1


def test_a_replayed_run_says_what_the_orchestrator_does_next() -> None:
    # Given the path of a run that is recovered, when it is replayed,
    steps = list(replay_run(RECOVERY, CURRENT, path_of(ALONE, {COMMIT: REOPEN}, 8)))
    # then each event says what the orchestrator does next, and the last one how it ended.
    assert [step.then for step in steps if isinstance(step.event, NextCall)][-2:] == [
        "the orchestrator goes on with Complete   by REC-4 REC-6",
        "the orchestrator is done: completed   by REC-4",
    ]


def test_only_enabled_events_extend_a_run() -> None:
    # Given a run before its first call,
    graph = RunGraph(RECOVERY, CURRENT)
    begun = followed(graph, graph.progress[()], ALONE)
    # then no other begins, git refuses only a commit, and what is rejected disturbs nobody.
    for event in (WITH_SUBSTEP, GIT_REFUSES, REOPEN):
        assert graph.follow(begun, event) is None
    # Two disturbances are all, and none of them may come between a fault and its call.
    away = followed(graph, begun, STORE_AWAY)
    assert graph.follow(away, DRIFT) is None
    twice = followed(graph, followed(graph, begun, DRIFT), STORE_AWAY)
    over = followed(graph, twice, NextCall())
    assert graph.follow(over, NextCall()) is None
    # Before anything has begun there is nothing to disturb.
    assert graph.follow(graph.progress[()], DRIFT) is None
