"""`planstate state reconcile`: complete the steps that commits name (CMP-9)."""

import argparse

from impl.cli.answers import Answer
from impl.cli.arguments import PLAN, flag
from impl.cli.command import Command
from impl.cli.session import opened
from impl.git.history import history
from impl.store.reconcile import reconcile
from spec.vocabulary.completion import HashMismatch, Reconcile

DESCRIPTION = """
Read the trailers `Tug-Step` and `Tug-Plan` of all commits, on every branch and in every
worktree, newest first, and complete the steps that they name, whoever holds them. Deferred
items of such a step become completed; their reasons are lost.
"""
EXAMPLES = """
  planstate state reconcile plans/bridge.md
  planstate state reconcile plans/bridge.md --force --json
"""
ARGUMENTS = (
    PLAN,
    flag("--force", help="replace the hashes of other commits that are stored"),
)


def run(options: argparse.Namespace) -> Answer:
    """Reconcile the plan."""
    with opened(options) as session:
        commits = tuple(history(session.location.root))
        operation = Reconcile(session.plan, commits, session.now, options.force)
        answer = session.run(reconcile, operation)
    skipped = answer.skipped_mismatches
    data = {
        "plan_path": session.plan,
        "reconciled_count": answer.reconciled_count,
        "skipped_count": len(skipped),
        "skipped_mismatches": [_mismatch(mismatch) for mismatch in skipped],
    }
    lines = [f"reconciled {answer.reconciled_count} steps with the commits"]
    lines += [
        f"skipped {mismatch.step}: {mismatch.stored_hash} is stored, but the newest commit is "
        f"{mismatch.history_hash}; replace the stored hash with --force"
        for mismatch in skipped
    ]
    return Answer(data, lines)


def _mismatch(mismatch: HashMismatch) -> dict[str, str]:
    return {
        "step_anchor": mismatch.step,
        "db_hash": mismatch.stored_hash,
        "git_hash": mismatch.history_hash,
    }


COMMAND = Command(DESCRIPTION, EXAMPLES, ARGUMENTS, run)
