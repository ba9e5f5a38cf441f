"""Mutants of commits for completed steps, and of those that git has made already (COM-5, COM-6)."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram, ChangedStore

_commits = partial(ChangedStore, file="store/commits.py")
_committing = partial(ChangedProgram, file="git/committing.py")

_ADD_COMMIT = "WHERE plan = :plan AND anchor = :step AND commit_hash IS NULL\n"
_HASH = "operation.commit_hash"
_COMPLETED = f"completion.complete(connection, request, {_HASH})"
_DONE = "completion._is_completed(completion._find(connection, request))"
_FOUND = "operation.clean and operation.found_commit"
_IF_FOUND = "    if operation.clean and operation.found_commit is not None:"
_IS_MADE = "commit_hash=operation.found_commit, git_succeeds=True)"
_KEPT = "    return stored if stored != operation.commit_hash else None\n"
_FINISHED = "        unfinished.undo_unfinished(*worktree)\n"
_killed = "tests/impl/cli/test_killed_commits.py::test_"

COMMITTED_AGAIN_MUTANTS = (
    _commits(
        id="hash-missing-after-a-later-commit",
        clause="COM-5.5",
        broken="a commit for a completed step does not store a hash that is missing",
        original=_COMPLETED,
        replacement=_COMPLETED.replace("operation.commit_hash", f"None if {_DONE} else {_HASH}"),
    ),
    ChangedStore(
        file="store/completion.py",
        id="other-hash-replaced-by-a-later-commit",
        clause="COM-5.6",
        broken="a commit for a completed step replaces its hash",
        original=_ADD_COMMIT,
        replacement="WHERE plan = :plan AND anchor = :step\n",
    ),
    _commits(
        id="kept-hash-not-told",
        clause="COM-5.7",
        broken="the answer does not name the hash that a completed step keeps",
        original=_KEPT,
        replacement="    return None\n",
    ),
    _commits(
        id="kept-hash-always-told",
        clause="COM-5.7",
        broken="`kept_hash` is the stored hash even if it is the commit's own",
        original=_KEPT,
        replacement="    return stored\n",
    ),
)

FOUND_COMMIT_MUTANTS = (
    _commits(
        id="found-commit-not-answered",
        clause="COM-6.6",
        broken="answer and step have `commit_hash` although git has made `found_commit`",
        original=_IS_MADE,
        replacement="git_succeeds=True)",
    ),
    _commits(
        id="found-commit-needs-git",
        clause="COM-6.6",
        broken="the answer is `NotCommitted` for a found commit when git would not commit",
        original=_IS_MADE,
        replacement="commit_hash=operation.found_commit)",
    ),
    _commits(
        id="found-commit-not-recorded",
        clause="COM-6.7",
        broken="a step is completed without the hash of the commit that was found",
        original=_COMPLETED,
        replacement=_COMPLETED.replace("operation.commit_hash", f"None if {_FOUND} else {_HASH}"),
    ),
    _commits(
        id="found-commit-though-there-is-work",
        clause="COM-6.8",
        broken="a commit that was found is recorded although the worktree has new work",
        original=_IF_FOUND,
        replacement="    if operation.found_commit is not None:",
    ),
)

COMMIT_ONCE_MUTANTS = (
    _committing(
        id="found-commit-made-again",
        clause="COM-6.5",
        broken="git makes another commit although it has made one and nothing is left",
        original="_found(request, worktree.root) or _make(request, worktree, lock)",
        replacement="_make(request, worktree, lock)",
        test=f"{_killed}a_commit_that_was_answered_is_answered_again_in_the_same_words",
    ),
    ChangedProgram(
        file="git/commit_log.py",
        id="commit-of-an-earlier-claim-made-again",
        clause="COM-6.5",
        broken="git makes another commit for work that it has committed under an earlier claim",
        original=" or commit_hash.strip() == head",
        replacement="",
        test=f"{_killed}work_that_is_committed_is_not_committed_again_under_a_new_claim[claim id]",
    ),
    _committing(
        id="log-of-a-killed-commit-kept",
        clause="COM-6.5",
        broken="the log gets a second entry when a commit was killed before git committed",
        original=_FINISHED,
        replacement="",
        test=f"{_killed}a_commit_that_is_killed_at_any_point_is_finished_by_the_next[0]",
    ),
    ChangedProgram(
        file="git/commits.py",
        id="git-of-a-killed-commit-not-waited-for",
        clause="COM-6.5",
        broken="a repeated command does not wait for the git process of the one that was killed",
        original="given=message, inherited=(lock,)",
        replacement="given=message",
        test=f"{_killed}the_git_of_a_killed_command_holds_the_worktree_until_it_ends",
    ),
)
