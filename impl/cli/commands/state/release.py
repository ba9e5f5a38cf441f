"""`planstate state release`: release a held step before its lease expires (CLM-14, CLM-15).

Its holder can do so, and anybody by force. Items of the step and of its unfinished substeps that
are not completed become open. A reason is shown to whoever looks at the step, until it is claimed.
"""

import argparse
from typing import Literal

from impl.cli.answers import Answer, StepData
from impl.cli.command import CLAIM_TO_END, PLAN, STEP, Command, Exclusive, flag, name, option, text
from impl.cli.session import claim_id, open_session
from impl.store import holding
from spec.vocabulary.holding import MOST_REASON_BYTES, Release

EXAMPLES = """
  planstate state release plans/bridge.md step-1 --worktree ann
  planstate state release plans/bridge.md step-1 --force --reason "needs the crane"
"""
AUTHORITY = (
    option("--worktree", type=name, metavar="PATH", help="the holder, named as in its claim"),
    flag("--force", help="release the step whoever holds it"),
)
REASON = option(
    "--reason",
    type=text,
    metavar="TEXT",
    help=f"why, for the worker that claims it next: at most {MOST_REASON_BYTES} bytes",
)
ARGUMENTS = (PLAN, STEP, Exclusive(AUTHORITY, required=True), CLAIM_TO_END, REASON)


class ReleaseData(StepData):
    """The step is pending; who held it."""

    released: Literal[True]
    was_claimed_by: str


def run(options: argparse.Namespace) -> Answer:
    """Release the step."""
    with open_session(options) as session:
        # The variable names the caller's own claim, which force need not be about.
        ended = options.claim_id if options.force else claim_id(options)
        step, worktree, force = options.step, options.worktree, options.force
        asked = (session.plan, step, session.now, worktree, force)
        release = Release(*asked, ended, options.reason)
        holder = session.run(holding.release, release).was_claimed_by
    line = f"released {options.step}, which {holder} held"
    data = ReleaseData(plan_path=session.plan, anchor=step, released=True, was_claimed_by=holder)
    return Answer(data, [line])


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ReleaseData)
