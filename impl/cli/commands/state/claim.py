"""`planstate state claim`: claim the next step that can be worked on (CLM).

That is the first step whose dependencies are completed and that no other worktree holds, together
with its substeps. A step whose lease has expired, or that the worktree already holds, can be
claimed again. If no step can be claimed, that is an answer, not an error.
"""

import argparse

from impl.cli.answers import Answer, about
from impl.cli.command import LEASE, PLAN, WORKTREE, Command, flag
from impl.cli.session import opened
from impl.store import claims
from impl.times import iso, until
from spec.vocabulary.claims import Claim, NothingClaimable

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
        plan, now, lease = session.plan, session.now, options.lease_duration * 1_000
        claim = Claim(plan, options.worktree, session.document_hash(), now, lease, options.force)
        found = session.run(claims.claim, claim)
    if isinstance(found, NothingClaimable):
        return nothing(options, found)
    verb = "reclaimed" if found.reclaimed else "claimed"
    return about(
        options,
        f"{verb} {found.anchor}: {found.title}",
        f"{until(found.lease_expires_at, now)}; {found.remaining_ready} more ready, "
        f"{found.total_remaining} more not completed",
        claimed=True,
        anchor=found.anchor,
        title=found.title,
        step_index=found.index,
        lease_expires=iso(found.lease_expires_at),
        reclaimed=found.reclaimed,
        remaining_ready=found.remaining_ready,
        total_remaining=found.total_remaining,
        all_completed=False,
    )


def nothing(options: argparse.Namespace, found: NothingClaimable) -> Answer:
    """Return why no step was claimed."""
    plan, blocked = options.known["plan_path"], found.blocked
    return about(
        options,
        f"all steps of {plan} are completed"
        if found.all_completed
        else f"no step can be claimed: {blocked} steps are held or blocked",
        claimed=False,
        reclaimed=False,
        remaining_ready=0,
        total_remaining=blocked,
        all_completed=found.all_completed,
    )


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run)
