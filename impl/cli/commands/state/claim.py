"""`planstate state claim`: claim the next step that can be worked on (CLM).

That is the first step whose dependencies are completed and that no other worktree holds, together
with its substeps. A step whose lease has expired, or that the worktree already holds, can be
claimed again. If no step can be claimed, that is an answer, not an error.

The id of the claim is printed. With it, the other commands tell this session from one of the same
name that claims the step later: give it to them with --claim-id or in $PLANSTATE_CLAIM_ID.
"""

import argparse

from impl.cli.answers import Answer, about
from impl.cli.command import CLAIM_TO_END, LEASE, PLAN, WORKTREE, Command, flag
from impl.cli.session import opened
from impl.command_words import plan_word
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
    flag("--fenced", help="refuse whatever the holder does without the id of this claim"),
    CLAIM_TO_END,
)


def run(options: argparse.Namespace) -> Answer:
    """Claim a step."""
    with opened(options) as session:
        now = session.now
        claim = Claim(
            session.plan,
            options.worktree,
            session.document_hash(),
            now,
            options.lease_duration * 1_000,
            options.force,
            options.claim_id,
            options.fenced,
        )
        found = session.run(claims.claim, claim)
    if isinstance(found, NothingClaimable):
        return nothing(options, found)
    verb = "reclaimed" if found.reclaimed else "claimed"
    return about(
        options,
        f"{verb} {found.anchor}: {found.title} (claim {found.claim_id})",
        f"{until(found.lease_expires_at, now)}; {found.remaining_ready} more ready, "
        f"{found.total_remaining} more not completed",
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


def nothing(options: argparse.Namespace, found: NothingClaimable) -> Answer:
    """Return why no step was claimed."""
    import shlex  # the usual answer names no command

    plan, blocked = options.known["plan_path"], found.blocked
    return about(
        options,
        f"all steps of {plan} are completed"
        if found.all_completed
        else f"no step can be claimed: {blocked} steps are held or blocked; see which: run "
        f"`{shlex.join(('planstate', 'state', 'ready', plan_word(plan)))}`",
        claimed=False,
        reclaimed=False,
        remaining_ready=0,
        total_remaining=blocked,
        all_completed=found.all_completed,
    )


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run)
