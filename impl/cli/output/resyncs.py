"""What registering a changed document again discards, in words."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from impl.cli.answers import counted
from impl.store import plans, resync
from impl.store.connection import Connection
from impl.store.resync import Progress
from impl.times import until
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.state import StepStatus


class Registration(NamedTuple):
    """The answer, and what each step loses that changed or is gone: `deck (held by ann)`."""

    answer: Registered
    losses: list[str]


class LiveClaims(Exception):
    """Steps that others work on would be taken from them; nothing was changed."""


def register(connection: Connection, operation: Register, *, keeps_claims: bool) -> Registration:
    """Register a plan, and return with the answer what is lost.

    If it `keeps_claims`, it raises `LiveClaims` rather than end one whose lease is live.
    """
    answer = plans.register(connection, operation)
    gone = (*answer.changed_steps, *answer.removed_steps)
    lost = {anchor: resync.former_progress(connection, anchor) for anchor in gone}
    if keeps_claims and (live := list(live_claims(lost, operation.now))):
        raise LiveClaims(", ".join(live))
    return Registration(answer, [f"{each} ({', '.join(words(lost[each]))})" for each in gone])


def live_claims(lost: Mapping[str, Progress], now: int) -> Iterator[str]:
    """Yield each lost step that somebody holds, with the holder and the end of the lease."""
    for anchor, progress in lost.items():
        end = progress.lease_expires_at
        if end is not None and end >= now:
            yield f"{anchor} (held by {progress.holder}, {until(end, now)})"


def words(progress: Progress) -> Iterator[str]:
    """Yield what was done on a step, in words."""
    if progress.status == StepStatus.COMPLETED:
        yield "completed"
    elif progress.status != StepStatus.PENDING:
        yield f"held by {progress.holder}"
    for count, word in ((progress.items, "finished item"), (progress.artifacts, "artifact")):
        if count:
            yield counted(count, word)
