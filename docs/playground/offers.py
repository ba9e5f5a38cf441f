"""What can be done next: requests with their arguments, those that are accepted first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from conformance.reports.words.sentences import request_sentence
from docs.playground.playing import Played, Run
from model.apply import apply
from spec.additions import is_known
from spec.amendments.changes_2026_2 import FENCED_CLAIMS
from spec.formats.messages import Message, operation_to_json
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import CommitLog, CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import PlanDefinition, Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    SetMaxReviews,
    Stop,
)
from spec.vocabulary.state import Plan, Show, Step, StepStatus

Offers = Iterator[Operation]


@dataclass(frozen=True, slots=True)
class Choice:
    """What the reader has chosen: whose turn it is, on which step, when, with which document."""

    plan: str
    worktree: str
    step: str
    now: int
    lease: int
    definition: PlanDefinition

    @property
    def document_hash(self) -> str:
        """The hash of the document as it is now."""
        return self.definition.document_hash


def following(run: Run, choice: Choice, taking: bool) -> Choice:
    """Return the choice with a step that is there; `taking` chooses the one that was just claimed.

    Otherwise the chosen step stays, or else the first that is not completed is chosen.
    """
    plan = run.state.plan(choice.plan)
    if plan is None or not plan.steps:
        return choice
    steps = {each.anchor: each.status for each in plan.steps}
    last = run.played[-1].outcome if taking and run.played else None
    taken = last.anchor if isinstance(last, Claimed) else None
    if taken in steps or choice.step in steps:
        return replace(choice, step=taken if taken in steps else choice.step)
    left = [each for each, status in steps.items() if status is not StepStatus.COMPLETED]
    return replace(choice, step=(left or [*steps])[0])


def offers_of(run: Run, choice: Choice) -> list[Message]:
    """Return what can be asked next in a run, with what would become of it.

    What is accepted comes first, and of that what changes something.
    """
    offers = [
        offer(run, group, operation)
        for group, operations in offered(run, choice).items()
        for operation in operations
        if is_known(operation, run.edition)
    ]
    return sorted(offers, key=lambda each: (not each["accepted"], not each["changes"]))


def offer(run: Run, group: str, operation: Operation) -> Message:
    """Return one request with its outcome in the state at the end of a run."""
    transition = apply(run.state, operation, run.edition)
    outcome, request = transition.outcome, operation_to_json(operation)
    refused = isinstance(outcome, Rejected)
    return {
        "group": group,
        "request": request,
        "sentence": request_sentence(request),
        "accepted": not refused,
        "why": why(outcome),
        "changes": transition.state != run.state,
    }


def why(outcome: Outcome) -> str:
    """Return why a request is rejected, or does not complete the step that it is for."""
    if isinstance(outcome, Rejected):
        return f"{outcome.code} {outcome.reason}"
    if isinstance(outcome, Committed) and outcome.state_update_failed:
        return f"the step is not completed: {outcome.state_failure_reason}"
    return ""


def offered(run: Run, choice: Choice) -> dict[str, Offers]:
    """Return the requests that are offered, by what they are about."""
    plan = run.state.plan(choice.plan)
    step = next((each for each in plan.steps if each.anchor == choice.step), None) if plan else None
    choice = replace(choice, step=step.anchor if step else "")
    claim = claim_id_of(run.played, choice)
    return {
        "Plan": about_plan(choice),
        "Claims": about_claims(choice, claim),
        "Checklist": about_items(choice, step, claim),
        "Completion": about_completion(run, choice, claim),
        "Reviews": about_reviews(choice, plan),
        "Iterations": about_iterations(choice),
    }


def claim_id_of(played: list[Played], choice: Choice) -> int | None:
    """Return the id of the worker's last fenced claim of the step, which its requests need."""
    for each in reversed(played):
        asked, answered = each.operation, each.outcome
        if not isinstance(asked, Claim) or not isinstance(answered, Claimed):
            continue
        if asked.worktree == choice.worktree and answered.anchor == choice.step:
            return answered.claim_id if asked.fenced else None
    return None


def about_plan(choice: Choice) -> Offers:
    """Yield requests about a plan as a whole, and about nothing that is stored."""
    yield Register(choice.plan, choice.definition, choice.now)
    yield Ready(choice.plan, choice.now)
    yield Show(choice.plan, choice.document_hash, choice.now)
    yield CheckCommand(choice.plan, "git commit -m done", choice.now)


def about_claims(choice: Choice, claim: int | None) -> Offers:
    """Yield claims, and what a holder does with a step."""
    who = (choice.plan, choice.worktree, choice.document_hash, choice.now, choice.lease)
    yield Claim(*who)
    yield Claim(*who, fenced=True)
    yield Claim(*who, force=True)
    if choice.step:
        step, now = (choice.plan, choice.step), choice.now
        yield Start(*step, choice.worktree, now, claim)
        yield Heartbeat(*step, choice.worktree, now, choice.lease, claim)
        yield Release(*step, now, choice.worktree, claim_id=claim)
        yield Release(*step, now, force=True)
        yield Reset(*step, now)


def about_items(choice: Choice, step: Step | None, claim: int | None) -> Offers:
    """Yield reports on the items of a step."""
    if step is None:
        return
    who = (choice.plan, step.anchor, choice.worktree)
    when: dict[str, Any] = {"document_hash": choice.document_hash, "now": choice.now}
    for item in step.items:
        if item.status == ItemStatus.OPEN:
            done = StatusChange(ItemStatus.COMPLETED, item.kind, item.ordinal)
            yield Update(*who, (done,), **when, claim_id=claim)
            later = BatchEntry(item.kind, item.ordinal, ItemStatus.DEFERRED, "later")
            yield Batch(*who, (later,), **when, claim_id=claim)
        else:
            again = StatusChange(ItemStatus.OPEN, item.kind, item.ordinal)
            yield Update(*who, (again,), **when, allow_reopen=True, claim_id=claim)
    yield Batch(*who, (), **when, complete_remaining=True, claim_id=claim)
    yield RecordArtifact(*who, "note", "what was found", choice.now, claim)


def about_completion(run: Run, choice: Choice, claim: int | None) -> Offers:
    """Yield completions and commits, also those that fail on the way."""
    if choice.step:
        who = (choice.plan, choice.step, choice.worktree)
        made = f"{len(run.played) + 1:040x}"
        yield Complete(*who, choice.document_hash, choice.now, claim_id=claim)
        yield Complete(*who, choice.document_hash, choice.now, True, "enough", claim_id=claim)
        commit = (*who, choice.document_hash, choice.now, made, f"Finish {choice.step}")
        yield Commit(*commit, claim_id=claim)
        yield Commit(*commit, git_succeeds=False, claim_id=claim)
        yield Commit(*commit, store_reachable=False, claim_id=claim)
    yield Reconcile(choice.plan, commit_log(run), choice.now)


def commit_log(run: Run) -> CommitLog:
    """Return the commits of a run that say which step they complete, the newest first."""
    names_claims = run.edition.has(FENCED_CLAIMS)
    return tuple(
        CommitLogEntry(
            each.operation.plan,
            each.operation.step,
            each.outcome.commit_hash,
            each.operation.claim_id if names_claims else None,
        )
        for each in reversed(run.played)
        if isinstance(each.operation, Commit) and isinstance(each.outcome, Committed)
    )


def about_reviews(choice: Choice, plan: Plan | None) -> Offers:
    """Yield what moves the reviews of a plan on, and stops with each kind of review."""
    at = (choice.plan, choice.now)
    cycle = plan.review_cycle if plan else None
    task = (cycle.current_task if cycle else None) or "1"
    yield NewPlan(*at)
    if cycle is None:
        return
    yield CreateTasks(*at)
    yield NextTask(choice.plan, str(int(task) + 1) if task.isdecimal() else "1", choice.now)
    yield NextTask(choice.plan, None, choice.now)
    yield CompleteTask(choice.plan, task, choice.now)
    yield CompletePlan(*at)
    yield PostReview(*at)
    yield ContinuePlan(*at)
    yield SetMaxReviews(choice.plan, 0, choice.now)
    for result in (ReviewResult.PASS, ReviewResult.FAIL, ReviewResult.CRASHED):
        yield Stop(choice.plan, result, choice.now)
    yield Stop(choice.plan, ReviewResult.FAIL, choice.now, stop_hook_active=True)


def about_iterations(choice: Choice) -> Offers:
    """Yield the beginning of a loop, and reports that continue and end it."""
    yield StartIterations(choice.plan, 3, choice.now)
    going_on = IterationReport("Phase_2", requires_continuation=True, summary_path="summary.md")
    yield ReportIteration(choice.plan, going_on, 1000, choice.now)
    done = IterationReport("0", requires_continuation=False)
    yield ReportIteration(choice.plan, done, 1000, choice.now)
