"""Mutants of what commits by git, and of the client that reads the answer (COM-1 to COM-4)."""

from functools import partial

from conformance.mutants.faults.source import ChangedOrchestrator, ChangedProgram

_committing = partial(ChangedProgram, file="git/committing.py")
_tests = "tests/impl/git"

_UPDATE = "    answer, trouble = update_state(request, worktree.root, made)\n"
_COMMIT = "        trouble = make_commit(root, message, LOG, lock)\n"

COMMIT_PROGRAM_MUTANTS = (
    _committing(
        id="state-updated-before-the-commit",
        clause="COM-1.1",
        broken="the state update is made before git commits",
        original=_COMMIT,
        replacement=f"        update_state(request, root, Made(last_commit(root), ()))\n{_COMMIT}",
        test=(
            f"{_tests}/test_committing_refused.py"
            "::test_a_git_that_does_not_commit_leaves_everything_as_it_was[refusing_hook]"
        ),
    ),
    _committing(
        id="commit-undone-when-the-update-fails",
        clause="COM-1.6",
        broken="a commit whose state update fails is taken back",
        original=_UPDATE,
        replacement=(
            f"{_UPDATE}"
            "    if answer.state_update_failed:\n"
            "        from impl.git.repository import git\n\n"
            '        git(worktree.root, "reset", "--quiet", "--soft", "HEAD~1")\n'
        ),
        test=(
            f"{_tests}/test_committing_faults.py"
            "::test_a_fault_fails_the_update_and_nothing_else[missing_document]"
        ),
    ),
    _committing(
        id="commit-marked-when-the-update-fails",
        clause="COM-1.6",
        broken="a commit whose state update fails is made anew with a note in its message",
        original=_UPDATE,
        replacement=(
            f"{_UPDATE}"
            "    if answer.state_update_failed:\n"
            "        from impl.git.repository import git\n\n"
            '        note = f"{made.files}\\n\\nTug-Failed: yes\\n"\n'
            '        git(worktree.root, "commit", "--quiet", "--amend", "--file=-", given=note)\n'
        ),
        test=(
            f"{_tests}/test_committing_faults.py"
            "::test_a_fault_fails_the_update_and_nothing_else[missing_document]"
        ),
    ),
    _committing(
        id="plan-of-two-lines-committed",
        clause="COM-4.1",
        broken="a plan with a line feed in its path is committed",
        original='    _require_one_line("plan", request.plan)\n',
        replacement="",
        test=(
            f"{_tests}/test_committing_refused.py"
            "::test_nothing_that_could_pass_for_a_trailer_reaches_git[plan-'\\\\n']"
        ),
    ),
    _committing(
        id="step-of-two-lines-committed",
        clause="COM-4.1",
        broken="a step with a line feed in its anchor is committed",
        original='    _require_one_line("step", request.step)\n',
        replacement="",
        test=(
            f"{_tests}/test_committing_refused.py"
            "::test_nothing_that_could_pass_for_a_trailer_reaches_git[step-'\\\\n']"
        ),
    ),
    ChangedProgram(
        id="message-cleaned-up-by-git",
        clause="COM-4.10",
        broken="git removes comments and white space from the commit message",
        file="git/commits.py",
        original='"--cleanup=verbatim"',
        replacement='"--cleanup=strip"',
        test=f"{_tests}/test_committing.py::test_git_records_the_message_to_the_byte",
    ),
)

COMMIT_CLIENT_MUTANTS = (
    ChangedOrchestrator(
        id="rejection-decides-the-recovery",
        clause="COM-3.5",
        broken="the orchestrator escalates at once when the `rejection` is for open substeps",
        original="        case Committed(state_update_failed=True, state_failure_reason=reason):\n",
        replacement=(
            "        case Committed(rejection=Rejected(code=Code.INCOMPLETE_SUBSTEPS)):\n"
            "            return Ending(Result.ESCALATED, step, reason=FailureReason.OPEN_ITEMS)\n"
            "        case Committed(state_update_failed=True, state_failure_reason=reason):\n"
        ),
    ),
)
