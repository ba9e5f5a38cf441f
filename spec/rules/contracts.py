"""Contracts: for every operation, the order of its checks and its possible outcomes.

This follows from the rules. It is collected here as data for implementers; tests compare it with
the outcomes of the model.
"""

from dataclasses import dataclass

from spec.vocabulary.agents import CheckCommand, CommandChecked
from spec.vocabulary.checklists import ArtifactRecorded, Batch, ItemsUpdated, RecordArtifact, Update
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.completion import Complete, Reconcile, Reconciled, StepCompleted
from spec.vocabulary.holding import (
    Heartbeat,
    LeaseRenewed,
    Release,
    Released,
    Reset,
    Start,
    Started,
    WasReset,
)
from spec.vocabulary.iterations import (
    IterationDecided,
    IterationsStarted,
    ReportIteration,
    StartIterations,
)
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    CycleChanged,
    NewPlan,
    NextTask,
    PostReview,
    Route,
    SetMaxReviews,
    SetNextPhase,
    Stop,
    StopAnswered,
)
from spec.vocabulary.showing import Show, Shown


@dataclass(frozen=True, slots=True)
class Check:
    """What an operation checks, and its answer if the check fails.

    `word` is the reason word of a rejection or of an answer that has one, or else the name of the
    answer. `rule` is the rule that states the check.
    """

    rule: str
    looks_at: str
    word: str


@dataclass(frozen=True, slots=True)
class Contract:
    """The checks of an operation, of which the first that fails answers, and its answers."""

    operation: type[Operation]
    checks: tuple[Check, ...]
    answers: tuple[type, ...]


_PLAN = Check("PLN-3", "`plan`", "unknown_plan")
_REVIEWS = Check("REV-1", "whether the plan has reviews", "invalid_request")


def _held(rule: str) -> tuple[Check, ...]:
    """Return the checks that a caller holds a step, itself or through its parent."""
    return (
        Check(rule, "`step`: it exists and is held", "not_claimed"),
        Check(rule, "`worktree`: it is the holder", "ownership_violation"),
    )


_STATUS = "the status of the step"
_CHANGEABLE = (
    _PLAN,
    Check("CHK-1", "`document_hash`, unless `allow_drift`", "plan_drift"),
    *_held("CHK-1"),
    Check("CHK-9", f"{_STATUS}: it is not completed", "not_claimed"),
)
_COMPLETABLE = (
    Check("CMP-1", "`step`: it exists", "unknown_step"),
    Check("CMP-1", f"{_STATUS}: it is held", "not_claimed"),
    Check("CMP-1", "`worktree`: it is the holder", "ownership_violation"),
    Check("CMP-2", "the items of the step, unless `force`", "incomplete_checklist"),
    Check("CMP-3", "the substeps of the step, unless `force`", "incomplete_substeps"),
)
_COMMITTABLE = tuple(
    Check(check.rule, check.looks_at.replace(", unless `force`", ""), check.word)
    for check in _COMPLETABLE
)

CONTRACTS: tuple[Contract, ...] = (
    Contract(
        Register,
        (
            Check("PLN-2", "the document's hash: it is not the stored one", "Registered"),
            Check("PLN-4", "the document's steps", "plan_without_steps"),
            Check("PLN-5", "the document's anchors", "duplicate_anchor"),
            Check("PLN-5", "the document's dependencies", "unknown_dependency"),
            Check("PLN-5", "what waits for what", "circular_dependency"),
        ),
        (Registered,),
    ),
    Contract(
        Claim,
        (
            _PLAN,
            Check("CLM-7", "`document_hash`", "plan_drift"),
            Check("CLM-11", "the steps, in document order", "NothingClaimable"),
        ),
        (Claimed, NothingClaimable),
    ),
    Contract(
        Start,
        (_PLAN, *_held("CLM-12"), Check("CLM-12", f"{_STATUS}: it is claimed", "not_claimed")),
        (Started,),
    ),
    Contract(
        Heartbeat,
        (_PLAN, *_held("CLM-13"), Check("CLM-13", f"{_STATUS}: it is held", "not_claimed")),
        (LeaseRenewed,),
    ),
    Contract(
        Release,
        (
            _PLAN,
            Check("CLM-15", "`worktree` and `force`: exactly one of them", "invalid_request"),
            Check("CLM-14", "`step`: it exists", "unknown_step"),
            Check("CLM-14", f"{_STATUS}: it is held", "not_claimed"),
            Check("CLM-14", "`worktree`: it is the holder", "ownership_violation"),
        ),
        (Released,),
    ),
    Contract(
        Reset,
        (
            _PLAN,
            Check("CLM-16", "`step`: it exists", "unknown_step"),
            Check("CLM-16", f"{_STATUS}: it is not completed", "not_claimed"),
        ),
        (WasReset,),
    ),
    Contract(Ready, (_PLAN,), (Readiness,)),
    Contract(Show, (_PLAN,), (Shown,)),
    Contract(
        Update,
        (
            *_CHANGEABLE,
            Check("CHK-4", "`changes`: there is one", "no_update"),
            Check("CHK-2", "each change, `allow_reopen`", "reopen_not_allowed"),
            Check("CHK-2", "... its status: no deferral", "missing_reason"),
            Check("CHK-2", "... its status: a known word", "invalid_status"),
            Check("CHK-2", "... its ordinal", "unknown_item"),
        ),
        (ItemsUpdated,),
    ),
    Contract(
        Batch,
        (
            *_CHANGEABLE,
            Check("CHK-4", "`entries` and `complete_remaining`", "empty_batch"),
            Check("CHK-4", "`entries`: each item once", "duplicate_entry"),
            Check("CHK-4", "each entry, its kind", "invalid_kind"),
            Check("CHK-4", "... its status", "invalid_status"),
            Check("CHK-4", "... the reason of a deferral", "missing_reason"),
            Check("CHK-4", "... its ordinal", "unknown_item"),
        ),
        (ItemsUpdated,),
    ),
    Contract(RecordArtifact, (_PLAN, *_held("CHK-1")), (ArtifactRecorded,)),
    Contract(
        Complete,
        (
            _PLAN,
            Check("CMP-1", "`document_hash`, unless `allow_drift`", "plan_drift"),
            *_COMPLETABLE,
        ),
        (StepCompleted,),
    ),
    Contract(Reconcile, (_PLAN,), (Reconciled,)),
    Contract(
        Commit,
        (
            Check("COM-1", "`git_succeeds`", "NotCommitted"),
            Check("COM-2", "`root_found`", "db_error"),
            Check("COM-2", "`store_reachable`", "store_unavailable"),
            Check("COM-2", "`plan`", "unknown_plan"),
            Check("COM-2", "`document_hash`: the document was read", "db_error"),
            Check("COM-2", "`document_hash`", "plan_drift"),
            *_COMMITTABLE,
        ),
        (Committed, NotCommitted),
    ),
    Contract(NewPlan, (_PLAN, Check("REV-1", "`max_reviews`", "invalid_request")), (CycleChanged,)),
    Contract(CreateTasks, (_PLAN, _REVIEWS), (CycleChanged,)),
    Contract(NextTask, (_PLAN, _REVIEWS), (CycleChanged,)),
    Contract(CompleteTask, (_PLAN, _REVIEWS), (CycleChanged,)),
    Contract(CompletePlan, (_PLAN, _REVIEWS), (CycleChanged,)),
    Contract(
        Stop,
        (
            Check("REV-2", "`stop_hook_active`", "hook_active"),
            Check("REV-2", "`plan`, and whether it has reviews", "no_state"),
            Check("REV-2", "the stored `max_reviews`: 0 or more", "malformed"),
            Check("REV-2", "the stored `next_phase`: a review phase", "no_review_due"),
            Check("REV-13", "the stored `phase_iteration`", "by_hand"),
            Check("REV-3", "the stored `max_reviews`: not 0", "reviews_off"),
            Check("REV-4", "the stored `phase_iteration`: below the limit", "limit_reached"),
            Check("REV-12", "`review`: there is one", "review_failed"),
            Check("REV-6", "`review`: not the second clean one", "advanced"),
            Check("REV-8", "nothing more", "reviewed"),
        ),
        (StopAnswered,),
    ),
    Contract(
        PostReview,
        (
            _PLAN,
            _REVIEWS,
            Check("REV-9", "the stored `next_phase`: a post-review phase", "invalid_request"),
        ),
        (CycleChanged,),
    ),
    Contract(ContinuePlan, (_PLAN, _REVIEWS), (Route,)),
    Contract(SetMaxReviews, (_PLAN, _REVIEWS), (CycleChanged,)),
    Contract(SetNextPhase, (_PLAN, _REVIEWS), (CycleChanged,)),
    Contract(
        StartIterations,
        (_PLAN, Check("ITR-5", "`max_iterations`: 1 or more", "invalid_request")),
        (IterationsStarted,),
    ),
    Contract(
        ReportIteration,
        (
            _PLAN,
            Check("ITR-7", "whether a loop is going on", "invalid_request"),
            Check("ITR-7", "`summary_bytes`: there is a summary", "missing_summary"),
            Check("ITR-7", "`summary_bytes`: it is large enough", "undersized_summary"),
            Check("ITR-7", "the `work_remaining` of the `report`", "invalid_request"),
        ),
        (IterationDecided,),
    ),
    Contract(CheckCommand, (), (CommandChecked,)),
)
"""One for every operation, in the order of `OPERATIONS`."""


def contract_of(operation: type[Operation]) -> Contract:
    """Return the contract of an operation."""
    return next(contract for contract in CONTRACTS if contract.operation is operation)
