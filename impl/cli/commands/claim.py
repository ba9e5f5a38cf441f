"""`planstate state claim`: take the next step that may be worked on (CLM)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer
from impl.cli.clock_text import iso, until
from impl.cli.session import Session, opened
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable

DESCRIPTION = """
Take the first step whose dependencies are completed and that nobody else holds, with its
substeps. A step whose lease is over, or that the worker holds already, may be taken again.
That nothing can be claimed is an answer, not an error.
"""
EXAMPLES = """
  planstate state claim plans/bridge.md --worktree ../bridge-1
  planstate state claim plans/bridge.md --worktree ann --lease-duration 600 --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    arguments.add_worktree(parser)
    arguments.add_lease(parser)
    parser.add_argument(
        "--force",
        action="store_true",
        help="take a step from its holder under a running lease; dependencies still count",
    )


def run(options: argparse.Namespace) -> Answer:
    """Claim a step."""
    with opened(options) as session:
        claim = Claim(
            session.plan,
            options.worktree,
            session.document_hash(),
            session.now,
            options.lease_duration * 1_000,
            options.force,
        )
        answer = session.do(claim)
    if isinstance(answer, NothingClaimable):
        return nothing(session, answer)
    assert isinstance(answer, Claimed)
    return claimed(session, answer)


def claimed(session: Session, answer: Claimed) -> Answer:
    """Say what was claimed, and how much is left for others."""
    data = {
        "plan_path": session.plan,
        "claimed": True,
        "anchor": answer.anchor,
        "title": answer.title,
        "step_index": answer.index,
        "lease_expires": iso(answer.lease_expires_at),
        "reclaimed": answer.reclaimed,
        "remaining_ready": answer.remaining_ready,
        "total_remaining": answer.total_remaining,
        "all_completed": False,
    }
    verb = "reclaimed" if answer.reclaimed else "claimed"
    lines = [
        f"{verb} {answer.anchor}: {answer.title}",
        f"{until(answer.lease_expires_at, session.now)}; "
        f"{answer.remaining_ready} more ready, {answer.total_remaining} more to do",
    ]
    return Answer(data, lines)


def nothing(session: Session, answer: NothingClaimable) -> Answer:
    """Say why there is nothing to claim."""
    data = {
        "plan_path": session.plan,
        "claimed": False,
        "reclaimed": False,
        "remaining_ready": 0,
        "total_remaining": answer.blocked,
        "all_completed": answer.all_completed,
    }
    if answer.all_completed:
        return Answer(data, [f"all steps of {session.plan} are completed"])
    return Answer(data, [f"nothing to claim now: {answer.blocked} steps are held or blocked"])
