"""What edition 2026.1 corrects in the seed documents."""

from spec.amendments.amendment import Amendment, ReadingExample, amendments_in

RESYNC = Amendment(
    id="A12",
    name="resync",
    title="Registering a changed document updates the plan",
    source="decided here: found by exploring the edition `seeds`",
    failure="Once a document has changed, no sequence of operations makes it workable again.",
)
RECOVERY_VERIFIES_STEP = Amendment(
    id="A13",
    name="recovery-verifies-step",
    title="A recovery succeeds only if the step is completed",
    source="decided here: found by exploring the edition `seeds`",
    failure="A recovery reports success because no item is open, and the step is never completed.",
)
OWNERSHIP_FIRST = Amendment(
    id="A14",
    name="ownership-first",
    title="Completing a step checks its holder before its checklist",
    source="seeds 000, lines 198, 307; decided here: no line says which error is answered first",
    failure="A worktree that lost its step is told about open items, which it cannot change.",
)
HALTING_WINS = Amendment(
    id="A15",
    name="halting-wins",
    title="Being stuck and the iteration limit are decided before the override",
    source=(
        "seeds 004, lines 415, 622, 652; decided here: the code, lines 281-304, forgets the last "
        "two and decides line 415 the other way; `seeds` follows it, because it is what ran"
    ),
    failure="A stuck agent with remaining work gets iterations for ever.",
)
FORCE_CASCADE = Amendment(
    id="A16",
    name="force-cascade",
    title="Forced completion completes the items of the substeps that it completes",
    source="decided here: found by exploring the edition `seeds`",
    failure="A substep completed by force keeps open items for ever.",
)
REASON_WITH_DEFERRAL = Amendment(
    id="A17",
    name="reason-with-deferral",
    title="An item has a reason exactly while it is deferred",
    source="decided here: found by exploring the edition `seeds`",
    failure="Items keep the reason of a past deferral, or are deferred without any reason.",
)
FROZEN_WHEN_COMPLETED = Amendment(
    id="A18",
    name="frozen-when-completed",
    title="Items of a completed substep cannot change, even while its parent is held",
    source="decided here: found by exploring the edition `seeds`",
    failure="Items of a completed substep can be reopened while its parent is held.",
)
RELEASE_NAMES_AUTHORITY = Amendment(
    id="A19",
    name="release-names-authority",
    title="A release names the worktree or uses force, exactly one of the two",
    source="decided here: found by exploring the edition `seeds`",
    failure="A release that names neither silently ends the live claim of its holder.",
)
RECONCILE_NEWEST = Amendment(
    id="A20",
    name="reconcile-newest",
    title="The newest commit of a step counts, and its substeps and plan are updated",
    source="decided here: found by exploring the edition `seeds`",
    failure=(
        "With force the oldest commit wins, a reconciled step keeps unfinished substeps, and the "
        "plan is never done."
    ),
)
COMMIT_RECORDS_HASH = Amendment(
    id="A21",
    name="commit-records-hash",
    title="A commit that completes a step records its hash",
    source="decided here: found by exploring the edition `seeds`",
    failure="A completed step has no commit hash, and reconciling has to find it again.",
)
BOUNDED_REVIEW = Amendment(
    id="A22",
    name="bounded-review",
    title="A review without a verdict blocks, and every attempt counts",
    source="decided here: found by exploring the edition `seeds`",
    failure="A reviewer that crashes lets the stop through, and the review is silently skipped.",
)
STANDALONE_ITERATION = Amendment(
    id="A23",
    name="standalone-iteration",
    title="A review started by hand is not automated",
    source="decided here: found by exploring the edition `seeds`",
    failure="A single review that a person requested starts a whole cycle of automatic ones.",
)
LARGER_SUMMARY = Amendment(
    id="A34",
    name="larger-summary",
    title="The default minimum size of a summary is 100 bytes",
    source="decided here: 10 bytes, as in seeds 004, line 134, have no room for what was done",
    failure="A summary of ten bytes is accepted, and the next iteration begins without "
    "information.",
)
CHECKED_WORK = Amendment(
    id="A35",
    name="checked-work",
    title="White space around an empty value is ignored, and a malformed list is rejected",
    source="decided here: seeds 004, lines 245-261, know four forms, and take the rest for work",
    failure="A report with `[ ]` or ` 0 ` starts another iteration, although nothing remains.",
)
KEPT_REASON = Amendment(
    id="A37",
    name="kept-reason",
    title="A deferral of a deferred item keeps the reason that the item has",
    source="decided here: an entry that finds its status already set changed nothing",
    failure="A repeated batch replaces the reasons of earlier deferrals.",
    withdrawn=(
        "The reason of a repeated deferral is accepted and lost, and the stored one cannot be "
        "corrected."
    ),
)
CHANGES_COUNTED = Amendment(
    id="A38",
    name="changes-counted",
    title="A batch counts the items that it changes, as an update does",
    source="decided here: what is counted is what changed",
    failure=(
        "A repeated batch counts items that it does not change, so it cannot be distinguished from "
        "new work."
    ),
)
RELEASE_NAMES_STATUS = Amendment(
    id="A39",
    name="release-names-status",
    title="A rejected release names the status of the step in one of four words",
    source="decided here: the status of a rejection is data",
    failure="The status in a rejected release is a sentence, which no program can compare.",
)
DEFERRALS_BY_HAND = Amendment(
    id="A40",
    name="deferrals-by-hand",
    title="The command for a person defers the items that did not pass, and completes the step",
    source="decided here: an empty batch, as in seeds 000, lines 405-406, completes it instead",
    failure="A person who follows the escalation completes items that the reviewer did not pass.",
    readings=(
        ReadingExample(
            "A reviewer does not pass checkpoint 0: what the person is told to run",
            "an empty batch, which completes checkpoint 0",
            "a batch that defers checkpoint 0, and then completes the step",
        ),
    ),
)
SKIPPED_REVIEW_NAMED = Amendment(
    id="A41",
    name="skipped-review-named",
    title="A stop without reviews sets `phase` to the review that it skips",
    source="decided here: `phase` was to name the kind of review, whether or not one was made",
    failure="After a stop without reviews, `phase` does not say which review was skipped.",
    withdrawn="`phase` names a review that never ran, and no longer the last one that did.",
)
SIGNAL_IN_ANY_CASE = Amendment(
    id="A50",
    name="signal-in-any-case",
    title="A report may write `true` with capital letters",
    source="decided here: it is meant, and a report made by Python says `True`",
    failure=(
        "No work remains, and the agent requests another iteration with `True`: the loop ends, and "
        "the request is not logged."
    ),
    readings=(
        ReadingExample(
            "requires_continuation: True",
            "no request for another iteration",
            "a request for another iteration",
        ),
    ),
)

CORRECTIONS = amendments_in(globals())
