"""`planstate state claim`: claim the next step that is ready (CLM).

That is the first step whose dependencies are completed and that no other worktree holds, together
with its substeps. A step whose lease has expired, or that the worktree already holds, can be
claimed again. If no step can be claimed, that is an answer, not an error.

With --wait, the command waits up to that time for a step: until one is released, its dependencies
are completed, or a lease expires. If several workers wait, one gets the step, and the others keep
waiting. A signal ends the wait with exit code 3; nothing is claimed then.

If the worktree holds another step already, as after a session that was cut off, that is printed
first; --resume claims such a step again, before any other.

The id of the claim is printed. Pass it to the other commands with --claim-id or in
$PLANSTATE_CLAIM_ID: they then fail if the step was claimed again since, even under the same name.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Literal, TypedDict

from impl.cli.answers import Answer, Count, Instant, Issue, PlanData, Positive, StepData
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
from impl.cli.session import CommandSession, open_session
from impl.cli.workers import folder_of_worker
from impl.git.layout import branch_of
from impl.store import claims
from impl.store.claims import Taken
from impl.store.place import clock
from impl.times import iso, until
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable

EXAMPLES = """
  planstate state claim plans/bridge.md --worktree ../bridge-1
  planstate state claim plans/bridge.md --worktree ann --lease-duration 600 --json
  planstate state claim plans/bridge.md --worktree ann --wait 3600
"""
LARGEST_LOWEST_ID = 2**52

ARGUMENTS = (
    PLAN,
    WORKTREE,
    LEASE,
    flag("--force", help="take over a step under a live lease; dependencies still count"),
    flag("--fenced", help="reject requests of the holder that lack the id of this claim"),
    flag("--resume", help="claim a step again that the worktree holds, if there is one"),
    CLAIM_TO_END,
    option(
        "--lowest-id",
        type=whole_number(0, LARGEST_LOWEST_ID),
        metavar="ID",
        help="the lowest id that the claim may get (default: the time in milliseconds, so that no "
        "id is given twice, even after the store was restored or made anew)",
    ),
    option(
        "--wait",
        type=whole_number(0, LONGEST_WAIT_SECONDS, " of seconds"),
        metavar="SECONDS",
        dest="claim_wait",
        help="how long to wait until a step can be claimed, and for other writers; before "
        "the subcommand, --wait covers writers only",
    ),
)


class HeldStep(TypedDict):
    """Another step that the worktree holds, and when its lease expires."""

    anchor: str
    lease_expires: Instant


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
    also_held: Sequence[HeldStep]
    release_reason: str | None


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

            taken = until_claimed(session, claim, options.claim_wait)
        else:
            taken = claim()
    found = taken.answer
    if isinstance(found, NothingClaimable):
        return nothing(session.plan, found)
    verb = "reclaimed" if found.reclaimed else "claimed"
    claimed_at = found.lease_expires_at - options.lease_duration * 1_000
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
        also_held=[HeldStep(anchor=step, lease_expires=iso(end)) for step, end in taken.held],
        release_reason=found.release_reason,
    )
    lines = [
        *(held_too(options, session, found, step, end) for step, end in taken.held),
        f"{verb} {found.anchor}: {found.title} (claim {found.claim_id})",
        f"{until(found.lease_expires_at, claimed_at)}; {found.remaining_ready} more ready, "
        f"{found.total_remaining} more not completed",
        *([f"it was released: {found.release_reason}"] if found.release_reason else ()),
    ]
    warnings: Sequence[Issue] = ()
    if found.reclaimed:
        from impl.cli.output.recorded import committed_before  # it asks git, which takes time

        warnings = committed_before(session.location, options.worktree, found.anchor)
    return Answer(data, lines, warnings)


def held_too(
    options: argparse.Namespace, session: CommandSession, found: Claimed, step: str, end: int
) -> str:
    """Return that the worktree holds another step, and how to take that up again instead."""
    from impl.cli.output.command_lines import command_line  # most workers hold one step
    from spec.vocabulary.holding import Release

    release = Release(session.plan, found.anchor, session.now, options.worktree)
    again = Claim(session.plan, options.worktree, "", session.now, resume=True)
    store = session.location.named_store
    return (
        f"{options.worktree} also holds {step}, until {iso(end)}; to continue that one, "
        f"run `{command_line(release, (), store)} && {command_line(again, (), store)}`"
    )


def claimed(options: argparse.Namespace, session: CommandSession) -> Taken:
    """Claim a step now, with the current document, under an id that no earlier claim has had.

    A store that was restored, or made anew, counts from where it was. Where tests set the time, ids
    count from 1.
    """
    document_hash, now, lowest_id = session.document_hash(), session.read_clock(), options.lowest_id
    if lowest_id is None and clock() != "given":
        lowest_id = now
    claim = Claim(
        session.plan,
        options.worktree,
        document_hash,
        now,
        options.lease_duration * 1_000,
        options.force,
        options.claim_id,
        options.fenced,
        options.resume,
        lowest_id,
    )
    folder = folder_of_worker(options.worktree, session.location.root)
    branch = None if folder is None else branch_of(folder)
    return session.run(claims.claim_on(branch), claim)


def nothing(plan: str, found: NothingClaimable) -> Answer:
    """Return why no step was claimed."""
    from impl.command_words import plan_word, planstate  # the usual answer names no command

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
        f"`{planstate('state', 'ready', plan_word(plan))}`"
    )
    return Answer(data, [line])


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ClaimedData | NothingClaimableData)
