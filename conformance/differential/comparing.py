"""Comparing what an implementation says with what the model says, both as JSON."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from conformance.differential.differences import shown
from conformance.protocol.codec import Message, written
from conformance.protocol.messages import AreaName, Clock, Identity, Observed

TOLERANCE = 5_000
"""How far a time may be off where the clock is a real one that was put forward, in milliseconds."""

TIMES = frozenset(
    ["claimed_at", "lease_expires_at", "heartbeat_at", "started_at", "completed_at", "recorded_at"]
)
KEYS = {
    "plans": ("path",),
    "steps": ("anchor",),
    "items": ("kind", "ordinal"),
    "artifacts": ("id",),
    "skipped_mismatches": ("step",),
}
"""What the members of a list are told apart by, where their order says nothing."""

NOTES = ("artifacts", "last_artifact_id")
"""What is stored of notes, which belong to checklists."""

_MISSING = object()


@dataclass
class Judging:
    """What of an answer is judged, which of its fields were left out, and which were given."""

    identity: Identity
    left_out: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)

    def answer_differences(self, expected: Message, observed: Message) -> list[str]:
        """List what differs between two answers. A rejection may leave out reason and details."""
        if expected["reply"] != observed["reply"]:
            return [f"the answer: {written(expected)} -> {written(observed)}"]
        if expected["reply"] == "rejected":
            # The rules may give no reason; one that is given is then wrong.
            whole = {"reason": None, **expected}
            given = [name for name in whole if name in observed]
            return list(self._fields("", "rejected", whole, observed, given))
        if expected["answer"] != observed["answer"]:
            return [f"the answer: {written(expected)} -> {written(observed)}"]
        names = [name for name in expected if name not in ("reply", "answer")]
        return list(self._fields("", expected["answer"], expected, observed, names))

    def state_differences(self, expected: Message, observed: Message) -> list[str]:
        """List what differs between two whole states, a line for each field."""
        if self._all_the_same(expected, observed):
            return []
        names = [name for name in expected if name != "reply"]
        return list(self._fields("", "state", expected, observed, names))

    def _all_the_same(self, expected: Message, observed: Message) -> bool:
        """Tell quickly that nothing differs. What is left out has to be looked for field by field.

        Texts are compared, as Python takes 1, 1.0 and true for equal.
        """
        full = self.identity.observe is Observed.FULL
        return full and json.dumps(expected, sort_keys=True) == json.dumps(observed, sort_keys=True)

    def _fields(
        self, place: str, kind: str, expected: Message, observed: Message, names: list[str]
    ) -> Iterator[str]:
        for name in names:
            if self._unjudged(name):
                continue
            value = observed.get(name, _MISSING)
            if value is _MISSING:
                if self.identity.observe is Observed.PARTIAL:
                    self.left_out.add(f"{kind}.{name}")
                    continue
                value = [] if isinstance(expected[name], list) else None
            self.given.add(f"{kind}.{name}")
            yield from self._value(f"{place}.{name}".lstrip("."), name, expected[name], value)

    def _value(self, place: str, name: str, expected: Any, observed: Any) -> Iterator[str]:
        if name in KEYS and is_of_objects(expected) and is_of_objects(observed):
            yield from self._members(place, name, expected, observed)
        elif isinstance(expected, dict) and isinstance(observed, dict):
            yield from self._fields(place, name, expected, observed, list(expected))
        elif not self._same(name, expected, observed):
            yield f"{place}: {shown(expected)} -> {shown(observed)}"

    def _members(
        self, place: str, name: str, expected: list[Message], observed: list[Message]
    ) -> Iterator[str]:
        named = all(key in member for member in observed for key in KEYS[name])
        before = told_apart(name, expected, named)
        after = told_apart(name, observed, named)
        for key in dict.fromkeys((*before, *after)):
            where = f"{place.removesuffix(name)}{key}"
            if key not in after:
                yield f"{where}: there -> missing"
            elif key not in before:
                yield f"{where}: missing -> there"
            else:
                yield from self._fields(where, name, before[key], after[key], list(before[key]))

    def _same(self, name: str, expected: Any, observed: Any) -> bool:
        shifted = name in TIMES and self.identity.clock is Clock.OFFSET
        if shifted and isinstance(expected, int) and isinstance(observed, int):
            return abs(expected - observed) <= TOLERANCE
        return type(expected) is type(observed) and bool(expected == observed)

    def _unjudged(self, name: str) -> bool:
        if name in TIMES and self.identity.clock is Clock.NONE:
            return True
        areas = self.identity.areas
        return (
            (name == "review_cycle" and AreaName.REVIEWS not in areas)
            or (name == "iteration_loop" and AreaName.ITERATIONS not in areas)
            or (name in NOTES and AreaName.CHECKLISTS not in areas)
        )


def is_of_objects(value: Any) -> bool:
    """Tell whether a value is a list of objects; anything else cannot be told apart."""
    return isinstance(value, list) and all(isinstance(member, dict) for member in value)


def told_apart(name: str, members: list[Message], named: bool) -> dict[str, Message]:
    """Give the members of a list by what tells them apart: by their order if nothing else does."""
    if not named:
        return {f"{name} {place}": member for place, member in enumerate(members)}
    apart: dict[str, Message] = {}
    for member in members:
        # One that is there twice may be right the second time only.
        key = identified(name, member)
        while key in apart:
            key += " again"
        apart[key] = member
    return apart


def identified(name: str, member: Message) -> str:
    """Name a member of a list by what tells it apart."""
    return " ".join(str(member.get(key)) for key in KEYS[name])
