"""Commits: what git and the store each do, and what is said when the second fails the first."""

from spec.amendments import COMMIT_RECORDS_HASH, FAILURE_REASON
from spec.rules.rule import Area, Clause, Rule

COMMITTING = Rule(
    id="COM-1",
    title="Git commits first, and nothing takes that back",
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
            "The store MUST NOT be read or changed when git does not commit.",
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
    ),
    operations=("Commit",),
    source="seeds 000, lines 66, 147; seeds 001, lines 21-24",
    why=(
        "Work that is committed is safe, and a state that lags behind can be brought up to date. "
        "The other way round a completed step might have no commit."
    ),
)

FAILURES = Rule(
    id="COM-2",
    title="What fails the update of the state first gives the reason",
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
        ),
        Clause("COM-2.8", "The store MUST NOT store anything of a state update that fails."),
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
        "Only open items can be cured by trying again. What nobody has thought of yet is taken for "
        "something that no retry cures."
    ),
)

REASON = Rule(
    id="COM-3",
    title="A failed update always says why, in a word made for machines",
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
    source="A05; seeds 000, lines 185-203, 346",
    why=(
        "Who decides from the text of a warning decides wrongly from the day on which somebody "
        "words it better."
    ),
)

TRAILERS = Rule(
    id="COM-4",
    title="The commit's message ends with trailers that name step and plan",
    clauses=(
        Clause(
            "COM-4.1",
            "A commit whose step or plan contains a line feed MUST be refused before git commits.",
            kept_outside="such a request is refused before there is an operation",
        ),
        Clause("COM-4.2", "The lines of a message are separated by line feeds."),
        Clause(
            "COM-4.3",
            "The commit message MUST NOT contain the request's lines that begin with `Tug-Step:` "
            "or `Tug-Plan:`, in any case of their ASCII letters.",
        ),
        Clause(
            "COM-4.4",
            "The commit message MUST keep every other line of the request, also one that continues "
            "such a line.",
        ),
        Clause(
            "COM-4.5",
            "The commit message MUST NOT keep spaces, tabs, line feeds, vertical tabs, form feeds "
            "and carriage returns at the end of the text of these lines.",
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
    ),
    operations=("Commit",),
    source="decided here: reconciling needs commits that name their step and plan",
    why=(
        "Reconciling (CMP-9) reads these trailers from the history, whatever happened to the "
        "store. Git takes only the last paragraph for trailers, and never the first one, so they "
        "stand alone at the end and below a subject."
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
    ),
    operations=("Commit",),
    source="A21",
    why="Otherwise a completed step does not say by which commit, until somebody reconciles.",
)

AREA = Area(
    name="commits",
    prefix="COM",
    title="Commits",
    introduction=(
        "The holder of a step commits its work with git and completes the step by the same act. "
        "Git and the store cannot do this in one transaction, so git goes first, and the answer "
        "tells what became of the rest. What lies outside the store takes part in the operation as "
        "an input: whether git commits, and with which hash, whether root and store can be found, "
        "and what the document's hash is at that time."
    ),
    rules=(COMMITTING, FAILURES, REASON, TRAILERS, RECORDED_HASH),
    vocabulary=("commits",),
    properties=("STP-13", "STP-14", "STP-15", "STP-16"),
)
