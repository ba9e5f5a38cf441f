"""Reducing: leaving out of a trace what a difference does not need, tried on who shows it."""

import time
from collections.abc import Callable, Sequence

from conformance.adapters.subject import Subject
from conformance.differential.beside import Beside, NotAsked
from conformance.differential.comparing import Judging
from conformance.differential.difference import Difference, same_fault
from conformance.differential.minimize import reduced
from conformance.differential.simplify import simplified
from conformance.kit.reach import Reach
from spec.vocabulary.operations import Operation

Wanted = Callable[[Difference], bool]


class Watching(Beside):
    """Waits for a wanted difference, and goes on after others that left the states alike."""

    def __init__(self, subject: Subject, reach: Reach, wanted: Wanted) -> None:
        super().__init__(subject, Judging(subject.identity), reach)
        self.wanted = wanted

    def differing(self, difference: Difference) -> None:
        """Raise what is wanted, and what cannot be gone on after."""
        if self.wanted(difference) or not difference.state_agrees:
            raise difference


class Reducing:
    """Runs traces again and again; each for so many operations at most, and until its deadline."""

    def __init__(
        self, subject: Subject, reach: Reach, most: int, deadline: Callable[[], float]
    ) -> None:
        self.subject = subject
        self.reach = reach
        self.most = most
        self.deadline = deadline
        self.asked = 0
        self.ends = float("inf")

    def shown(
        self, operations: Sequence[Operation], wanted: Wanted = lambda _: True
    ) -> tuple[Difference, list[Operation]] | None:
        """Give the first wanted difference in a trace, with the operations up to it."""
        beside = Watching(self.subject, self.reach, wanted)
        try:
            for operation in beside.start(operations):
                self.asked += 1
                beside.apply(operation)
        except Difference as difference:
            return (difference, beside.operations) if wanted(difference) else None
        except NotAsked:
            return None
        return None

    def reduce(
        self, operations: Sequence[Operation], difference: Difference
    ) -> tuple[Difference, tuple[Operation, ...], bool]:
        """Shorten a trace; the last value says whether there was time to do so to the end."""
        self.asked, self.ends = 0, self.deadline()

        def is_same(other: Difference) -> bool:
            return same_fault(difference, other)

        def fails_alike(candidate: Sequence[Operation]) -> bool:
            return not self._over() and self.shown(candidate, is_same) is not None

        if not fails_alike(operations):
            # What does not show again is told as it was seen.
            return difference, tuple(operations), False
        shorter = reduced(operations, fails_alike)
        shorter = reduced(simplified(shorter, fails_alike), fails_alike)
        finished = not self._over()
        found = self.shown(shorter, is_same)
        if found is None:
            return difference, tuple(operations), False
        return found[0], tuple(found[1]), finished

    def _over(self) -> bool:
        return self.asked >= self.most or time.monotonic() >= self.ends
