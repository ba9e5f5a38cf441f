"""Explaining a difference: another edition that does the same, or a request nearly alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from conformance.differential.comparing import Judging
from conformance.differential.difference import Difference, answered
from conformance.protocol.codec import Message, outcome_to_json, state_to_json
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

    told: str
    rules: tuple[str, ...]


@cache
def other_editions() -> tuple[Edition, ...]:
    """List the editions that may explain a difference: each without one amendment, then older."""
    single = (edition_named(f"{CURRENT.name}-{each.id}") for each in AMENDMENTS)
    return (*single, SEEDS, ORIGIN)


def missing_amendment(edition: Edition) -> Amendment | None:
    """Name the amendment that an edition lacks, if it is only one."""
    missing = [each for each in AMENDMENTS if not edition.has(each)]
    return missing[0] if len(missing) == 1 else None


def explaining_editions(
    operations: Sequence[Operation], difference: Difference, identity: Identity
) -> tuple[Edition, ...]:
    """List the editions that agree up to the last operation, and then answer what was seen."""
    if difference.state is None or answered(difference.reply) is None:
        return ()
    expected = run(operations, CURRENT)
    return tuple(
        edition
        for edition in other_editions()
        if explains(run(operations, edition), expected, difference, identity)
    )


def run(operations: Sequence[Operation], edition: Edition) -> list[Transition]:
    """Run operations in an edition."""
    state, transitions = State(), []
    for operation in operations:
        transitions.append(apply(state, operation, edition))
        state = transitions[-1].state
    return transitions


def explains(
    other: list[Transition], current: list[Transition], difference: Difference, identity: Identity
) -> bool:
    """Tell whether an edition does what was seen, and until then what the current one does."""
    for theirs, ours in zip(other[:-1], current[:-1], strict=True):
        if (theirs.outcome, theirs.state) != (ours.outcome, ours.state):
            return False
    # What is judged for an explanation says nothing about what an implementation ever gave.
    judging, last, state = Judging(identity), other[-1], difference.state
    assert state is not None
    return not (
        judging.answer_differences(outcome_to_json(last.outcome), difference.reply)
        or judging.state_differences(state_to_json(last.state), state)
    )


def neighbours(
    operations: Sequence[Operation], difference: Difference, identity: Identity
) -> Iterator[Neighbour]:
    """List the requests one edit away that the model answers as this one was answered.

    It is the kind of answer that counts, or all of its fields where the kind is the right one:
    but for times, which move with the request.
    """
    judging = Judging(replace(identity, clock=Clock.NONE))
    expected, reply = outcome_to_json(difference.transition.outcome), difference.reply
    of_a_kind = answered(reply) == answered(expected)
    if answered(reply) is None or (of_a_kind and difference.kind != "answer"):
        return

    def is_seen(answer: Message) -> bool:
        if of_a_kind:
            return not judging.answer_differences(answer, reply)
        return same_answer(answer, reply)

    transitions = run(operations[:-1], CURRENT)
    before = transitions[-1].state if transitions else State()
    for told, edit in edits(operations):
        transition = apply(before, edit)
        if is_seen(outcome_to_json(transition.outcome)):
            yield Neighbour(told, transition.rules)


def same_answer(expected: Message, observed: Message) -> bool:
    """Tell whether two answers are of one kind, rejections also for one reason if one is given."""
    reasons = {reply.get("reason") for reply in (expected, observed)} - {None}
    return answered(expected) == answered(observed) and len(reasons) <= 1


def edits(operations: Sequence[Operation]) -> Iterator[tuple[str, Operation]]:
    """Change one thing of the last operation: its time, a flag, or who asks."""
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
