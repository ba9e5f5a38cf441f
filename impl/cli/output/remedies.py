"""Remedies as sentences: the one command that works after a refusal, and who can run it."""

from collections.abc import Sequence
from typing import TypeVar

from impl.cli.answers import Failure
from impl.cli.location import Location
from impl.cli.output.command_lines import command_line
from impl.times import duration, until
from spec.remedies.catalog import refusal_of, remedy_of
from spec.remedies.refusal import Party, Refusal, Remedy
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import Code
from spec.vocabulary.state import Plan

SENTENCES = {
    Party.CALLER: "{advice}: run `{command}`",
    Party.HOLDER: "{advice}: as the holder, run `{command}`",
    Party.PERSON: "{advice}: let a person run `{command}`",
}


Failed = TypeVar("Failed", bound=Failure)


def added(
    failure: Failed,
    operation: Operation,
    outcome: Outcome,
    plan: Plan | None,
    location: Location,
    given: Sequence[str] = (),
) -> Failed:
    """Return a failure with what to do about it as its last sentence, and in its data.

    `given` are the arguments of the command that has failed.
    """
    refusal = refusal_of(plan, operation, outcome)
    if refusal is not None:
        failure.message += holding(refusal, operation.now, location.named_store)
        remedy = remedy_of(refusal)
        command = command_line(remedy.operation(refusal), given, location.named_store)
        advise(failure, remedy, command)
    return failure


def holding(refusal: Refusal, now: int, store: str | None) -> str:
    """Return since when and until when another holds the step, and what a person can do.

    It is empty unless the request was rejected for that.
    """
    rows = [row for row in (refusal.step, refusal.parent) if row and row.lease_expires_at]
    if refusal.rejected.code != Code.OWNERSHIP_VIOLATION or not rows:
        return ""
    row = rows[-1]
    assert row.claimed_at is not None
    assert row.lease_expires_at is not None
    since, end = duration(now - row.claimed_at), until(row.lease_expires_at, now)
    release = command_line(Release(refusal.request.plan, row.anchor, now, force=True), (), store)
    return f", claimed {since} ago ({end}); to end that claim, a person can run `{release}`"


def advise(failure: Failure, remedy: Remedy, command: str) -> None:
    """Add a remedy, and the command for it, to the message and the data of a failure."""
    sentence = SENTENCES[remedy.party].format(advice=remedy.advice, command=command)
    failure.message += f"; {sentence}"
    failure.data = {**failure.data, "remedy": command, "remedy_for": remedy.party.value}
