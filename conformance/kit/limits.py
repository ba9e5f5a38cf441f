"""The limits of a run: a time, a number of operations, or both."""

import time
from dataclasses import dataclass, field, replace

REDUCING = 4000
"""Operations that shortening one trace may take."""

RESERVED = 0.1
"""The share of the budget, at its end, that is kept for shortening what was not shortened yet."""

NO_TIME = "there was no time left for it"
"""Why a part of a run was left out whose budget was used up."""


@dataclass
class RunLimits:
    """How much is tried. Under `operations` alone, a run is the same each time under a seed.

    A stage that gets only a part `ends` after so many seconds of the run.
    """

    seed: int
    budget: float | None
    operations: int | None
    begun: float = field(default_factory=time.monotonic)
    ends: float = float("inf")

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self.begun

    def out_of_time(self) -> bool:
        """Return whether the budget is used up, but for what is kept for shortening."""
        return self.budget is not None and self.seconds >= self.last_second

    @property
    def last_second(self) -> float:
        """The second of the run after which nothing new is begun."""
        return min(self.ends, (self.budget or self.ends) * (1 - RESERVED))

    def part(self, share: float, of_operations: float = 1.0) -> "RunLimits":
        """Return the limits of a stage that gets a share of the time that is left."""
        most = self.operations and max(1, int(self.operations * of_operations))
        if self.budget is None:
            return replace(self, operations=most)
        seconds = self.seconds
        ends = seconds + share * max(self.last_second - seconds, 0.0)
        return replace(self, operations=most, ends=ends)

    def last_deadline(self) -> float:
        """Return when shortening has to end at the end of the run."""
        return float("inf") if self.budget is None else self.begun + self.budget

    def reached(self, operations: int) -> bool:
        """Return whether nothing new is to be begun after so many operations."""
        return self.out_of_time() or (self.operations is not None and operations >= self.operations)

    def why_reached(self, operations: int) -> str:
        """Return why nothing new is begun after so many operations."""
        if self.operations is not None and operations >= self.operations:
            return f"all {self.operations:,} operations had been asked"
        return NO_TIME

    def done(self, operations: int) -> int:
        """Return how far it is, in percent."""
        shares = [operations / self.operations] if self.operations else []
        shares += [self.seconds / self.budget] if self.budget else []
        return int(100 * min(max(shares, default=0.0), 1.0))
