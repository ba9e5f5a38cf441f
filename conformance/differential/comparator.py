"""The comparator: one walk over the fields of two outcomes or two states."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.differential.difference import Difference, Order, Presence
from conformance.protocol.messages import COMPLETE, AreaName, Clock, Feature, Identity, Observed
from conformance.protocol.times import TIMES, TOLERANCE
from spec.editions import CURRENT, Edition
from spec.formats.messages import (
    ANSWER_NAMES,
    Message,
    later_defaults,
    outcome_to_json,
    state_to_json,
)
from spec.vocabulary.operations import Outcome
from spec.vocabulary.state import Plan, State

KEYS = {
    "plans": ("path",),
    "steps": ("anchor",),
    "items": ("kind", "ordinal"),
    "artifacts": ("id",),
}
"""The fields that identify the members of a list, so that each is compared with its own."""

ORDERED = ("artifacts",)
"""Lists among these whose order means something (CHK-10.6)."""

NOTES = ("artifacts", "last_artifact_id")
"""What is stored of notes, which belong to checklists."""

_MISSING = object()
Place = tuple[str, ...]


@dataclass
class Comparator:
    """Compares what a system answers and stores with the model, the model's value first.

    Its options are those of the identity: which areas are there, whether answers are partial, and
    how far times can be trusted: to `tolerance` milliseconds where its clock is put forward. The
    fields are those of `edition`, but for those `ignored`. `left_out` and `given` collect which
    fields a partial system left out and which it gave.
    """

    identity: Identity = COMPLETE
    edition: Edition = CURRENT
    left_out: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    tolerance: int = TOLERANCE
    ignored: frozenset[str] = frozenset()
    _last: tuple[State, Message] | None = None

    def outcome_differences(
        self, expected: Outcome, observed: Outcome | Message
    ) -> list[Difference]:
        """Return how an outcome differs from the model's."""
        if observed == expected:
            return []
        return self.reply_differences(outcome_to_json(expected, self.edition), observed)

    def state_differences(self, expected: State, observed: State | Message) -> list[Difference]:
        """Return how a whole state differs from the model's, field by field."""
        if observed == expected:
            return []
        return self.stored_differences(self._as_message(expected), observed)

    def plan_differences(self, expected: Plan | None, observed: Plan | None) -> list[Difference]:
        """Return how one plan differs from the model's; either may be missing."""
        if expected == observed:
            return []
        return self.state_differences(
            State((expected,) if expected else ()), State((observed,) if observed else ())
        )

    def reply_differences(self, expected: Message, observed: Outcome | Message) -> list[Difference]:
        """Return how a reply differs from the expected one. A rejection may be a bare code."""
        if not isinstance(observed, dict):
            observed = outcome_to_json(observed)
        if expected["reply"] != observed["reply"]:
            return [Difference((), expected, observed)]
        if expected["reply"] == "rejected":
            # The rules may give no reason; one that is given is then wrong.
            whole = {"reason": None, **expected}
            given = [name for name in whole if observed.get(name) is not None]
            return list(self._fields((), "rejected", whole, observed, given))
        if expected["answer"] != observed["answer"]:
            return [Difference((), expected, observed)]
        # A message leaves out a field of a later edition at its default, which is judged too.
        later = later_defaults(ANSWER_NAMES[expected["answer"]])
        if self.identity.observe is Observed.FULL:
            observed = {**later, **observed}
        expected = {name: later[name] for name in later if name in observed} | expected
        names = [name for name in expected if name not in ("reply", "answer")]
        return list(self._fields((), expected["answer"], expected, observed, names))

    def stored_differences(self, expected: Message, observed: State | Message) -> list[Difference]:
        """Return how a whole state differs from the expected one, field by field."""
        if not isinstance(observed, dict):
            observed = state_to_json(observed)
        names = [name for name in expected if name != "reply"]
        return list(self._fields((), "state", expected, observed, names))

    def _as_message(self, state: State) -> Message:
        if self._last is None or self._last[0] is not state:
            self._last = (state, state_to_json(state, self.edition))
        return self._last[1]

    def _fields(
        self, place: Place, kind: str, expected: Message, observed: Message, names: list[str]
    ) -> Iterator[Difference]:
        for name in names:
            if self.is_ignored(name):
                continue
            value = observed.get(name, _MISSING)
            if value is _MISSING:
                if self.identity.observe is Observed.PARTIAL:
                    self.left_out.add(f"{kind}.{name}")
                    continue
                value = [] if isinstance(expected[name], list) else None
            self.given.add(f"{kind}.{name}")
            yield from self._value((*place, name), name, expected[name], value)

    def _value(self, place: Place, name: str, expected: Any, observed: Any) -> Iterator[Difference]:
        if name in KEYS and is_list_of_objects(expected) and is_list_of_objects(observed):
            yield from self._members(place, name, expected, observed)
        elif name == "details" and is_list_of_pairs(observed):
            # Until 2026.1 the details of a commit's rejection were pairs of name and value.
            yield from self._value(place, name, expected, dict(observed))
        elif name == "details" and not expected and observed is None:
            return  # no details
        elif isinstance(expected, dict) and isinstance(observed, dict):
            yield from self._fields(place, name, expected, observed, list(expected))
        elif not self._is_same(name, expected, observed):
            yield Difference(place, expected, observed)

    def _members(
        self, place: Place, name: str, expected: list[Message], observed: list[Message]
    ) -> Iterator[Difference]:
        identified = all(key in member for member in observed for key in KEYS[name])
        before = index_by_key(name, expected, identified)
        after = index_by_key(name, observed, identified)
        for key in dict.fromkeys((*before, *after)):
            where = (*place[:-1], key)
            if key not in after:
                yield Difference(where, Presence.THERE, Presence.MISSING)
            elif key not in before:
                yield Difference(where, Presence.MISSING, Presence.THERE)
            else:
                yield from self._fields(where, name, before[key], after[key], list(before[key]))
        if name in ORDERED and before.keys() == after.keys() and [*before] != [*after]:
            yield Difference(place, Order((*before,)), Order((*after,)))

    def _is_same(self, name: str, expected: Any, observed: Any) -> bool:
        shifted = name in TIMES and self.identity.clock is Clock.OFFSET
        if shifted and isinstance(expected, int) and isinstance(observed, int):
            return abs(expected - observed) <= self.tolerance
        return type(expected) is type(observed) and bool(expected == observed)

    def is_ignored(self, name: str) -> bool:
        """Return whether a field is not compared with this system."""
        if name in self.ignored or (name in TIMES and self.identity.clock is Clock.NONE):
            return True
        if name == "lease_expires_at" and Feature.LEASES in self.identity.without:
            return True
        areas = self.identity.areas
        return (
            (name == "review_cycle" and AreaName.REVIEWS not in areas)
            or (name == "iteration_loop" and AreaName.ITERATIONS not in areas)
            or (name in NOTES and AreaName.CHECKLISTS not in areas)
        )


def is_list_of_objects(value: Any) -> bool:
    """Return whether a value is a list of objects, which alone have fields that identify them."""
    return isinstance(value, list) and all(isinstance(member, dict) for member in value)


def is_list_of_pairs(value: Any) -> bool:
    """Return whether a value is a list of names with their values."""
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in value
    )


def index_by_key(name: str, members: list[Message], identified: bool) -> dict[str, Message]:
    """Return the members of a list by what identifies them, or by their position."""
    if not identified:
        return {f"{name} {place}": member for place, member in enumerate(members)}
    index: dict[str, Message] = {}
    for member in members:
        # One that is there twice may be right the second time only.
        key = " ".join(str(member.get(each)) for each in KEYS[name])
        key = f"artifact {key}" if name == "artifacts" else key
        while key in index:
            key += " again"
        index[key] = member
    return index


def plan_changes(before: Plan | None, after: Plan | None) -> list[Difference]:
    """Return which fields of a plan changed, without the plan's path in their places."""
    changes = Comparator().plan_differences(before, after)
    return [replace(each, place=each.place[1:] or ("plan",)) for each in changes]
