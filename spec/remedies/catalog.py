"""The catalog of remedies: what to do next, for every reason word from E047 to E052.

The first remedy that applies is the one to use; the last one always applies.
"""

from dataclasses import replace
from typing import Any

from spec.remedies import requests
from spec.remedies.refusal import Party, Refusal, Remedy, of_request, of_status
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release, Reset
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.readiness import Ready
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS
from spec.vocabulary.reviews import ContinuePlan, NewPlan
from spec.vocabulary.state import Plan, Show, StepStatus

CODES = (
    Code.INVALID_REQUEST,
    Code.PLAN_DRIFT,
    Code.OWNERSHIP_VIOLATION,
    Code.NOT_CLAIMED,
    Code.INCOMPLETE_CHECKLIST,
    Code.INCOMPLETE_SUBSTEPS,
)
"""The codes that have remedies: those of requests about a plan whose document is valid."""


def asks(kind: type[Operation], advice: str, **more: Any) -> Remedy:
    """Return the remedy to request an operation of this kind for the same plan, step and caller."""
    return Remedy(advice, f"`{kind.__name__}`", requests.asking(kind), **more)


SHOW = asks(Show, "list the steps and items")
LIST = asks(Ready, "list the steps that are ready")
CLAIM = asks(
    Claim,
    "claim the next step",
    when="the caller holds no step",
    applies=Refusal.is_free,
)
COMPLETE_ITEMS = Remedy(
    "do the open items, then report them as completed",
    "`Update` that names every open item",
    requests.completing_items,
    settles=True,
)
NAME_ITEMS = replace(
    COMPLETE_ITEMS, settles=False, when="an item is open", applies=Refusal.has_open_items
)
COMPLETE = Remedy("no item is open: complete the step", "`Complete`", requests.completing)
SUMMARIZE = Remedy(
    "write a summary for the next iteration into the summary file, then report again",
    "the same, with a large enough summary",
    requests.with_summary,
)
INVALID_REQUEST = (
    asks(
        Reset,
        "reset the step instead",
        when="the edition has no release",
        applies=of_request(Release, given="release"),
    ),
    Remedy(
        "release it as its holder, without force",
        "the same, without `force`",
        requests.changing(force=False),
        party=Party.HOLDER,
        when="a holder and force are given",
        applies=of_request(Release, given="both"),
    ),
    Remedy(
        "release it by force",
        "the same, with `force`",
        requests.changing(force=True),
        party=Party.PERSON,
        when="neither a holder nor force is given",
        applies=of_request(Release),
    ),
    Remedy(
        "use the default limit",
        f"the same, with {DEFAULT_MAX_REVIEWS} as `max_reviews`",
        requests.changing(max_reviews=DEFAULT_MAX_REVIEWS),
        when="reviews are started",
        applies=of_request(NewPlan),
    ),
    Remedy(
        "use the default limit",
        f"the same, with {requests.USUAL_ITERATIONS} as `max_iterations`",
        requests.changing(max_iterations=requests.USUAL_ITERATIONS),
        when="a loop is started",
        applies=of_request(StartIterations),
    ),
    Remedy(
        "report the remaining work as a list of names",
        "the same, with `work_remaining` as an array",
        requests.with_readable_work,
        when="`work_remaining` is malformed",
        applies=of_request(ReportIteration, given="malformed_work_remaining"),
    ),
    Remedy(
        "start a new loop",
        "`StartIterations`",
        requests.asking(StartIterations, max_iterations=requests.USUAL_ITERATIONS),
        settles=True,
        when="an iteration is reported outside a loop",
        applies=of_request(ReportIteration),
    ),
    asks(
        ContinuePlan,
        "query how to continue",
        when="the plan has reviews",
        applies=Refusal.has_reviews,
    ),
    asks(NewPlan, "start its reviews", settles=True),
)
STALE_CLAIM = (
    Remedy(
        "claim without an id",
        "the same, without `claim_id`",
        requests.changing(claim_id=None),
        when="the request is a claim",
        applies=of_request(Claim),
    ),
    Remedy(
        "if the step is to be taken from whoever holds it now, name no claim",
        "the same, without `claim_id`",
        requests.changing(claim_id=None),
        party=Party.PERSON,
        when="the request names no worktree",
        applies=Refusal.is_an_authority,
    ),
    asks(
        Ready,
        "repeat it with the `claim_id` that your claim returned; if you have none, list the steps "
        "that are ready",
        when="the step is fenced, and the request has no `claim_id`",
        applies=Refusal.without_id,
    ),
    CLAIM,
    LIST,
)
NOT_CLAIMED = (
    asks(
        Show,
        "list the steps",
        when="the plan does not have the step",
        applies=of_status("unknown"),
    ),
    asks(
        Heartbeat,
        "continue the step, and renew its lease",
        party=Party.HOLDER,
        when="the step is in progress",
        applies=of_status(StepStatus.IN_PROGRESS),
    ),
    asks(
        Claim,
        "claim the step again, which includes its pending substeps",
        party=Party.HOLDER,
        when="the caller holds the step of a pending substep",
        applies=Refusal.is_gap,
    ),
    CLAIM,
    LIST,
)

REMEDIES: dict[str, tuple[Remedy, ...]] = {
    "unknown_plan": (Remedy("register it", "`Register`", requests.registering, settles=True),),
    "unknown_step": (SHOW,),
    "empty_batch": (NAME_ITEMS, COMPLETE),
    "duplicate_entry": (
        Remedy(
            "list each item once",
            "the same, with only the first entry of each item",
            requests.naming_each_once,
        ),
    ),
    "unknown_item": (SHOW,),
    "invalid_kind": (SHOW,),
    "invalid_status": (
        Remedy(
            "if the item is done, complete it",
            "the same, with `completed` in place of invalid statuses",
            requests.with_known_statuses,
        ),
    ),
    "missing_reason": (
        Remedy(
            f"defer it with a reason in place of {requests.REASON}",
            "`Batch` with a reason for each deferral",
            requests.with_reasons,
        ),
    ),
    "no_update": (NAME_ITEMS, COMPLETE),
    "reopen_not_allowed": (
        Remedy(
            "if the items are to be reopened, allow it",
            "the same, with `allow_reopen`",
            requests.changing(allow_reopen=True),
        ),
    ),
    "invalid_request": INVALID_REQUEST,
    "missing_summary": (SUMMARIZE,),
    "undersized_summary": (SUMMARIZE,),
    "oversized_reason": (
        Remedy(
            f"release it with a shorter reason in place of {requests.REASON}",
            "the same, with a reason of at most 500 bytes",
            requests.changing(reason=requests.REASON),
        ),
    ),
    "plan_drift": (
        Remedy(
            "register the changed document",
            "`Register`",
            requests.registering,
            settles=True,
        ),
    ),
    "ownership_violation": (CLAIM, LIST),
    "stale_claim": STALE_CLAIM,
    "not_claimed": NOT_CLAIMED,
    "incomplete_checklist": (COMPLETE_ITEMS,),
    "incomplete_substeps": (
        Remedy(
            "complete its substeps first",
            "`Complete` of the first substep that is not completed",
            requests.completing_substep,
            settles=True,
        ),
    ),
}


def refusal_of(plan: Plan | None, operation: Operation, outcome: Outcome) -> Refusal | None:
    """Return the refusal that has a remedy, or `None` for any other outcome.

    If git has committed, the commit is not repeated: the refused request is its completion.
    """
    rejected = outcome.rejection if isinstance(outcome, Committed) else outcome
    if not isinstance(rejected, Rejected) or rejected.code not in CODES:
        return None
    if isinstance(operation, Commit) and isinstance(outcome, Committed):
        asked = (operation.plan, operation.step, operation.worktree, operation.document_hash or "")
        operation = Complete(*asked, operation.now, claim_id=operation.claim_id)
    return Refusal(plan, operation, rejected)


def remedy_of(refusal: Refusal) -> Remedy:
    """Return the remedy for a refusal."""
    return next(each for each in REMEDIES[refusal.rejected.reason] if each.applies(refusal))
