"""Words of a command line that `planstate` takes for what they are, and never for options."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spec.vocabulary.checklists import BatchEntry

FIRST_IN_OPTIONS = 1
"""The number of a step's first item of a kind in options. Batches count from 0."""


def planstate(*words: str, store: str | None = None) -> str:
    """Return a command line of `planstate` with two words or more, and the store if it is given."""
    return shlex.join(("planstate", *words[:2], *with_value("--store", store), *words[2:]))


def plan_word(plan: str) -> str:
    """Return the argument for a plan."""
    return f"./{plan}" if plan.startswith("-") else plan


def step_word(step: str) -> str:
    """Return the argument for a step.

    Only under `#` is a name that begins with one, or with a dash, taken for what it is.
    """
    return f"#{step}" if step.startswith(("#", "-")) or not step else step


def with_value(name: str, value: object) -> list[str]:
    """Return an option with its value, or nothing if there is no value."""
    if value is None:
        return []
    return [f"{name}={value}"] if str(value).startswith("-") else [name, str(value)]


def batch_text(entries: Iterable[BatchEntry]) -> str:
    """Return entries as the JSON array that `planstate state update --batch` reads.

    It can be printed: what cannot is in the notation of JSON.
    """
    import json  # most callers make only words

    names = ("kind", "ordinal", "status", "reason")
    listed = [{name: getattr(entry, name) for name in names} for entry in entries]
    given = [{k: v for k, v in entry.items() if v is not None} for entry in listed]
    text = json.dumps(given, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(given).replace("\x7f", "\\u007f")
