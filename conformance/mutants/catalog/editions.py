"""Mutants by edition: the model without one amendment, for each that there is."""

from dataclasses import dataclass

from conformance.differential.agreement import Opener, restricted
from conformance.differential.orchestrators import Orchestrator
from conformance.mutants.mutant import Kind, Mutant, Subject
from model.apply import apply
from model.recovery import implement
from spec.amendments import (
    AMENDMENTS,
    DEFERRED_ONLY_BATCH,
    RECOVERY_LOOP,
    RECOVERY_VERIFIES_STEP,
    Amendment,
)
from spec.catalog import rules_of
from spec.editions import CURRENT, Edition, edition_named
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Count, Procedure, Review
from spec.vocabulary.state import Plan, State

OF_THE_ORCHESTRATOR = (RECOVERY_LOOP, DEFERRED_ONLY_BATCH, RECOVERY_VERIFIES_STEP)
"""The amendments that change what is asked of a store, and none of its answers."""


class ModelStore:
    """The model in some edition, asked as an implementation is."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.state = State()

    def apply(self, operation: Operation) -> Outcome:
        """Answer an operation."""
        transition = apply(self.state, operation, self.edition)
        self.state = transition.state
        return transition.outcome

    def snapshot(self, plan_path: str, family: str | None = None) -> Plan | None:
        """Give a plan, or of its steps one family only."""
        plan = self.state.plan(plan_path)
        return restricted(plan, family) if plan and family else plan

    def snapshot_state(self) -> State:
        """Give everything."""
        return self.state

    def load(self, state: State) -> None:
        """Hold exactly this state from now on."""
        self.state = state

    def integrity_problems(self) -> list[str]:
        """Find nothing: there is no stored data that could be damaged."""
        return []

    def close(self) -> None:
        """Let go of nothing."""


@dataclass(frozen=True, kw_only=True)
class WithoutAmendment(Mutant):
    """The model, or its orchestrator, in the current edition without an amendment."""

    amendment: Amendment
    kind: Kind = Kind.AMENDMENT_OFF

    @property
    def edition(self) -> Edition:
        """Give the edition that the mutant follows."""
        return edition_named(f"{CURRENT.name}-{self.amendment.id}")

    @property
    def subject(self) -> Subject:
        """Say which of the two the amendment changes."""
        of_orchestrator = self.amendment in OF_THE_ORCHESTRATOR
        return Subject.ORCHESTRATOR if of_orchestrator else Subject.STORE

    def opener(self) -> Opener:
        """Give the model in the earlier edition."""
        return lambda: ModelStore(self.edition)

    def orchestrator(self) -> Orchestrator:
        """Give the orchestrator of the earlier edition."""

        def earlier(plan: str, worktree: str, review: Review, count: Count) -> Procedure:
            return implement(plan, worktree, review, count, self.edition)

        return earlier


EDITION_MUTANTS = tuple(
    WithoutAmendment(
        id=f"without-{amendment.id}-{amendment.name}",
        rule=rules_of(amendment)[0].id,
        broken=amendment.failure,
        amendment=amendment,
    )
    for amendment in AMENDMENTS
)
