"""The words of the specification: state, definitions, operations, outcomes, rejections.

Frozen standard-library dataclasses and enumerations. Everything that takes part in the
specification, in whatever room, speaks in these.

The rules are stated for these values: times and leases are whole milliseconds of less than 2**62
(so that every sum of two is a 64-bit number), a document hash is 64 lower-case hexadecimal digits,
and texts are valid Unicode, without lone surrogates. Whoever lets values in from outside refuses
others; what a store does with them is not specified.

All words can be imported from here. The module that defines a word is imported when the word is
first asked for, since making all these classes takes longer than most commands take to run.
"""

from importlib import import_module
from typing import TYPE_CHECKING

MODULES = {
    "agents": "CheckCommand CommandChecked Finding",
    "artifacts": "ArtifactRecorded RecordArtifact",
    "checklists": "Batch BatchEntry ItemsUpdated StatusChange Update",
    "claims": "DEFAULT_LEASE Claim Claimed NothingClaimable",
    "commits": "Commit Committed FailureReason NotCommitted",
    "completion": "Complete HashMismatch HistoryEntry Reconcile Reconciled StepCompleted",
    "holding": "Heartbeat LeaseRenewed Release Released Reset Start Started WasReset",
    "items": "Item ItemKind ItemStatus",
    "iteration_loops": "IterationLoop LoopStatus Override Violation",
    "iterations": (
        "LEAST_SUMMARY_BYTES IterationDecided IterationReport IterationsStarted "
        "ReportIteration StartIterations"
    ),
    "operations": "OPERATIONS QUERIES Operation",
    "outcomes": "Accepted Outcome",
    "readiness": "Readiness Ready",
    "recovery": "Checkpoint Count Ending Judgement Result Review Work",
    "registering": "ItemDefinition PlanDefinition Register Registered StepDefinition",
    "rejections": "REASON_WORDS Code Rejected",
    "review_cycles": (
        "DEFAULT_MAX_REVIEWS POST_REVIEW_PHASES TASK_PHASES ReviewCycle ReviewModel "
        "ReviewPhase WorkPhase"
    ),
    "reviews": (
        "CompletePlan CompleteTask Continuation ContinuePlan CreateTasks CycleChanged NewPlan "
        "NextTask PostReview ReviewOperation ReviewResult Route SetMaxReviews SetNextPhase "
        "Stop StopAnswered StopReason"
    ),
    "showing": "Show Shown",
    "state": "Artifact Plan PlanStatus State Step StepStatus",
}
"""The words that each module defines, as the imports below repeat them for type checkers."""

if TYPE_CHECKING:
    from spec.vocabulary.agents import CheckCommand, CommandChecked, Finding
    from spec.vocabulary.artifacts import ArtifactRecorded, RecordArtifact
    from spec.vocabulary.checklists import Batch, BatchEntry, ItemsUpdated, StatusChange, Update
    from spec.vocabulary.claims import DEFAULT_LEASE, Claim, Claimed, NothingClaimable
    from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
    from spec.vocabulary.completion import (
        Complete,
        HashMismatch,
        HistoryEntry,
        Reconcile,
        Reconciled,
        StepCompleted,
    )
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
    from spec.vocabulary.items import Item, ItemKind, ItemStatus
    from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
    from spec.vocabulary.iterations import (
        LEAST_SUMMARY_BYTES,
        IterationDecided,
        IterationReport,
        IterationsStarted,
        ReportIteration,
        StartIterations,
    )
    from spec.vocabulary.operations import OPERATIONS, QUERIES, Operation
    from spec.vocabulary.outcomes import Accepted, Outcome
    from spec.vocabulary.readiness import Readiness, Ready
    from spec.vocabulary.recovery import Checkpoint, Count, Ending, Judgement, Result, Review, Work
    from spec.vocabulary.registering import (
        ItemDefinition,
        PlanDefinition,
        Register,
        Registered,
        StepDefinition,
    )
    from spec.vocabulary.rejections import REASON_WORDS, Code, Rejected
    from spec.vocabulary.review_cycles import (
        DEFAULT_MAX_REVIEWS,
        POST_REVIEW_PHASES,
        TASK_PHASES,
        ReviewCycle,
        ReviewModel,
        ReviewPhase,
        WorkPhase,
    )
    from spec.vocabulary.reviews import (
        CompletePlan,
        CompleteTask,
        Continuation,
        ContinuePlan,
        CreateTasks,
        CycleChanged,
        NewPlan,
        NextTask,
        PostReview,
        ReviewOperation,
        ReviewResult,
        Route,
        SetMaxReviews,
        SetNextPhase,
        Stop,
        StopAnswered,
        StopReason,
    )
    from spec.vocabulary.showing import Show, Shown
    from spec.vocabulary.state import Artifact, Plan, PlanStatus, State, Step, StepStatus
else:
    MODULE_OF = {word: module for module, words in MODULES.items() for word in words.split()}

    def __getattr__(name: str) -> object:
        """Import the module of a word, which is looked up here no second time (PEP 562)."""
        if name not in MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        word = getattr(import_module(f"{__name__}.{MODULE_OF[name]}"), name)
        globals()[name] = word
        return word


__all__ = [
    "DEFAULT_LEASE",
    "DEFAULT_MAX_REVIEWS",
    "LEAST_SUMMARY_BYTES",
    "OPERATIONS",
    "POST_REVIEW_PHASES",
    "QUERIES",
    "REASON_WORDS",
    "TASK_PHASES",
    "Accepted",
    "Artifact",
    "ArtifactRecorded",
    "Batch",
    "BatchEntry",
    "CheckCommand",
    "Checkpoint",
    "Claim",
    "Claimed",
    "Code",
    "CommandChecked",
    "Commit",
    "Committed",
    "Complete",
    "CompletePlan",
    "CompleteTask",
    "Continuation",
    "ContinuePlan",
    "Count",
    "CreateTasks",
    "CycleChanged",
    "Ending",
    "FailureReason",
    "Finding",
    "HashMismatch",
    "Heartbeat",
    "HistoryEntry",
    "Item",
    "ItemDefinition",
    "ItemKind",
    "ItemStatus",
    "ItemsUpdated",
    "IterationDecided",
    "IterationLoop",
    "IterationReport",
    "IterationsStarted",
    "Judgement",
    "LeaseRenewed",
    "LoopStatus",
    "NewPlan",
    "NextTask",
    "NotCommitted",
    "NothingClaimable",
    "Operation",
    "Outcome",
    "Override",
    "Plan",
    "PlanDefinition",
    "PlanStatus",
    "PostReview",
    "Readiness",
    "Ready",
    "Reconcile",
    "Reconciled",
    "RecordArtifact",
    "Register",
    "Registered",
    "Rejected",
    "Release",
    "Released",
    "ReportIteration",
    "Reset",
    "Result",
    "Review",
    "ReviewCycle",
    "ReviewModel",
    "ReviewOperation",
    "ReviewPhase",
    "ReviewResult",
    "Route",
    "SetMaxReviews",
    "SetNextPhase",
    "Show",
    "Shown",
    "Start",
    "StartIterations",
    "Started",
    "State",
    "StatusChange",
    "Step",
    "StepCompleted",
    "StepDefinition",
    "StepStatus",
    "Stop",
    "StopAnswered",
    "StopReason",
    "Update",
    "Violation",
    "WasReset",
    "Work",
    "WorkPhase",
]
