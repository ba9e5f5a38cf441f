"""Contracts: for every operation, the order of its checks and its possible answers.

The clauses say what is checked; the order stands here alone, as data for those who implement an
operation or read about it. The tests compare it with what the model answers in every edition.
"""

from dataclasses import dataclass

from spec.catalog import clause, rule_id
from spec.editions import Edition
from spec.vocabulary import (
    agents,
    checklists,
    claims,
    commits,
    completion,
    holding,
    iterations,
    plans,
    readiness,
    reviews,
    state,
)
from spec.vocabulary.operations import Operation


@dataclass(frozen=True, slots=True)
class Check:
    """What an operation checks, and its answer if the check fails.

    `clause` states the check, and decides in which editions it is made. `word` is the reason word
    of a rejection, or of an answer that gives a reason, or the name of an answer without one; for
    the state update of a commit, it is that of the completion's answer.
    """

    clause: str
    looks_at: str
    word: str

    @property
    def rule(self) -> str:
        """Return the id of the rule that the clause belongs to."""
        return rule_id(self.clause)


@dataclass(frozen=True, slots=True)
class Contract:
    """The checks of an operation in all editions, in their order; and every kind of answer.

    The first check that fails answers (PLN-3.2). This list is the only place that gives the order.
    """

    operation: type[Operation]
    checks: tuple[Check, ...]
    answers: tuple[type, ...]

    def checks_in(self, edition: Edition) -> tuple[Check, ...]:
        """Return the checks that are made in an edition, in their order."""
        return tuple(check for check in self.checks if clause(check.clause).is_in_force(edition))


_PLAN = Check("PLN-3.1", "`plan`", "unknown_plan")
_REVIEWS = Check("REV-1.3", "whether the plan has reviews", "invalid_request")
_DRIFT = Check("PLN-6.3", "`document_hash`, unless `allow_drift`", "plan_drift")


def _claim(given: str, missing: str | None = None) -> tuple[Check, ...]:
    """Return the checks of a claim's id, by their clauses: one is given where it is demanded."""
    current = Check(given, "`claim_id`, if it is given: it is the current one", "stale_claim")
    if missing is None:
        return (current,)
    return current, Check(missing, "`claim_id`, if the step is fenced: it is given", "stale_claim")


def _held(unknown: str, free: str, stale: str, other: str) -> tuple[Check, ...]:
    """Return the checks that a caller holds a step, itself or by its parent, by their clauses."""
    return (
        Check(unknown, "`step`: it exists", "not_claimed"),
        Check(free, "`step`: it has a holder", "not_claimed"),
        *_claim(stale, "CLM-21.2"),
        Check(other, "`worktree`, which has to be the holder", "ownership_violation"),
    )


_STATUS = "the status of the step"
_HOLDING = _held("CHK-1.1", "CHK-1.2", "CLM-20.3", "CHK-1.3")
_CHANGEABLE = (
    _PLAN,
    _DRIFT,
    *_HOLDING,
    Check("CHK-9.2", f"{_STATUS}: it is not completed", "not_claimed"),
    Check("CHK-9.5", "the status of the top-level step: it is not completed", "not_claimed"),
)


def _completable(unless: str, *claim: Check) -> tuple[Check, ...]:
    """Return the checks of a completion, which skips some of them in the case named.

    `claim` are those of the claim's id.
    """
    return (
        Check("CMP-1.1", "`step`: it exists", "unknown_step"),
        Check("CMP-11.1", f"{_STATUS}: it is not completed", "AlreadyCompleted"),
        Check("CMP-1.2", f"{_STATUS}: it is held", "not_claimed"),
        *claim,
        Check("CMP-1.3", "`worktree`, which has to be the holder", "ownership_violation"),
        Check("CMP-2.3", f"the items of the step{unless}", "incomplete_checklist"),
        Check("CMP-3.1", f"the substeps of the step{unless}", "incomplete_substeps"),
        Check("CMP-1.4", "`worktree`: it is the holder of a held step", "not_claimed"),
    )


CONTRACTS: tuple[Contract, ...] = (
    Contract(
        plans.Register,
        (
            Check("PLN-2.1", "the document's hash: it is not the stored one", "Registered"),
            Check("PLN-7.1", "`plan`: it is not known", "Registered"),
            Check("PLN-4.1", "the document's steps", "plan_without_steps"),
            Check("PLN-5.1", "the document's anchors", "duplicate_anchor"),
            Check("PLN-5.3", "the document's dependencies", "unknown_dependency"),
            Check("PLN-5.6", "the dependencies: no cycle", "circular_dependency"),
        ),
        (plans.Registered,),
    ),
    Contract(
        claims.Claim,
        (
            _PLAN,
            Check("PLN-6.2", "`document_hash`", "plan_drift"),
            Check("CLM-11.1", "the steps, in document order", "NothingClaimable"),
            *_claim("CLM-20.6"),
        ),
        (claims.Claimed, claims.NothingClaimable),
    ),
    Contract(
        holding.Start,
        (
            _PLAN,
            *_held("CLM-12.8", "CLM-12.9", "CLM-20.2", "CLM-12.10"),
            Check("CLM-12.15", f"{_STATUS}: it is not in progress", "AlreadyStarted"),
            Check("CLM-12.11", f"{_STATUS}: it is claimed", "not_claimed"),
        ),
        (holding.Started, holding.AlreadyStarted),
    ),
    Contract(
        holding.Heartbeat,
        (
            _PLAN,
            *_held("CLM-13.7", "CLM-13.8", "CLM-20.2", "CLM-13.9"),
            Check("CLM-13.10", f"{_STATUS}: it is held", "not_claimed"),
        ),
        (holding.LeaseRenewed,),
    ),
    Contract(
        holding.Release,
        (
            _PLAN,
            Check("CLM-14.1", "nothing: the edition has no release", "invalid_request"),
            Check("CLM-15.2", "`worktree` and `force`: not both", "invalid_request"),
            Check("CLM-15.3", "`worktree` and `force`: one of them", "invalid_request"),
            Check("CLM-14.16", "`reason`: at most 500 bytes", "oversized_reason"),
            Check("CLM-14.2", "`step`: it exists", "unknown_step"),
            Check("CLM-14.3", f"{_STATUS}: it is not completed", "not_claimed"),
            Check("CLM-14.4", f"{_STATUS}: it is not pending", "not_claimed"),
            *_claim("CLM-20.5", "CLM-21.4"),
            Check("CLM-14.5", "`worktree`, which has to be the holder", "ownership_violation"),
        ),
        (holding.Released,),
    ),
    Contract(
        holding.Reset,
        (
            _PLAN,
            Check("CLM-16.1", "`step`: it exists", "unknown_step"),
            Check("CLM-16.2", f"{_STATUS}: it is not completed", "not_claimed"),
            *_claim("CLM-20.5"),
        ),
        (holding.ResetResult,),
    ),
    Contract(readiness.Ready, (_PLAN,), (readiness.Readiness,)),
    Contract(state.Show, (_PLAN,), (state.Shown,)),
    Contract(
        checklists.Update,
        (
            *_CHANGEABLE,
            Check("CHK-4.1", "`changes`: there is one", "no_update"),
            Check("CHK-2.2", "each change, `allow_reopen`", "reopen_not_allowed"),
            Check("CHK-2.3", "... its status: no deferral", "missing_reason"),
            Check("CHK-2.4", "... its status: a known word", "invalid_status"),
            Check("CHK-2.5", "... its ordinal", "unknown_item"),
        ),
        (checklists.ItemsUpdated,),
    ),
    Contract(
        checklists.Batch,
        (
            *_CHANGEABLE,
            Check("CHK-4.3", "`entries`: there is one", "empty_batch"),
            Check("CHK-4.4", "`entries` and `complete_remaining`", "empty_batch"),
            Check("CHK-4.5", "`entries`: each item once", "duplicate_entry"),
            Check("CHK-4.8", "each entry, its kind", "invalid_kind"),
            Check("CHK-4.9", "... its status", "invalid_status"),
            Check("CHK-4.10", "... the reason of a deferral", "missing_reason"),
            Check("CHK-4.12", "... its ordinal", "unknown_item"),
        ),
        (checklists.ItemsUpdated,),
    ),
    Contract(checklists.RecordArtifact, (_PLAN, *_HOLDING), (checklists.ArtifactRecorded,)),
    Contract(
        completion.Complete,
        (_PLAN, _DRIFT, *_completable(", unless `force`", *_claim("CLM-20.4", "CLM-21.3"))),
        (completion.StepCompleted, completion.AlreadyCompleted),
    ),
    Contract(completion.Reconcile, (_PLAN,), (completion.Reconciled,)),
    Contract(
        commits.Commit,
        (
            *_claim("COM-1.8", "COM-1.9"),
            Check("COM-1.3", "`git_succeeds`, unless COM-6.4 applies", "NotCommitted"),
            Check("COM-2.1", "`root_found`", "db_error"),
            Check("COM-2.2", "`store_reachable`", "store_unavailable"),
            Check("COM-2.3", "`plan`", "unknown_plan"),
            Check("COM-2.4", "`document_hash`: the document was read", "db_error"),
            Check("COM-2.5", "`document_hash`", "plan_drift"),
            *_completable(""),
        ),
        (commits.Committed, commits.NotCommitted),
    ),
    Contract(
        reviews.NewPlan,
        (_PLAN, Check("REV-1.4", "`max_reviews`", "invalid_request")),
        (reviews.CycleChanged,),
    ),
    Contract(reviews.CreateTasks, (_PLAN, _REVIEWS), (reviews.CycleChanged,)),
    Contract(reviews.NextTask, (_PLAN, _REVIEWS), (reviews.CycleChanged,)),
    Contract(reviews.CompleteTask, (_PLAN, _REVIEWS), (reviews.CycleChanged,)),
    Contract(reviews.CompletePlan, (_PLAN, _REVIEWS), (reviews.CycleChanged,)),
    Contract(
        reviews.Stop,
        (
            Check("REV-2.2", "`stop_hook_active`", "hook_active"),
            Check("REV-2.3", "`plan`, and whether it has reviews", "no_state"),
            Check("REV-2.4", "the stored `max_reviews`: 0 or more", "malformed"),
            Check("REV-2.5", "the stored `next_phase`: a review phase", "no_review_due"),
            Check("REV-2.10", "... a review phase or a post-review phase", "no_review_due"),
            Check("REV-13.3", "the stored `phase_iteration`", "by_hand"),
            Check("REV-3.1", "the stored `max_reviews`: not 0", "reviews_off"),
            Check("REV-4.2", "the stored `phase_iteration`: below the limit", "limit_reached"),
            Check("REV-14.1", "the stored `next_phase`: a review phase", "findings_open"),
            Check("REV-12.2", "`review`: there is one", "review_failed"),
            Check("REV-12.4", "`review`: there is one", "review_failed"),
            Check("REV-6.1", "`review`: not the second clean one", "advanced"),
            Check("REV-8.1", "nothing more", "reviewed"),
        ),
        (reviews.StopAnswered,),
    ),
    Contract(
        reviews.PostReview,
        (
            _PLAN,
            _REVIEWS,
            Check("REV-9.1", "the stored `next_phase`: a post-review phase", "invalid_request"),
            Check("REV-9.6", "the stored `next_phase`: a post-review phase", "invalid_request"),
            Check("REV-9.10", "the stored `next_phase`: not of work", "invalid_request"),
        ),
        (reviews.CycleChanged,),
    ),
    Contract(reviews.ContinuePlan, (_PLAN, _REVIEWS), (reviews.Route,)),
    Contract(reviews.SetMaxReviews, (_PLAN, _REVIEWS), (reviews.CycleChanged,)),
    Contract(
        reviews.SetNextPhase,
        (_PLAN, _REVIEWS, Check("REV-1.21", "`next_phase`: none or a phase", "invalid_request")),
        (reviews.CycleChanged,),
    ),
    Contract(
        iterations.StartIterations,
        (_PLAN, Check("ITR-5.1", "`max_iterations`: 1 or more", "invalid_request")),
        (iterations.IterationsStarted,),
    ),
    Contract(
        iterations.ReportIteration,
        (
            _PLAN,
            Check("ITR-7.1", "whether the plan has a loop", "invalid_request"),
            Check("ITR-7.2", "whether the loop continues", "invalid_request"),
            Check("ITR-7.3", "`summary_bytes`: there is a summary", "missing_summary"),
            Check("ITR-7.4", "`summary_bytes`: it is large enough", "undersized_summary"),
            Check("ITR-7.7", "the `work_remaining` of the `report`", "invalid_request"),
        ),
        (iterations.IterationDecided,),
    ),
    Contract(agents.CheckCommand, (), (agents.CommandChecked,)),
)
"""One for every operation, in the order of `OPERATIONS`."""


def contract_of(operation: type[Operation]) -> Contract:
    """Return the contract of an operation."""
    return next(contract for contract in CONTRACTS if contract.operation is operation)
