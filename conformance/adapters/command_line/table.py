"""Every operation as a subcommand, and the answers that are read from what it prints."""

from collections.abc import Mapping
from dataclasses import dataclass

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
from spec.vocabulary.items import Item
from spec.vocabulary.operations import Operation


@dataclass(frozen=True)
class Row:
    """An operation: its subcommand, and the answer whose fields are printed in `data`.

    `done` is a field that must be true; if it is false, the answer is `undone`, or wrong without
    that. `repeated` is a field and the answer that it means if it is true.
    """

    command: str
    answer: type
    done: str | None = None
    undone: type | None = None
    repeated: tuple[str, type] | None = None


OPERATIONS: Mapping[type[Operation], Row] = {
    plans.Register: Row("state init", plans.Registered),
    claims.Claim: Row("state claim", claims.Claimed, "claimed", claims.NothingClaimable),
    holding.Start: Row(
        *("state start", holding.Started, "started"),
        repeated=("already_started", holding.AlreadyStarted),
    ),
    holding.Heartbeat: Row("state heartbeat", holding.LeaseRenewed),
    holding.Release: Row("state release", holding.Released, "released"),
    holding.Reset: Row("state reset", holding.ResetResult, "reset"),
    checklists.Update: Row("state update", checklists.ItemsUpdated),
    checklists.Batch: Row("state update", checklists.ItemsUpdated),
    checklists.RecordArtifact: Row("state artifact", checklists.ArtifactRecorded),
    completion.Complete: Row(
        *("state complete", completion.StepCompleted, "completed"),
        repeated=("already_completed", completion.AlreadyCompleted),
    ),
    completion.Reconcile: Row("state reconcile", completion.Reconciled),
    commits.Commit: Row("commit", commits.Committed, "committed"),
    readiness.Ready: Row("state ready", readiness.Readiness),
    state.Show: Row("state show", state.Shown),
    reviews.NewPlan: Row("review new-plan", reviews.CycleChanged),
    reviews.CreateTasks: Row("review create-tasks", reviews.CycleChanged),
    reviews.NextTask: Row("review next-task", reviews.CycleChanged),
    reviews.CompleteTask: Row("review complete-task", reviews.CycleChanged),
    reviews.CompletePlan: Row("review complete-plan", reviews.CycleChanged),
    reviews.PostReview: Row("review post-review", reviews.CycleChanged),
    reviews.SetMaxReviews: Row("review set", reviews.CycleChanged),
    reviews.SetNextPhase: Row("review set", reviews.CycleChanged),
    reviews.ContinuePlan: Row("review continue", reviews.Route),
    reviews.Stop: Row("review stop-hook", reviews.StopAnswered),
    iterations.StartIterations: Row("iterations start", iterations.IterationsStarted),
    iterations.ReportIteration: Row("iterations report", iterations.IterationDecided),
    agents.CheckCommand: Row("check-command", agents.CommandChecked),
}
PRINTED: Mapping[type, Mapping[str, str]] = {
    claims.Claimed: {"index": "step_index", "lease_expires_at": "lease_expires"},
    claims.NothingClaimable: {"blocked": "total_remaining"},
    holding.LeaseRenewed: {"lease_expires_at": "lease_expires"},
    completion.HashMismatch: {
        "step": "step_anchor",
        "stored_hash": "db_hash",
        "history_hash": "git_hash",
    },
    reviews.Route: {"continuation": "route"},
    state.Plan: {"path": "plan_path", "document_hash": "plan_hash", "title": "phase_title"},
    state.Step: {"index": "step_index", "parent": "parent_anchor"},
}
"""The fields that are printed under another name than that of the vocabulary."""
NOT_PRINTED: Mapping[type, frozenset[str]] = {
    commits.Committed: frozenset({"message", "rejection", "all_steps_completed", "kept_hash"}),
    state.Plan: frozenset({"steps", "review_cycle", "last_artifact_id"}),
    state.Step: frozenset(
        {
            *("items", "artifacts", "dependencies"),
            *("claimed_at", "heartbeat_at", "started_at"),
        }
    ),
    state.Artifact: frozenset({"id"}),
    Item: frozenset(),
}
"""The fields that are not read from an object, or not as they stand there."""
