"""Minimizing: what is left of operations that fail when nothing can be left out any more.

Delta debugging on the operations themselves: measured on broken stores, it is ten times faster
than shrinking the choices that they were drawn from. What comes out is reduced, not minimal: no
single part can be left out, but a shorter sequence of other parts may exist. Only a breadth-first
search confirms that a trace is minimal.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any, TypeVar

from conformance.generators.places import places_in, with_value
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.operations import Operation

Part = TypeVar("Part")
Operations = Sequence[Operation]
FEW = 8
"""Parts that are left out one by one."""


def minimize(operations: Operations, still_fails: Callable[[Operations], bool]) -> Operations:
    """Return fewer and simpler operations that still fail, as the given ones must."""
    fewer = reduce_parts(operations, still_fails)
    return reduce_parts(simplify(fewer, still_fails), still_fails)


def reduce_parts(
    sequence: Sequence[Part], still_fails: Callable[[Sequence[Part]], bool]
) -> Sequence[Part]:
    """Return what is left of a failing sequence when no single part can be left out any more.

    Leaves out ever smaller slices, from the end. `still_fails` must hold for the sequence itself.
    """
    size = max(len(sequence) // 2, 1)
    while True:
        shorter = without_slices(sequence, size, still_fails)
        if size == 1 and len(shorter) == len(sequence):
            return shorter
        size = max(min(size // 2, len(shorter)), 1)
        sequence = shorter


def without_slices(
    sequence: Sequence[Part], size: int, still_fails: Callable[[Sequence[Part]], bool]
) -> Sequence[Part]:
    """Leave out every slice of a size that the failure does not need."""
    end = len(sequence)
    while end > 0:
        start = max(end - size, 0)
        shorter = [*sequence[:start], *sequence[end:]]
        if still_fails(shorter):
            sequence = shorter
        end = start
    return sequence


def simplify(operations: Operations, still_fails: Callable[[Operations], bool]) -> Operations:
    """Replace operations by simpler ones as long as the sequence still fails."""
    position = 0
    while position < len(operations):
        for simpler in simpler_operations(operations[position]):
            candidate = [*operations[:position], simpler, *operations[position + 1 :]]
            if still_fails(candidate):
                operations = candidate
                break
        else:
            position += 1
    return operations


def simpler_operations(operation: Operation) -> Iterator[Operation]:
    """Yield operations that ask for less: no more than they must, or without one thing."""
    simplest: Any = plain(operation)
    if simplest != operation:
        yield simplest
    for each in fields(simplest):
        if each.default not in (MISSING, getattr(operation, each.name)):
            yield replace(operation, **{each.name: each.default})
    for place in places_in(operation):
        if isinstance(place.value, tuple):
            for fewer in each_left_out(place.value):
                yield with_value(operation, place.way, fewer)
    if isinstance(operation, CheckCommand):
        for letters in each_left_out(tuple(operation.command)):
            yield replace(operation, command="".join(letters))


def plain(part: Any) -> Any:
    """Return a part of a request with the default of each field that has one, in its parts too."""
    if isinstance(part, tuple):
        return tuple(map(plain, part))
    if not is_dataclass(part) or isinstance(part, type):
        return part
    given = ((each, getattr(part, each.name)) for each in fields(part))
    return replace(
        part,
        **{
            each.name: plain(value) if each.default is MISSING else each.default
            for each, value in given
        },
    )


def each_left_out(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Yield what remains when one part is left out, or of many parts first a half and less."""
    size = len(parts) // 2 if len(parts) > FEW else 1
    while size and parts:
        for start in range(0, len(parts), size):
            yield (*parts[:start], *parts[start + size :])
        size //= 2
