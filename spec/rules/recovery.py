"""Recovery: how the orchestrator brings a step to completion, and when it asks a person."""

from spec.amendments import DEFERRED_ONLY_BATCH, RECOVERY_LOOP, RECOVERY_VERIFIES_STEP
from spec.rules.rule import Area, Rule

_NOT_COMMITTED = (
    "When git does not commit (COM-1), the orchestrator's work on the step ends and there is "
    "nothing to recover."
)
_COMPLETED = (
    "When a commit's `state_update_failed` is false, the step is completed and the orchestrator's "
    "work on it ends."
)

AFTER_A_FAILURE = Rule(
    id="REC-1",
    title="Only what a retry may cure is retried",
    sentences=(
        _NOT_COMMITTED,
        _COMPLETED,
        "When it is true, the orchestrator MUST look at `state_failure_reason` and at nothing else "
        "of the answer to decide what follows.",
        "For `drift`, `ownership` and `db_error` it MUST escalate at once, without asking the "
        "store anything more.",
        "For `open_items`, for a missing reason and for a word that it does not know it MUST begin "
        "the recovery: the attempts of REC-2.",
        "An escalation ends the orchestrator's work on the step: it leaves the decision to a "
        "person.",
    ),
    operations=("Commit",),
    source="RCR D03, D07, S03",
    why=(
        "Git has committed and the reviewer has approved, so an item that nobody reported is no "
        "reason to halt. But nothing that an orchestrator may do brings back a lost step, an "
        "unchanged document or a broken store."
    ),
    amendment=RECOVERY_LOOP,
    before=(
        _NOT_COMMITTED,
        _COMPLETED,
        "When it is true, the orchestrator MUST halt at once, whatever the reason: it asks the "
        "store nothing more, and a person has to go on.",
    ),
)

ATTEMPTS = Rule(
    id="REC-2",
    title="At most three attempts, then a person is told what is open",
    sentences=(
        "A recovery MUST make at most 3 attempts, one after the other (REC-3, REC-4); when the "
        "third has neither succeeded nor escalated, it escalates with the reason `open_items`.",
        "The message of an escalation, that of REC-1 too, names plan and step, the reason, the "
        "git commit, which stands, and the manual command.",
        "It MUST name each own item of the step that the last answered query of the recovery "
        "showed as `open`, by its kind, its number, which is its ordinal plus 1, and its text, and "
        "each substep that it showed as not completed, by its anchor; if no query was answered, it "
        "says that these are not known.",
        "The manual command is a batch with `complete_remaining`, whose entries are the deferrals "
        "of REC-3 and hence none if there are none, followed by a strict completion.",
        "It MUST NOT recommend to reconcile or to complete by force, nor name how that is done.",
    ),
    operations=("Show", "Batch", "Complete"),
    source="RCR D03, R02, S03; deferrals in the manual command are decided here",
    why=(
        "Reconciling and forced completion erase deferrals and the reasons for them. An empty "
        "batch with complete-remaining would complete the very checkpoints that the reviewer did "
        "not pass."
    ),
    amendment=RECOVERY_LOOP,
)

_QUERY = (
    "An attempt begins with a query of the plan; what it looks at are the own items of the step, "
    "not those of its substeps."
)
_SEND_BATCH = (
    "If an own item is `open`, the orchestrator MUST send a batch for the step, under its "
    "worktree, with `complete_remaining`, whose entries defer the checkpoints that the reviewer "
    "did not judge `PASS`, in ascending order and with the reasons of REC-5, and nothing else; it "
    "is empty if every judgement is `PASS`."
)
_NOT_LOOKED_AT = (
    "Neither the drift that the query shows nor status and holder of the step decide anything else."
)

ATTEMPT = Rule(
    id="REC-3",
    title="An attempt closes the open items that the reviewer's verdict allows to close",
    sentences=(
        _QUERY,
        "If the query shows the step `completed`, the recovery MUST end at once in success, "
        "whoever has completed it.",
        "If none of its own items is `open`, the strict completion of REC-4 MUST follow at once, "
        "in the same attempt, without a batch and without another query.",
        _SEND_BATCH,
        _NOT_LOOKED_AT,
        "A rejected query or batch ends the attempt, and REC-4 says what follows.",
    ),
    operations=("Show", "Batch"),
    source="RCR S03; success only for a completed step is decided here",
    why=(
        "A step without open items need not be completed: its substeps may be unfinished, or an "
        "earlier attempt closed the items and could not complete the step."
    ),
    amendment=RECOVERY_VERIFIES_STEP,
    before=(
        _QUERY,
        "If none of its own items is `open`, the recovery MUST end at once in success, whatever "
        "the status of the step.",
        _SEND_BATCH,
        _NOT_LOOKED_AT,
        "A rejected query or batch ends the attempt, and the next one follows.",
    ),
)

_QUERY_AGAIN = "After an accepted batch the orchestrator MUST query the plan again."
_STILL_OPEN = "If an own item of the step is still `open`, the attempt ends and the next follows."
_COMPLETE = (
    "If none is, it MUST complete the step strictly, under its worktree, never with `force` and "
    "never with `allow_drift`."
)
_SUCCESS = "If the completion is accepted, the recovery ends in success."
_UNANSWERED = (
    "A call that the store cannot answer counts as one that is rejected with E046 "
    "`store_unavailable`, and so does a batch or a completion while the plan's document cannot be "
    "read; a query is answered all the same, and shows drift then."
)

VERIFICATION = Rule(
    id="REC-4",
    title="A recovery succeeds only with a completed step, and ends where no retry helps",
    sentences=(
        _QUERY_AGAIN,
        "If that shows the step `completed`, the recovery ends in success.",
        _STILL_OPEN,
        _COMPLETE,
        _SUCCESS,
        "A rejection of any call of an attempt, a query too, whose code COM-2 classifies as "
        "`drift`, `ownership` or `db_error` MUST escalate at once.",
        "E052 `incomplete_substeps` MUST escalate at once.",
        "Every other rejection ends the attempt, and the next one follows.",
        _UNANSWERED,
    ),
    operations=("Show", "Batch", "Complete"),
    source="RCR S03; decided here",
    why=(
        "Open items and open substeps have the same reason word, and a batch closes only the "
        "first. Whatever a retry cannot cure when git has just committed, it cannot cure later "
        "either."
    ),
    amendment=RECOVERY_VERIFIES_STEP,
    before=(
        _QUERY_AGAIN,
        _STILL_OPEN,
        _COMPLETE,
        _SUCCESS,
        "A rejection of any call of an attempt, whatever its code, ends the attempt, and the next "
        "one follows.",
        _UNANSWERED,
    ),
)

_ONE_BATCH = (
    "After the reviewer's approval (REC-6) and before the commit, the orchestrator MUST send one "
    "batch for the step, under its worktree."
)
_DEFERRALS = (
    "A checkpoint that was judged `FAIL`, `BLOCKED` or `UNVERIFIED` is listed as `deferred`, with "
    "the reviewer's reason, or with the word of the judgement if the reason is missing or empty."
)
_COMMIT_FOLLOWS = "The commit follows whether or not the batch is accepted."

BATCH = Rule(
    id="REC-5",
    title="The orchestrator lists deferrals and lets the rest complete itself",
    sentences=(
        _ONE_BATCH,
        "The reviewer judges checkpoints by their ordinals, each at most once, with one of the "
        "words `PASS`, `FAIL`, `BLOCKED` and `UNVERIFIED`.",
        _DEFERRALS,
        "Nothing else is listed: no task, no test, and no checkpoint that was judged `PASS` or not "
        "at all; the entries are in ascending order of their ordinals.",
        "The batch MUST set `complete_remaining`, also when it is empty.",
        _COMMIT_FOLLOWS,
    ),
    operations=("Batch", "Commit"),
    source="RCR D04, S04; what a failed batch leads to is decided here",
    why=(
        "The store knows which items there are; whoever counts them again can only be wrong. What "
        "a refused batch leaves open makes the update of the commit fail, with a reason, and the "
        "work is committed all the same."
    ),
    amendment=DEFERRED_ONLY_BATCH,
    before=(
        _ONE_BATCH,
        "Where the coder has counted N tasks and P tests as completed, the tasks 0 to N-1 and the "
        "tests 0 to P-1 are listed as `completed`.",
        "A checkpoint that was judged `PASS` is listed as `completed`.",
        _DEFERRALS,
        "A checkpoint that was not judged is not listed.",
        "The entries are in this order: the tasks, the tests, the checkpoints that are listed as "
        "`completed` and those that are deferred, each in ascending order of their ordinals.",
        "The batch does not set `complete_remaining`.",
        _COMMIT_FOLLOWS,
    ),
)

APPROVAL = Rule(
    id="REC-6",
    title="Nothing is completed that the reviewer has not approved",
    sentences=(
        "Unless the reviewer's verdict on the step is `APPROVE`, the orchestrator MUST NOT send a "
        "batch or an update, commit, or complete the step.",
        "With `REVISE`, with any other word and without a verdict the step stays as it is, held by "
        "its worktree, for the coder to go on.",
        "A verdict of `APPROVE` with checkpoints that were not judged `PASS` is an approval: these "
        "are deferred.",
    ),
    operations=("Batch", "Update", "Commit", "Complete"),
    source="RCR R01; behaviour, section 8",
    why="Complete-remaining believes that the work is done. The reviewer is the one who says so.",
)

_PROGRESS = (
    "What the coder counts MAY be shown as progress, as `Coder reported: N/M tasks completed, P/Q "
    "tests completed`."
)

COUNTS = Rule(
    id="REC-7",
    title="The coder's counts are for people to read",
    sentences=(
        _PROGRESS,
        "Operations and decisions MUST NOT depend on them.",
    ),
    operations=("Batch",),
    source="RCR D05, S04",
    why="A coder that reports 19 of 20 tasks has usually done 20.",
    amendment=DEFERRED_ONLY_BATCH,
    before=(
        _PROGRESS,
        "The entries of the batch depend on them as REC-5 says, and nothing else does.",
    ),
)

AREA = Area(
    name="recovery",
    prefix="REC",
    title="Recovery",
    introduction=(
        "An orchestrator has a step done in its worktree: it claims and starts the step, has a "
        "coder do the work and a reviewer judge it, reports the items and commits. These rules "
        "bind the orchestrator, not the store, which answers every call by the rules of the other "
        "areas. A recovery is what follows a commit whose update of the state has failed; it ends "
        "in success, or it escalates: a person is told what is left and how to finish it."
    ),
    rules=(AFTER_A_FAILURE, ATTEMPTS, ATTEMPT, VERIFICATION, BATCH, APPROVAL, COUNTS),
    vocabulary=("recovery",),
    properties=("RUN-1", "RUN-2", "RUN-3", "RUN-4", "RUN-5", "RUN-6", "RUN-7", "RUN-8", "RUN-9"),
)
