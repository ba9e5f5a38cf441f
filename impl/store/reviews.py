"""The reviews of a plan: the operations on them, and the stop that triggers them (REV)."""

from impl.store import guards, review_actions, review_stops
from impl.store.connection import Connection
from impl.store.database.rows import REVIEWS
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import ContinuePlan, CycleChanged, NewPlan, Route, Stop, StopAnswered

READ = f"SELECT {REVIEWS.select} FROM review_cycles WHERE plan = :plan"

FORGET = "DELETE FROM review_cycles WHERE plan = :plan"


def new_plan(connection: Connection, operation: NewPlan) -> CycleChanged:
    """Start the reviews of a plan, or start them again (REV-1)."""
    guards.require_plan(connection, operation.plan)
    cycle = review_actions.begin(operation)
    _write(connection, operation.plan, cycle)
    return review_actions.changed(cycle)


def change(
    connection: Connection, operation: review_actions.Change | review_actions.Edit
) -> CycleChanged:
    """Apply the action of an agent or a person to the reviews of a plan (REV-1, REV-9, REV-10).

    Refuses, in this order: an unknown plan, one whose reviews have not started, and what the
    action itself refuses.
    """
    guards.require_plan(connection, operation.plan)
    cycle = review_actions.change(_read(connection, operation.plan), operation)
    _write(connection, operation.plan, cycle)
    return review_actions.changed(cycle)


def stop(connection: Connection, operation: Stop) -> StopAnswered:
    """Answer an agent that tries to stop (REV-2 to REV-8, REV-12 to REV-14). Refuses nothing."""
    # An unknown plan has no reviews either.
    answered = review_stops.before_review(_read(connection, operation.plan))
    if isinstance(answered, review_stops.ReviewDue):
        answered = review_stops.after_review(
            answered, operation.review, stop_hook_active=operation.stop_hook_active
        )
    if answered.decided is not None:
        _write(connection, operation.plan, answered.decided)
    return answered


def continue_plan(connection: Connection, operation: ContinuePlan) -> Route:
    """Return how to continue after a crash (REV-11)."""
    guards.require_plan(connection, operation.plan)
    cycle = review_actions.require_started(_read(connection, operation.plan))
    return review_actions.route(cycle)


def _read(connection: Connection, plan: str) -> ReviewCycle | None:
    row = connection.execute(READ, {"plan": plan}).fetchone()
    return None if row is None else REVIEWS.read(row)


def _write(connection: Connection, plan: str, cycle: ReviewCycle) -> None:
    connection.execute(FORGET, {"plan": plan})
    connection.execute(REVIEWS.write, REVIEWS.row_of(cycle, plan))
