"""`planstate state heartbeat`: renew the lease of a held step, starting now (CLM-13).

An expired lease can be renewed as long as no other worktree has claimed the step. Substeps have
leases of their own.
"""

import argparse

from impl.cli.answers import Answer, Instant, StepData
from impl.cli.command import HELD_STEP, LEASE, Command
from impl.cli.session import claim_id, open_session
from impl.store import holding
from impl.times import iso, until
from spec.vocabulary.holding import Heartbeat

EXAMPLES = """
  planstate state heartbeat plans/bridge.md step-1 --worktree ann --lease-duration 600
"""
ARGUMENTS = (*HELD_STEP, LEASE)


class HeartbeatData(StepData):
    """The end of the renewed lease."""

    lease_expires: Instant


def run(options: argparse.Namespace) -> Answer:
    """Renew the lease."""
    with open_session(options) as session:
        step, lease = options.step, options.lease_duration * 1_000
        held = (session.plan, step, options.worktree)
        heartbeat = Heartbeat(*held, session.now, lease, claim_id(options))
        end = session.run(holding.heartbeat, heartbeat).lease_expires_at
    data = HeartbeatData(plan_path=session.plan, anchor=step, lease_expires=iso(end))
    return Answer(data, [f"{step}: {until(end, end - lease)}"])


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, HeartbeatData)
