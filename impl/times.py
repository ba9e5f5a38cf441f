"""Times as text: ISO 8601 in UTC for programs, durations for people."""

import time


def iso(milliseconds: int) -> str:
    """Return a time as ISO 8601 in UTC, with milliseconds."""
    seconds, rest = divmod(milliseconds, 1_000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{rest:03}Z"


def iso_or_none(milliseconds: int | None) -> str | None:
    """Return a time as ISO 8601, or `None`."""
    return None if milliseconds is None else iso(milliseconds)


def duration(milliseconds: int) -> str:
    """Return a duration in its two largest units, such as `1 h 59 min`."""
    minutes, seconds = divmod(max(milliseconds, 0) // 1_000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s")]
    first = next((place for place, (number, _) in enumerate(units) if number), 3)
    return (
        " ".join(f"{number} {unit}" for number, unit in units[first : first + 2] if number) or "0 s"
    )


def until(end: int, now: int) -> str:
    """Return how long a lease is still live, or for how long it has been expired."""
    if end < now:
        return f"lease expired {duration(now - end)} ago"
    return f"lease expires in {duration(end - now)}"
