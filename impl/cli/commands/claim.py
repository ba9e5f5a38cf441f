"""`planstate state claim`: claim the next step that can be worked on (CLM)."""

import argparse

from impl.cli.answers import Answer
from impl.cli.arguments import LEASE, PLAN, WORKTREE, flag
from impl.cli.command import Command
from impl.cli.output.clock_text import iso, until
from impl.cli.session import Session, opened
from impl.store import claims
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable

DESCRIPTION = """
Claim the first step whose dependencies are completed and that no other worktree holds, together
with its substeps. A step whose lease has expired, or that the worktree already holds, can be
claimed again. If no step can be claimed, that is an answer, not an error.
"""
EXAMPLES = """
  planstate state claim plans/bridge.md --worktree ../bridge-1
  planstate state claim plans/bridge.md --worktree ann --lease-duration 600 --json
"""
ARGUMENTS = (
    PLAN,
    WORKTREE,
    LEASE,
    flag("--force", help="take over a step under a live lease; dependencies still count"),
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
        answer = session.run(claims.claim, claim)
    if isinstance(answer, NothingClaimable):
        return nothing(session, answer)
    return claimed(session, answer)


def claimed(session: Session, answer: Claimed) -> Answer:
    """Return what was claimed, and how much is left for others."""
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
        f"{answer.remaining_ready} more ready, {answer.total_remaining} more not completed",
    ]
    return Answer(data, lines)


def nothing(session: Session, answer: NothingClaimable) -> Answer:
    """Return why no step was claimed."""
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
    return Answer(data, [f"no step can be claimed: {answer.blocked} steps are held or blocked"])


COMMAND = Command(DESCRIPTION, EXAMPLES, ARGUMENTS, run)
