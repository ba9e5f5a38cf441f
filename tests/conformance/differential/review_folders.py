"""Reviews in files: the reference implementation with each plan's `state.json` in a folder."""

import shutil
import tempfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Self

from conformance.adapters.stores import StoreSystem
from impl.hooks.review_state import ReviewFolder
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.reviews import ReviewOperation
from spec.vocabulary.state import Plan, Shown, State


class ReviewFolders(StoreSystem):
    """A store whose reviews are kept in folders, one for each registered plan."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.root = root

    def folder(self, plan: str) -> Path:
        """Return the folder of a plan."""
        return self.root / sha256(plan.encode()).hexdigest()[:16]

    def apply(self, operation: Operation) -> Outcome:
        """Apply reviews to the folder, and everything else to the store."""
        folder = self.folder(operation.plan)
        if isinstance(operation, ReviewOperation):
            return ReviewFolder(folder).apply(operation)
        outcome = self.store.apply(operation)
        if isinstance(outcome, Shown):
            return replace(outcome, plan=self.with_reviews(outcome.plan))
        if not isinstance(outcome, Rejected) and self.store.snapshot(operation.plan) is not None:
            folder.mkdir(exist_ok=True)
        return outcome

    def with_reviews(self, plan: Plan) -> Plan:
        """Put the reviews in a plan's folder beside what the store knows of it."""
        return replace(plan, review_cycle=ReviewFolder(self.folder(plan.path)).cycle())

    def observe_plan(self, plan: str, family: str | None = None) -> Plan | None:
        """Return a plan with its reviews, or `None`."""
        found = super().observe_plan(plan, family)
        return None if found is None else self.with_reviews(found)

    def observe(self) -> State:
        """Return all plans with their reviews."""
        state = super().observe()
        return replace(state, plans=tuple(self.with_reviews(plan) for plan in state.plans))

    def load(self, state: State) -> None:
        """Hold exactly this state from now on."""
        shutil.rmtree(self.root)
        plans = []
        for plan in state.plans:
            self.folder(plan.path).mkdir(parents=True)
            if plan.review_cycle is not None:
                reviews = ReviewFolder(self.folder(plan.path))
                with reviews.locked():
                    reviews.store(plan.review_cycle)
            plans.append(replace(plan, review_cycle=None))
        self.root.mkdir(exist_ok=True)
        super().load(replace(state, plans=tuple(plans)))


class TemporaryReviewFolders:
    """Opens one after the other in a temporary folder, each empty."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="planspec-"))
        self.opened = 0

    def open(self) -> ReviewFolders:
        """Make empty folders, and give them."""
        self.opened += 1
        fresh = self.root / str(self.opened)
        fresh.mkdir()
        return ReviewFolders(fresh)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
