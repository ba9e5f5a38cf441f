"""Tries of an entry point, judged and counted."""

from collections import Counter
from collections.abc import Callable

from tests.fuzzing.calls import Call, Ended
from tests.fuzzing.entries import EntryPoint
from tests.fuzzing.judging import problems


class Tries:
    """Makes calls of an entry point, judges how they end, and counts them by their exit code."""

    def __init__(self, entry: EntryPoint, make: Callable[[Call], Ended]) -> None:
        self.codes: Counter[int] = Counter()
        self._entry = entry
        self._make = make

    def problems(self, call: Call) -> list[str]:
        """Make a call; return what is wrong with how it ends."""
        ended = self._make(call)
        self.codes[ended.code] += 1
        return [f"{problem}: {call}" for problem in problems(self._entry, call, ended)]

    def check(self, call: Call) -> None:
        """Make a call; fail if something is wrong with how it ends."""
        assert self.problems(call) == []

    def __str__(self) -> str:
        """Return the counts."""
        ends = ", ".join(f"{code}: {count}" for code, count in sorted(self.codes.items()))
        return f"{self.codes.total()} calls; by exit code {ends}"
