"""`planstate state claim`: claim the next step that is ready (CLM).

That is the first step whose dependencies are completed and that no other worktree holds, together
with its substeps. A step whose lease has expired, or that the worktree already holds, can be
claimed again. If no step can be claimed, that is an answer, not an error.

With --wait, the command waits up to that time for a step: until one is released, its dependencies
are completed, or a lease expires. If several workers wait, one gets the step, and the others keep
waiting. A signal ends the wait with exit code 3; nothing is claimed then.

The id of the claim is printed. Pass it to the other commands with --claim-id or in
$PLANSTATE_CLAIM_ID: they then fail if the step was claimed again since, even under the same name.
"""

import argparse
from functools import partial
from typing import Literal

from impl.cli.answers import Answer, Count, Instant, PlanData, Positive, StepData
from impl.cli.command import (
    CLAIM_TO_END,
    LEASE,
    LONGEST_WAIT_SECONDS,
    PLAN,
    WORKTREE,
    Command,
    flag,
    option,
    whole_number,
)
from impl.cli.session import Session, open_session
from impl.store import claims
from impl.times import iso, until
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable

EXAMPLES = """
  planstate state claim plans/bridge.md --worktree ../bridge-1
  planstate state claim plans/bridge.md --worktree ann --lease-duration 600 --json
  planstate state claim plans/bridge.md --worktree ann --wait 3600
"""
ARGUMENTS = (
    PLAN,
    WORKTREE,
    LEASE,
    flag("--force", help="take over a step under a live lease; dependencies still count"),
    flag("--fenced", help="reject requests of the holder that lack the id of this claim"),
    CLAIM_TO_END,
    option(
        "--wait",
        type=whole_number(0, LONGEST_WAIT_SECONDS, " of seconds"),
        metavar="SECONDS",
        dest="claim_wait",
        help="how long to wait until a step can be claimed, and for other writers; before "
        "the subcommand, --wait covers writers only",
    ),
)


class ClaimedData(StepData):
    """The claimed step, the id of the claim, and how many others are ready and not completed."""

    claimed: Literal[True]
    title: str
    step_index: Count
    claim_id: Positive
    lease_expires: Instant
    reclaimed: bool
    remaining_ready: Count
    total_remaining: Count
    all_completed: Literal[False]


class NothingClaimableData(PlanData):
    """No step can be claimed: all are completed, or the others are held or blocked."""

    claimed: Literal[False]
    reclaimed: Literal[False]
    remaining_ready: Literal[0]
    total_remaining: Count
    all_completed: bool


def run(options: argparse.Namespace) -> Answer:
    """Claim a step, or wait until one can be claimed."""
    if options.claim_wait is not None:
        options.wait = options.claim_wait
    with open_session(options) as session:
        claim = partial(claimed, options, session)
        if options.claim_wait:
            from impl.cli.waiting import until_claimed

            found = until_claimed(session, claim, options.claim_wait)
        else:
            found = claim()
        now = session.now
    if isinstance(found, NothingClaimable):
        return nothing(session.plan, found)
    verb = "reclaimed" if found.reclaimed else "claimed"
    assert found.claim_id is not None
    data = ClaimedData(
        plan_path=session.plan,
        claimed=True,
        anchor=found.anchor,
        title=found.title,
        step_index=found.index,
        claim_id=found.claim_id,
        lease_expires=iso(found.lease_expires_at),
        reclaimed=found.reclaimed,
        remaining_ready=found.remaining_ready,
        total_remaining=found.total_remaining,
        all_completed=False,
    )
    lines = [
        f"{verb} {found.anchor}: {found.title} (claim {found.claim_id})",
        f"{until(found.lease_expires_at, now)}; {found.remaining_ready} more ready, "
        f"{found.total_remaining} more not completed",
    ]
    return Answer(data, lines)


def claimed(options: argparse.Namespace, session: Session) -> Claimed | NothingClaimable:
    """Claim a step now, with the current document."""
    claim = Claim(
        session.plan,
        options.worktree,
        session.document_hash(),
        session.read_clock(),
        options.lease_duration * 1_000,
        options.force,
        options.claim_id,
        options.fenced,
    )
    return session.run(claims.claim, claim)


def nothing(plan: str, found: NothingClaimable) -> Answer:
    """Return why no step was claimed."""
    import shlex  # the usual answer names no command

    from impl.command_words import plan_word

    blocked = found.blocked
    data = NothingClaimableData(
        plan_path=plan,
        claimed=False,
        reclaimed=False,
        remaining_ready=0,
        total_remaining=blocked,
        all_completed=found.all_completed,
    )
    line = (
        f"all steps of {plan} are completed"
        if found.all_completed
        else f"no step can be claimed: {blocked} steps are held or blocked; see which: run "
        f"`{shlex.join(('planstate', 'state', 'ready', plan_word(plan)))}`"
    )
    return Answer(data, [line])


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ClaimedData | NothingClaimableData)
