"""Tries of an entry point, counted and judged by how they end: what no input may lead to."""

import json
from collections import Counter
from collections.abc import Callable, Iterator

from tests.fuzzing.calls import Call, Ended
from tests.fuzzing.entries import EntryPoint


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

    def __str__(self) -> str:
        """Return the counts."""
        ends = ", ".join(f"{code}: {count}" for code, count in sorted(self.codes.items()))
        return f"{self.codes.total()} calls; by exit code {ends}"


USAGE, BROKEN = 2, 4
CRASHES = ("Traceback (most recent call last)", "internal error", "Exception ignored")


def problems(entry: EntryPoint, call: Call, ended: Ended) -> Iterator[str]:
    """Yield what is wrong with how a call of an entry point ended."""
    if ended.escaped is not None:
        yield f"it raises {type(ended.escaped).__name__}: {str(ended.escaped)[:200]}"
        return
    for crash in CRASHES:
        if crash in ended.errors or crash in ended.output:
            yield f"it prints {crash!r}: {(ended.errors + ended.output)[-400:]}"
    if ended.code not in entry.exit_codes:
        yield f"exit code {ended.code} is not documented"
    # SQLite takes an empty file, and one of a single byte, for an empty store.
    changed = {name for name in ended.changed if len(call.files.get(name, "file")) > 1}
    if ended.code == USAGE and changed:
        yield f"a usage error changed {', '.join(changed)}"
    if ended.code and not ended.errors and not ended.output:
        yield f"exit code {ended.code} without a word"
    if entry.program == "planstate" and ended.code in (1, BROKEN) and "usage:" not in ended.errors:
        if lost := changed & call.files.keys():
            yield f"a failure changed {', '.join(lost)}"
        yield from ill_formed(call, ended)


def ill_formed(call: Call, ended: Ended) -> Iterator[str]:
    """Yield what is wrong with the output of a failure of `planstate`."""
    if any(not each.isprintable() for each in ended.errors.replace("\n", "")):
        yield f"control characters in {ended.errors[:300]!r}"
    starts = ("error: ", "warning: ", "planstate")
    if not all(line.startswith(starts) for line in ended.errors.splitlines()):
        yield f"more than a line for an error: {ended.errors[:300]!r}"
    if "--json" in call.arguments:
        try:
            json.loads(ended.output or "{}")
        except ValueError:
            yield f"no JSON document: {ended.output[:300]!r}"
