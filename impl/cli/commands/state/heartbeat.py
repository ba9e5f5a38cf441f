"""`planstate state heartbeat`: renew the lease of a held step, starting now (CLM-13).

An expired lease can be renewed as long as no other worktree has claimed the step. Substeps have
leases of their own.
"""

import argparse

from impl.cli.answers import Answer, about
from impl.cli.command import HELD_STEP, LEASE, Command
from impl.cli.session import claim_id, opened
from impl.store import holding
from impl.times import iso, until
from spec.vocabulary.holding import Heartbeat

EXAMPLES = """
  planstate state heartbeat plans/bridge.md step-1 --worktree ann --lease-duration 600
"""
ARGUMENTS = (*HELD_STEP, LEASE)


def run(options: argparse.Namespace) -> Answer:
    """Renew the lease."""
    with opened(options) as session:
        step, lease = options.step, options.lease_duration * 1_000
        held = (session.plan, step, options.worktree)
        heartbeat = Heartbeat(*held, session.now, lease, claim_id(options))
        end = session.run(holding.heartbeat, heartbeat).lease_expires_at
    return about(options, f"{step}: {until(end, session.now)}", lease_expires=iso(end))


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run)
