"""Checklists: how items are completed, deferred and opened again, and how notes are left."""

from spec.amendments import COMPLETE_REMAINING, FROZEN_WHEN_COMPLETED, REASON_WITH_DEFERRAL
from spec.rules.rule import Area, Rule

CHECKS = Rule(
    id="CHK-1",
    title="The plan, drift, the holder, then the request",
    sentences=(
        "An update, a batch and the recording of an artifact MUST be rejected by the first of "
        "these that applies.",
        "The plan is not registered: E047 `unknown_plan` (PLN-3).",
        "The plan has drifted and `allow_drift` is not set: E048 `plan_drift`; recording an "
        "artifact does not look for drift (PLN-6).",
        "The plan has no such step: E050 `not_claimed`, with the status word `unknown`.",
        "Nobody holds the step: E050 `not_claimed`, with the status of the very step or substep of "
        "the request.",
        "Another worktree holds it: E049 `ownership_violation`, naming the step of the request, "
        "the holder found and the caller.",
        "What is asked of an update or a batch is refused by CHK-9.",
        "The request itself is wrong: CHK-2, CHK-3 and CHK-4.",
        "The holder is the worktree in `claimed_by`: that of the parent for a substep, that of the "
        "step itself otherwise; the status of the step and the lease do not matter for it.",
    ),
    operations=("Update", "Batch", "RecordArtifact"),
    source="behaviour, section 5",
    why=(
        "A worktree that lost the step has to learn that first. Told about its request instead, it "
        "would correct the request and try again in vain."
    ),
)

UPDATE = Rule(
    id="CHK-2",
    title="An update changes single items, all of them or none",
    sentences=(
        "A change in an update that gives a kind and an ordinal is for the one item of the step "
        "with that kind and ordinal.",
        "The changes MUST be checked in the order given, and each one by the first of these that "
        "applies.",
        "Its status is `open` and the update does not set `allow_reopen`: E047 "
        "`reopen_not_allowed`.",
        "Its status is `deferred`: E047 `missing_reason`, because only a batch can give a reason.",
        "Its status is neither `completed`, `open` nor `deferred`: E047 `invalid_status`.",
        "The step has no such item: E047 `unknown_item`, with the number of items of that kind.",
        "If no change is refused, they MUST be applied in the order given, so that a later one "
        "wins; if one is refused, none is applied.",
    ),
    operations=("Update",),
    source="behaviour, section 5",
)

UPDATE_OF_MANY = Rule(
    id="CHK-3",
    title="An update of many items obeys the same rules for the status",
    sentences=(
        "A change in an update that gives a kind and no ordinal is for all items of that kind in "
        "the step; one that gives neither is for all items of the step.",
        "Its status MUST be checked as that of a single item (CHK-2).",
        "It is accepted and changes nothing if the step has no such items.",
    ),
    operations=("Update",),
    source="behaviour, section 5; decided here",
    amendment=REASON_WITH_DEFERRAL,
    before=(
        "A change in an update that gives a kind and no ordinal is for all items of that kind in "
        "the step; one that gives neither is for all items of the step.",
        "Its status is not checked: any word MUST be stored as it is given, also `open` without "
        "`allow_reopen` and `deferred` without a reason.",
        "It is accepted and changes nothing if the step has no such items.",
    ),
)

_BATCH_SHAPE = (
    "An update without any change MUST be rejected with E047 `no_update`.",
    "A batch is a list of entries, each with kind, ordinal, status and perhaps a reason.",
    "It MUST be rejected by the first of these that applies, and nothing of it is then applied.",
)

_ENTRY_CHECKS = (
    "Two entries have the same kind and ordinal, compared as they were given: E047 "
    "`duplicate_entry`, naming the first entry that repeats an earlier one.",
    "Then each entry is checked in the order given, wholly before the next.",
    "Its kind is not `task`, `test` or `checkpoint`: E047 `invalid_kind`.",
    "Its status is not `completed` or `deferred`: E047 `invalid_status`.",
    "Its status is `deferred` and its reason is missing or the empty text: E047 "
    "`missing_reason`; white space is a reason.",
    "The step has no item of that kind and ordinal: E047 `unknown_item`, with the number of "
    "items of that kind, so that the valid ordinals are known.",
)

VALID_BATCH = Rule(
    id="CHK-4",
    title="A batch is validated whole before anything is applied",
    sentences=(
        *_BATCH_SHAPE,
        "It has no entries and does not set `complete_remaining`: E047 `empty_batch`.",
        *_ENTRY_CHECKS,
    ),
    operations=("Update", "Batch"),
    source="RCR D02, S02; behaviour, section 5",
    why=(
        "An empty batch that completes what remains is the usual request after a review that "
        "found nothing to defer."
    ),
    amendment=COMPLETE_REMAINING,
    before=(
        *_BATCH_SHAPE,
        "It has no entries: E047 `empty_batch`.",
        *_ENTRY_CHECKS,
    ),
)

BATCH_EFFECT = Rule(
    id="CHK-5",
    title="A batch entry sets the status of its item, unless it has it already",
    sentences=(
        "Each entry of a valid batch MUST give its item the entry's status; a `deferred` entry "
        "stores its reason, and a reason in a `completed` entry is not stored.",
        "An entry whose item has that status already MUST be skipped: it is not counted, and the "
        "reason of the item stays as it is.",
    ),
    operations=("Batch",),
    source="behaviour, section 5",
)

REMAINING = Rule(
    id="CHK-6",
    title="Complete-remaining completes what is open and spares what is deferred",
    sentences=(
        "A batch that sets `complete_remaining` MUST, after its entries, make every item of the "
        "step that is still `open` `completed`, in the same transaction as the entries.",
        "It MUST NOT change a `deferred` item, whether this batch or an earlier one deferred it.",
        "If no item is open, the batch is accepted all the same; complete-remaining then adds 0 "
        "to the answer.",
        "It concerns the items of the named step or substep only, not those of its substeps.",
        "No request other than a batch has `complete_remaining`.",
    ),
    operations=("Batch",),
    source="RCR D01, S01, S02",
    why=(
        "Nobody has to count items any more: the caller lists only what it defers. A deferral is "
        "a judgement with a reason, and a convenience must not overwrite it; forced completion "
        "(CMP-4) does, which is why it is no substitute."
    ),
    amendment=COMPLETE_REMAINING,
    before=("A batch that sets `complete_remaining` is treated as if it did not.",),
)

COUNTING = Rule(
    id="CHK-7",
    title="The answer counts the items whose status changed",
    sentences=(
        "The answer `items_updated` of an update or a batch MUST count the items whose status "
        "after the whole request differs from their status before it.",
        "Each item counts at most once, however many changes name it.",
        "Items completed by `complete_remaining` count like the others.",
    ),
    operations=("Update", "Batch"),
    source="RCR S01; behaviour, section 5",
)

REASON = Rule(
    id="CHK-8",
    title="An item has a reason exactly while it is deferred",
    sentences=(
        "A `deferred` item MUST have a reason that is not empty.",
        "An item that is `open` or `completed` MUST NOT have a reason.",
        "Whatever completes or opens a deferred item removes its reason.",
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
    source="Decided here",
    why="A reason that outlives its deferral tells the reader of a finished item that it is not.",
    amendment=REASON_WITH_DEFERRAL,
    before=(
        "Whatever completes or opens a deferred item leaves its reason as it is.",
        "An update of many items may make items `deferred` that have no reason.",
    ),
)

FROZEN = Rule(
    id="CHK-9",
    title="Items of a completed step do not change",
    sentences=(
        "An update or a batch for a step or substep that is `completed` MUST be rejected with E050 "
        "`not_claimed`, which names that status.",
        "This is checked right after the holder and before anything in the request (CHK-1).",
        "It applies even if the request would change nothing.",
        "Recording an artifact is not rejected for this: the holder recorded on a completed step "
        "may still leave a note.",
    ),
    operations=("Update", "Batch"),
    source="Decided here",
    why=(
        "The holder of a substep is that of its parent (CHK-1). Without this rule it could open "
        "the items of a substep that was completed, and completed would mean nothing."
    ),
    amendment=FROZEN_WHEN_COMPLETED,
    before=(
        "An update or a batch by the holder MUST be accepted whatever the status of the step or "
        "substep, so that the items of a completed one may change.",
    ),
)

ARTIFACTS = Rule(
    id="CHK-10",
    title="The holder may leave a note on a step",
    sentences=(
        "Recording an artifact that passes CHK-1 MUST store its kind, its summary and `now` on the "
        "step or substep, and answer its `artifact_id`.",
        "A summary MUST be cut to its first 500 characters; Unicode code points count, neither "
        "bytes nor units of UTF-16.",
        "Ids MUST ascend over all plans of a store, and none is given twice, even if its artifact "
        "is gone.",
        "The artifacts of a step are listed in the order of their ids.",
    ),
    operations=("RecordArtifact",),
    source="behaviour, section 5",
)

AREA = Area(
    name="checklists",
    prefix="CHK",
    title="Checklists",
    introduction=(
        "Every step and substep has a checklist of items of three kinds: tasks, tests and "
        "checkpoints. The holder reports on them by updates, which name items or all of them, or "
        "by a batch, which alone can defer. A deferred item was looked at and put off, with a "
        "reason; it does not stand in the way of completion."
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
    properties=("INV-6", "INV-7", "STP-6", "STP-7", "STP-8", "RCH-4"),
)
