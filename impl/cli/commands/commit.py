"""`planstate commit`: commit the work on a step with git, then complete the step (COM).

Stages everything in a linked worktree and commits it with trailers for step and plan. The command
succeeds once git has committed; if the step could not be completed, the answer has the reason:
open_items, drift, ownership or db_error. The commit includes an entry in the worktree's
.planstate/implementation-log.md.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

from impl.cli import places, workers
from impl.cli.answers import Answer, Failure, counted, warning
from impl.cli.command import CLAIM_ID, Command, anchor, flag, name, option, text
from impl.cli.failed_commits import in_sentences, refused, stored
from impl.cli.location import Location
from impl.cli.places import journal_of
from impl.cli.session import claim_id, open_store, read_clock
from impl.git.commits import CannotCommit, linked_worktree
from impl.git.committing import CommitRecord, commit_step
from impl.git.implementation_log import LOG
from impl.git.repository import GitError, main_root
from impl.git.state_update import CommitRequest, StaleClaim
from spec.vocabulary.commits import FailureReason

EXAMPLES = """
  planstate commit --worktree ../bridge-1 --step piers --plan plans/bridge.md \\
      --message "Pour the piers" --summary "Poured both, dried for a week"
"""


NOT_COMPLETED = "W002"
"""The code of a warning: git has committed, but a later action has failed."""

SHORT_HASH = 10


def message(given: str) -> str:
    """Parse a message, which is not blank."""
    if not given.strip():
        raise argparse.ArgumentTypeError("it is blank; describe what was done")
    return text(given)


ARGUMENTS = (
    option(
        "--worktree",
        required=True,
        type=name,
        metavar="DIR",
        help="the linked worktree, which is also the name that holds the step",
    ),
    option("--step", required=True, type=anchor, metavar="ANCHOR", help="the step"),
    option("--plan", required=True, type=name, metavar="PATH", help="the plan's document"),
    option("--message", required=True, type=message, metavar="TEXT", help="the commit's message"),
    option(
        "--summary",
        required=True,
        type=text,
        metavar="TEXT",
        help="what was done, for the implementation log",
    ),
    CLAIM_ID,
    flag("--any-branch", help="commit on another branch than that on which the step was claimed"),
)


class CommitData(TypedDict):
    """A git commit, made now or before, and whether its step was completed.

    `archived_path` is there if the log was rotated, `state_failure_reason` if the step was not
    completed.
    """

    committed: Literal[True]
    already_committed: bool
    commit_hash: str
    log_updated: bool
    log_rotated: bool
    files_staged: Sequence[str]
    state_update_failed: bool
    warnings: Sequence[str]
    archived_path: NotRequired[str]
    state_failure_reason: NotRequired[FailureReason]


def run(options: argparse.Namespace) -> Answer:
    """Commit. Raises `Failure` if git does not commit, and never after it has."""
    folder = Path(options.worktree)
    options.known.update(plan_path=options.plan, anchor=options.step, committed=False)
    if not folder.is_dir():
        raise Failure.of_request(
            f"nothing was committed: there is no folder {folder}; if its worktree was moved, move "
            "it back with `git worktree move`, as its steps are held under its path; if it was "
            "deleted, make it again there with `git worktree add`"
        )
    root = root_of(folder)
    plan = options.known["plan_path"] = places.identify(options.plan, root)
    location = Location(root, plan, places.store_place(options, root))
    require_own_repository(options, location)
    if journal := journal_of(options, location.store):  # it is opened again with the store
        journal.close()
    holder = workers.stored_name(options.worktree, location.store, root)
    request = CommitRequest(
        folder,
        holder,
        plan,
        options.step,
        options.message,
        options.summary,
        read_clock(),
        location.store,
        options.wait,
        partial(open_store, options),
        claim_id(options),
        options.any_branch,
    )
    try:
        record = commit_step(request)
    except StaleClaim as error:
        raise refused(options, location, request, error.rejected) from error
    except (CannotCommit, GitError) as error:
        raise Failure.of_request(f"nothing was committed: {error}") from error
    return answer(record, options.step, in_sentences(options, location, request, record))


def answer(record: CommitRecord, step: str, warnings: list[str]) -> Answer:
    """Return what was committed, and whether the step was completed."""
    done, made, archive = record.answer, record.made, record.made.archive
    data = CommitData(
        committed=True,
        already_committed=made.found,
        commit_hash=done.commit_hash,
        log_updated=LOG.as_posix() in made.files,
        log_rotated=archive is not None,
        files_staged=made.files,
        state_update_failed=done.state_update_failed,
        warnings=warnings,
    )
    if archive is not None:
        data["archived_path"] = archive
    if done.state_failure_reason is not None:
        data["state_failure_reason"] = done.state_failure_reason
    completed = "" if done.state_update_failed else f" and completed {step}"
    if done.kept_hash is not None:
        completed = f"; {step} was completed before"
    did = f"committed {counted(len(made.files), 'file')} as"
    if made.found:
        did = "found nothing new to commit after"
    line = f"{did} {done.commit_hash[:SHORT_HASH]}{completed}"
    return Answer(data, [line], [warning(NOT_COMPLETED, found) for found in warnings])


def require_own_repository(options: argparse.Namespace, location: Location) -> None:
    """Refuse a worktree of another repository than the current folder's that lacks the plan."""
    try:
        here = main_root(Path.cwd())
    except GitError:
        return
    if here != location.root and stored(options, location) is None:
        raise Failure.of_request(
            f"nothing was committed: {options.worktree} is a worktree of {location.root}, where "
            f"{location.plan} is not registered, and not of {here}, where you are; name a worktree "
            "of this repository, or register the plan there"
        )


def root_of(folder: Path) -> Path:
    """Return the root that a plan's path is relative to: that of the main worktree.

    Git can commit without a main worktree too (COM-2); then it is the root of the linked one.
    Raises `GitError` if the folder is not in a repository.
    """
    linked = linked_worktree(folder)
    try:
        return main_root(folder)
    except GitError:
        if linked is None:
            raise
        return linked.root


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, CommitData)
