"""Commits: what git and the store each do, and what is said when the second fails the first."""

from spec.amendments.changes_2026_2 import (
    COMMIT_ONCE,
    COMMITS_OF_A_TEXT,
    COMPLETION_IS_IDEMPOTENT,
    FENCED_CLAIMS,
)
from spec.amendments.corrections import COMMIT_RECORDS_HASH
from spec.amendments.seed import FAILURE_REASON
from spec.rules.rule import Area, Clause, Rule

COMMITTING = Rule(
    id="COM-1",
    title="Git commits first, and the commit is never undone",
    clauses=(
        Clause(
            "COM-1.1",
            "Committing MUST make the git commit before the state update.",
            kept_outside="the model gets what git did as an input",
        ),
        Clause(
            "COM-1.2",
            "The state update of a commit is a strict completion of the step by the worktree, "
            "without `allow_drift`.",
        ),
        Clause(
            "COM-1.3",
            "The answer MUST be `NotCommitted`, with the step, when git does not commit.",
            source="decided here: without a git commit nothing has happened",
        ),
        Clause(
            "COM-1.4",
            "The store MUST NOT be changed when git does not commit.",
            source="decided here: without a git commit nothing has happened",
        ),
        Clause(
            "COM-1.5",
            "The answer MUST be `Committed`, with the commit's hash, when git commits, whatever "
            "becomes of the state update.",
        ),
        Clause(
            "COM-1.6",
            "A failure after the git commit MUST NOT undo or change that commit.",
            kept_outside="git keeps the commit",
        ),
        Clause(
            "COM-1.7",
            "`all_steps_completed` MUST be true exactly when the state update has succeeded and "
            "left every top-level step completed.",
            source="decided here: the answer to a commit says what the one to a completion says",
        ),
        Clause(
            "COM-1.8",
            "The store MUST reject a commit whose `claim_id` is not that of the step or substep "
            "with E049 `stale_claim`, unless root, store, plan or step cannot be found.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "COM-1.9",
            "The store MUST reject a commit of a fenced step or substep without a `claim_id` with "
            "E049 `stale_claim`, unless root or store cannot be found.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "COM-1.10",
            "Git MUST NOT commit when the store rejects the commit.",
            since=FENCED_CLAIMS,
            kept_outside="the model gets what git did as an input",
        ),
    ),
    operations=("Commit",),
    source="A29; seeds 000, lines 66, 147; seeds 001, lines 21-24",
    why=(
        "Committed work is safe, and a state that lags behind can be updated. In the other order, "
        "a completed step might have no commit."
    ),
)

FAILURES = Rule(
    id="COM-2",
    title="The first failing check determines `state_failure_reason`",
    clauses=(
        Clause(
            "COM-2.1",
            "The state update MUST fail, without a `rejection`, when the root of the repository "
            "cannot be found.",
        ),
        Clause(
            "COM-2.2",
            "The state update MUST fail with E046 `store_unavailable` when the store cannot be "
            "opened, read or written.",
        ),
        Clause(
            "COM-2.3",
            "The state update MUST fail with E047 `unknown_plan` when the plan is not registered.",
            source="decided here: that the plan is unknown says more than that its document is",
        ),
        Clause(
            "COM-2.4",
            "The state update MUST fail, without a `rejection`, when the plan's document cannot be "
            "read.",
        ),
        Clause(
            "COM-2.5",
            "The state update MUST fail with E048 `plan_drift` when the plan has drifted (PLN-6).",
        ),
        Clause(
            "COM-2.6",
            "The state update MUST fail with the rejection of its strict completion, if that is "
            "rejected (CMP-1 to CMP-3).",
        ),
        Clause(
            "COM-2.7",
            "A state update that fails with a code MUST give that rejection as `rejection`.",
            source="decided here: a person can read more in it than in the reason word",
        ),
        Clause(
            "COM-2.8",
            "The store MUST NOT store anything of a state update that fails.",
            source="decided here: what fails changes nothing (PLN-3.3)",
        ),
        Clause(
            "COM-2.9",
            "A state update that does not fail MUST have the effect of CMP-6 and CMP-7.",
        ),
        Clause(
            "COM-2.10",
            "The first failing check MUST determine `state_failure_reason`.",
            since=FAILURE_REASON,
        ),
        Clause(
            "COM-2.11",
            "`state_failure_reason` MUST be `db_error` for a failure without a `rejection`.",
            since=FAILURE_REASON,
        ),
        Clause(
            "COM-2.12",
            "`state_failure_reason` MUST be `open_items` for E051 and E052.",
            since=FAILURE_REASON,
        ),
        Clause(
            "COM-2.13",
            "`state_failure_reason` MUST be `drift` for E048.",
            since=FAILURE_REASON,
        ),
        Clause(
            "COM-2.14",
            "`state_failure_reason` MUST be `ownership` for E049 and E050.",
            since=FAILURE_REASON,
        ),
        Clause(
            "COM-2.15",
            "`state_failure_reason` MUST be `db_error` for every other code, unknown ones "
            "included.",
            since=FAILURE_REASON,
        ),
    ),
    operations=("Commit",),
    source="A05; seeds 000, lines 198-200, 301-344",
    why=(
        "Only open items can be cured by a retry. Unforeseen failures count as ones that no retry "
        "cures."
    ),
)

REASON = Rule(
    id="COM-3",
    title="A failed update always has a `state_failure_reason`",
    clauses=(
        Clause(
            "COM-3.1",
            "`state_update_failed` MUST be true exactly when git has committed and the state "
            "update has failed.",
        ),
        Clause(
            "COM-3.2",
            "`state_failure_reason` MUST be absent.",
            until=FAILURE_REASON,
            source="decided here: the edition does not know the field",
        ),
        Clause(
            "COM-3.3",
            "`state_failure_reason` MUST be present exactly when `state_update_failed` is true.",
            since=FAILURE_REASON,
        ),
        Clause(
            "COM-3.4",
            "`state_failure_reason` MUST be one of `open_items`, `drift`, `ownership` and "
            "`db_error`.",
            since=FAILURE_REASON,
        ),
        Clause(
            "COM-3.5",
            "A client MUST NOT decide anything from the `rejection` or from warnings.",
            kept_outside="a client decides what it does next",
        ),
    ),
    operations=("Commit",),
    source="A05; seeds 000, lines 185-203, 346, 353",
    why=("A program that parses the text of a warning breaks when the text is reworded."),
)

TRAILERS = Rule(
    id="COM-4",
    title="The commit's message ends with trailers that name step and plan",
    clauses=(
        Clause(
            "COM-4.1",
            "The command line MUST refuse a commit whose step or plan contains a line feed before "
            "git commits.",
            kept_outside="the command line refuses it before there is an operation",
        ),
        Clause("COM-4.2", "The lines of a message are separated by line feeds."),
        Clause(
            "COM-4.3",
            "The commit message MUST NOT contain lines of the request that begin with `Tug-Step:` "
            "or `Tug-Plan:`, ignoring ASCII case.",
            until=FENCED_CLAIMS,
        ),
        Clause(
            "COM-4.4",
            "The commit message MUST keep every other line of the request, also one that "
            "continues a line that is left out.",
        ),
        Clause(
            "COM-4.5",
            "The commit message MUST NOT keep white space (space, tab, line feed, vertical tab, "
            "form feed, carriage return) at the end of these lines, taken as one text.",
        ),
        Clause(
            "COM-4.6",
            "The commit message MUST begin with `Work on ANCHOR`, with the step's anchor, when no "
            "text is left.",
        ),
        Clause(
            "COM-4.7",
            "The text MUST be followed by an empty line, the line `Tug-Step: ANCHOR` and the line "
            "`Tug-Plan: PATH`, as the request gives them.",
        ),
        Clause(
            "COM-4.8",
            "The commit message MUST end with one line feed after the last trailer.",
        ),
        Clause(
            "COM-4.9",
            "The answer's `message` MUST be that commit message, also when the state update fails.",
        ),
        Clause(
            "COM-4.10",
            "Git MUST NOT clean up the commit message.",
            kept_outside="git writes the commit",
        ),
        Clause("COM-4.11", "A hook of the repository MAY change the commit message."),
        Clause(
            "COM-4.12",
            "The commit message MUST NOT contain lines of the request that begin with "
            "`Tug-Step:`, `Tug-Plan:` or `Tug-Claim:`, ignoring ASCII case.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "COM-4.13",
            "A commit that carries a `claim_id` MUST add the line `Tug-Claim: ID`, with the id in "
            "decimal digits, after the line `Tug-Plan: PATH`.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "COM-4.14",
            "The commit message MUST NOT contain lines of the request that begin with "
            "`Tug-Text:`, ignoring ASCII case.",
            since=COMMITS_OF_A_TEXT,
        ),
        Clause(
            "COM-4.15",
            "A commit without a `claim_id` MUST add the line `Tug-Claim: ID` with that of the "
            "step or substep, if that has one and root and store can be found.",
            since=COMMITS_OF_A_TEXT,
        ),
        Clause(
            "COM-4.16",
            "A commit with a `text` MUST add the line `Tug-Text: TEXT` after these lines.",
            since=COMMITS_OF_A_TEXT,
        ),
        Clause(
            "COM-4.17",
            "`text` SHOULD be the SHA-256 of the titles, dependencies and items of the step and "
            "its substeps, as they are registered.",
            since=COMMITS_OF_A_TEXT,
            kept_outside="the text of a step comes with the request",
        ),
    ),
    operations=("Commit",),
    source="A29; A54; decided here: reconciling needs commits that name their step and plan",
    why=(
        "Reconciling (CMP-9) reads these trailers from the commit log, whatever happened to the "
        "store. Git reads trailers only from the last paragraph, and never from the first, so they "
        "need a paragraph of their own at the end, below a subject."
    ),
)

RECORDED_HASH = Rule(
    id="COM-5",
    title="A step that a commit completes carries the commit's hash",
    clauses=(
        Clause(
            "COM-5.1",
            "A commit MUST NOT change the `commit_hash` of any step or substep.",
            until=COMMIT_RECORDS_HASH,
            source=(
                "decided here: in the seeds, completing and recording a hash are different commands"
            ),
        ),
        Clause(
            "COM-5.2",
            "A commit MUST store its hash as the `commit_hash` of the step or substep that it "
            "completes.",
            since=COMMIT_RECORDS_HASH,
        ),
        Clause(
            "COM-5.3",
            "A commit MUST NOT change the `commit_hash` of any other step or substep, its substeps "
            "included.",
            since=COMMIT_RECORDS_HASH,
        ),
        Clause(
            "COM-5.4",
            "A commit MUST NOT store a hash when the state update fails.",
            since=COMMIT_RECORDS_HASH,
        ),
        Clause(
            "COM-5.5",
            "A commit for a completed step or substep without a hash MUST store its hash as the "
            "`commit_hash`.",
            since=COMPLETION_IS_IDEMPOTENT,
        ),
        Clause(
            "COM-5.6",
            "A commit for a completed step or substep MUST NOT replace another hash; for what "
            "reconciling does with it, see CMP-9.",
            since=COMPLETION_IS_IDEMPOTENT,
        ),
        Clause(
            "COM-5.7",
            "The answer's `kept_hash` MUST be that other hash, and absent when there is none.",
            since=COMPLETION_IS_IDEMPOTENT,
        ),
    ),
    operations=("Commit",),
    source="A21; A28",
    why=(
        "Otherwise a completed step has no commit hash until it is reconciled. Commits after the "
        "completion are in git, and reconciling names both hashes."
    ),
)

ONCE = Rule(
    id="COM-6",
    title="A commit that git has made is not made again",
    clauses=(
        Clause(
            "COM-6.1",
            "A commit is made under the claim when its committer time is at or after the step's "
            "`claimed_at`, both in whole seconds, or no `claimed_at` is known.",
            since=COMMIT_ONCE,
        ),
        Clause(
            "COM-6.2",
            "`found_commit` is the newest commit on the first-parent line of `HEAD` that is made "
            "under the claim and whose trailers name the step and the plan.",
            since=COMMIT_ONCE,
        ),
        Clause(
            "COM-6.3",
            "`clean` is true when nothing is changed, staged or untracked in the worktree and no "
            "merge is in progress, before the log is written.",
            since=COMMIT_ONCE,
        ),
        Clause(
            "COM-6.4",
            "With `found_commit` and `clean`, git counts as having committed, and the commit's "
            "hash is `found_commit` instead of `commit_hash`.",
            since=COMMIT_ONCE,
        ),
        Clause(
            "COM-6.5",
            "With `found_commit` and `clean`, committing MUST NOT make another git commit or write "
            "the log.",
            since=COMMIT_ONCE,
            kept_outside="the model gets what git did as an input",
        ),
        Clause(
            "COM-6.6",
            "The answer MUST be `Committed`, with `found_commit` as the commit's hash, with both, "
            "whether or not git would commit.",
            since=COMMIT_ONCE,
        ),
        Clause(
            "COM-6.7",
            "A state update with both MUST store `found_commit` wherever a commit stores its hash "
            "(COM-5).",
            since=COMMIT_ONCE,
        ),
        Clause(
            "COM-6.8",
            "The commit's hash MUST be `commit_hash` without `found_commit`, and when `clean` is "
            "false.",
            since=COMMIT_ONCE,
        ),
        Clause(
            "COM-6.9",
            "COM-6.1 does not apply to a request with a `claim_id`: a commit is made under the "
            "claim when its trailer `Tug-Claim` names that id.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "COM-6.10",
            "The commit at `HEAD` counts as made under the claim, whenever it was made and "
            "whatever claim it names.",
            since=COMMIT_ONCE,
        ),
    ),
    operations=("Commit",),
    source="A29; A30",
    why=(
        "A process that is killed after git has committed leaves a commit that the store does not "
        "record. When the request is repeated, there is nothing left to commit, and the existing "
        "commit is recorded. The same holds if the plan had to be registered and the step claimed "
        "again first: another commit would contain only a second entry of the log. A commit that "
        "was amended or rebased since is found under its new hash, because it keeps its trailers; "
        "a completed step keeps the old hash, and reconciling names both. If a hook removes the "
        "trailers, neither a retry nor reconciling finds the commit: `planstate` warns about it."
    ),
)

AREA = Area(
    name="commits",
    prefix="COM",
    title="Commits",
    introduction=(
        "The holder of a step commits its work with git and completes the step in one operation. "
        "Git and the store cannot do this in one transaction, so git goes first, and the answer "
        "says whether the step was completed. Trailers of the commit message tell who reads "
        "the log what was done: `Tug-Step` and `Tug-Plan` name the step, `Tug-Claim` its claim. "
        "Everything outside the store is an input of the "
        "operation: whether git commits, and with which hash, whether root and store can be found, "
        "and what the document's hash is at that time."
    ),
    rules=(COMMITTING, FAILURES, REASON, TRAILERS, RECORDED_HASH, ONCE),
    vocabulary=("commits",),
    properties=("STP-13", "STP-14", "STP-15", "STP-16", "STP-35", "STP-36", "STP-68"),
)
