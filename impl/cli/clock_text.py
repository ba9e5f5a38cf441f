"""Times as texts: ISO 8601 in UTC for programs, how long from now for people."""

import time


def iso(milliseconds: int) -> str:
    """Write a time as ISO 8601, in UTC, to the millisecond."""
    seconds, rest = divmod(milliseconds, 1_000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{rest:03}Z"


def iso_or_none(milliseconds: int | None) -> str | None:
    """Write a time if there is one."""
    return None if milliseconds is None else iso(milliseconds)


def duration(milliseconds: int) -> str:
    """Write a span of time by its two largest units, such as `1 h 59 min`."""
    minutes, seconds = divmod(max(milliseconds, 0) // 1_000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s")]
    first = next((place for place, (number, _) in enumerate(units) if number), 3)
    return (
        " ".join(f"{number} {unit}" for number, unit in units[first : first + 2] if number) or "0 s"
    )


def until(end: int, now: int) -> str:
    """Say how long a lease still runs, or since when it is over."""
    if end < now:
        return f"lease over for {duration(now - end)}"
    return f"lease runs {duration(end - now)} more"
