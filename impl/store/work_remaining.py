"""What a report says remains, read as names (ITR-1, ITR-2)."""

import json


class MalformedWork(ValueError):
    """A text begins like a JSON array and is none, or is one of something else than texts."""


def names(work_remaining: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Give the names of what remains, in their order; empty if nothing does.

    Raises `MalformedWork`.
    """
    if work_remaining is None:  # ITR-1: missing
        return ()
    if not isinstance(work_remaining, str):  # ITR-1: a list
        return _trimmed(work_remaining)
    text = work_remaining.strip()
    if text in ("", "0"):  # ITR-1
        return ()
    if text.startswith("["):  # ITR-2: an array
        return _trimmed(_array(text))
    return tuple(text.split())  # ITR-2: separated by white space


def _array(text: str) -> list[str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:  # the latter for brackets nested too deeply
        raise MalformedWork(f"{text[:80]!r} begins with a bracket and is no JSON") from error
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise MalformedWork(f"{text[:80]!r} is no JSON array of texts")
    return found


def _trimmed(given: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in (name.strip() for name in given) if name)
