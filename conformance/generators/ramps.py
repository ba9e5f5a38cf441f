"""Ramps: what is long in a request and grows in a state, found by the types of the vocabulary.

A list or a number that is added to the vocabulary has its ramp with nothing else written.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from typing import Any, get_args

from conformance.generators.boundary_values import domain_of
from conformance.generators.places import (
    FieldPlace,
    alternatives,
    domain_in,
    element_of,
    hints_of,
    mapped,
    places_in,
    with_value,
)
from spec.vocabulary.domains import (
    DEFAULT_LEASE,
    Anchor,
    ClaimId,
    CommitHash,
    DocumentHash,
    Domain,
    Duration,
    Ordinal,
    Path,
    Time,
    Word,
)

HASHES = {domain_of(DocumentHash): 64, domain_of(CommitHash): 40}
WORD, ORDINAL = domain_of(Word), domain_of(Ordinal)
PATH, ANCHOR, CLAIM_ID, DURATION = map(domain_of, (Path, Anchor, ClaimId, Duration))
NOT_SET = (domain_of(Time), CLAIM_ID, ORDINAL)
"""The domains of numbers that have to agree with others."""
Growing = tuple[tuple[str, ...], str]
"""A field of a state, and what grows in it: a `length`, a `number`, or how many `texts`."""


def numbered(value: Any, named: Any, number: int) -> Any:
    """Return a value with texts, hashes and ordinals of its own; words stay."""

    def change(domain: Domain | None, found: Any) -> Any:
        if domain in HASHES:
            return f"{number:0{HASHES[domain]}x}"
        if domain is ORDINAL:
            return found + number
        return f"{found}-{number}" if isinstance(found, str) and domain is not WORD else found

    return mapped(value, named, change)


def sample_of(named: Any) -> Any:
    """Return a value of a type, with nothing in its lists."""
    [kind, *_] = alternatives(named)
    if domain_in(kind) is not None or kind in (str, int):
        return "a" if (get_args(kind) or (kind,))[0] is str else 0
    if element_of(kind) is not None:
        return ()
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    return kind(**{name: sample_of(hint) for name, hint in hints_of(kind).items()})


def lists_in(operation: Any) -> Iterator[FieldPlace]:
    """Yield the lists in an operation, of those in the same field the first that is not empty.

    One in a list of the same name is none: no substep has substeps.
    """
    found: dict[tuple[str, ...], FieldPlace] = {}
    for place in places_in(operation):
        field = place.field
        if isinstance(place.value, tuple) and field[-1] not in field[:-1]:
            found[field] = found[field] if field in found and found[field].value else place
    yield from found.values()


def lengthened(operation: Any, place: FieldPlace, count: int, in_front: bool) -> Any:
    """Return an operation with so many elements in a list.

    Others like the first come `in_front` of those there are or behind, and then one of each other
    kind, which may be taken for one of those.
    """
    there: tuple[Any, ...] = place.value
    alike = emptied(there[0]) if there else sample_of(element_of(place.named))
    more = others_like(alike, element_of(place.named), count - len(there))
    all_of_them = (*more, *there) if in_front else (*there, *more)
    return with_value(operation, place.way, (*all_of_them, *of_other_kinds(alike)))


def of_other_kinds(value: Any) -> Iterator[Any]:
    """Yield an object as one of each other kind, if it has to say of which it is."""
    for each in fields(value) if is_dataclass(value) else ():
        kind = getattr(value, each.name)
        if isinstance(kind, Enum) and each.default is MISSING:
            yield from (
                replace(value, **{each.name: other}) for other in type(kind) if other != kind
            )


def emptied(value: Any) -> Any:
    """Return an object with nothing in its lists."""
    if not is_dataclass(value) or isinstance(value, type):
        return value
    kind: Any = type(value)
    lists: dict[str, Any] = {name: () for name, hint in hints_of(kind).items() if element_of(hint)}
    return replace(value, **lists)


@lru_cache(256)
def others_like(alike: Any, named: Any, count: int) -> tuple[Any, ...]:
    """Return so many elements like one, each with names of its own."""
    return tuple([numbered(alike, named, number) for number in range(1, count + 1)])


def long_lists(operation: Any, place: FieldPlace, count: int, in_front: bool) -> Iterator[Any]:
    """Yield an operation with one of its lists made long, alone and after one around it.

    What a list names may have to stand in another: a dependency is on a step of the document.
    """
    yield lengthened(operation, place, count, in_front)
    for other in lists_in(operation):
        if other.field[:-1] == place.field[: len(other.field) - 1] and other != place:
            wider = lengthened(operation, other, count + 1, in_front=False)
            yield lengthened(wider, place, count, in_front)


def numbers_in(operation: Any) -> Iterator[FieldPlace]:
    """Yield the numbers in an operation that may be any number."""
    for place in places_in(operation):
        if isinstance(place.value, int) and place.domain not in NOT_SET:
            yield place


def texts_in(operation: Any) -> Iterator[FieldPlace]:
    """Yield the texts in an operation that may have any length."""
    for place in places_in(operation):
        is_text = isinstance(place.value, str) and place.domain is not None
        if is_text and place.domain is not WORD and place.domain not in HASHES:
            yield place


def long_text(operations: tuple[Any, ...], place: FieldPlace, length: int) -> tuple[Any, ...]:
    """Return operations with a text made so long wherever it stands."""
    longer = place.value.ljust(length, "x")

    def change(domain: Domain | None, found: Any) -> Any:
        return longer if domain is place.domain and found == place.value else found

    return tuple(mapped(each, None, change) for each in operations)


def sizes_of(kind: Any, found: list[Any], way: tuple[str, ...] = ()) -> Iterator[Any]:
    """Yield what can grow in a class of the state, and the greatest there is. Times do not count.

    They are pairs of `Growing` and `int`, of all that the types have: 0 where nothing is there.
    """
    for name, is_list, parts in growing_in(kind):
        if name in way:
            continue
        here = (*way, name)
        there = [part for each in found if (part := getattr(each, name)) is not None]
        if is_list:
            yield (here, "length"), max(map(len, there), default=0)
            there = [each for part in there for each in part]
        for part in parts:
            if part is int:
                yield (here, "number"), max(there, default=0)
            elif part is str:
                yield (here, "texts"), len(set(there))
            else:
                yield from sizes_of(part, there, here)


@cache
def growing_in(kind: Any) -> tuple[tuple[str, bool, tuple[Any, ...]], ...]:
    """Return the fields of a class, whether each is a list, and the types that grow in it."""
    found = []
    for name, hint in hints_of(kind).items():
        element = element_of(hint)
        parts = alternatives(hint) if element is None else (element,)
        bases = [(get_args(part) or (part,))[0] for part in parts]
        counted = (str,) if name.endswith("_at") else (str, int)
        grown = [each for each in bases if each in counted or is_dataclass(each)]
        found.append((name, element is not None, tuple(grown)))
    return tuple(found)


def shape_of(operation: Any) -> object:
    """Return which values are set in an operation, and in the first elements of its lists."""
    if isinstance(operation, tuple) and operation:
        return shape_of(operation[0])
    if not is_dataclass(operation):
        return bool(operation)
    kind: Any = type(operation)
    return kind, *(shape_of(getattr(operation, name)) for name in hints_of(kind))


def widened(operation: Any, step: Any) -> Iterator[Any]:
    """Yield an operation with a list made as long as a step has items of one kind."""
    count = max(Counter(each.kind for each in step.items).values(), default=0)
    for place in lists_in(operation):
        if place.value and count > len(place.value):
            yield lengthened(operation, place, count, in_front=False)


def addressed(operation: Any, plan: Any, step: Any, now: int) -> Any:
    """Return an operation on a stored plan and step, by the worktree that holds it."""

    def change(domain: Domain | None, found: Any) -> Any:
        if domain is PATH:
            return plan.path if found == operation.plan else step.claimed_by or found
        if domain is ANCHOR:
            return step.anchor
        if domain is CLAIM_ID:
            return step.claim_id or found
        if domain is DURATION:
            return DEFAULT_LEASE
        return plan.document_hash if domain is domain_of(DocumentHash) else found

    return replace(mapped(operation, None, change), now=now)
