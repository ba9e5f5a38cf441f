"""`planstate state heartbeat`: renew the lease of a held step (CLM-13)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer
from impl.cli.clock_text import iso, until
from impl.cli.session import opened
from spec.vocabulary.holding import Heartbeat, LeaseRenewed

DESCRIPTION = """
Renew the lease of a held step from now on, also when it is over and nobody has taken the
step. The leases of substeps are their own.
"""
EXAMPLES = """
  planstate state heartbeat plans/bridge.md step-1 --worktree ann --lease-duration 600
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    arguments.add_step(parser)
    arguments.add_worktree(parser)
    arguments.add_lease(parser)


def run(options: argparse.Namespace) -> Answer:
    """Renew the lease."""
    with opened(options) as session:
        step, lease = options.step, options.lease_duration * 1_000
        heartbeat = Heartbeat(session.plan, step, options.worktree, session.now, lease)
        end = session.ask(heartbeat, LeaseRenewed).lease_expires_at
    return Answer(
        {"plan_path": session.plan, "anchor": step, "lease_expires": iso(end)},
        [f"{step}: {until(end, session.now)}"],
    )
