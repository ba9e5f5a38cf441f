"""Commits: what git and the store each do, and what is said when the second fails the first."""

from spec.amendments import COMMIT_RECORDS_HASH, FAILURE_REASON
from spec.rules.rule import Area, Rule

COMMITTING = Rule(
    id="COM-1",
    title="Git commits first, and nothing takes that back",
    sentences=(
        "Committing MUST first make the git commit, and only then complete the step strictly.",
        "If git does not commit, the answer is `NotCommitted` with the step; the store is neither "
        "looked at nor changed, and COM-2 to COM-5 do not apply.",
        "If git commits, the answer MUST be `Committed` with the commit's hash, whatever becomes "
        "of the update of the state: it is never a rejection.",
        "No failure after git has committed MUST undo or change the git commit.",
        "`all_steps_completed` says whether the commit completed its step and every top-level step "
        "is completed after that; it is false when the update of the state failed.",
    ),
    operations=("Commit",),
    source="behaviour, section 7; RCR D07",
    why=(
        "Work that is committed is safe, and a state that lags behind can be brought up to date. "
        "The other way round a completed step might have no commit."
    ),
)

_FIRST_TRIED = (
    "After the git commit the update of the state is tried, and it fails in the first of these "
    "ways that applies; nothing of it is then stored."
)
_NO_ROOT = "The root of the repository cannot be found"
_NO_STORE = "The store cannot be opened, read or written"
_NO_PLAN = "The plan is not registered"
_NO_DOCUMENT = "The plan's document cannot be read"
_DRIFTED = "The plan has drifted (PLN-6), which a commit has no way to allow"
_REFUSED = (
    "The strict completion of the step by the worktree, without `force` and without "
    "`allow_drift`, is refused as CMP-1 says, in its order"
)
_LAST_WAY = "If none of these applies, the update MUST succeed with the effect of CMP-6 and CMP-7."

FAILURES = Rule(
    id="COM-2",
    title="What fails the update of the state first gives the reason",
    sentences=(
        _FIRST_TRIED,
        f"{_NO_ROOT}: the reason MUST be `db_error`, and there is no `rejection`.",
        f"{_NO_STORE}: the reason MUST be `db_error`, and the `rejection` is E046 "
        "`store_unavailable`.",
        f"{_NO_PLAN}: the reason MUST be `db_error`, and the `rejection` is E047 `unknown_plan`.",
        f"{_NO_DOCUMENT}: the reason MUST be `db_error`, and there is no `rejection`.",
        f"{_DRIFTED}: the reason MUST be `drift`, and the `rejection` is E048 `plan_drift`.",
        f"{_REFUSED}: the reason is that of the rejection's code, and the `rejection` is that one.",
        "The codes E051 and E052 MUST be classified as `open_items`, E048 as `drift`, E049 and "
        "E050 as `ownership`, and every other code as `db_error`, E047 `unknown_step` and codes "
        "that are not yet known among them.",
        _LAST_WAY,
    ),
    operations=("Commit",),
    source="RCR D07, S05; that an unknown plan comes before the document is decided here",
    why=(
        "Only open items can be cured by trying again. What nobody has thought of yet is taken for "
        "something that no retry cures."
    ),
    amendment=FAILURE_REASON,
    before=(
        _FIRST_TRIED,
        f"{_NO_ROOT}: there is no `rejection`.",
        f"{_NO_STORE}: the `rejection` is E046 `store_unavailable`.",
        f"{_NO_PLAN}: the `rejection` is E047 `unknown_plan`.",
        f"{_NO_DOCUMENT}: there is no `rejection`.",
        f"{_DRIFTED}: the `rejection` is E048 `plan_drift`.",
        f"{_REFUSED}: the `rejection` is that one.",
        _LAST_WAY,
    ),
)

_FAILED = (
    "`state_update_failed` MUST be true exactly when git has committed and the update of the state "
    "has failed."
)
_FOR_PEOPLE = (
    "The `rejection` and warnings are for people to read: decisions MUST NOT be made from them."
)

REASON = Rule(
    id="COM-3",
    title="A failed update always says why, in a word made for machines",
    sentences=(
        _FAILED,
        "`state_failure_reason` MUST be present exactly when `state_update_failed` is true, and is "
        "then one of `open_items`, `drift`, `ownership` and `db_error` (COM-2).",
        _FOR_PEOPLE,
    ),
    operations=("Commit",),
    source="RCR D07, S05",
    why=(
        "Who decides from the text of a warning decides wrongly from the day on which somebody "
        "words it better."
    ),
    amendment=FAILURE_REASON,
    before=(
        _FAILED,
        "`state_failure_reason` is never present.",
        _FOR_PEOPLE,
    ),
)

TRAILERS = Rule(
    id="COM-4",
    title="The commit's message ends with trailers that name step and plan",
    sentences=(
        "Step and plan of the request hold no line feed: a request with one in them MUST be "
        "refused before git commits.",
        "The message that git records MUST be made of the message of the request, whose lines are "
        "separated by line feeds, in this way.",
        "Every line that begins with `Tug-Step:` or `Tug-Plan:`, in whatever case its ASCII "
        "letters are, is taken out, wherever it stands; no other line is, not even one that "
        "continues such a line.",
        "White space at the end of what is left is removed: spaces, tabs, line feeds, vertical "
        "tabs, form feeds and carriage returns.",
        "If nothing is left, the text `Work on ANCHOR` takes its place, with the anchor of the "
        "request's step.",
        "Then follow a line feed, an empty line, the line `Tug-Step: ANCHOR` and the line "
        "`Tug-Plan: PATH`, with step and plan of the request as they were given; every one of "
        "these lines ends with a line feed, and nothing follows them.",
        "The answer's `message` is that message, also when the update of the state fails.",
        "Git itself MUST NOT clean it up; only a hook of the repository may change it.",
    ),
    operations=("Commit",),
    source="behaviour, section 7; what is done with a message of nothing else is decided here",
    why=(
        "Reconciling (CMP-9) reads these trailers from the history, whatever happened to the "
        "store. Git takes only the last paragraph for trailers, and never the first one, so they "
        "stand alone at the end and below a subject."
    ),
)

RECORDED_HASH = Rule(
    id="COM-5",
    title="A step that a commit completes carries the commit's hash",
    sentences=(
        "When a commit completes a step or substep, the commit's hash MUST be stored as its "
        "`commit_hash`, together with the completion.",
        "The hashes of all other steps, its substeps among them, are not changed.",
        "When the update of the state fails, no hash is stored.",
    ),
    operations=("Commit",),
    source="Decided here",
    why="Otherwise a completed step does not say by which commit, until somebody reconciles.",
    amendment=COMMIT_RECORDS_HASH,
    before=("A commit stores no hash: the step that it completes has no `commit_hash`.",),
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
