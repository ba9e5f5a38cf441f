"""Completion: when a step is completed, strictly, by force, or because the commit log says so."""

from spec.amendments.changes_2026_2 import COMPLETION_IS_IDEMPOTENT
from spec.amendments.corrections import FORCE_CASCADE, OWNERSHIP_FIRST
from spec.rules import reconciliation
from spec.rules.rule import Area, Clause, Rule

CHECKS = Rule(
    id="CMP-1",
    title="Completion checks the holder before the checklist",
    clauses=(
        Clause(
            "CMP-1.1",
            "The store MUST reject a completion of an unknown step with E047 `unknown_step`.",
        ),
        Clause(
            "CMP-1.2",
            "The store MUST reject a completion of a step or substep that is not held (CLM-4.1) "
            "with E050 `not_claimed`.",
            since=OWNERSHIP_FIRST,
        ),
        Clause(
            "CMP-1.3",
            "The store MUST reject a completion by a worktree other than the step's or substep's "
            "own `claimed_by` with E049 `ownership_violation`.",
            since=OWNERSHIP_FIRST,
            source="A14; seeds 000, lines 198, 307",
        ),
        Clause(
            "CMP-1.4",
            "The store MUST reject a completion of a step or substep that the caller itself does "
            "not hold with E050 `not_claimed`.",
            until=OWNERSHIP_FIRST,
        ),
        Clause(
            "CMP-1.5",
            "The store MUST NOT reject a completion with E049 `ownership_violation`.",
            until=OWNERSHIP_FIRST,
        ),
        Clause(
            "CMP-1.6",
            "The store MUST NOT consider a substep's parent when it decides about the substep's "
            "completion.",
        ),
        Clause(
            "CMP-1.7",
            "CMP-2 and CMP-3 MUST NOT decide about a completion by a worktree that does not hold "
            "the step or substep.",
            since=OWNERSHIP_FIRST,
        ),
        Clause(
            "CMP-1.8",
            "CMP-2 and CMP-3 MUST decide about a strict completion whoever holds the step or "
            "substep.",
            until=OWNERSHIP_FIRST,
        ),
        Clause(
            "CMP-1.9",
            "The store MUST reject a completion on a drifted plan with E048 `plan_drift` even when "
            "the step is unknown.",
        ),
    ),
    operations=("Complete", "Commit"),
    source="A14; decided here: the seeds do not say which of several errors is answered",
    why=(
        "A worktree that lost its step must not be told about open items first: it would try to "
        "close them, which is rejected, and retry. The failure that no retry can cure has to come "
        "first."
    ),
)

NO_OPEN_ITEMS = Rule(
    id="CMP-2",
    title="Strict completion needs a finished checklist",
    clauses=(
        Clause(
            "CMP-2.1",
            "A completion is strict when it does not set `force`.",
            source="decided here: a word for a completion without force",
        ),
        Clause(
            "CMP-2.2",
            "An item is unfinished when its status is other than `completed` and `deferred`.",
        ),
        Clause(
            "CMP-2.3",
            "The store MUST reject a strict completion of a step or substep that has unfinished "
            "items of its own with E051 `incomplete_checklist`.",
        ),
        Clause(
            "CMP-2.4",
            "E051 `incomplete_checklist` MUST name the number of unfinished items.",
            source="decided here: a number says more than that there are some",
        ),
    ),
    operations=("Complete", "Commit"),
    source="seeds 000, lines 25, 282; seeds 001, lines 11, 141",
)

NO_UNFINISHED_SUBSTEPS = Rule(
    id="CMP-3",
    title="Strict completion of a step needs its substeps completed",
    clauses=(
        Clause(
            "CMP-3.1",
            "The store MUST reject a strict completion of a step that has substeps that are not "
            "completed with E052 `incomplete_substeps`.",
        ),
        Clause(
            "CMP-3.2",
            "E052 `incomplete_substeps` MUST name the number of substeps that are not completed.",
            source="decided here: a number says more than that there are some",
        ),
    ),
    operations=("Complete", "Commit"),
    source="seeds 000, lines 282, 305",
)

FORCE = Rule(
    id="CMP-4",
    title="Force completes what is unfinished, for the holder only",
    clauses=(
        Clause("CMP-4.1", "The store MUST NOT apply CMP-2 and CMP-3 to a completion with `force`."),
        Clause("CMP-4.2", "The store MUST apply every other check to a completion with `force`."),
        Clause(
            "CMP-4.3",
            "A completion with `force` MUST complete every item of the step that is not "
            "`completed`, deferred ones included (CHK-8).",
            source="seeds 000, lines 82, 127, 241; seeds 001, line 26",
        ),
        Clause(
            "CMP-4.4",
            "A completion with `force` MUST complete every substep of the step that is not "
            "completed.",
        ),
        Clause(
            "CMP-4.5",
            "Substeps completed by force MUST get the `completed_at` and the `complete_reason` of "
            "the step.",
        ),
        Clause(
            "CMP-4.6",
            "A completion with `force` MUST store the reason of the request as `complete_reason`.",
        ),
        Clause(
            "CMP-4.7",
            "Without a reason, or with an empty one, a completion with `force` MUST store `forced "
            "completion`.",
        ),
        Clause(
            "CMP-4.8",
            "The answer's `forced` MUST be true exactly when the request sets `force`.",
        ),
    ),
    operations=("Complete",),
    source=(
        "seeds 000, lines 82, 127; seeds 001, line 45; decided here: the seeds describe only what "
        "force does to items"
    ),
    why=(
        "Force erases deferrals and their reasons. It is a last resort for a person; "
        "complete-remaining (CHK-6) is for everything else."
    ),
)

FORCE_REACHES_SUBSTEPS = Rule(
    id="CMP-5",
    title="Force completes the items of the substeps it completes",
    clauses=(
        Clause(
            "CMP-5.1",
            "A completion with `force` MUST NOT change the items of a substep that it completes.",
            until=FORCE_CASCADE,
            source="decided here: seeds 000, line 127, speaks of the items of the step alone",
        ),
        Clause(
            "CMP-5.2",
            "A completion with `force` MUST complete every item, deferred ones included, of a "
            "substep that it completes (CHK-8).",
            since=FORCE_CASCADE,
        ),
        Clause(
            "CMP-5.3",
            "A completion with `force` MUST NOT change the items of substeps that were completed "
            "before.",
            since=FORCE_CASCADE,
        ),
    ),
    operations=("Complete",),
    source="A16",
    why="A completed substep with open items could never be corrected: its items are frozen.",
)

EFFECT = Rule(
    id="CMP-6",
    title="Completion ends the lease and records who completed the step",
    clauses=(
        Clause(
            "CMP-6.1",
            "A completion MUST set the status to `completed` and `completed_at` to `now`.",
        ),
        Clause("CMP-6.2", "A completion MUST clear `lease_expires_at`."),
        Clause(
            "CMP-6.3",
            "A completion MUST NOT change `claimed_by`, `claimed_at`, `heartbeat_at` and "
            "`started_at`.",
        ),
        Clause(
            "CMP-6.4",
            "A strict completion MUST store the empty text as `complete_reason`, whatever reason "
            "the request gives.",
        ),
        Clause(
            "CMP-6.5",
            "A completion MUST NOT change the `commit_hash`; for commits and reconciling, see "
            "COM-5 and CMP-9.",
        ),
        Clause(
            "CMP-6.6",
            "The store MUST NOT reject a completion by the worktree in `claimed_by` because the "
            "lease has expired.",
        ),
        Clause(
            "CMP-6.7",
            "The store MUST accept a completion of a `claimed` step or substep that was never "
            "started.",
        ),
    ),
    operations=("Complete", "Commit"),
    source="decided here: the seeds do not list the fields of a completed step",
    why=(
        "The holder stays as a record of who did the work. Only a held step has a lease; a "
        "completed one cannot be taken over."
    ),
)

PLAN_DONE = Rule(
    id="CMP-7",
    title="The plan is done when its last top-level step is",
    clauses=(
        Clause(
            "CMP-7.1",
            "A completion MUST set the plan to `done` exactly when it leaves every top-level step "
            "completed.",
        ),
        Clause(
            "CMP-7.2",
            "`all_steps_completed` MUST be true exactly when every top-level step is completed "
            "after the completion.",
        ),
    ),
    operations=("Complete", "Commit", "Reconcile"),
    source="decided here: the seeds do not say when a plan is done",
)

FINAL = Rule(
    id="CMP-8",
    title="Completed is final",
    clauses=(
        Clause(
            "CMP-8.1",
            "A completed step or substep MUST stay completed, except where a resynchronisation "
            "does not keep it (PLN-7).",
        ),
        Clause(
            "CMP-8.2",
            "Claims, releases, resets and completions MUST NOT change a completed step or substep, "
            "forced ones and those of its parent included.",
        ),
    ),
    operations=(
        "Register",
        "Claim",
        "Start",
        "Release",
        "Reset",
        "Complete",
        "Commit",
        "Reconcile",
    ),
    source="seeds 002, lines 47, 121, 169, 184, 351",
)

REPEATED = Rule(
    id="CMP-11",
    title="Completing a completed step again changes nothing",
    clauses=(
        Clause(
            "CMP-11.1",
            "The store MUST answer a completion of a completed step or substep with "
            "`AlreadyCompleted`, whatever the caller.",
            since=COMPLETION_IS_IDEMPOTENT,
        ),
        Clause(
            "CMP-11.2",
            "CMP-1.2 to CMP-1.8 and CMP-2 to CMP-7 do not apply to a completion of a completed "
            "step or substep, with `force` or without.",
            since=COMPLETION_IS_IDEMPOTENT,
        ),
        Clause(
            "CMP-11.3",
            "A completion MUST NOT change a step or substep that is completed, or what is below "
            "it; for its commit hash, see COM-5.",
            since=COMPLETION_IS_IDEMPOTENT,
        ),
        Clause(
            "CMP-11.4",
            "`all_steps_completed` of `AlreadyCompleted` MUST be true exactly when every top-level "
            "step is completed.",
            since=COMPLETION_IS_IDEMPOTENT,
        ),
    ),
    operations=("Complete", "Commit"),
    source="A28",
    why=(
        "A client that did not receive the reply repeats the request. The step is completed, as "
        "requested, no matter by whom, and a recovery counts it as success (REC-3.4). Drift is "
        "checked first: the completed step may no longer be the one in the document."
    ),
)

AREA = Area(
    name="completion",
    prefix="CMP",
    title="Completion",
    introduction=(
        "The holder of a step completes it when its checklist and its substeps are finished. Force "
        "lets the holder complete an unfinished step. Reconcile completes steps on the authority "
        "of the commit log, without any holder."
    ),
    rules=(
        CHECKS,
        NO_OPEN_ITEMS,
        NO_UNFINISHED_SUBSTEPS,
        FORCE,
        FORCE_REACHES_SUBSTEPS,
        EFFECT,
        PLAN_DONE,
        FINAL,
        *reconciliation.RULES,
        REPEATED,
    ),
    vocabulary=("completion",),
    properties=("INV-4", "INV-5", "INV-9", "STP-4", "STP-9", "STP-10", "STP-11", "STP-12"),
)
