"""`planstate state start`, `heartbeat`, `release` and `reset`: held steps (CLM-12 to CLM-18)."""

import argparse
from dataclasses import replace
from typing import Literal

from impl.cli.answers import Answer, Instant, StepData
from impl.cli.command import (
    CLAIM_TO_END,
    HELD_STEP,
    LEASE,
    PLAN,
    STEP,
    Command,
    Exclusive,
    flag,
    name,
    option,
    text,
)
from impl.cli.session import claim_id, open_session
from impl.store import holding
from impl.times import iso, until
from spec.vocabulary.holding import (
    MOST_REASON_BYTES,
    AlreadyStarted,
    Heartbeat,
    Release,
    Reset,
    Start,
)

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


class StartData(StepData):
    """Work on the step has started; `already_started` if it had before, and nothing has changed."""

    started: Literal[True]
    already_started: bool


class HeartbeatData(StepData):
    """The end of the renewed lease."""

    lease_expires: Instant


class ReleaseData(StepData):
    """The step is pending; who held it."""

    released: Literal[True]
    was_claimed_by: str


class ResetData(StepData):
    """The step is pending."""

    reset: Literal[True]


def start(options: argparse.Namespace) -> Answer:
    """Start the step."""
    with open_session(options) as session:
        step = options.step
        start = Start(session.plan, step, options.worktree, session.now, claim_id(options))
        repeated = isinstance(session.run(holding.start, start), AlreadyStarted)
    line = f"{step} was started before; nothing has changed" if repeated else f"started {step}"
    data = StartData(plan_path=session.plan, anchor=step, started=True, already_started=repeated)
    return Answer(data, [line])


def heartbeat(options: argparse.Namespace) -> Answer:
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


def release(options: argparse.Namespace) -> Answer:
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


def reset(options: argparse.Namespace) -> Answer:
    """Reset the step."""
    with open_session(options) as session:
        session.run(holding.reset, Reset(session.plan, options.step, session.now, options.claim_id))
    data = ResetData(plan_path=session.plan, anchor=options.step, reset=True)
    return Answer(data, [f"reset {options.step}: it is pending"])


START = Command(
    """`planstate state start`: record that work on a claimed step has started (CLM-12).

A substep is started under the claim of its step.
""",
    "\n  planstate state start plans/bridge.md step-1 --worktree ann\n",
    HELD_STEP,
    start,
    StartData,
)
HEARTBEAT = Command(
    """`planstate state heartbeat`: renew the lease of a held step, starting now (CLM-13).

The lease is as long as the last one, unless --lease-duration says otherwise, and ends no earlier
than before, unless --shorten is given. An expired lease can be renewed as long as no other worktree
has claimed the step. Substeps have leases of their own.
""",
    """
  planstate state heartbeat plans/bridge.md step-1 --worktree ann --lease-duration 600
  planstate state heartbeat plans/bridge.md step-1 --worktree ann --lease-duration 60 --shorten
""",
    (
        *HELD_STEP,
        LEASE.but(
            help="how long the claim excludes other worktrees from now on (default: as long as "
            "before)",
            default=None,
        ),
        flag("--shorten", help="let the lease expire earlier than before"),
    ),
    heartbeat,
    HeartbeatData,
)
RELEASE = Command(
    """`planstate state release`: release a held step before its lease expires (CLM-14, CLM-15).

Its holder can do so, and anybody by force. Items of the step and of its unfinished substeps that
are not completed become open. A reason is shown with the step, until it is claimed.
""",
    """
  planstate state release plans/bridge.md step-1 --worktree ann
  planstate state release plans/bridge.md step-1 --force --reason "needs the crane"
""",
    (PLAN, STEP, Exclusive(AUTHORITY, required=True), CLAIM_TO_END, REASON),
    release,
    ReleaseData,
)
RESET = Command(
    """`planstate state reset`: return a step to pending, whoever holds it (CLM-16).

Its unfinished substeps become pending with it; items that are not completed become open. A
completed step cannot be reset.
""",
    "\n  planstate state reset plans/bridge.md step-1\n",
    (PLAN, STEP, CLAIM_TO_END),
    reset,
    ResetData,
)
