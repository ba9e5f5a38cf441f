"""Choices: a finite supply of small decisions, decoded from bytes.

Whoever supplies the bytes decides everything that is generated from them: Hypothesis, which
shrinks them, or a seeded random generator. Exhausted choices answer 0, so that fewer and smaller
bytes always mean a simpler result.
"""

from collections.abc import Sequence
from typing import TypeVar

Option = TypeVar("Option")


class Choices:
    """A run through a string of bytes."""

    def __init__(self, supply: bytes) -> None:
        self._supply = supply
        self._position = 0

    def below(self, bound: int) -> int:
        """Choose a number from 0 to `bound` - 1; bounds over 256 are not reached."""
        if self._position >= len(self._supply) or bound <= 1:
            return 0
        byte = self._supply[self._position]
        self._position += 1
        return byte % bound

    def one_of(self, options: Sequence[Option]) -> Option:
        """Choose one of several options, the first if nothing is left to choose with."""
        return options[self.below(len(options))]

    def rarely(self, one_in: int) -> bool:
        """Say yes once in so many times, and no if nothing is left to choose with."""
        return self.below(one_in) == one_in - 1
