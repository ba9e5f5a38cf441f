"""The reviews of a plan in a file: `state.json` in the plan's folder, which people may edit (REV).

The folder stands for the registered plan. The operations are those of the store, with the same
answers. Writers wait for each other; who only reads does not wait.
"""

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from impl.files import lock, opened
from impl.hooks import state_file
from impl.hooks.state_file import Fields, MalformedState
from impl.store import review_actions, review_stops
from impl.store.guards import Refused
from impl.store.review_stops import ReviewDue
from spec.vocabulary import rejections, reviews
from spec.vocabulary.operations import Outcome
from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel

STATE_NAME = "state.json"
LOCK_NAME = ".state.lock"


class ReviewFolder:
    """The reviews of the plan in a folder. Any number may be open on one folder, anywhere.

    `patience` is for how many seconds a write waits for others at most, and `waited` for how many
    the last one did.
    """

    def __init__(self, folder: str | Path, patience: float = math.inf) -> None:
        self.folder = Path(folder)
        self.waited = 0.0
        self._patience = patience
        self._state = self.folder / STATE_NAME

    def apply(self, operation: reviews.ReviewOperation) -> Outcome:
        """Do one operation and answer it; its plan is taken for the plan in the folder.

        Raises `MalformedState` if what the operation needs of the file cannot be read, except for
        a stop, and `OSError` if the file cannot be written; nothing has changed then.
        """
        try:
            if isinstance(operation, reviews.Stop):
                active = operation.stop_hook_active
                return self.stop(lambda _: operation.review, stop_hook_active=active)
            if isinstance(operation, reviews.ContinuePlan):
                self.require_there(operation.plan)
                return review_actions.route(review_actions.require_started(self.cycle()))
            return review_actions.changed(self.change(operation))
        except MalformedState:
            if isinstance(operation, reviews.Stop):
                return review_stops.MALFORMED  # STA-4.2
            raise
        except Refused as refusal:
            return refusal.rejected

    def change(
        self, operation: reviews.NewPlan | review_actions.Change | review_actions.Edit
    ) -> ReviewCycle:
        """Apply an action of an agent or a person, and return the reviews as they are then stored.

        Raises `Refused`, and else what `apply` raises; nothing has changed then.
        """
        self.require_there(operation.plan)
        with self.locked():
            if isinstance(operation, reviews.NewPlan):
                cycle = review_actions.begin(operation)
            else:
                cycle = review_actions.change(self.cycle(), operation)
            self.store(cycle)
            return cycle

    def require_there(self, plan: str) -> None:
        """Refuse a folder that does not exist: it stands for the registered plan (STA-1.2)."""
        if not os.path.isdir(self.folder):
            raise Refused(rejections.unknown_plan(plan))

    def cycle(self) -> ReviewCycle | None:
        """Return the reviews, or `None` if they have not started. Raises `MalformedState`."""
        fields = state_file.read(self._state)
        return None if fields is None else state_file.cycle_of(fields, self._state)

    def other_model(self) -> str | None:
        """Return the `review_model` in the file if it is not the name of a model, else `None`."""
        try:
            named = (state_file.read(self._state) or {}).get("review_model")
        except MalformedState:
            return None
        return named if isinstance(named, str) and named not in tuple(ReviewModel) else None

    def store(self, cycle: ReviewCycle | None) -> None:
        """Write the reviews, if there are any, to the file, which the caller has locked.

        Unknown fields keep their value and position. Raises `MalformedState` if the file does not
        contain an object, and `OSError`.
        """
        if cycle is None:
            return
        fields: Fields = state_file.read(self._state) or {}
        state_file.replace(self._state, state_file.updated(fields, cycle))

    def stop(
        self, review: Callable[[ReviewDue], reviews.ReviewResult], *, stop_hook_active: bool = False
    ) -> reviews.StopAnswered:
        """Answer an agent that tries to stop, running a review if one is due.

        The folder stays locked from reading the state to storing the decision, also while the
        review runs: of two concurrent stops, the second waits and then sees the decision of the
        first. The attempt is stored before the review starts, so that it counts even if this
        process is killed. Raises `MalformedState` and `OSError`.
        """
        answered = review_stops.before_review(self.cycle())
        if isinstance(answered, reviews.StopAnswered) and answered.decided is None:
            return answered  # nothing to write, so no lock is needed
        with self.locked():
            due = review_stops.before_review(self.cycle())
            if isinstance(due, reviews.StopAnswered):
                self.store(due.decided)
                return due
            self.store(review_stops.attempted(due))  # REV-5.14
            result = review(due)
            # Editors ignore the lock, so people may have changed the state meanwhile.
            now = review_stops.unattempted(due, self.cycle())
            answered = review_stops.settle(due, result, now, stop_hook_active=stop_hook_active)
            self.store(answered.decided or now)
            return answered

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder, which must exist, against other writers.

        Raises `TimeoutError`, an `OSError`, if the lock is not free in time. The lock ends with
        the process at the latest, and is not inherited by its children.
        """
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        with opened(self.folder / LOCK_NAME, flags) as descriptor:
            self.waited = lock(descriptor, self._patience, "the folder")
            yield
