"""Completion: when a step counts as completed, strictly, by force, or because history says so."""

from spec.amendments import FORCE_CASCADE, OWNERSHIP_FIRST, RECONCILE_NEWEST
from spec.rules.rule import Area, Rule

_FIRST_CHECKS = (
    "Completing a step or substep MUST be rejected by the first of these that applies.",
    "The plan is not registered: E047 `unknown_plan` (PLN-3).",
    "The plan has drifted and `allow_drift` is not set: E048 `plan_drift` (PLN-6).",
    "The plan has no such step: E047 `unknown_step`.",
)

_FINISHED_CHECKS = (
    "It has open items and `force` is not set: E051 `incomplete_checklist`, with their number.",
    "It has substeps that are not completed and `force` is not set: E052 "
    "`incomplete_substeps`, with their number.",
)

CHECKS = Rule(
    id="CMP-1",
    title="Completion looks at the holder before the checklist",
    sentences=(
        *_FIRST_CHECKS,
        "It is neither `claimed` nor `in_progress`: E050 `not_claimed`, with the status found.",
        "Its `claimed_by` is not the caller: E049 `ownership_violation`, naming the step, the "
        "holder and the caller.",
        *_FINISHED_CHECKS,
        "Status and holder are those of the very step or substep of the request; the parent of a "
        "substep is not looked at.",
    ),
    operations=("Complete", "Commit"),
    source="Decided here",
    why=(
        "A worktree that lost its step and is told about open items tries to close them, which it "
        "may not, and tries again. The failure that no retry can cure has to be named first."
    ),
    amendment=OWNERSHIP_FIRST,
    before=(
        *_FIRST_CHECKS,
        *_FINISHED_CHECKS,
        "It is neither `claimed` nor `in_progress`, or its `claimed_by` is not the caller: E050 "
        "`not_claimed`, with the status found; E049 is never answered.",
    ),
)

NO_OPEN_ITEMS = Rule(
    id="CMP-2",
    title="Strict completion needs a finished checklist",
    sentences=(
        "Without `force`, a step or substep MUST NOT be completed while one of its own items is "
        "`open`.",
        "Items that are `completed` or `deferred` do not stand in the way.",
        "A step without items has a finished checklist.",
    ),
    operations=("Complete", "Commit"),
    source="behaviour, section 6",
)

NO_UNFINISHED_SUBSTEPS = Rule(
    id="CMP-3",
    title="Strict completion of a step needs its substeps completed",
    sentences=(
        "Without `force`, a top-level step MUST NOT be completed while one of its substeps is not "
        "`completed`.",
    ),
    operations=("Complete", "Commit"),
    source="behaviour, section 6",
)

FORCE = Rule(
    id="CMP-4",
    title="Force completes what is unfinished, for the holder only",
    sentences=(
        "A completion with `force` MUST skip CMP-2 and CMP-3 and no other check: the caller still "
        "has to hold the step.",
        "Every item of the step that is not `completed`, a deferred one too, becomes `completed`; "
        "CHK-8 says what becomes of its reason.",
        "Every substep that is not completed becomes `completed`, with the same `completed_at` and "
        "`complete_reason` as the step, and without a lease.",
        "The `complete_reason` is the reason given, or `forced completion` if none or the empty "
        "text is given.",
        "The answer's `forced` MUST be true exactly when the request sets `force`, even if nothing "
        "was unfinished.",
    ),
    operations=("Complete",),
    source="behaviour, section 6",
    why=(
        "Force erases deferrals and the reasons for them. It is a last resort for a person, and "
        "complete-remaining (CHK-6) is the way for everything else."
    ),
)

FORCE_REACHES_SUBSTEPS = Rule(
    id="CMP-5",
    title="Force completes the items of the substeps it completes",
    sentences=(
        "When a completion with `force` completes a substep, every item of the substep that is not "
        "`completed`, a deferred one too, MUST become `completed`.",
        "The items of substeps that were completed before are not changed.",
    ),
    operations=("Complete",),
    source="Decided here",
    why="A completed substep with open items could never be put right: its items are frozen.",
    amendment=FORCE_CASCADE,
    before=(
        "When a completion with `force` completes a substep, the items of the substep keep their "
        "status and their reason.",
    ),
)

EFFECT = Rule(
    id="CMP-6",
    title="Completion ends the lease and keeps the record",
    sentences=(
        "A completed step MUST have the status `completed`, `now` as `completed_at`, and no "
        "`lease_expires_at`.",
        "Its `claimed_by`, `claimed_at`, `heartbeat_at` and `started_at` stay, as a record of who "
        "did the work and when.",
        "A strict completion stores the empty text as `complete_reason`, whatever reason the "
        "request gives.",
        "A completion does not change the `commit_hash`; a commit (COM-5) and reconciling (CMP-9) "
        "store one.",
        "A lease that is over MUST NOT prevent completion while nobody else has claimed the step.",
        "A step that is `claimed` and was never started may be completed.",
    ),
    operations=("Complete", "Commit"),
    source="behaviour, section 6; that the lease is cleared is decided here",
    why="Only a step that is being worked on has a lease; nobody can take over a completed one.",
)

PLAN_DONE = Rule(
    id="CMP-7",
    title="The plan is done when its last top-level step is",
    sentences=(
        "When a completion leaves every top-level step completed, the plan MUST become `done`.",
        "The answer's `all_steps_completed` says whether every top-level step is completed after "
        "the operation.",
    ),
    operations=("Complete", "Commit", "Reconcile"),
    source="behaviour, section 6",
)

FINAL = Rule(
    id="CMP-8",
    title="Completed is final",
    sentences=(
        "A step or substep that is completed MUST stay completed under every operation, except "
        "where registering a changed document does not keep it (PLN-7).",
        "Claims, releases and resets leave it alone, forced ones and those of its parent too.",
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
    source="ISR, error scenarios; behaviour, section 6",
)

RECONCILE = Rule(
    id="CMP-9",
    title="What the history says is done is done",
    sentences=(
        "Reconcile takes a history: entries that each name a plan, a step and a commit hash, the "
        "newest commit first; it MUST look at them in that order.",
        "Entries of other plans and of steps that the plan does not have are ignored.",
        "A named step or substep that is not completed becomes `completed` with `now` as "
        "`completed_at`, the entry's hash as `commit_hash`, and no lease; its other claim fields "
        "stay, and it has no `complete_reason`.",
        "All its items become `completed`, deferred ones too; CHK-8 says what becomes of their "
        "reasons.",
        "A completed step without a hash takes that of the entry.",
        "A completed step with the same hash is not changed.",
        "A completed step with another hash is not changed, and the answer MUST report the step, "
        "the stored hash and the hash in the history; with `force` it takes the entry's hash "
        "instead and is not reported.",
        "`reconciled_count` counts the entries that changed something, and `skipped_mismatches` "
        "lists the reported ones in the order of the history.",
        "Dependencies, holders, leases and drift MUST NOT be looked at.",
    ),
    operations=("Reconcile",),
    source="behaviour, section 6; RCR R02",
    why=(
        "What is committed is done, whatever the store believed. Because reconciling erases "
        "deferrals, a recovery should never recommend it."
    ),
)

RECONCILE_WHOLE = Rule(
    id="CMP-10",
    title="The newest commit of a step counts, and reconciling reaches substeps and plan",
    sentences=(
        "Of several entries for one step in one history only the first, which is the newest, MUST "
        "count; the later ones are ignored and not reported, with `force` too.",
        "When reconcile completes a top-level step, each of its substeps that is not completed "
        "MUST become completed in the same way, with all its items, but without a commit hash.",
        "Substeps completed in this way are not counted in `reconciled_count`.",
        "When every top-level step is completed after the operation, the plan MUST become `done`.",
    ),
    operations=("Reconcile",),
    source="Decided here",
    why=(
        "A step may be committed again after a correction; the newest commit is the one that holds "
        "its final state."
    ),
    amendment=RECONCILE_NEWEST,
    before=(
        "Each of several entries for one step is processed in turn: without `force` an older "
        "commit with another hash is reported, with `force` it replaces the newer hash.",
        "When reconcile completes a top-level step, its substeps and their items are not changed.",
        "Reconcile does not change the status of the plan.",
    ),
)

AREA = Area(
    name="completion",
    prefix="CMP",
    title="Completion",
    introduction=(
        "The holder of a step completes it when its checklist and its substeps are finished. Force "
        "lets the holder complete an unfinished step. Reconcile completes steps on the authority "
        "of the commit history, without any holder."
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
        RECONCILE,
        RECONCILE_WHOLE,
    ),
    vocabulary=("completion",),
    properties=("INV-4", "INV-5", "INV-9", "STP-4", "STP-9", "STP-10", "STP-11", "STP-12"),
)
