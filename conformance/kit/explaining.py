"""Explaining a divergence: another edition that does the same, or a request nearly alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from conformance.adapters.features import transition_of
from conformance.adapters.model import transitions_of
from conformance.differential.comparator import Comparator
from conformance.differential.divergence import (
    Divergence,
    answer_kind,
    rejected_or_answer,
)
from conformance.differential.reducer import Counterexample
from conformance.protocol.codec import Message, outcome_to_json
from conformance.protocol.messages import Clock, Identity
from conformance.protocol.times import TOLERANCE
from model.transition import Transition
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import OBSERVABLE_AMENDMENTS
from spec.editions import CURRENT, EDITIONS, Edition, edition_named
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

STORED = "state"
"""The kind of what is stored, among the kinds of answers."""
Place = tuple[str, str]
"""A kind of answer with a field of it."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A request that differs in one thing, which the model answers as was observed, and why."""

    change: str
    clauses: tuple[str, ...]


@cache
def other_editions(reference: Edition) -> tuple[Edition, ...]:
    """Return the editions that may explain a divergence: one amendment less or more, then others.

    Those with one less come first, as that is the most usual mistake.
    """
    less = (each for each in OBSERVABLE_AMENDMENTS if reference.has(each))
    more = (each for each in OBSERVABLE_AMENDMENTS if not reference.has(each))
    single = [edition_named(f"{reference.name}-{each.id}") for each in less]
    single += [edition_named(f"{reference.name}+{each.id}") for each in more]
    known = {each.amendments for each in (reference, *single)}
    return (*single, *(each for each in reversed(EDITIONS) if each.amendments not in known))


def changed_amendment(edition: Edition, reference: Edition) -> Amendment | None:
    """Return the amendment that only one of two editions has, if it is a single one."""
    changed = [each for each in AMENDMENTS if edition.has(each) != reference.has(each)]
    return changed[0] if len(changed) == 1 else None


@dataclass(frozen=True)
class Explainer:
    """Looks for editions that do what was seen.

    The system is judged by an edition, but compared with a `reference` that may be another one.
    `general` are fields of answers, or of the state, that the system alters whatever is asked:
    they speak for no edition, nor against one.
    """

    identity: Identity
    reference: Edition
    judged: Edition
    general: frozenset[Place] = frozenset()
    tolerance: int = TOLERANCE

    def editions(self, shown: Counterexample) -> tuple[Edition, ...]:
        """Return the editions that agree up to the last operation, and then do what was seen."""
        divergence = shown.divergence
        if divergence.state is None or answer_kind(divergence.reply) is None:
            return ()
        ours = self.transitions(shown, self.reference)
        if self.does_the_same(self.reference, ours[-1], divergence):
            return ()
        others = {each.amendments: each for each in other_editions(self.reference)}
        # What the system is judged by goes by that name, however the reference came about.
        others[self.judged.amendments] = self.judged
        others.pop(self.reference.amendments, None)
        return tuple(edition for edition in others.values() if self.explains(shown, edition, ours))

    def transitions(self, shown: Counterexample, edition: Edition) -> list[Transition]:
        """Return what an edition does: the last operation only, behind an adopted state."""
        before = shown.divergence.before
        if shown.adopted and before is not None:
            return [transition_of(before, shown.operations[-1], edition, self.identity.without)]
        return transitions_of(shown.operations, edition, self.identity.without)

    def explains(self, shown: Counterexample, edition: Edition, ours: Sequence[Transition]) -> bool:
        """Return whether an edition does what was seen, and until then what the reference does."""
        *others, last = self.transitions(shown, edition)
        return all(
            (theirs.outcome, theirs.state) == (expected.outcome, expected.state)
            for theirs, expected in zip(others, ours[:-1], strict=True)
        ) and self.does_the_same(edition, last, shown.divergence)

    def comparator(self, edition: Edition) -> Comparator:
        """Return what compares with an edition."""
        return Comparator(self.identity, edition, tolerance=self.tolerance)

    def does_the_same(self, edition: Edition, model: Transition, divergence: Divergence) -> bool:
        """Return whether the system does what an edition does, as far as it counts.

        Fields that the edition or the reference does not know are not compared.
        """
        shared = Edition(edition.name, edition.amendments & self.reference.amendments)
        # What is compared for an explanation says nothing about what the system ever gave.
        comparator, state = self.comparator(shared), divergence.state
        assert state is not None
        answer = rejected_or_answer(outcome_to_json(model.outcome))
        differences = [
            *(
                (answer, each)
                for each in comparator.outcome_differences(model.outcome, divergence.reply)
            ),
            *((STORED, each) for each in comparator.state_differences(model.state, state)),
        ]
        return all((kind, each.field) in self.general for kind, each in differences)


def neighbours(
    shown: Counterexample, identity: Identity, reference: Edition = CURRENT
) -> Iterator[Neighbour]:
    """Yield the requests one edit away that the model answers as this one was answered.

    It is the kind of answer that counts, or all of its fields where the kind is the right one:
    but for times, which move with the request.
    """
    comparator = Comparator(replace(identity, clock=Clock.NONE))
    operations, divergence = shown.operations, shown.divergence
    expected, reply = divergence.expected, divergence.reply
    of_a_kind = answer_kind(reply) == answer_kind(expected)
    if answer_kind(reply) is None or (of_a_kind and divergence.kind != "answer"):
        return

    def is_seen(answer: Message) -> bool:
        if of_a_kind:
            return not comparator.reply_differences(answer, reply)
        return same_answer(answer, reply)

    without = identity.without
    transitions = shown.transitions or transitions_of(operations, reference, without)
    before = transitions[-2].state if len(transitions) > 1 else State()
    for change, edit in edits(operations):
        transition = transition_of(before, edit, reference, without)
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
