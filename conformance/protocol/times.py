"""The fields that hold times, and how far a clock that is put forward may be off."""

TOLERANCE = 5_000
"""How far a time may be off where the clock is a real one that was put forward, in milliseconds."""

TIMES = frozenset(
    ["claimed_at", "lease_expires_at", "heartbeat_at", "started_at", "completed_at", "recorded_at"]
)
"""The fields of answers and states that hold times."""
