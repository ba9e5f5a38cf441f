"""`planstate commit`: commit the work on a step with git, then complete the step (COM)."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from impl.cli import arguments, places
from impl.cli.answers import Answer, Failure, warning
from impl.cli.session import read_clock
from spec.vocabulary.rejections import Code

if TYPE_CHECKING:
    from impl.git.committing import CommitRecord

DESCRIPTION = """Stage everything in a linked worktree, commit it with trailers for step and
plan, then complete the step strictly. Once git has committed the command succeeds; if the
step could not be completed, it says why: open_items, drift, ownership or db_error. An entry
in the worktree's .planstate/implementation-log.md is part of the commit."""
EXAMPLES = """
  planstate commit --worktree ../bridge-1 --step piers --plan plans/bridge.md \\
      --message "Pour the piers" --summary "Poured both, dried for a week"
"""

NOT_COMPLETED = "W002"
"""The code of a warning: git has committed, but not all that should follow has been done."""

SHORT_HASH = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--worktree",
        required=True,
        type=arguments.name,
        metavar="DIR",
        help="the linked worktree, which is also the name that the step was claimed by",
    )
    parser.add_argument(
        "--step", required=True, type=arguments.anchor, metavar="ANCHOR", help="the step"
    )
    parser.add_argument(
        "--plan", required=True, type=arguments.name, metavar="PATH", help="the plan's document"
    )
    parser.add_argument(
        "--message", required=True, type=message, metavar="TEXT", help="the commit's message"
    )
    parser.add_argument(
        "--summary",
        required=True,
        type=arguments.text,
        metavar="TEXT",
        help="what was done, for the implementation log",
    )


def message(given: str) -> str:
    """Read a message, which is not blank."""
    if not given.strip():
        raise argparse.ArgumentTypeError("it is blank; say what was done")
    return arguments.text(given)


def run(options: argparse.Namespace) -> Answer:
    """Commit. Raises `Failure` if git does not, and never after it has."""
    from impl.git.committing import CannotCommit, CommitRequest, GitError, commit_step

    folder = Path(options.worktree)
    options.known.update(plan_path=options.plan, anchor=options.step, committed=False)
    root = root_of(folder)
    plan = options.known["plan_path"] = places.identify(options.plan, root)
    request = CommitRequest(
        folder,
        options.worktree,
        plan,
        options.step,
        options.message,
        options.summary,
        read_clock(),
        places.store_path(options, root),
        options.wait,
        "NORMAL" if options.synchronous == "normal" else "FULL",
    )
    try:
        record = commit_step(request)
    except (CannotCommit, GitError) as error:
        reason = {"reason": "invalid_request"}
        raise Failure(Code.INVALID_REQUEST, f"nothing was committed: {error}", reason) from error
    return answer(record, options.step, plan)


def answer(record: "CommitRecord", step: str, plan: str) -> Answer:
    """Say what was committed, and what became of the step."""
    warnings = in_sentences(record, plan)
    data = {
        "committed": record.committed,
        "commit_hash": record.commit_hash,
        "log_updated": record.log_updated,
        "log_rotated": record.log_rotated,
        "files_staged": list(record.files_staged),
        "state_update_failed": record.state_update_failed,
        "warnings": warnings,
    }
    if record.archived_path is not None:
        data["archived_path"] = record.archived_path
    if record.state_failure_reason is not None:
        data["state_failure_reason"] = record.state_failure_reason
    done = "" if record.state_update_failed else f" and completed {step}"
    count = len(record.files_staged)
    files = "1 file" if count == 1 else f"{count} files"
    line = f"committed {files} as {record.commit_hash[:SHORT_HASH]}{done}"
    return Answer(data, [line], [warning(NOT_COMPLETED, text) for text in warnings])


def in_sentences(record: "CommitRecord", plan: str) -> list[str]:
    """Give the warnings, with a sentence where they name a rejection."""
    from impl.cli.output.refusals import explain

    rejected = record.answer.rejection
    return [
        text.replace(str(rejected), explain(rejected, plan))
        if rejected is not None and str(rejected) in text
        else text
        for text in record.warnings
    ]


def root_of(folder: Path) -> Path:
    """Find what a plan's path is relative to: the main worktree's root, as everywhere.

    Where there is no main worktree, git can commit all the same (COM-2), and the same path in the
    linked one is meant. Raises `GitError` if the folder is in no repository.
    """
    from impl.git.commits import linked_root
    from impl.git.repository import GitError, main_root

    linked = linked_root(folder)
    try:
        return main_root(folder)
    except GitError:
        if linked is None:
            raise
        return linked
