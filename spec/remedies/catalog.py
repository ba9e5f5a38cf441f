"""The catalog of remedies: for every reason word from E047 to E052, what to do about it.

Of several remedies for a reason the first that applies counts; the last one always does.
"""

from spec.remedies import requests
from spec.remedies.conditions import (
    has_open_items,
    has_reviews,
    is_an_authority,
    is_free,
    is_gap,
    of_request,
    of_status,
    without_id,
)
from spec.remedies.refusal import Party, Refusal, Remedy
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS
from spec.vocabulary.reviews import NewPlan
from spec.vocabulary.state import Plan, StepStatus

CODES = (
    Code.INVALID_REQUEST,
    Code.PLAN_DRIFT,
    Code.OWNERSHIP_VIOLATION,
    Code.NOT_CLAIMED,
    Code.INCOMPLETE_CHECKLIST,
    Code.INCOMPLETE_SUBSTEPS,
)
"""The codes of the refusals that have remedies: of requests about a plan that can be read."""

CALLER, HOLDER, PERSON = Party.CALLER, Party.HOLDER, Party.PERSON

SHOW = Remedy(CALLER, "see which steps and items there are", "`Show`", requests.showing)
LIST = Remedy(CALLER, "see which steps can be worked on", "`Ready`", requests.listing)
CLAIM = Remedy(
    CALLER,
    "claim the next step",
    "`Claim`",
    requests.claiming,
    when="the caller holds no step",
    applies=is_free,
)
COMPLETE_ITEMS = Remedy(
    CALLER,
    "once they are done, complete the open items",
    "`Update` that names every open item",
    requests.completing_items,
    settles=True,
)
NAME_ITEMS = Remedy(
    CALLER,
    "once they are done, complete the open items",
    "`Update` that names every open item",
    requests.completing_items,
    when="an item is open",
    applies=has_open_items,
)
COMPLETE = Remedy(CALLER, "no item is open: complete the step", "`Complete`", requests.completing)
SUMMARIZE = Remedy(
    CALLER,
    "write what the next iteration has to know into the summary file, then report again",
    "the same, with a summary that is large enough",
    requests.with_summary,
)
INVALID_REQUEST = (
    Remedy(
        CALLER,
        "reset the step instead",
        "`Reset`",
        requests.resetting,
        when="there is no release",
        applies=of_request(Release, given="release"),
    ),
    Remedy(
        HOLDER,
        "release it in the name of its holder alone",
        "the same, without `force`",
        requests.changing(force=False),
        when="both authorities are given",
        applies=of_request(Release, given="both"),
    ),
    Remedy(
        PERSON,
        "release it by force",
        "the same, with `force`",
        requests.changing(force=True),
        when="no authority is given",
        applies=of_request(Release),
    ),
    Remedy(
        CALLER,
        "give the usual limit",
        f"the same, with {DEFAULT_MAX_REVIEWS} as `max_reviews`",
        requests.changing(max_reviews=DEFAULT_MAX_REVIEWS),
        when="reviews are started",
        applies=of_request(NewPlan),
    ),
    Remedy(
        CALLER,
        "give the usual limit",
        f"the same, with {requests.USUAL_ITERATIONS} as `max_iterations`",
        requests.changing(max_iterations=requests.USUAL_ITERATIONS),
        when="a loop is started",
        applies=of_request(StartIterations),
    ),
    Remedy(
        CALLER,
        "report the names of the remaining work one by one",
        "the same, with `work_remaining` as an array",
        requests.with_readable_work,
        when="`work_remaining` cannot be read",
        applies=of_request(ReportIteration, given="malformed_work_remaining"),
    ),
    Remedy(
        CALLER,
        "start a new loop",
        "`StartIterations`",
        requests.starting_iterations,
        settles=True,
        when="an iteration is reported outside of a loop",
        applies=of_request(ReportIteration),
    ),
    Remedy(
        CALLER,
        "see how to continue",
        "`ContinuePlan`",
        requests.asking_how_to_continue,
        when="the plan has reviews",
        applies=has_reviews,
    ),
    Remedy(CALLER, "start its reviews", "`NewPlan`", requests.starting_reviews, settles=True),
)
STALE_CLAIM = (
    Remedy(
        CALLER,
        "claim without an id, which takes what can be claimed now",
        "the same, without `claim_id`",
        requests.changing(claim_id=None),
        when="it is a claim",
        applies=of_request(Claim),
    ),
    Remedy(
        PERSON,
        "look at the current claim, and name it to end it",
        "the same, with the current `claim_id`",
        requests.under_current_claim,
        when="it is made in nobody's name",
        applies=is_an_authority,
    ),
    Remedy(
        HOLDER,
        "give the id that the claim has answered",
        "the same, with the current `claim_id`",
        requests.under_current_claim,
        when="the step is fenced, and no id was given",
        applies=without_id,
    ),
    CLAIM,
    LIST,
)
NOT_CLAIMED = (
    Remedy(
        CALLER,
        "see which steps there are",
        "`Show`",
        requests.showing,
        when="there is no such step",
        applies=of_status("unknown"),
    ),
    Remedy(
        HOLDER,
        "its work has begun: go on, and renew its lease",
        "`Heartbeat`",
        requests.renewing,
        when="the step is in progress",
        applies=of_status(StepStatus.IN_PROGRESS),
    ),
    Remedy(
        HOLDER,
        "claim the step again, which takes its pending substeps too",
        "`Claim`",
        requests.claiming,
        when="the caller holds the step of a pending substep",
        applies=is_gap,
    ),
    CLAIM,
    LIST,
)

REMEDIES: dict[str, tuple[Remedy, ...]] = {
    "unknown_plan": (
        Remedy(CALLER, "register it", "`Register`", requests.registering, settles=True),
    ),
    "unknown_step": (SHOW,),
    "empty_batch": (NAME_ITEMS, COMPLETE),
    "duplicate_entry": (
        Remedy(
            CALLER,
            "list each item once",
            "the same, with the first entry on each item",
            requests.naming_each_once,
        ),
    ),
    "unknown_item": (SHOW,),
    "invalid_kind": (SHOW,),
    "invalid_status": (
        Remedy(
            CALLER,
            "if the item is done, complete it",
            "the same, with `completed` for words that are no status",
            requests.with_known_statuses,
        ),
    ),
    "missing_reason": (
        Remedy(
            CALLER,
            f"defer it with your reason in place of {requests.REASON}",
            "`Batch` with a reason for each deferral",
            requests.with_reasons,
        ),
    ),
    "no_update": (NAME_ITEMS, COMPLETE),
    "reopen_not_allowed": (
        Remedy(
            CALLER,
            "if items are to be open again, allow it",
            "the same, with `allow_reopen`",
            requests.changing(allow_reopen=True),
        ),
    ),
    "invalid_request": INVALID_REQUEST,
    "missing_summary": (SUMMARIZE,),
    "undersized_summary": (SUMMARIZE,),
    "plan_drift": (
        Remedy(
            CALLER,
            "update the plan from its document",
            "`Register`",
            requests.registering,
            settles=True,
        ),
    ),
    "ownership_violation": (
        Remedy(
            HOLDER,
            "leave it to its holder",
            "the same, in the holder's name",
            requests.as_holder,
        ),
    ),
    "stale_claim": STALE_CLAIM,
    "not_claimed": NOT_CLAIMED,
    "incomplete_checklist": (COMPLETE_ITEMS,),
    "incomplete_substeps": (
        Remedy(
            CALLER,
            "complete its substeps first",
            "`Complete` of the first substep that is not completed",
            requests.completing_substep,
            settles=True,
        ),
    ),
}


def refusal_of(plan: Plan | None, operation: Operation, outcome: Outcome) -> Refusal | None:
    """Return the refusal that has a remedy, or `None` for any other outcome.

    What git has committed is not committed again: there, the completion was refused.
    """
    rejected = outcome.rejection if isinstance(outcome, Committed) else outcome
    if not isinstance(rejected, Rejected) or rejected.code not in CODES:
        return None
    if isinstance(operation, Commit) and isinstance(outcome, Committed):
        operation = completion_of(operation)
    return Refusal(plan, operation, rejected)


def completion_of(commit: Commit) -> Complete:
    """Return the completion that a commit asks for."""
    return Complete(
        *(commit.plan, commit.step, commit.worktree, commit.document_hash or "", commit.now),
        claim_id=commit.claim_id,
    )


def remedy_of(refusal: Refusal) -> Remedy:
    """Return the remedy for a refusal."""
    return next(each for each in REMEDIES[refusal.rejected.reason] if each.applies(refusal))
