"""Checklists: how items are completed, deferred and opened again, and how notes are left."""

from spec.amendments.changes_2026_2 import ARTIFACT_IDS_PER_PLAN
from spec.amendments.corrections import (
    CHANGES_COUNTED,
    FROZEN_WHEN_COMPLETED,
    KEPT_REASON,
    REASON_WITH_DEFERRAL,
)
from spec.amendments.seed import COMPLETE_REMAINING
from spec.rules.rule import Area, Clause, Rule

CHECKS = Rule(
    id="CHK-1",
    title="Plan, drift and holder are checked before the request",
    clauses=(
        Clause(
            "CHK-1.1",
            "The store MUST reject an update, batch or artifact for an unknown step with E050 "
            "`not_claimed`, whose status is `unknown`.",
        ),
        Clause(
            "CHK-1.2",
            "The store MUST reject an update, batch or artifact for a step or substep without a "
            "holder (CLM-12.6) with E050 `not_claimed`.",
        ),
        Clause(
            "CHK-1.3",
            "The store MUST reject an update, batch or artifact by a worktree other than the "
            "holder with E049 `ownership_violation`.",
        ),
        Clause(
            "CHK-1.4",
            "The store MUST NOT consider the status or the lease of the step when it determines "
            "the holder.",
        ),
        Clause(
            "CHK-1.5",
            "The store MUST reject an update or batch on a drifted plan with E048 `plan_drift` "
            "even when the caller does not hold the step.",
        ),
    ),
    operations=("Update", "Batch", "RecordArtifact"),
    source=(
        "seeds 000, lines 119, 488; decided here: the seeds do not say which of several errors is "
        "answered"
    ),
    why=(
        "A worktree that lost the step has to learn that first. If the reply were about its "
        "request instead, it would correct the request and try again in vain."
    ),
)

UPDATE = Rule(
    id="CHK-2",
    title="An update makes all of its changes or none",
    clauses=(
        Clause(
            "CHK-2.1",
            "A change with a kind and an ordinal applies to the one item of the step with that "
            "kind and ordinal.",
        ),
        Clause(
            "CHK-2.2",
            "The store MUST reject a change to `open` with E047 `reopen_not_allowed` unless the "
            "update sets `allow_reopen`.",
        ),
        Clause(
            "CHK-2.3",
            "The store MUST reject a change to `deferred` with E047 `missing_reason`.",
        ),
        Clause(
            "CHK-2.4",
            "The store MUST reject a change to a status other than `completed`, `open` and "
            "`deferred` with E047 `invalid_status`.",
        ),
        Clause(
            "CHK-2.5",
            "The store MUST reject a change for an item that the step does not have with E047 "
            "`unknown_item`.",
        ),
        Clause(
            "CHK-2.6",
            "E047 `unknown_item` MUST name the number of items of that kind.",
        ),
        Clause(
            "CHK-2.7",
            "The store MUST apply all checks of a change before those of the next change.",
        ),
        Clause(
            "CHK-2.8",
            "An accepted update MUST give each item the status of the last change that applies to "
            "it.",
        ),
        Clause(
            "CHK-2.9",
            "The store MUST NOT apply any change of an update that it rejects.",
        ),
    ),
    operations=("Update",),
    source="decided here: the seeds describe updates by batch only",
    why="Only a batch entry can carry the reason that a deferral needs.",
)

UPDATE_OF_MANY = Rule(
    id="CHK-3",
    title="An update of all items has the same rules for statuses",
    clauses=(
        Clause(
            "CHK-3.1",
            "A change with a kind and without an ordinal applies to all items of that kind in the "
            "step.",
        ),
        Clause(
            "CHK-3.2",
            "A change without kind and ordinal applies to all items of the step.",
        ),
        Clause(
            "CHK-3.3",
            "The store MUST check the status of a change without an ordinal as that of a single "
            "item (CHK-2).",
            since=REASON_WITH_DEFERRAL,
        ),
        Clause(
            "CHK-3.4",
            "The store MUST store any word as the status of such a change, as it is given and "
            "without a check.",
            until=REASON_WITH_DEFERRAL,
        ),
        Clause(
            "CHK-3.5",
            "The store MUST accept a change without an ordinal when it applies to no item.",
        ),
    ),
    operations=("Update",),
    source="A17; decided here: the seeds do not describe updates of many items",
)

VALID_BATCH = Rule(
    id="CHK-4",
    title="A batch is validated completely before any of it is applied",
    clauses=(
        Clause(
            "CHK-4.1",
            "The store MUST reject an update without any change with E047 `no_update`.",
            source="decided here: an update that asks for nothing is a mistake",
        ),
        Clause(
            "CHK-4.2",
            "A batch is a list of entries, each with a kind, an ordinal, a status and an optional "
            "reason.",
        ),
        Clause(
            "CHK-4.3",
            "The store MUST reject a batch without entries with E047 `empty_batch`.",
            until=COMPLETE_REMAINING,
        ),
        Clause(
            "CHK-4.4",
            "The store MUST reject a batch without entries that does not set `complete_remaining` "
            "with E047 `empty_batch`.",
            since=COMPLETE_REMAINING,
        ),
        Clause(
            "CHK-4.5",
            "The store MUST reject a batch in which two entries have the same kind and ordinal "
            "with E047 `duplicate_entry`.",
        ),
        Clause(
            "CHK-4.6",
            "The store MUST compare kinds and ordinals for this as they are given, valid or not.",
        ),
        Clause(
            "CHK-4.7",
            "E047 `duplicate_entry` MUST name the first entry that repeats an earlier one.",
        ),
        Clause(
            "CHK-4.8",
            "The store MUST reject an entry whose kind is not `task`, `test` or `checkpoint` with "
            "E047 `invalid_kind`.",
        ),
        Clause(
            "CHK-4.9",
            "The store MUST reject an entry whose status is not `completed` or `deferred` with "
            "E047 `invalid_status`.",
        ),
        Clause(
            "CHK-4.10",
            "The store MUST reject a `deferred` entry whose reason is missing or empty with E047 "
            "`missing_reason`.",
        ),
        Clause("CHK-4.11", "The store MUST accept white space as a reason."),
        Clause(
            "CHK-4.12",
            "The store MUST reject an entry for an item that the step does not have with E047 "
            "`unknown_item` (CHK-2.6).",
        ),
        Clause(
            "CHK-4.13",
            "The store MUST apply all checks of an entry before those of the next entry.",
        ),
        Clause(
            "CHK-4.14",
            "The store MUST NOT apply any entry of a batch that it rejects.",
            source="seeds 000, line 266",
        ),
    ),
    operations=("Update", "Batch"),
    source=(
        "A04; seeds 000, lines 129-140, 243-246, 422; seeds 001, lines 14, 46, 62-68; "
        "decided here: the seeds do not say how each item is validated"
    ),
    why=(
        "An empty batch that completes what remains is the usual request after a review that "
        "found nothing to defer."
    ),
)

BATCH_EFFECT = Rule(
    id="CHK-5",
    title="A batch entry sets its item's status, and the reason of a deferral",
    clauses=(
        Clause(
            "CHK-5.1",
            "A batch MUST give the item of each entry the entry's status.",
            source="seeds 000, lines 45, 237",
        ),
        Clause(
            "CHK-5.2",
            "A batch MUST store the reason of a `deferred` entry with its item.",
            source="seeds 000, line 422",
        ),
        Clause(
            "CHK-5.3",
            "A batch MUST NOT store the reason of a `completed` entry.",
            source="decided here: the seeds give a reason with deferrals only",
        ),
        Clause(
            "CHK-5.4",
            "A batch MUST NOT change the reason of an item that already has the status of its "
            "entry.",
            since=KEPT_REASON,
        ),
        Clause(
            "CHK-5.5",
            "A batch MUST replace the reason of an item that is already `deferred` by that of its "
            "`deferred` entry.",
            until=KEPT_REASON,
            source="seeds 000, line 237",
        ),
    ),
    operations=("Batch",),
    source="seeds 000, lines 237, 422",
    why=(
        "A second deferral of an item is deliberate, so its new reason counts. An item with only a "
        "new reason counts as changed (CHK-7.1)."
    ),
)

REMAINING = Rule(
    id="CHK-6",
    title="Complete-remaining completes open items and leaves deferred ones",
    clauses=(
        Clause(
            "CHK-6.1",
            "The store MUST treat a batch that sets `complete_remaining` as one that does not.",
            until=COMPLETE_REMAINING,
            source="seeds 001, lines 11, 14",
        ),
        Clause(
            "CHK-6.2",
            "A batch that sets `complete_remaining` MUST complete, after its entries, every item "
            "of the step that is still `open`.",
            since=COMPLETE_REMAINING,
        ),
        Clause(
            "CHK-6.3",
            "The store MUST apply entries and `complete_remaining` in one transaction.",
            since=COMPLETE_REMAINING,
            source="seeds 000, lines 266-268",
        ),
        Clause(
            "CHK-6.4",
            "`complete_remaining` MUST NOT change a `deferred` item, whether this batch or an "
            "earlier one deferred it.",
            since=COMPLETE_REMAINING,
            source="seeds 000, lines 127, 241, 268; seeds 001, lines 70-75",
        ),
        Clause(
            "CHK-6.5",
            "The store MUST accept a batch with `complete_remaining` also when no item is open.",
            since=COMPLETE_REMAINING,
            source="seeds 000, line 487",
        ),
        Clause(
            "CHK-6.6",
            "`complete_remaining` MUST NOT change the items of any step or substep other than the "
            "one named.",
            since=COMPLETE_REMAINING,
            source="seeds 000, line 238",
        ),
        Clause(
            "CHK-6.7",
            "A command line MUST reject `--complete-remaining` without `--batch` as a usage error.",
            since=COMPLETE_REMAINING,
            source="seeds 000, lines 124, 231, 486",
            kept_outside="a command line reads its options",
        ),
    ),
    operations=("Batch",),
    source=(
        "A04; seeds 000, lines 114-127, 235-241, 250-261, 263-268; seeds 001, lines 11, 14, 62-68"
    ),
    why=(
        "The caller need not count items: it lists only the deferred ones. A deferral is a "
        "decision with a reason, which a convenience must not overwrite; forced completion (CMP-4) "
        "does overwrite it, so it is no substitute."
    ),
)

COUNTING = Rule(
    id="CHK-7",
    title="The answer counts the items that the request changed",
    clauses=(
        Clause(
            "CHK-7.1",
            "`items_updated` MUST be the number of items whose status or reason after the request "
            "differs from that before it.",
            since=CHANGES_COUNTED,
            source="A38",
        ),
        Clause(
            "CHK-7.2",
            "The `items_updated` of an update MUST count an item once, however many changes name "
            "it; a batch names none twice (CHK-4).",
            source="decided here: what is counted is items, not changes",
        ),
        Clause(
            "CHK-7.3",
            "`items_updated` MUST include the items that `complete_remaining` completed.",
            since=COMPLETE_REMAINING,
            source="A04; seeds 000, line 239",
        ),
        Clause(
            "CHK-7.4",
            "The `items_updated` of an update MUST be the number of items whose status after the "
            "request differs from that before it.",
            until=CHANGES_COUNTED,
            source="decided here: the seeds count the items of batches only",
        ),
        Clause(
            "CHK-7.5",
            "The `items_updated` of a batch MUST be the number of its entries plus that of the "
            "items that `complete_remaining` completed.",
            until=CHANGES_COUNTED,
            source="seeds 000, lines 239, 487",
        ),
    ),
    operations=("Update", "Batch"),
    source="A38; seeds 000, line 239",
    why=(
        "A client that lost the reply and repeats the request learns from the count whether the "
        "first one took effect. Updates and batches count in the same way."
    ),
)

REASON = Rule(
    id="CHK-8",
    title="An item has a reason exactly while it is deferred",
    clauses=(
        Clause(
            "CHK-8.1",
            "A `deferred` item MUST have a reason that is not empty.",
            since=REASON_WITH_DEFERRAL,
        ),
        Clause(
            "CHK-8.2",
            "An item that is `open` or `completed` MUST NOT have a reason.",
            since=REASON_WITH_DEFERRAL,
        ),
        Clause(
            "CHK-8.3",
            "Whatever completes or opens a deferred item MUST remove its reason.",
            since=REASON_WITH_DEFERRAL,
        ),
        Clause(
            "CHK-8.4",
            "Whatever completes or opens a deferred item MUST NOT change its reason.",
            until=REASON_WITH_DEFERRAL,
            source="decided here: the seeds speak of the reason of a deferral only",
        ),
        Clause(
            "CHK-8.5",
            "An update of many items (CHK-3) to `deferred` MUST NOT change the reason of an item, "
            "present or missing.",
            until=REASON_WITH_DEFERRAL,
            source="decided here: the seeds give no reason with an update of many items",
        ),
    ),
    operations=(
        "Register",
        "Claim",
        "Release",
        "Reset",
        "Update",
        "Batch",
        "Complete",
        "Reconcile",
    ),
    source="A17",
    why="A reason that outlives its deferral makes a completed item look unfinished.",
)

FROZEN = Rule(
    id="CHK-9",
    title="Items of a completed step do not change",
    clauses=(
        Clause(
            "CHK-9.1",
            "The store MUST accept an update or batch by the holder for a completed substep of a "
            "step that is not completed.",
            until=FROZEN_WHEN_COMPLETED,
            source="decided here: a substep is held through its parent",
        ),
        Clause(
            "CHK-9.2",
            "The store MUST reject an update or batch for a completed step or substep with E050 "
            "`not_claimed`.",
            since=FROZEN_WHEN_COMPLETED,
        ),
        Clause(
            "CHK-9.3",
            "The store MUST reject an update or batch for a completed step or substep even if it "
            "would change nothing.",
            since=FROZEN_WHEN_COMPLETED,
        ),
        Clause(
            "CHK-9.4",
            "The store MUST NOT reject an artifact because its step is completed.",
            since=FROZEN_WHEN_COMPLETED,
        ),
        Clause(
            "CHK-9.5",
            "The store MUST reject an update or batch for a completed step, or for a substep of "
            "one, with E050 `not_claimed`.",
            until=FROZEN_WHEN_COMPLETED,
            source="decided here: a completed step is no longer held",
        ),
    ),
    operations=("Update", "Batch", "RecordArtifact"),
    source="A18",
    why=(
        "A substep has the holder of its parent. Without this rule, the holder could reopen the "
        "items of a completed substep, and `completed` would mean nothing."
    ),
)

ARTIFACTS = Rule(
    id="CHK-10",
    title="The holder may record a note on a step",
    clauses=(
        Clause(
            "CHK-10.1",
            "The store MUST store an accepted artifact's kind, its summary and `now` with the step "
            "or substep.",
        ),
        Clause(
            "CHK-10.2",
            "The store MUST cut a summary to its first 500 characters, counted as Unicode code "
            "points.",
        ),
        Clause("CHK-10.3", "The answer MUST give the `artifact_id`."),
        Clause(
            "CHK-10.4",
            "Artifact ids MUST ascend over all plans of a store.",
            until=ARTIFACT_IDS_PER_PLAN,
        ),
        Clause(
            "CHK-10.5",
            "The store MUST NOT give an artifact id twice, even if its artifact is gone.",
            until=ARTIFACT_IDS_PER_PLAN,
        ),
        Clause(
            "CHK-10.6",
            "The store MUST list the artifacts of a step in the order of their ids.",
        ),
        Clause(
            "CHK-10.7",
            "An accepted artifact MUST raise its plan's `last_artifact_id` by one and take the new "
            "value as its id.",
            since=ARTIFACT_IDS_PER_PLAN,
        ),
    ),
    operations=("RecordArtifact",),
    source="decided here: the seeds do not describe artifacts of steps",
)

AREA = Area(
    name="checklists",
    prefix="CHK",
    title="Checklists",
    introduction=(
        "Every step and substep has a checklist of items of three kinds: tasks, tests and "
        "checkpoints. The holder reports on them by updates, which name single items or all of "
        "them, or by a batch, the only way to defer. A deferred item was considered and postponed, "
        "with a reason; it does not prevent completion."
    ),
    rules=(
        CHECKS,
        UPDATE,
        UPDATE_OF_MANY,
        VALID_BATCH,
        BATCH_EFFECT,
        REMAINING,
        COUNTING,
        REASON,
        FROZEN,
        ARTIFACTS,
    ),
    vocabulary=("items", "checklists"),
    properties=(
        *("INV-6", "INV-7", "RCH-4"),
        *("STP-6", "STP-8", "STP-37", "STP-38", "STP-49", "STP-75"),
    ),
)
