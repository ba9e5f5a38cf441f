"""What registering a changed document again discards, in words."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from impl.cli.answers import counted
from impl.store import plans
from impl.store.connection import Connection
from impl.store.database.snapshots import read_plan
from impl.times import until
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.state import Step, StepStatus


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
    former = read_plan(connection, operation.plan)
    answer = plans.register(connection, operation)
    gone = (*answer.changed_steps, *answer.removed_steps)
    steps = {step.anchor: step for step in former.steps} if former else {}
    lost = [steps[anchor] for anchor in gone]
    if keeps_claims and (live := list(live_claims(lost, operation.now))):
        raise LiveClaims(", ".join(live))
    return Registration(answer, [f"{each.anchor} ({', '.join(words(each))})" for each in lost])


def live_claims(lost: Iterable[Step], now: int) -> Iterator[str]:
    """Yield each lost step that somebody holds, with the holder and the end of the lease."""
    for step in lost:
        end = step.lease_expires_at
        if end is not None and end >= now:
            yield f"{step.anchor} (held by {step.claimed_by}, {until(end, now)})"


def words(step: Step) -> Iterator[str]:
    """Yield what was done on a step, in words."""
    if step.status == StepStatus.COMPLETED:
        yield "completed"
    elif step.status != StepStatus.PENDING:
        yield f"held by {step.claimed_by}"
    finished = sum(item.status != ItemStatus.OPEN for item in step.items)
    for count, word in ((finished, "finished item"), (len(step.artifacts), "artifact")):
        if count:
            yield counted(count, word)
