"""`planstate state heartbeat`: renew the lease of a held step, starting now (CLM-13).

The lease is as long as the last one, unless --lease-duration says otherwise, and ends no earlier
than before, unless --shorten is given. An expired lease can be renewed as long as no other worktree
has claimed the step. Substeps have leases of their own.
"""

import argparse
from dataclasses import replace

from impl.cli.answers import Answer, Instant, StepData
from impl.cli.command import HELD_STEP, LEASE, Command, flag
from impl.cli.session import claim_id, open_session
from impl.store import holding
from impl.times import iso, until
from spec.vocabulary.holding import Heartbeat

EXAMPLES = """
  planstate state heartbeat plans/bridge.md step-1 --worktree ann --lease-duration 600
  planstate state heartbeat plans/bridge.md step-1 --worktree ann --lease-duration 60 --shorten
"""
ARGUMENTS = (
    *HELD_STEP,
    LEASE.but(
        help="how long the claim excludes other worktrees from now on (default: as long as before)",
        default=None,
    ),
    flag("--shorten", help="let the lease expire earlier than before"),
)


class HeartbeatData(StepData):
    """The end of the renewed lease."""

    lease_expires: Instant


def run(options: argparse.Namespace) -> Answer:
    """Renew the lease."""
    with open_session(options) as session:
        step = options.step
        held = (session.plan, step, options.worktree, session.now)
        heartbeat = Heartbeat(*held, claim_id=claim_id(options), shorten=options.shorten)
        if options.lease_duration is not None:
            lease = options.lease_duration * 1_000
        else:
            lease = session.store.look(holding.lease_length, heartbeat) or heartbeat.lease
        heartbeat = replace(heartbeat, lease=lease)
        end = session.run(holding.heartbeat, heartbeat).lease_expires_at
    data = HeartbeatData(plan_path=session.plan, anchor=step, lease_expires=iso(end))
    return Answer(data, [f"{step}: {until(end, session.now)}"])


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, HeartbeatData)
