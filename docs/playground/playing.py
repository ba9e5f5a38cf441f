"""Runs: operations under an edition, one after the other, and two runs side by side."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from conformance.differential.comparator import plan_changes
from conformance.differential.difference import Order, Presence
from conformance.reports.words.sentences import reply_sentence, request_sentence
from model.apply import apply
from spec.additions import is_known
from spec.editions import Edition, edition_named
from spec.formats.messages import (
    Message,
    as_json,
    operation_from_json,
    outcome_to_json,
    state_to_json,
)
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State


@dataclass(frozen=True, slots=True)
class Played:
    """A request, its outcome (`None` if the edition has no such request), the state after it."""

    request: Message
    operation: Operation
    outcome: Outcome | None
    state: State
    shown: Message


@dataclass
class Run:
    """Operations under one edition. What was played before is not played again."""

    edition: Edition
    played: list[Played] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The state after the last operation."""
        return self.played[-1].state if self.played else State()

    def follow(self, requests: list[Message]) -> None:
        """Play requests, from the first that is another than before. Raises `ValueError`."""
        same = 0
        for before, now in zip(self.played, requests, strict=False):
            if before.request != now:
                break
            same += 1
        del self.played[same:]
        for request in requests[same:]:
            self.played.append(play(self.state, request, self.edition))


def play(state: State, request: Message, edition: Edition) -> Played:
    """Return what becomes of a request. Raises `ValueError` if it is none."""
    operation = operation_from_json(request)
    shown: Message = {"request": request, "sentence": request_sentence(request), "changed": []}
    if not is_known(operation, edition):
        unknown: Message = {"reply": None, "replied": "", "accepted": False, "clauses": []}
        return Played(request, operation, None, state, {**shown, **unknown})
    transition = apply(state, operation, edition)
    reply = outcome_to_json(transition.outcome, edition)
    shown |= {
        "reply": reply,
        "replied": reply_sentence(reply),
        "accepted": not isinstance(transition.outcome, Rejected),
        "clauses": list(transition.clauses),
        "changed": changes(state.plan(operation.plan), transition.state.plan(operation.plan)),
    }
    return Played(request, operation, transition.outcome, transition.state, shown)


def changes(before: Plan | None, after: Plan | None) -> list[Message]:
    """Return the fields of a plan that changed, if it was there before."""
    if before is None or before is after:
        return []
    return [
        {"place": each.path, "before": shown(each.expected), "after": shown(each.observed)}
        for each in plan_changes(before, after)
    ]


def shown(value: object) -> Any:
    """Return one side of a change as JSON."""
    if isinstance(value, Presence):
        return value.value
    return list(value.keys) if isinstance(value, Order) else as_json(value)


_RUNS: dict[str, Run] = {}


def run_of(edition: str, requests: list[Message]) -> Run:
    """Return the run of some requests under an edition. Raises `ValueError` for a bad one."""
    run = _RUNS.setdefault(edition, Run(edition_named(edition)))
    run.follow(requests)
    return run


def as_document(run: Run) -> Message:
    """Return a run as it is shown."""
    return {
        "edition": run.edition.name,
        "steps": [each.shown for each in run.played],
        "state": state_to_json(run.state, run.edition),
    }


def first_difference(one: Run, other: Run) -> int | None:
    """Return the place of the first operation that is answered or stored differently, or `None`.

    Fields that only one of the editions has count only if nothing else differs.
    """
    common = Edition("both", one.edition.amendments & other.edition.amendments)
    for sides in ((common, common), (one.edition, other.edition)):
        for place, (mine, theirs) in enumerate(zip(one.played, other.played, strict=True)):
            if seen(mine, sides[0]) != seen(theirs, sides[1]):
                return place
    return None


def fields_of_one(one: Run, other: Run, place: int) -> list[str]:
    """Return the fields of which only one edition shows, at a place where nothing else differs."""
    common = Edition("both", one.edition.amendments & other.edition.amendments)
    mine, theirs = one.played[place], other.played[place]
    if seen(mine, common) != seen(theirs, common):
        return []
    return sorted({*names_in(seen(mine, one.edition))} ^ {*names_in(seen(theirs, other.edition))})


def names_in(value: object) -> Iterator[str]:
    """Yield the names of all fields in a value."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    for each in value if isinstance(value, list | tuple) else ():
        yield from names_in(each)


def seen(played: Played, edition: Edition) -> tuple[Message | None, Message]:
    """Return what an operation shows in the terms of an edition: its reply, and what is stored."""
    reply = None if played.outcome is None else outcome_to_json(played.outcome, edition)
    return reply, state_to_json(played.state, edition)
