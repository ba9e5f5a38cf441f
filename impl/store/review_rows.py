"""The reviews of a plan as a row of the table `review_cycles`, and back."""

from collections.abc import Sequence
from typing import Any

from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel

COLUMNS = """
    max_reviews, current_task, phase, phase_iteration, next_phase, review_model, consecutive_clean
"""
"""The columns of a row in order. The first is never null: so it tells whether a join found one."""

WIDTH = len(COLUMNS.split(","))
"""How many columns these are."""

WRITE = f"INSERT OR REPLACE INTO review_cycles (plan, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

MODELS = {model.value: model for model in ReviewModel}


def cycle_of(row: Sequence[Any]) -> ReviewCycle | None:
    """Make the reviews of a row; none if a join has found no row."""
    if row[0] is None:
        return None
    return ReviewCycle(
        max_reviews=row[0],
        current_task=row[1],
        phase=row[2],
        phase_iteration=row[3],
        next_phase=row[4],
        review_model=MODELS[row[5]],
        consecutive_clean=row[6],
    )


def row_of(plan: str, cycle: ReviewCycle) -> tuple[str | int | None, ...]:
    """Make the values for `WRITE`."""
    return (
        plan,
        cycle.max_reviews,
        cycle.current_task,
        str(cycle.phase),
        cycle.phase_iteration,
        None if cycle.next_phase is None else str(cycle.next_phase),
        cycle.review_model.value,
        cycle.consecutive_clean,
    )
