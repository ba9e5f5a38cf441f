"""The fixed command line: its subcommands with their arguments, and every operation as one.

From what a subcommand prints, an answer is read: the fields of its class, perhaps by other names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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

CLOCK_VARIABLE = "PLANSTATE_NOW"
"""The environment variable from which a program may take the time."""
PLAN, STEP, WORKTREE = "PLAN", "STEP", "--worktree"
PLAN_FOLDER, TASK = "--plan-folder", "TASK"
PLANS = (PLAN, "--plan", PLAN_FOLDER)
"""The arguments that are paths of plans, or of the folders that hold their reviews."""
CLAIM_ID = "--claim-id"
GLOBAL = ("--json", "--help", "--version")
"""The options that every subcommand has, or that the program has without one."""
ITEMS = (
    *("--task", "--test", "--checkpoint", "--all"),
    *("--all-tasks", "--all-tests", "--all-checkpoints"),
)

COMMANDS: dict[str, tuple[str, ...]] = {
    "state init": (PLAN,),
    "state claim": (
        *(PLAN, WORKTREE, CLAIM_ID, "--lease-duration", "--force", "--fenced"),
        *("--resume", "--lowest-id"),
    ),
    "state start": (PLAN, STEP, WORKTREE, CLAIM_ID),
    "state heartbeat": (PLAN, STEP, WORKTREE, CLAIM_ID, "--lease-duration", "--shorten"),
    "state update": (
        *(PLAN, STEP, WORKTREE, CLAIM_ID, *ITEMS, "--allow-reopen", "--allow-drift"),
        *("--batch", "--complete-remaining"),
    ),
    "state artifact": (PLAN, STEP, WORKTREE, CLAIM_ID, "--kind", "--summary"),
    "state complete": (PLAN, STEP, WORKTREE, CLAIM_ID, "--reason", "--force", "--allow-drift"),
    "state show": (PLAN,),
    "state ready": (PLAN,),
    "state reset": (PLAN, STEP, CLAIM_ID),
    "state release": (PLAN, STEP, WORKTREE, CLAIM_ID, "--force", "--reason"),
    "state reconcile": (PLAN, "--force"),
    "commit": (WORKTREE, "--step", "--plan", "--message", "--summary", CLAIM_ID),
    "review new-plan": (PLAN_FOLDER, "--max-reviews"),
    "review create-tasks": (PLAN_FOLDER,),
    "review next-task": (PLAN_FOLDER, TASK, "--tests-first"),
    "review complete-task": (PLAN_FOLDER, TASK),
    "review post-review": (PLAN_FOLDER,),
    "review complete-plan": (PLAN_FOLDER,),
    "review set": (PLAN_FOLDER, "--max-reviews", "--no-next-phase", "--next-phase", "--by-hand"),
    "review continue": (PLAN_FOLDER,),
    "review show": (PLAN_FOLDER,),
    "review stop-hook": (PLAN_FOLDER, "--reviewer", "--time-limit"),
    "iterations start": (PLAN, "--max-iterations"),
    "iterations report": (PLAN, "--least-summary-bytes"),
    "check-command": (),
}
"""The arguments of each subcommand that operations become."""
MAY_END_AS_REJECTED = frozenset({"check-command", "iterations report"})
"""The subcommands whose answers may be no success: they end with the exit code of a rejection."""


@dataclass(frozen=True, slots=True)
class PassedArgument:
    """An argument by its fixed name, such as `PLAN` or `--force`; a flag has no value."""

    name: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Invocation:
    """A call of a subcommand: its name, its arguments, its standard input."""

    command: str
    arguments: tuple[PassedArgument, ...] = ()
    standard_input: str = ""

    def folder(self, run_in: str, root: Path) -> Path:
        """Return the folder in which the program is run: the root, or the worktree if there is one.

        `run_in` is what the dialect says.
        """
        given = next((each.value for each in self.arguments if each.name == WORKTREE), None)
        return Path(given) if run_in == "worktree" and given else root


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
    state.Step: frozenset({"items", "dependencies", "claimed_at", "heartbeat_at", "started_at"}),
    state.Artifact: frozenset({"id"}),
}
"""The fields that are not read from an object, or not as they stand there."""
