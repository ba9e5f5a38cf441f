"""`planstate state reconcile`: complete the steps that are named by commits (CMP-9).

Read the trailers `Tug-Step` and `Tug-Plan` of all commits, on every branch and in every
worktree, newest first, and complete the steps that they name, whoever holds them. Deferred
items of such a step become completed; their reasons are lost.
"""

import argparse
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import TypedDict

from impl.cli.answers import Answer, Count, PlanData, counted, warning
from impl.cli.command import PLAN, Command, flag
from impl.cli.output.recorded import left_commits, lost_commits
from impl.cli.session import CommandSession, open_session
from impl.git.commit_log import commit_log
from impl.git.repository import git
from impl.store import guards
from impl.store.connection import Connection
from impl.store.guards import DocumentChanged
from impl.store.reconciliation import reconcile
from spec.vocabulary.completion import Reconcile, Reconciled
from spec.vocabulary.state import Plan

EXAMPLES = """
  planstate state reconcile plans/bridge.md
  planstate state reconcile plans/bridge.md --force --json
"""
NOT_COVERED = "W005"
"""The code of a warning: what was done, but does not cover."""

ARGUMENTS = (PLAN, flag("--force", help="replace the hashes of other commits that are stored"))


class SkippedMismatch(TypedDict):
    """A completed step whose stored commit is not the newest that names it."""

    step_anchor: str
    db_hash: str
    git_hash: str


class ReconcileData(PlanData):
    """How many steps the commits completed or changed, and which were skipped."""

    reconciled_count: Count
    skipped_count: Count
    skipped_mismatches: Sequence[SkippedMismatch]


def run(options: argparse.Namespace) -> Answer:
    """Reconcile the plan."""
    with open_session(options) as session:
        done = None
        while done is None:
            plan = session.store.snapshot(session.plan)
            commits = tuple(commit_log(session.location.root, plan))
            operation = Reconcile(session.plan, commits, session.read_clock(), options.force)
            with suppress(DocumentChanged):
                done = session.run(for_document(plan), operation)
        seen = {each.commit_hash for each in commits}
        warnings = [warning(NOT_COVERED, each) for each in not_covered(session, seen)]
    skipped = done.skipped_mismatches
    lines = [
        f"reconciled {counted(done.reconciled_count, 'step')} with the commits",
        *(
            f"skipped {each.step}: {each.stored_hash} is stored, but the newest commit is "
            f"{each.history_hash}; replace the stored hash with --force"
            for each in skipped
        ),
    ]
    data = ReconcileData(
        plan_path=session.plan,
        reconciled_count=done.reconciled_count,
        skipped_count=len(skipped),
        skipped_mismatches=[
            SkippedMismatch(
                step_anchor=each.step, db_hash=each.stored_hash, git_hash=each.history_hash
            )
            for each in skipped
        ],
    )
    return Answer(data, lines, warnings)


def for_document(plan: Plan | None) -> Callable[[Connection, Reconcile], Reconciled]:
    """Return what reconciles a plan whose steps are still those that the commits were read for."""

    def run(connection: Connection, operation: Reconcile) -> Reconciled:
        if plan and guards.require_plan(connection, operation.plan) != plan.document_hash:
            raise DocumentChanged
        return reconcile(connection, operation)

    return run


def not_covered(session: CommandSession, seen: Collection[str]) -> Iterator[str]:
    """Yield what reconciling cannot know: commits that are not here, and commits that are lost."""
    root = session.location.root
    if git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        yield (
            "this clone is shallow: older commits, which may name further steps, were not seen; "
            "run `git fetch --unshallow`, then repeat the command"
        )
    plan = session.store.snapshot(session.plan)
    if plan is not None:
        yield from lost_commits(plan, session.location)
        yield from left_commits(plan, session.location, seen)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ReconcileData)
