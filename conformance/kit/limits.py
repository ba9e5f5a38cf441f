"""The limits of a run: a time, a number of operations, or both."""

import time
from dataclasses import dataclass, field

REDUCING = 4000
"""Operations that shortening one trace may take."""

RESERVED = 0.1
"""The share of the budget, at its end, that is kept for shortening what was not shortened yet."""

TOURS_UNTIL = 0.6
"""The share of the budget after which no tour goes on: random operations find other faults."""

NO_TIME = "there was no time left for it"
"""Why a part of a run was left out whose budget was used up."""


@dataclass
class RunLimits:
    """How much is tried. Under `operations` alone, a run is the same each time under a seed."""

    seed: int
    budget: float | None
    operations: int | None
    begun: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self.begun

    def out_of_time(self) -> bool:
        """Return whether the budget is used up, but for what is kept for shortening."""
        return self.budget is not None and self.seconds >= self.budget * (1 - RESERVED)

    def last_deadline(self) -> float:
        """Return when shortening has to end at the end of the run."""
        return float("inf") if self.budget is None else self.begun + self.budget

    def is_over(self) -> bool:
        """Return whether the whole budget is used up."""
        return time.monotonic() >= self.last_deadline()

    def reached(self, operations: int) -> bool:
        """Return whether nothing new is to be begun after so many operations."""
        return self.out_of_time() or (self.operations is not None and operations >= self.operations)

    def why_reached(self, operations: int) -> str:
        """Return why nothing new is begun after so many operations."""
        if self.operations is not None and operations >= self.operations:
            return f"all {self.operations:,} operations had been asked"
        return NO_TIME

    def reached_by_tours(self, operations: int) -> bool:
        """Return whether no tour is to go on after so many operations."""
        late = self.budget is not None and self.seconds >= TOURS_UNTIL * self.budget
        return late or self.reached(operations)

    def done(self, operations: int) -> int:
        """Return how far it is, in percent."""
        shares = [operations / self.operations] if self.operations else []
        shares += [self.seconds / self.budget] if self.budget else []
        return int(100 * min(max(shares, default=0.0), 1.0))
