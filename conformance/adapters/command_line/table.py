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
class SubcommandRow:
    """An operation: its subcommand, and the answer whose fields are printed in `data`.

    `done` is a field that must be true; if it is false, the answer is `undone`, or wrong without
    that. `repeated` is a field and the answer that it means if it is true.
    """

    command: str
    answer: type
    done: str | None = None
    undone: type | None = None
    repeated: tuple[str, type] | None = None


OPERATIONS: Mapping[type[Operation], SubcommandRow] = {
    plans.Register: SubcommandRow("state init", plans.Registered),
    claims.Claim: SubcommandRow("state claim", claims.Claimed, "claimed", claims.NothingClaimable),
    holding.Start: SubcommandRow(
        *("state start", holding.Started, "started"),
        repeated=("already_started", holding.AlreadyStarted),
    ),
    holding.Heartbeat: SubcommandRow("state heartbeat", holding.LeaseRenewed),
    holding.Release: SubcommandRow("state release", holding.Released, "released"),
    holding.Reset: SubcommandRow("state reset", holding.ResetResult, "reset"),
    checklists.Update: SubcommandRow("state update", checklists.ItemsUpdated),
    checklists.Batch: SubcommandRow("state update", checklists.ItemsUpdated),
    checklists.RecordArtifact: SubcommandRow("state artifact", checklists.ArtifactRecorded),
    completion.Complete: SubcommandRow(
        *("state complete", completion.StepCompleted, "completed"),
        repeated=("already_completed", completion.AlreadyCompleted),
    ),
    completion.Reconcile: SubcommandRow("state reconcile", completion.Reconciled),
    commits.Commit: SubcommandRow("commit", commits.Committed, "committed"),
    readiness.Ready: SubcommandRow("state ready", readiness.Readiness),
    state.Show: SubcommandRow("state show", state.Shown),
    reviews.NewPlan: SubcommandRow("review new-plan", reviews.CycleChanged),
    reviews.CreateTasks: SubcommandRow("review create-tasks", reviews.CycleChanged),
    reviews.NextTask: SubcommandRow("review next-task", reviews.CycleChanged),
    reviews.CompleteTask: SubcommandRow("review complete-task", reviews.CycleChanged),
    reviews.CompletePlan: SubcommandRow("review complete-plan", reviews.CycleChanged),
    reviews.PostReview: SubcommandRow("review post-review", reviews.CycleChanged),
    reviews.SetMaxReviews: SubcommandRow("review set", reviews.CycleChanged),
    reviews.SetNextPhase: SubcommandRow("review set", reviews.CycleChanged),
    reviews.ContinuePlan: SubcommandRow("review continue", reviews.Route),
    reviews.Stop: SubcommandRow("review stop-hook", reviews.StopAnswered),
    iterations.StartIterations: SubcommandRow("iterations start", iterations.IterationsStarted),
    iterations.ReportIteration: SubcommandRow("iterations report", iterations.IterationDecided),
    agents.CheckCommand: SubcommandRow("check-command", agents.CommandChecked),
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
