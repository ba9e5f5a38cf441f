"""Mutants of the completion of a step that is completed already (CMP-11)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_completion = partial(ChangedStore, file="store/completion.py")

_AGAIN = """\
    if _is_completed(found):  # CMP-11.1
        return _complete_again(connection, operation, commit_hash, found)
"""
_IF = "    if _is_completed(found):  # CMP-11.1\n"
_COMPARED = (
    '        guards.require_same_document(found["document_hash"], operation.document_hash)\n'
)
_HELD = "    _require_held(operation, found)\n"
_ADD_HASH = (
    "    if commit_hash is not None:\n        connection.execute(ADD_COMMIT, named)  # COM-5.5\n"
)
_ALL = '    return AlreadyCompleted(found["unfinished_steps"] == 0)  # CMP-11.4\n'

REPEATED_MUTANTS = (
    _completion(
        id="completed-again-by-its-holder-only",
        clause="CMP-11.1",
        broken="another worktree than the one that completed a step is told that it is not held",
        original=_IF,
        replacement=(
            '    own = found["claimed_by"] == operation.worktree\n'
            "    if own and _is_completed(found):\n"
        ),
    ),
    _completion(
        id="substeps-not-completed-again",
        clause="CMP-11.1",
        broken="a completion of a completed substep is rejected",
        original=_IF,
        replacement=(
            '    top = "SELECT 1 FROM steps WHERE plan = ? AND anchor = ? AND parent IS NULL"\n'
            "    named = (operation.plan, operation.step)\n"
            "    if _is_completed(found) and connection.execute(top, named).fetchone():\n"
        ),
    ),
    _completion(
        id="completed-by-the-history-not-completed-again",
        clause="CMP-11.1",
        broken="a completion of a step that the commit log completed, and nobody held, is rejected",
        original=_IF,
        replacement=(
            '    was_held = found["claimed_by"] is not None\n'
            "    if was_held and _is_completed(found):\n"
        ),
    ),
    _completion(
        id="drift-after-a-completed-step",
        clause="CMP-1.9",
        broken="a completion of a completed step is answered although the plan has drifted",
        original=_COMPARED,
        replacement=f"        if not _is_completed(found):\n    {_COMPARED}",
    ),
    _completion(
        id="completed-step-forced-again",
        clause="CMP-11.3",
        broken="a completion with `force` completes a completed step again",
        original=_AGAIN + _HELD,
        replacement=(
            "    if _is_completed(found) and not operation.force:\n"
            "        return _complete_again(connection, operation, commit_hash, found)\n"
            "    if not _is_completed(found):\n"
            "        _require_held(operation, found)\n"
        ),
    ),
    _completion(
        id="completed-again-at-the-later-time",
        clause="CMP-11.3",
        broken="a completion of a completed step renews its `completed_at`",
        original=_ADD_HASH,
        replacement=(
            f"{_ADD_HASH}"
            "    connection.execute(\n"
            '        "UPDATE steps SET completed_at = ? WHERE plan = ? AND anchor = ?",\n'
            "        (operation.now, operation.plan, operation.step),\n"
            "    )\n"
        ),
    ),
    _completion(
        id="every-repeated-completion-is-the-last",
        clause="CMP-11.4",
        broken="`all_steps_completed` is true whenever a completed step is completed again",
        original=_ALL,
        replacement="    return AlreadyCompleted(True)\n",
    ),
    _completion(
        id="held-steps-taken-for-completed-ones",
        clause="CMP-11.4",
        broken="`all_steps_completed` is true although a worktree still holds a step",
        original=_ALL,
        replacement=(
            '    left = "SELECT 1 FROM steps WHERE plan = :plan AND parent IS NULL"\n'
            "    left += \" AND status = 'pending'\"\n"
            "    return AlreadyCompleted(connection.execute(left, named).fetchone() is None)\n"
        ),
    ),
    _completion(
        id="completed-again-under-its-claim-only",
        clause="CMP-11.1",
        broken="a completion of a completed step under another claim is rejected",
        original=_IF,
        replacement=f"{_IF}        guards.require_claim(connection, operation)\n",
    ),
)
