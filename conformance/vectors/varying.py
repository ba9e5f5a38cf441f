"""Variants of vectors: with an operation more, less or twice, or with another value.

A vector shows one clause by itself; what it has to do with another shows in what is near.
"""

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from conformance.differential.broken_properties import broken_along, broken_by
from conformance.differential.minimizing import Operations
from conformance.differential.reducer import Counterexample
from conformance.differential.small_scopes import broken_at_end
from conformance.differential.tally import Tally
from conformance.generators.edits import EDITS, Steps, edited, retitled, with_substeps
from conformance.generators.near_misses import HASHES, fits, places_to_miss, ways_to_miss
from conformance.generators.places import with_value
from conformance.vectors.building.searching import smallest
from conformance.vectors.reading import read_once
from conformance.vectors.vector import operations_of
from model.apply import apply
from model.transition import Transition
from spec.additions import is_known
from spec.editions import CURRENT, Edition
from spec.properties.changes import Change
from spec.properties.predicate import BrokenProperty
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register
from spec.vocabulary.state import State

VARIANTS, JUDGED, SEED = 60_000, 15_000, 0
"""How many variants two editions are compared on, on how many properties are judged; the seed."""
P_CURRENT, P_SAME_KIND, P_TWO, P_CROSSED = 0.9, 0.7, 0.5, 0.6
"""How often an operation that is added has the current document, is of a kind that is there, and is
followed by another; and how often a text is crossed with another.
"""
ONE_TITLE: dict[str, Callable[[Steps], Steps]] = {
    "last step retitled": lambda steps: (*steps[:-1], *retitled(steps[-1:])),
    "last substep retitled": lambda steps: (*steps[:-1], *with_substeps(steps[-1:], retitled)),
}
"""Edits after which all other steps are as they were."""

Played = tuple[Operations, tuple[State, ...], tuple[Transition, ...]]
"""Operations, with the states before the last and what it made of them, one an edition."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A vector that is another from a position on, with the states before it, one an edition."""

    before: Operations
    rest: Operations
    states: tuple[State, ...]

    def played(self, editions: Sequence[Edition]) -> Iterator[Played]:
        """Yield what is played up to each of the other operations, and what came of the last."""
        states = self.states
        for end, operation in enumerate(self.rest, start=1):
            pairs = zip(states, editions, strict=True)
            made = tuple(apply(state, operation, edition) for state, edition in pairs)
            yield (*self.before, *self.rest[:end]), states, made
            states = tuple(each.state for each in made)


class Variants:
    """Draws variants of the vectors whose operations some editions know."""

    def __init__(self, editions: Sequence[Edition], seed: int) -> None:
        self.random = Random(seed)
        current = (operations_of(each) for each in read_once() if each.edition == CURRENT.name)
        known = (
            each for each in current if all(is_known(one, on) for one in each for on in editions)
        )
        self.bases = [Base(each, editions) for each in known]
        self.by_kind = defaultdict[type, list[Operation]](list)
        for each in self.bases:
            for one in each.operations:
                self.by_kind[type(one)].append(one)

    def drawn(self, count: int) -> Iterator[Variant]:
        """Yield variants; a value that cannot be changed gives none."""
        for _ in range(count if self.bases else 0):
            base = self.random.choice(self.bases)
            at = self.random.randrange(len(base.operations))
            states, rest = base.states[at], base.operations[at:]
            chance = self.random.random()
            if chance < 0.6:
                rest = (*self.added(base, states[-1], rest[0].now), *rest)
            elif chance < 0.75:
                rest = rest[1:] if chance < 0.68 else (rest[0], *rest)
            else:
                rest = (self.missed(rest[0]), *rest[1:])
            yield Variant(base.operations[:at], rest, states)

    def added(self, base: "Base", state: State, now: int) -> Iterator[Operation]:
        """Yield one or two operations of other vectors, about what there is in this one."""
        for _ in range(1 + (self.random.random() < P_TWO)):
            like = self.random.random() < P_SAME_KIND
            kind = type(self.random.choice(base.operations)) if like else None
            choices = self.by_kind[kind or self.random.choice([*self.by_kind])]
            yield self.adapted(self.random.choice(choices), base, state, now)

    def adapted(self, operation: Any, base: "Base", state: State, now: int) -> Any:
        """Return an operation with names that are known in a vector."""
        if not state.plans:
            return replace(operation, now=now)
        plan = self.random.choice(state.plans)
        if isinstance(operation, Register):
            return Register(plan.path, self.changed(self.random.choice(base.documents)), now)
        given: dict[str, Any] = {"plan": plan.path, "now": now}
        step = self.random.choice(plan.steps)
        if hasattr(operation, "step"):
            given["step"] = step.anchor
        if getattr(operation, "worktree", None) and base.worktrees:
            given["worktree"] = self.random.choice(base.worktrees)
        if hasattr(operation, "document_hash") and self.random.random() < P_CURRENT:
            given["document_hash"] = plan.document_hash
        if getattr(operation, "claim_id", None) is not None:
            given["claim_id"] = self.random.choice((step.claim_id, operation.claim_id))
        if hasattr(operation, "history"):
            named = {"plan": plan.path, "step": self.random.choice(plan.steps).anchor}
            given["history"] = tuple(replace(each, **named) for each in operation.history)
        return replace(operation, **given)

    def changed(self, document: PlanDefinition) -> PlanDefinition:
        """Return a document after an edit, every other time of one title alone."""
        choices = EDITS if self.random.randrange(2) else ONE_TITLE
        name = self.random.choice([*choices])
        return edited(document, name, choices[name])

    def missed(self, operation: Operation) -> Operation:
        """Return an operation with a value that is nearly the same, or like one of another."""
        places = [*places_to_miss(operation)]
        place = self.random.choice(places)
        other = self.random.choice(self.by_kind[type(operation)])
        texts = [each.value for each in places_to_miss(other) if each.field == place.field]
        value = self.random.choice([*ways_to_miss(place).values()])(place.value)
        is_text = isinstance(place.value, str) and place.domain not in HASHES
        if is_text and texts and self.random.random() < P_CROSSED:
            value = self.crossed(place.value, str(texts[0]))
        fitting = value if fits(value, place.domain) else place.value
        changed: Operation = with_value(operation, place.way, fitting)
        return changed

    def crossed(self, text: str, other: str) -> str:
        """Return a text with some words of another in it, or at its end."""
        words, others = (re.split(r"(\W)", each) for each in (text, other))
        at, start = (self.random.randrange(len(each) + 1) for each in (words, others))
        inserted = others[start : start + self.random.randrange(1, 9)]
        return "".join((*words[:at], *inserted, *words[at:] * self.random.randrange(2)))


class Base:
    """A vector, and what varies it: its names, its documents, its states in some editions."""

    def __init__(self, operations: Operations, editions: Sequence[Edition]) -> None:
        self.operations, self.editions = tuple(operations), editions
        names = (getattr(each, "worktree", None) for each in operations)
        self.worktrees = sorted({each for each in names if each})
        registered = (each.definition for each in operations if isinstance(each, Register))
        self.documents = [each for each in registered if each.steps]

    @cached_property
    def states(self) -> list[tuple[State, ...]]:
        """The states before each operation, one an edition."""
        found = [(State(),) * len(self.editions)]
        for each in self.operations:
            pairs = zip(found[-1], self.editions, strict=True)
            found.append(tuple(apply(state, each, edition).state for state, edition in pairs))
        return found


def first_apart(editions: tuple[Edition, Edition], ends: float, tally: Tally) -> Operations | None:
    """Return the first variant up to where two editions differ, or `None` at a moment or the end.

    The operations that were tried are added to the tally.
    """
    for variant in Variants(editions, SEED).drawn(VARIANTS):
        if time.monotonic() > ends:
            return None
        for operations, _, (one, other) in variant.played(editions):
            tally.asked += 1
            if (one.outcome, one.state) != (other.outcome, other.state):
                return operations
    return None


def property_broken_in_variants(progress: Callable[[], None]) -> Counterexample | None:
    """Return a reduced variant on which the model breaks a property, if any."""
    for variant in Variants((CURRENT,), SEED).drawn(JUDGED):
        progress()
        for operations, (before,), (made,) in variant.played((CURRENT,)):
            change = Change(before, operations[-1], made.outcome, made.state)
            if broken := broken_by(change, CURRENT):
                return reduced(operations, broken[0])
    return None


def reduced(operations: Operations, broken: BrokenProperty) -> Counterexample:
    """Return a reduced trace whose last operation breaks the same property in the model."""

    def broken_by_last(fewer: Operations) -> BrokenProperty | None:
        [*_, last] = [[], *broken_along(fewer, CURRENT)]
        return next((each for each in last if each.property == broken.property), None)

    fewer = smallest(operations, lambda each: broken_by_last(each) is not None)
    return broken_at_end(tuple(fewer), CURRENT, broken_by_last(fewer) or broken)
