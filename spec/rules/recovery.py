"""Recovery: how the orchestrator brings a step to completion, and when it asks a person."""

from spec.amendments.changes_2026_2 import FENCED_CLAIMS
from spec.amendments.corrections import DEFERRALS_BY_HAND, RECOVERY_VERIFIES_STEP
from spec.amendments.seed import DEFERRED_ONLY_BATCH, RECOVERY_LOOP
from spec.rules.rule import Area, Clause, Rule

AFTER_A_FAILURE = Rule(
    id="REC-1",
    title="Only failures that a retry can cure are retried",
    clauses=(
        Clause(
            "REC-1.1",
            "The orchestrator MUST end its work on a step, without a recovery, when git does not "
            "commit (COM-1).",
            source="decided here: without a git commit nothing has happened",
        ),
        Clause(
            "REC-1.2",
            "The orchestrator MUST end its work on a step as completed when the commit's "
            "`state_update_failed` is false.",
            source="decided here: nothing is left to do",
        ),
        Clause(
            "REC-1.3",
            "The orchestrator MUST halt at once when `state_update_failed` is true, whatever the "
            "reason.",
            until=RECOVERY_LOOP,
        ),
        Clause(
            "REC-1.4",
            "The orchestrator MUST NOT send anything to the store after it has halted.",
            until=RECOVERY_LOOP,
        ),
        Clause(
            "REC-1.5",
            "When `state_update_failed` is true, the orchestrator MUST decide by "
            "`state_failure_reason` and by nothing else in the answer.",
            since=RECOVERY_LOOP,
            source="seeds 000, lines 156, 187, 202",
        ),
        Clause(
            "REC-1.6",
            "The orchestrator MUST escalate at once for `drift`, `ownership` and `db_error`.",
            since=RECOVERY_LOOP,
        ),
        Clause(
            "REC-1.7",
            "The orchestrator MUST begin a recovery for `open_items`, for a missing reason and for "
            "an unknown one.",
            since=RECOVERY_LOOP,
            source=(
                "seeds 000, lines 31, 364-365; seeds 001, line 25; decided here: "
                "an unknown reason says no more"
            ),
        ),
        Clause(
            "REC-1.8",
            "The orchestrator MUST NOT send anything to the store after it has escalated.",
            since=RECOVERY_LOOP,
            source="decided here: from then on a person decides",
        ),
    ),
    operations=("Commit",),
    source="A06; seeds 000, lines 23, 144, 353-366; seeds 001, line 21",
    why=(
        "Git has committed and the reviewer has approved, so an unreported item is no reason to "
        "halt. But an orchestrator cannot recover a lost step, undo a change of the document or "
        "repair a broken store."
    ),
)

ATTEMPTS = Rule(
    id="REC-2",
    title="After three failed attempts, the orchestrator escalates",
    clauses=(
        Clause(
            "REC-2.1",
            "A recovery is a sequence of attempts (REC-3, REC-4), one after the other.",
            since=RECOVERY_LOOP,
        ),
        Clause(
            "REC-2.2",
            "The orchestrator MUST NOT make more than 3 attempts in a recovery.",
            since=RECOVERY_LOOP,
        ),
        Clause(
            "REC-2.3",
            "The orchestrator MUST escalate with the reason `open_items` when the third attempt "
            "ends without success or escalation.",
            since=RECOVERY_LOOP,
        ),
        Clause(
            "REC-2.4",
            "An escalation is a message to a person, and the end of the orchestrator's work on the "
            "step.",
            since=RECOVERY_LOOP,
        ),
        Clause(
            "REC-2.5",
            "An escalation MUST name the plan, the step and the reason.",
            since=RECOVERY_LOOP,
            source="seeds 000, line 403; decided here: a person has to know what it is about",
        ),
        Clause(
            "REC-2.6",
            "An escalation MUST say that the git commit stands.",
            since=RECOVERY_LOOP,
            source="decided here: a person has to know that no work is lost",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REC-2.7",
            "An escalation MUST give the manual command.",
            since=RECOVERY_LOOP,
            source=(
                "seeds 000, lines 107, 405-409, 583, 603; decided here: whatever the "
                "reason, a person continues by hand"
            ),
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REC-2.8",
            "The manual command MUST be a batch of the deferrals of REC-5 with "
            "`complete_remaining`, followed by a strict completion.",
            since=DEFERRALS_BY_HAND,
            source="A40; seeds 000, lines 405-406",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REC-2.9",
            "An escalation MUST name each own item of the step that the last answered query showed "
            "as `open`, by kind, number and text.",
            since=RECOVERY_LOOP,
            source="seeds 000, lines 107, 404",
        ),
        Clause(
            "REC-2.10",
            "The number of an item is its ordinal plus 1.",
            since=RECOVERY_LOOP,
            source="decided here: people count from 1",
        ),
        Clause(
            "REC-2.11",
            "An escalation MUST name each substep that the last answered query showed as not "
            "completed, by its anchor.",
            since=RECOVERY_LOOP,
            source="decided here: open substeps have the same reason as open items",
        ),
        Clause(
            "REC-2.12",
            "An escalation MUST say that open items and substeps are unknown when the recovery had "
            "no answered query.",
            since=RECOVERY_LOOP,
            source="decided here: an empty list would be taken for none",
        ),
        Clause(
            "REC-2.13",
            "An escalation MUST NOT recommend reconciling or a completion by force, or name how "
            "that is done.",
            since=RECOVERY_LOOP,
            source="seeds 000, lines 107, 409",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REC-2.14",
            "An escalation that follows a commit at once for `db_error` MUST show the first "
            "warning of that commit, if it is known.",
            since=RECOVERY_LOOP,
            source="seeds 000, lines 362-363",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REC-2.15",
            "An escalation for `drift` MUST advise to register the plan again and then to repeat "
            "what failed.",
            since=RECOVERY_LOOP,
            source="seeds 000, lines 358-359",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REC-2.16",
            "An escalation for `ownership` MUST advise to check the worktree, and who holds the "
            "step.",
            since=RECOVERY_LOOP,
            source="seeds 000, lines 360-361",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REC-2.17",
            "The manual command is an empty batch with `complete_remaining`.",
            since=RECOVERY_LOOP,
            until=DEFERRALS_BY_HAND,
            source="seeds 000, lines 405-406",
        ),
    ),
    operations=("Show", "Batch", "Complete"),
    source=(
        "A06; seeds 000, lines 95, 107, 108, 144, 358-363, 368-372, 403-409; seeds 001, lines 25, "
        "85"
    ),
    why=(
        "Reconciling and forced completion erase deferrals and the reasons for them. An empty "
        "batch with complete-remaining would complete the very checkpoints that the reviewer did "
        "not pass."
    ),
)

ATTEMPT = Rule(
    id="REC-3",
    title="An attempt closes the open items that the reviewer's verdict allows to close",
    clauses=(
        Clause("REC-3.1", "An attempt MUST begin with a query of the plan (`Show`)."),
        Clause(
            "REC-3.2",
            "An attempt MUST NOT consider the items of the step's substeps.",
            source="seeds 000, line 378",
        ),
        Clause(
            "REC-3.3",
            "The recovery MUST end in success when the query shows no open item of the step, "
            "whatever the status of the step.",
            until=RECOVERY_VERIFIES_STEP,
            source="seeds 000, lines 380-382",
        ),
        Clause(
            "REC-3.4",
            "The recovery MUST end in success when a query shows the step `completed`, by any "
            "worktree.",
            since=RECOVERY_VERIFIES_STEP,
        ),
        Clause(
            "REC-3.5",
            "The attempt MUST continue with the completion of REC-4, without a batch, when the "
            "query shows no open item of the step.",
            since=RECOVERY_VERIFIES_STEP,
        ),
        Clause(
            "REC-3.6",
            "When the query shows an open item, the orchestrator MUST send a batch for the step "
            "under its worktree, with `complete_remaining`.",
        ),
        Clause(
            "REC-3.7",
            "The entries of that batch MUST be the deferrals of REC-5, and nothing else.",
        ),
        Clause(
            "REC-3.8",
            "An attempt MUST NOT decide anything else by the drift, or by the step's status and "
            "holder, that a query shows.",
            source="decided here: the store decides when it is asked to complete the step",
        ),
        Clause(
            "REC-3.9",
            "An attempt MUST end, and the next one follow, when its query or its batch is "
            "rejected.",
            until=RECOVERY_VERIFIES_STEP,
            source="seeds 000, lines 386, 392",
        ),
        Clause(
            "REC-3.10",
            "An attempt MUST end when its query or its batch is rejected; for what follows, see "
            "REC-4.",
            since=RECOVERY_VERIFIES_STEP,
        ),
    ),
    operations=("Show", "Batch"),
    source="seeds 000, lines 76, 374-392; seeds 001, lines 82, 83",
    why=(
        "A step without open items need not be completed: its substeps may be unfinished, or an "
        "earlier attempt closed the items and could not complete the step."
    ),
)

VERIFICATION = Rule(
    id="REC-4",
    title="A recovery succeeds only if the step is completed, and ends if no retry can help",
    clauses=(
        Clause(
            "REC-4.1",
            "After an accepted batch the orchestrator MUST query the plan again (`Show`).",
        ),
        Clause(
            "REC-4.2",
            "The attempt MUST end when that query shows an open item of the step.",
            source="seeds 000, line 401",
        ),
        Clause(
            "REC-4.3",
            "When that query shows no open item, the orchestrator MUST complete the step strictly, "
            "under its worktree.",
        ),
        Clause(
            "REC-4.4",
            "The orchestrator MUST NOT complete a step with `force` or with `allow_drift`.",
            source="seeds 000, lines 82, 397-398; seeds 001, line 145",
        ),
        Clause(
            "REC-4.5",
            "The recovery MUST end in success when the completion is accepted.",
        ),
        Clause(
            "REC-4.6",
            "An attempt MUST end, and the next one follow, when any of its calls is rejected.",
            until=RECOVERY_VERIFIES_STEP,
            source="seeds 000, line 400",
        ),
        Clause(
            "REC-4.7",
            "The orchestrator MUST escalate when a call is rejected with a code that COM-2 "
            "classifies as `drift`, `ownership` or `db_error`.",
            since=RECOVERY_VERIFIES_STEP,
        ),
        Clause(
            "REC-4.8",
            "The orchestrator MUST escalate when a call is rejected with E052 "
            "`incomplete_substeps`.",
            since=RECOVERY_VERIFIES_STEP,
        ),
        Clause(
            "REC-4.9",
            "The attempt MUST end, and the next one follow, when a call is rejected with any other "
            "code.",
            since=RECOVERY_VERIFIES_STEP,
        ),
        Clause(
            "REC-4.10",
            "The orchestrator MUST treat a call that the store cannot answer as rejected with E046 "
            "`store_unavailable`.",
            source="decided here: a store that does not answer is like one that cannot be opened",
        ),
        Clause(
            "REC-4.11",
            "The orchestrator MUST treat a batch or completion as rejected with E046 "
            "`store_unavailable` while the plan's document cannot be read.",
            source="decided here: without the document nobody can tell whether it has changed",
            kept_outside="the driver of an orchestrator gives it this answer",
        ),
        Clause(
            "REC-4.12",
            "A query while the plan's document cannot be read MUST be answered, with `drifted` "
            "true.",
            source="decided here: a query needs no document",
            kept_outside="the driver of an orchestrator gives it this answer",
        ),
    ),
    operations=("Show", "Batch", "Complete"),
    source="seeds 000, lines 76, 393-401",
    why=(
        "Open items and open substeps have the same reason word, but a batch closes only the "
        "items. A failure that a retry cannot cure right after the commit cannot be cured by one "
        "later."
    ),
)

BATCH = Rule(
    id="REC-5",
    title="The orchestrator lists deferrals and uses complete-remaining for the rest",
    clauses=(
        Clause(
            "REC-5.1",
            "After the reviewer's approval (REC-6) and before the commit, the orchestrator MUST "
            "send one batch for the step under its worktree.",
        ),
        Clause(
            "REC-5.2",
            "A reviewer judges each checkpoint, named by its ordinal, at most once: as `PASS`, "
            "`FAIL`, `BLOCKED` or `UNVERIFIED`.",
        ),
        Clause(
            "REC-5.3",
            "The deferrals are `deferred` entries, one for each checkpoint judged `FAIL`, "
            "`BLOCKED` or `UNVERIFIED`, in ascending order of their ordinals.",
        ),
        Clause(
            "REC-5.4",
            "The reason of a deferral MUST be the reviewer's reason, or the word of the judgement "
            "where that is missing or empty.",
            source=(
                "seeds 000, line 422; decided here: an entry without a reason would be rejected"
            ),
        ),
        Clause(
            "REC-5.5",
            "The batch MUST list the first N tasks and the first P tests as `completed`, where N "
            "and P are the coder's counts.",
            until=DEFERRED_ONLY_BATCH,
            source="seeds 000, lines 415-418; seeds 001, lines 9, 93-98",
        ),
        Clause(
            "REC-5.6",
            "The batch MUST list each checkpoint judged `PASS` as `completed`.",
            until=DEFERRED_ONLY_BATCH,
            source="seeds 000, lines 417-418; seeds 001, lines 9, 96",
        ),
        Clause(
            "REC-5.7",
            "The batch MUST list tasks, tests, completed checkpoints and deferrals in this order, "
            "each in ascending order of their ordinals.",
            until=DEFERRED_ONLY_BATCH,
            source="decided here: the seeds do not say in which order entries are sent",
        ),
        Clause(
            "REC-5.8",
            "The batch MUST NOT list a checkpoint that was not judged.",
            until=DEFERRED_ONLY_BATCH,
            source="seeds 000, line 417; seeds 001, line 12",
        ),
        Clause(
            "REC-5.9",
            "The batch MUST NOT set `complete_remaining`.",
            until=DEFERRED_ONLY_BATCH,
            source="seeds 000, lines 415-418; seeds 001, line 14",
        ),
        Clause(
            "REC-5.10",
            "The entries of the batch MUST be the deferrals, and nothing else.",
            since=DEFERRED_ONLY_BATCH,
        ),
        Clause(
            "REC-5.11",
            "The batch MUST set `complete_remaining`, also when it has no entries.",
            since=DEFERRED_ONLY_BATCH,
        ),
        Clause(
            "REC-5.12",
            "The orchestrator MUST commit after the batch, whether or not it was accepted.",
            source="decided here: the commit says what the batch left open",
        ),
    ),
    operations=("Batch", "Commit"),
    source="A07; seeds 000, lines 63, 158-165, 420-430; seeds 001, lines 70-75, 145, 146",
    why=(
        "The store knows the items; counting them again can only go wrong. If a batch is rejected, "
        "the items stay open and the update of the commit fails, with a reason, but the work is "
        "committed."
    ),
)

APPROVAL = Rule(
    id="REC-6",
    title="Nothing is completed without the reviewer's approval",
    clauses=(
        Clause(
            "REC-6.1",
            "The orchestrator MUST NOT send a batch, an update, a commit or a completion unless "
            "the reviewer's verdict on the step is `APPROVE`.",
        ),
        Clause(
            "REC-6.2",
            "The orchestrator MUST leave the step held by its worktree when the verdict is "
            "`REVISE`, any other word, or missing.",
            source=(
                "decided here: the seeds do not say what becomes of a step that is not approved"
            ),
        ),
        Clause(
            "REC-6.3",
            "The orchestrator MUST treat `APPROVE` as an approval also when checkpoints were not "
            "judged `PASS`.",
            source="seeds 000, lines 101, 102, 387-390",
        ),
        Clause(
            "REC-6.4",
            "The orchestrator MUST claim a step and start it before its coder works on it.",
            source="decided here: the seeds describe the orchestrator only from the review on",
        ),
        Clause(
            "REC-6.5",
            "The orchestrator MUST end its work when the claim gives no step or the start is "
            "rejected.",
            source="decided here: the seeds describe the orchestrator only from the review on",
        ),
        Clause(
            "REC-6.6",
            "The orchestrator MUST send the `claim_id` of its claim, as far as it is known, with "
            "every start, batch, commit and completion.",
            since=FENCED_CLAIMS,
        ),
    ),
    operations=("Claim", "Start", "Batch", "Update", "Commit", "Complete"),
    source="A29; seeds 000, lines 93, 98-102; seeds 001, line 83",
    why="Complete-remaining assumes that the work is done. Only the reviewer confirms that.",
)

COUNTS = Rule(
    id="REC-7",
    title="The coder's counts decide nothing",
    clauses=(
        Clause(
            "REC-7.2",
            "The orchestrator MUST use the coder's counts for the entries of REC-5.5 and for no "
            "other decision.",
            until=DEFERRED_ONLY_BATCH,
            source="seeds 000, lines 415-418",
        ),
        Clause(
            "REC-7.3",
            "Operations and decisions of the orchestrator MUST NOT depend on the coder's counts.",
            since=DEFERRED_ONLY_BATCH,
        ),
        Clause(
            "REC-7.4",
            "The orchestrator MUST print, before the batch of REC-5, `Coder reported: N/M tasks "
            "completed, P/Q tests completed`.",
            since=DEFERRED_ONLY_BATCH,
            kept_outside="a message for people, which no operation shows",
        ),
        Clause(
            "REC-7.5",
            "N and P count the tasks and tests that the coder reports as completed, M and Q all "
            "those that it reports on.",
            since=DEFERRED_ONLY_BATCH,
            source=(
                "seeds 000, line 183; decided here: the message is based on the coder's report "
                "alone, so it counts what that lists"
            ),
        ),
    ),
    operations=("Batch",),
    source="A07; seeds 000, lines 172-183, 432, 577; seeds 001, lines 50, 147",
    why="A coder that reports 19 of 20 tasks has usually done 20.",
)

NOT_BY_ITSELF = Rule(
    id="REC-8",
    title="The orchestrator never forces a claim, releases or resets",
    clauses=(
        Clause(
            "REC-8.1",
            "The orchestrator MUST NOT claim a step with `force`, also when nothing else is left "
            "to claim.",
            source="seeds 002, line 60",
        ),
        Clause(
            "REC-8.2",
            "The orchestrator MUST NOT release or reset a step, also when its work has failed.",
            source="seeds 002, line 61",
        ),
        Clause(
            "REC-8.3",
            "A hook MUST NOT claim, release or reset a step.",
            source="decided here: a hook is as little asked for it as the orchestrator",
            kept_outside="a hook is a program of its own, outside the store",
        ),
    ),
    operations=("Claim", "Release", "Reset"),
    source="seeds 002, lines 60-61",
    why=(
        "Taking over a step by force, or releasing it, may take it from a worker that is still "
        "active. Only a person decides that; unattended programs wait for the lease to expire."
    ),
)

AREA = Area(
    name="recovery",
    prefix="REC",
    title="Recovery",
    introduction=(
        "An orchestrator gets a step done in its worktree: it claims and starts the step, lets a "
        "coder do the work and a reviewer assess it, reports the items and commits. These rules "
        "bind the orchestrator, not the store, which answers every call by the rules of the other "
        "areas. A recovery is what follows a commit whose update of the state has failed; it ends "
        "in success, or it escalates to a person, with what is left and how to finish it."
    ),
    rules=(
        AFTER_A_FAILURE,
        ATTEMPTS,
        ATTEMPT,
        VERIFICATION,
        BATCH,
        APPROVAL,
        COUNTS,
        NOT_BY_ITSELF,
    ),
    vocabulary=("recovery",),
    properties=(
        *("RUN-1", "RUN-2", "RUN-3", "RUN-4", "RUN-5"),
        *("RUN-6", "RUN-7", "RUN-8", "RUN-9", "RUN-10", "RUN-11"),
        "STP-56",
    ),
)
