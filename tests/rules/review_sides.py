"""The sides that keep the reviews of one plan: the two of the driver, and a file in a folder."""

from pathlib import Path

from impl.hooks.review_files import ReviewFolder
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Plan, PlanStatus, State

from .builders import HASH, PLAN
from .driver import Side


def with_reviews(cycle: ReviewCycle | None) -> State:
    """Give the state of a store that knows one plan, without steps, and its reviews."""
    return State((Plan(PLAN, HASH, "A plan", PlanStatus.ACTIVE, (), cycle),))


class FileSide(Side):
    """The implementation that keeps reviews in `state.json`; the folder is the registered plan."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._reviews = ReviewFolder(folder)

    def do(self, operation: Operation) -> Outcome:
        return self._reviews.apply(operation)

    def state(self) -> State:
        return with_reviews(self._reviews.cycle())

    def put(self, state: State) -> None:
        cycle = state.plans[0].review_cycle
        if cycle is not None:
            with self._reviews.locked():
                self._reviews.store(cycle)
