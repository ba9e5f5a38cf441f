"""`planstate state heartbeat`: renew the lease of a held step (CLM-13)."""

import argparse

from impl.cli.answers import Answer
from impl.cli.arguments import LEASE, PLAN, STEP, WORKTREE
from impl.cli.command import Command
from impl.cli.output.clock_text import iso, until
from impl.cli.session import opened
from impl.store import holding
from spec.vocabulary.holding import Heartbeat

DESCRIPTION = """
Renew the lease of a held step, starting now. An expired lease can be renewed as long as no other
worktree has claimed the step. Substeps have leases of their own.
"""
EXAMPLES = """
  planstate state heartbeat plans/bridge.md step-1 --worktree ann --lease-duration 600
"""
ARGUMENTS = (PLAN, STEP, WORKTREE, LEASE)


def run(options: argparse.Namespace) -> Answer:
    """Renew the lease."""
    with opened(options) as session:
        step, lease = options.step, options.lease_duration * 1_000
        heartbeat = Heartbeat(session.plan, step, options.worktree, session.now, lease)
        end = session.run(holding.heartbeat, heartbeat).lease_expires_at
    return Answer(
        {"plan_path": session.plan, "anchor": step, "lease_expires": iso(end)},
        [f"{step}: {until(end, session.now)}"],
    )


COMMAND = Command(DESCRIPTION, EXAMPLES, ARGUMENTS, run)
