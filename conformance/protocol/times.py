"""The fields that hold times, and how far a clock may be off."""

from typing import Any

from conformance.protocol.messages import Clock

TOLERANCE = 5_000
"""The tolerance of times if the clock is a real one that was moved forward, in milliseconds."""
REAL_TOLERANCE = 1_000
"""The tolerance of times in tests of leases in real time, in milliseconds.

Programs may keep whole seconds.
"""

TIMES = frozenset(
    ["claimed_at", "lease_expires_at", "heartbeat_at", "started_at", "completed_at", "recorded_at"]
)
"""The fields of answers and states that hold times."""


def usual_tolerance(clock: Clock) -> int:
    """Return the default tolerance of times in milliseconds."""
    return REAL_TOLERANCE if clock is Clock.NONE else TOLERANCE


def times_in(part: Any, name: str) -> list[int]:
    """Return the values of a field wherever it stands in a message, without null."""
    if isinstance(part, list | tuple):
        return [value for each in part for value in times_in(each, name)]
    if not isinstance(part, dict):
        return []
    own = [part[name]] if isinstance(part.get(name), int) else []
    return own + [value for each in part.values() for value in times_in(each, name)]
