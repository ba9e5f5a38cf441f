"""Explaining a divergence: another edition that does the same, or a request nearly alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from conformance.adapters.model import transitions_of
from conformance.differential.comparator import Comparator
from conformance.differential.divergence import Divergence, answer_kind
from conformance.protocol.codec import Message, outcome_to_json
from conformance.protocol.messages import Clock, Identity
from model.apply import apply
from model.transition import Transition
from spec.amendments import AMENDMENTS, Amendment
from spec.editions import CURRENT, ORIGIN, SEEDS, Edition, edition_named
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A request that differs in one thing, which the model answers as was observed, and why."""

    change: str
    clauses: tuple[str, ...]


@cache
def other_editions() -> tuple[Edition, ...]:
    """Return the editions that may explain a divergence: each without one amendment, then older."""
    single = (edition_named(f"{CURRENT.name}-{each.id}") for each in AMENDMENTS)
    return (*single, SEEDS, ORIGIN)


def missing_amendment(edition: Edition) -> Amendment | None:
    """Return the amendment that an edition lacks, if it is only one."""
    missing = [each for each in AMENDMENTS if not edition.has(each)]
    return missing[0] if len(missing) == 1 else None


def explaining_editions(
    operations: Sequence[Operation], divergence: Divergence, identity: Identity
) -> tuple[Edition, ...]:
    """Return the editions that agree up to the last operation, and then answer what was seen."""
    if divergence.state is None or answer_kind(divergence.reply) is None:
        return ()
    expected = transitions_of(operations)
    return tuple(
        edition
        for edition in other_editions()
        if explains(transitions_of(operations, edition), expected, divergence, identity)
    )


def explains(
    other: list[Transition], current: list[Transition], divergence: Divergence, identity: Identity
) -> bool:
    """Return whether an edition does what was seen, and until then what the current one does."""
    for theirs, ours in zip(other[:-1], current[:-1], strict=True):
        if (theirs.outcome, theirs.state) != (ours.outcome, ours.state):
            return False
    # What is compared for an explanation says nothing about what the system ever gave.
    comparator, last, state = Comparator(identity), other[-1], divergence.state
    assert state is not None
    return not (
        comparator.outcome_differences(last.outcome, divergence.reply)
        or comparator.state_differences(last.state, state)
    )


def neighbours(
    operations: Sequence[Operation], divergence: Divergence, identity: Identity
) -> Iterator[Neighbour]:
    """Yield the requests one edit away that the model answers as this one was answered.

    It is the kind of answer that counts, or all of its fields where the kind is the right one:
    but for times, which move with the request.
    """
    comparator = Comparator(replace(identity, clock=Clock.NONE))
    expected, reply = divergence.expected, divergence.reply
    of_a_kind = answer_kind(reply) == answer_kind(expected)
    if answer_kind(reply) is None or (of_a_kind and divergence.kind != "answer"):
        return

    def is_seen(answer: Message) -> bool:
        if of_a_kind:
            return not comparator.reply_differences(answer, reply)
        return same_answer(answer, reply)

    transitions = transitions_of(operations[:-1])
    before = transitions[-1].state if transitions else State()
    for change, edit in edits(operations):
        transition = apply(before, edit)
        if is_seen(outcome_to_json(transition.outcome)):
            yield Neighbour(change, transition.clauses)


def same_answer(expected: Message, observed: Message) -> bool:
    """Return whether two answers are of one kind, and rejections for one reason if it is given."""
    reasons = {reply.get("reason") for reply in (expected, observed)} - {None}
    return answer_kind(expected) == answer_kind(observed) and len(reasons) <= 1


def edits(operations: Sequence[Operation]) -> Iterator[tuple[str, Operation]]:
    """Yield the last operation with one thing changed: its time, a flag, or who asks."""
    last: Any = operations[-1]
    yield "a millisecond later", replace(last, now=last.now + 1)
    if len(operations) > 1 and operations[-2].now < last.now:
        yield "a millisecond earlier", replace(last, now=last.now - 1)
    for name, value in ((name, getattr(last, name)) for name in last.__dataclass_fields__):
        if isinstance(value, bool):
            yield f"{'without' if value else 'with'} {name}", replace(last, **{name: not value})
    asking = (getattr(operation, "worktree", None) for operation in operations)
    for worktree in dict.fromkeys(filter(None, asking)):
        if worktree != getattr(last, "worktree", worktree):
            yield f"for {worktree}", replace(last, worktree=worktree)
