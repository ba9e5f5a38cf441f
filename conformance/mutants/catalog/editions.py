"""Mutants by edition: the model without one amendment, for each that there is."""

from dataclasses import dataclass

from conformance.adapters.model import ModelSystem
from conformance.adapters.stores import OpenSystem
from conformance.differential.orchestrators import Orchestrator
from conformance.mutants.faults.mutant import Component, Mutant, MutantKind
from model.recovery import implement
from spec.amendments import (
    AMENDMENTS,
    DEFERRED_ONLY_BATCH,
    RECOVERY_LOOP,
    RECOVERY_VERIFIES_STEP,
    RELEASE_NAMES_AUTHORITY,
    Amendment,
)
from spec.catalog import rules_of
from spec.editions import CURRENT, Edition, edition_named
from spec.rules.rule import Clause
from spec.vocabulary.recovery import Count, Procedure, Review

OF_THE_ORCHESTRATOR = (RECOVERY_LOOP, DEFERRED_ONLY_BATCH, RECOVERY_VERIFIES_STEP)
"""The amendments that change what is asked of a store, and none of its answers."""

FAILING = {RELEASE_NAMES_AUTHORITY: "CLM-15.3"}
"""The clause that the failure of an amendment breaks, if that is not the first it adds."""


@dataclass(frozen=True, kw_only=True)
class WithoutAmendment(Mutant):
    """The model, or its orchestrator, in the current edition without an amendment."""

    amendment: Amendment
    kind: MutantKind = MutantKind.AMENDMENT_OFF

    @property
    def edition(self) -> Edition:
        """The edition that the mutant follows."""
        return edition_named(f"{CURRENT.name}-{self.amendment.id}")

    @property
    def subject(self) -> Component:
        """The component that the amendment changes."""
        of_orchestrator = self.amendment in OF_THE_ORCHESTRATOR
        return Component.ORCHESTRATOR if of_orchestrator else Component.STORE

    def opener(self) -> OpenSystem:
        """Return what opens the model in the earlier edition."""
        return lambda: ModelSystem(self.edition)

    def orchestrator(self) -> Orchestrator:
        """Return the orchestrator of the earlier edition."""

        def earlier(plan: str, worktree: str, review: Review, count: Count) -> Procedure:
            return implement(plan, worktree, review, count, self.edition)

        return earlier


KEPT_WITHOUT = ("CHK-4.4",)
"""Clauses that come with an amendment and that an edition without it keeps all the same."""


def first_clause(amendment: Amendment) -> Clause:
    """Return the first binding clause of an amendment that an edition without it breaks."""
    rules = rules_of(amendment)
    added = (each for rule in rules for each in rule.clauses if each.since is amendment)
    return next(clause for clause in added if clause.binds and clause.id not in KEPT_WITHOUT)


EDITION_MUTANTS = tuple(
    WithoutAmendment(
        id=f"without-{amendment.id}-{amendment.name}",
        clause=FAILING.get(amendment) or first_clause(amendment).id,
        broken=amendment.failure[0].lower() + amendment.failure[1:-1],
        amendment=amendment,
    )
    for amendment in AMENDMENTS
)
