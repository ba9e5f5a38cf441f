"""The reviews of a plan as the fields of its `state.json`, and back (REV-2)."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from impl.hooks.state_file import Fields, MalformedState, SourceNumber
from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS, ReviewCycle, ReviewModel

DEFAULTS: Fields = {
    "max_reviews": DEFAULT_MAX_REVIEWS,
    "current_task": None,
    "review_model": ReviewModel.OPUS.value,
    "consecutive_clean": 0,
}
"""The defaults of missing fields. The others are required, because `null` has a meaning there."""


def cycle_of(fields: Fields, path: Path) -> ReviewCycle:
    """Return the reviews from the fields of a file. Raises `MalformedState`, which names the file.

    `max_reviews` may be negative: that is malformed only for a stop, and a person may correct it.
    """
    given = DEFAULTS | fields
    for name, (fits, expected) in EXPECTED.items():
        if name not in given:
            raise MalformedState(
                f"{path} is malformed: it has no {name}; expected {expected}: add the field"
            )
        if not fits(given[name]):
            raise MalformedState(
                f"{path} is malformed: its {name} is {_shown(given[name])}; expected {expected}: "
                "correct the field"
            )
    known = {name: given[name] for name in EXPECTED}
    if _is_number(known["current_task"]):  # STA-2.9
        known["current_task"] = str(known["current_task"])
    return ReviewCycle(**(known | {"review_model": model_of(given["review_model"])}))


def model_of(name: str) -> ReviewModel:
    """Return the model that a name counts as (STA-3.5)."""
    is_sonnet = ReviewModel.SONNET in name.casefold()
    return ReviewModel.SONNET if is_sonnet else ReviewModel.OPUS


def fields_of(cycle: ReviewCycle) -> Fields:
    """Return the reviews as fields."""
    return asdict(cycle)


def updated(fields: Fields, cycle: ReviewCycle) -> Fields:
    """Return the fields of a file, updated by the reviews. Unknown fields and the order stay.

    A task that is a number stays one (STA-1.6).
    """
    now = fields_of(cycle)
    task = fields.get("current_task")
    if _is_number(task) and str(task) == cycle.current_task:
        now["current_task"] = task
    return fields | now


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_whole(value) or isinstance(value, SourceNumber)


def _is_count(value: Any) -> bool:
    return _is_whole(value) and value >= 0


def _is_text_or_null(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "..."


EXPECTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "max_reviews": (_is_whole, "a whole number from 0"),
    "current_task": (
        lambda value: _is_text_or_null(value) or _is_number(value),
        "a string, a number or null",
    ),
    "phase": (lambda value: isinstance(value, str), "a text"),
    "phase_iteration": (
        lambda value: value is None or _is_count(value),
        "a whole number from 0, or null",
    ),
    "next_phase": (_is_text_or_null, "a string or null"),
    "review_model": (
        lambda value: isinstance(value, str),
        "a string: one of " + ", ".join(ReviewModel),
    ),
    "consecutive_clean": (_is_count, "a whole number from 0"),
}
