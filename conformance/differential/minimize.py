"""Delta debugging: shortening a sequence that shows a failure.

What comes out is reduced, not minimal: no single part can be left out, but a shorter sequence of
other parts may exist. Only a breadth-first search proves a trace shortest.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

Part = TypeVar("Part")


def reduced(
    sequence: Sequence[Part], still_fails: Callable[[Sequence[Part]], bool]
) -> Sequence[Part]:
    """Leave out as much as possible of a failing sequence, so that it still fails.

    Tries ever smaller slices, from the end, until no single part can be left out. `still_fails`
    must hold for the sequence itself.
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
