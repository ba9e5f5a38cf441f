"""A Hypothesis backend whose choices depend on a seed alone.

Hypothesis' own generator also draws constants of whatever modules are loaded, so that what a seed
tries would depend on what was imported before, and in tests on their order.
"""

from random import Random
from typing import Any, ClassVar

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, PrimitiveProvider

BACKEND = "planspec"
"""The name of the backend in Hypothesis' settings."""

NARROW = 256
"""Whole numbers of a range up to this wide are drawn equally often, others by their magnitude."""

MEAN_SIZE = 5
"""The mean size of a text or of bytes without a small limit."""


class SeededProvider(PrimitiveProvider):
    """Draws examples that do not depend on each other. A run begins with `seed`."""

    lifetime = "test_function"
    seed: ClassVar[int] = 0

    def __init__(self, conjecturedata: Any, /) -> None:
        super().__init__(conjecturedata)
        self.random = Random(self.seed)

    def draw_boolean(self, p: float = 0.5) -> bool:
        """Draw `True` with a probability."""
        return self.random.random() < p

    def draw_integer(
        self,
        min_value: int | None = None,
        max_value: int | None = None,
        *,
        weights: dict[int, float] | None = None,
        shrink_towards: int = 0,
    ) -> int:
        """Draw a whole number of a range: of a wide one, one near its preferred end."""
        if weights is not None:
            numbers, shares = zip(*weights.items(), strict=True)
            [number] = self.random.choices(numbers, shares)
            return int(number)
        lowest = -(2**64) if min_value is None else min_value
        highest = 2**64 if max_value is None else max_value
        start = min(max(shrink_towards, lowest), highest)
        if highest - lowest > NARROW:
            magnitude = 2 ** self.random.randint(1, (highest - lowest).bit_length())
            lowest, highest = max(lowest, start - magnitude), min(highest, start + magnitude)
        return self.random.randint(lowest, highest)

    def draw_float(
        self,
        *,
        min_value: float = float("-inf"),
        max_value: float = float("inf"),
        allow_nan: bool = True,  # noqa: ARG002
        smallest_nonzero_magnitude: float,  # noqa: ARG002
    ) -> float:
        """Draw a finite number of a range."""
        return self.random.uniform(max(min_value, -1e6), min(max_value, 1e6))

    def draw_string(self, intervals: Any, *, min_size: int = 0, max_size: int = 2**31) -> str:
        """Draw a text of the given characters."""
        size = self._size(min_size, max_size)
        return "".join(chr(self.random.choice(intervals)) for _ in range(size))

    def draw_bytes(self, min_size: int = 0, max_size: int = 2**31) -> bytes:
        """Draw bytes."""
        return self.random.randbytes(self._size(min_size, max_size))

    def _size(self, least: int, most: int) -> int:
        return min(most, least + int(self.random.expovariate(1 / MEAN_SIZE)))


AVAILABLE_PROVIDERS[BACKEND] = f"{__name__}.{SeededProvider.__name__}"
