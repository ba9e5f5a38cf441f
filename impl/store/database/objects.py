"""The tables of a store, as rows of which classes of the vocabulary."""

from impl.store.connection import Connection
from impl.store.database.rows import Table
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.iteration_loops import IterationLoop, Violation
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Artifact, Plan, Step

PLANS = Table("plans", Plan, elsewhere=("steps", "review_cycle", "iteration_loop"))
STEPS = Table("steps", Step, "plan", elsewhere=("dependencies", "items", "artifacts"))
ITEMS = Table("checklist_items", Item, "plan", "step", status=ItemStatus)
ARTIFACTS = Table("artifacts", Artifact, "plan", "step")
REVIEWS = Table("review_cycles", ReviewCycle, "plan")
LOOPS = Table("iteration_loops", IterationLoop, "plan", elsewhere=("violations",))
VIOLATIONS = Table("iteration_violations", Violation, "plan", "position")


def write_loop(connection: Connection, plan: str, loop: IterationLoop) -> None:
    """Store the loop of a plan that has none, with its violations."""
    connection.execute(LOOPS.write, LOOPS.row_of(loop, plan))
    for position, violation in enumerate(loop.violations):
        write_violation(connection, plan, position, violation)


def write_violation(connection: Connection, plan: str, position: int, violation: Violation) -> None:
    """Store one violation; `position` counts from 0 in a plan's loop."""
    connection.execute(VIOLATIONS.write, VIOLATIONS.row_of(violation, plan, position))
