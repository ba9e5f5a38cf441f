"""Signatures: what makes two differences the same, whichever names, times and numbers appear.

Values that are given by a request or were stored before it are replaced by their role, such as the
request's `worktree`, or `now + ttl`. Of numbers and lists counts only what they are to what was
expected, such as `one more`. Everything else is part of the signature as it is.

Findings of equal signatures are one: `Validation.add` in `kit/run.py` counts them, walks go on
behind what is known, and shortening keeps to it. What is not replaced here makes a finding for each
value.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from conformance.differential.difference import Difference, Order, Presence
from conformance.differential.divergence import Divergence
from conformance.generators.places import places_in
from conformance.protocol.times import TIMES
from spec.formats.messages import Message
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

IDS = frozenset(["claim_id", "last_claim_id", "artifact_id", "last_artifact_id", "id"])
"""The fields that hold numbers that are given out in order."""
KINDS = {
    **dict.fromkeys(("anchor", "parent", "dependencies", "step"), "step"),
    **dict.fromkeys(("worktree", "claimed_by"), "worktree"),
    **dict.fromkeys(("plan", "path"), "plan"),
}
"""What the texts of some fields name."""
HASH = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
NUMBERED = re.compile(r"^(\w+ )?\d+( again)*$")
"""What the comparator calls an item or a note, by its kind and its number."""
WORDS = frozenset(["status", "phase", "next_phase"])
"""The fields of what is stored that hold words of ours, which nobody chose."""
ANSWER = ("the answer",)
"""The place of a difference that is the whole answer."""
WHICH_REJECTION = (("code",), ("reason",))
"""The places that name a rejection: with another name, all that differs in it follows from that."""
CHANGED = ("nothing", "something")
"""What a rejection is expected to change, and what one changes."""


class Roles:
    """The roles of what a request gives, and of what was stored before it.

    `texts` has that of each text which somebody chose; an empty one is what lacks, whichever field
    was left empty. `stored` has the numbers that each field had.
    """

    def __init__(self, operation: Operation, before: State | None) -> None:
        self.operation: Any = operation
        self.texts: dict[object, str] = {}
        self.stored: dict[str, set[int]] = defaultdict(set)
        kept = [(name, value) for name, value in walked(before) if name not in WORDS]
        for name, value in (*walked(operation), *kept):
            if isinstance(value, str) and value:
                self.texts.setdefault(value, f"a {KINDS.get(name, name)}")
        for name, value in kept:
            if not isinstance(value, str):
                self.stored[name].add(value)
        for each in fields(operation):
            value = getattr(operation, each.name)
            if isinstance(value, str) and not isinstance(value, Enum):
                self.texts[value] = f"the request's {each.name}"

    def of(self, field: str, value: object) -> Any:
        """Return what a value of a field is, with whatever somebody chose replaced by its role."""
        if isinstance(value, dict):
            return tuple((name, self.of(name, each)) for name, each in value.items())
        if isinstance(value, list | tuple):
            # What its length and order are to those of the expected one is said beside it.
            return tuple(dict.fromkeys(self.of(field, each) for each in value))
        if isinstance(value, Order):
            return "an order"
        if isinstance(value, bool | Presence) or value is None:
            return value
        if isinstance(value, int) and field in TIMES:
            return self.of_time(field, value)
        if isinstance(value, int) and field in IDS:
            return self.of_id(field, value)
        if isinstance(value, str):
            return self.texts.get(value) or role_of_text(value)
        return f"a number ({type(value).__name__})" if isinstance(value, int | float) else value

    def of_time(self, field: str, value: int) -> str:
        """Return a time by the request: `now`, `now + ttl`, one that was stored, or another."""
        if value == self.operation.now:
            return "now"
        if value == self.operation.now + (getattr(self.operation, "lease", None) or 0):
            return "now + ttl"
        return "as before" if value in self.stored.get(field, ()) else "another time"

    def of_id(self, field: str, value: int) -> str:
        """Return an id by the request and by what was stored before."""
        if value == getattr(self.operation, field, None):
            return "the request's id"
        # The last one that was given is kept when the step that had it is let go.
        given = self.stored.get(field, set()) | self.stored.get(f"last_{field}", set())
        if value in given:
            return "an id that was given before"
        return "the next id" if value == max(given, default=0) + 1 else "another id"


@dataclass(frozen=True, slots=True)
class Signature:
    """An operation, a place in its answer or in what is stored, and both values, by their roles."""

    operation: str
    place: tuple[str, ...]
    expected: object
    observed: object


def signatures_of(divergence: Divergence) -> frozenset[Signature]:
    """Return the signature of each difference, and of whatever else is wrong.

    Where the answer is another one, its fields, and what is stored then, only follow from that.
    """
    name = divergence.decision.operation
    found = {signature for signature, _ in signed_differences(divergence)}
    if divergence.kind == "atomicity":
        found.add(Signature(name, ("what a rejection changes",), *CHANGED))
    if not divergence.differences:
        end = divergence.bad_end.kind if divergence.bad_end else divergence.kind
        found.add(Signature(name, ANSWER, answer_word(divergence.expected), end))
    return frozenset(found)


def signed_differences(divergence: Divergence) -> Iterator[tuple[Signature, Difference]]:
    """Yield the differences that count, each behind its signature; those of one answer share it."""
    assert divergence.operation is not None
    roles = Roles(divergence.operation, divergence.before)
    whole = [each for each in divergence.differences if not each.place]
    # The rules that decide tell apart what is refused, or granted, for unlike reasons.
    decided = divergence.decision.rules if whole else ()
    ours, theirs = map(answer_word, (divergence.expected, divergence.reply))
    values = (ours, decided), roles.of("reason", theirs)
    answered = Signature(divergence.decision.operation, ANSWER, *values)
    places = {each.place for each in divergence.differences}
    is_rejection = divergence.expected["reply"] == "rejected"
    is_another = bool(whole) or (is_rejection and not places.isdisjoint(WHICH_REJECTION))
    for each in whole or divergence.differences:
        is_of_answer = is_another and not divergence.is_stored(each)
        yield answered if is_of_answer else signature_of(each, divergence, roles), each


def signature_of(difference: Difference, divergence: Divergence, roles: Roles) -> Signature:
    """Return the signature of one difference."""
    name = divergence.decision.operation
    expected, observed = difference.expected, difference.observed
    place = tuple(role_of_part(*each, roles) for each in enumerate(difference.place))
    named = difference.place[-1]
    is_given = named in IDS or named in TIMES
    if is_given and divergence.kind == "atomicity" and divergence.is_stored(difference):
        return Signature(name, place, *CHANGED)  # whichever a rejection stores, it is wrong
    ours, theirs = (roles.of(named, each) for each in (expected, observed))
    if word := how_it_differs(named, expected, observed, roles):
        are_lists = isinstance(ours, tuple) and isinstance(theirs, tuple)
        more = [each for each in theirs if each not in ours] if are_lists else []
        theirs = (word, *more)
    elif ours == theirs:
        # Both are of a kind, such as steps of the plan, and they are not the same.
        theirs = ("another", theirs)
    return Signature(name, place, ours, theirs)


def role_of_part(depth: int, part: str, roles: Roles) -> str:
    """Return the role of a part of a place: a plan, a step in it, or what is in a step."""
    number = NUMBERED.sub("a part", part)
    return number if depth > 1 and number != part else roles.texts.get(part, number)


def how_it_differs(field: str, expected: Any, observed: Any, roles: Roles) -> str:
    """Return what a number, list or text is to the expected one; `""` for all that has a role."""
    if type(expected) is not type(observed):
        return ""
    if field == "index":
        return "another"  # it follows which step that is, and its distance says nothing
    if type(expected) is int:
        return "" if field in TIMES or field in IDS else how_many(observed - expected)
    if isinstance(expected, list | tuple):
        is_order = Counter(map(repr, expected)) == Counter(map(repr, observed))
        return "in another order" if is_order else how_many(len(observed) - len(expected))
    is_given = isinstance(expected, str) and expected in roles.texts
    if not is_given or not observed or observed in roles.texts or HASH.fullmatch(observed):
        return ""
    return "a part of it" if observed in expected else "another text"


def how_many(more: int) -> str:
    """Return by how much a number or a length differs, as far as that matters."""
    if not more:
        return "as many"
    return f"{'one ' if abs(more) == 1 else ''}{'more' if more > 0 else 'fewer'}"


def answer_word(message: Message) -> tuple[object, ...]:
    """Return the name of an answer, or the code and the reason of a rejection."""
    return tuple(message.get(name) for name in ("reply", "answer", "code", "reason"))


def role_of_text(text: str) -> str:
    """Return a text that nobody chose, whichever numbers are in it; a code like E049 stays."""
    return "another hash" if HASH.fullmatch(text) else re.sub(r"(?<![A-Za-z0-9])\d+", "#", text)


def walked(value: Operation | State | None) -> Iterator[tuple[str, str | int]]:
    """Yield each text and number within an object with the field that holds it; no word of ours."""
    for place in places_in(value):
        if not isinstance(place.value, tuple):
            yield place.field[-1], place.value
