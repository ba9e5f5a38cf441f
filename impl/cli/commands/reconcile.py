"""`planstate state reconcile`: complete what the commits say is done (CMP-9)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer
from impl.cli.session import opened
from impl.git.history import history
from spec.vocabulary.completion import HashMismatch, Reconcile, Reconciled

DESCRIPTION = """
Read the trailers `Tug-Step` and `Tug-Plan` of all commits, on every branch and in every
worktree, newest first, and complete the steps that they name, whoever holds them. Deferred
items of such a step become completed: what was deferred, and why, is lost.
"""
EXAMPLES = """
  planstate state reconcile plans/bridge.md
  planstate state reconcile plans/bridge.md --force --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    parser.add_argument(
        "--force", action="store_true", help="let commits replace other hashes that are stored"
    )


def run(options: argparse.Namespace) -> Answer:
    """Reconcile the plan."""
    with opened(options) as session:
        commits = tuple(history(session.location.root))
        reconcile = Reconcile(session.plan, commits, session.now, options.force)
        answer = session.ask(reconcile, Reconciled)
    skipped = answer.skipped_mismatches
    data = {
        "plan_path": session.plan,
        "reconciled_count": answer.reconciled_count,
        "skipped_count": len(skipped),
        "skipped_mismatches": [_mismatch(mismatch) for mismatch in skipped],
    }
    lines = [f"reconciled {answer.reconciled_count} steps with the commits"]
    lines += [
        f"skipped {mismatch.step}: stored is {mismatch.stored_hash}, the newest commit is "
        f"{mismatch.history_hash}; --force takes the commit"
        for mismatch in skipped
    ]
    return Answer(data, lines)


def _mismatch(mismatch: HashMismatch) -> dict[str, str]:
    return {
        "step_anchor": mismatch.step,
        "db_hash": mismatch.stored_hash,
        "git_hash": mismatch.history_hash,
    }
