"""The reviews of a plan as a row of the table `review_cycles`, and back."""

import sqlite3

from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel

COLUMNS = """
    max_reviews, current_task, phase, phase_iteration, next_phase, review_model, consecutive_clean
"""
"""The columns of a row. `max_reviews` is never null unless an outer join has found no row."""

WRITE = f"INSERT OR REPLACE INTO review_cycles (plan, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

MODELS = {model.value: model for model in ReviewModel}


def cycle_of(row: sqlite3.Row) -> ReviewCycle | None:
    """Return the reviews in a row, or `None` if an outer join has found none."""
    if row["max_reviews"] is None:
        return None
    return ReviewCycle(
        max_reviews=row["max_reviews"],
        current_task=row["current_task"],
        phase=row["phase"],
        phase_iteration=row["phase_iteration"],
        next_phase=row["next_phase"],
        review_model=MODELS[row["review_model"]],
        consecutive_clean=row["consecutive_clean"],
    )


def row_of(plan: str, cycle: ReviewCycle) -> tuple[str | int | None, ...]:
    """Return the values for `WRITE`."""
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
