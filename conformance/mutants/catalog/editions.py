"""Mutants by edition: the model without one amendment, or with one that was withdrawn."""

from dataclasses import dataclass

from conformance.adapters.model import ModelSystem
from conformance.adapters.stores import OpenSystem
from conformance.differential.orchestrators import Orchestrator, orchestrator_of
from conformance.mutants.faults.mutant import Component, Mutant, MutantKind
from conformance.protocol.unfinished import Unfinished
from spec.amendments.amendment import Amendment
from spec.amendments.changes_2026_2 import (
    CHAINS_BELONG_TOGETHER,
    COMMIT_ONCE,
    FINDINGS_HOLD_THE_STOP,
    NO_VERDICT_IS_NO_REVIEW,
    TOOLS_THAT_SERVE,
)
from spec.amendments.corrections import RECOVERY_VERIFIES_STEP, RESYNC
from spec.amendments.seed import CRASH_ROUTING, DEFERRED_ONLY_BATCH, RECOVERY_LOOP
from spec.catalog import CLAUSES, OBSERVABLE_AMENDMENTS
from spec.editions import CURRENT, Edition, toggled
from spec.rules.rule import Clause

OF_THE_ORCHESTRATOR = (RECOVERY_LOOP, DEFERRED_ONLY_BATCH, RECOVERY_VERIFIES_STEP)
"""The amendments that change what is asked of a store, and none of its answers."""


@dataclass(frozen=True, kw_only=True)
class WithoutAmendment(Mutant):
    """The model, or its orchestrator, in the current edition without an amendment.

    An amendment that the current edition has withdrawn is in force instead.
    """

    amendment: Amendment
    kind: MutantKind = MutantKind.AMENDMENT_OFF

    @property
    def edition(self) -> Edition:
        """The edition that the mutant follows."""
        return toggled(self.amendment)

    def opener(self) -> OpenSystem:
        """Return what opens the model in the earlier edition."""
        return lambda: ModelSystem(self.edition)

    def orchestrator(self) -> Orchestrator:
        """Return the orchestrator of the earlier edition."""
        return orchestrator_of(self.edition)


KEPT_WITHOUT = ("CHK-4.4",)
"""Clauses that come with an amendment and that an edition without it keeps all the same."""


FAILING = {
    COMMIT_ONCE: "COM-6.6",
    RESYNC: "PLN-7.4",
    CRASH_ROUTING: "REV-11.14",
    NO_VERDICT_IS_NO_REVIEW: "REV-12.13",
    FINDINGS_HOLD_THE_STOP: "REV-14.1",
    CHAINS_BELONG_TOGETHER: "AGT-5.6",
    TOOLS_THAT_SERVE: "AGT-8.1",
}
"""The clause that the failure of an amendment breaks, if that is not the first it adds."""


def first_clause(amendment: Amendment) -> Clause:
    """Return the first clause of an amendment that an edition without it breaks.

    Of one that was withdrawn, return the first that it ended, and that is in force again.
    """
    withdrawn = not CURRENT.has(amendment)
    own = (each for each in CLAUSES if amendment is (each.until if withdrawn else each.since))
    observable = (each for each in own if each.binds and not each.kept_outside)
    for clause in observable:
        if clause.id not in KEPT_WITHOUT:
            return clause
    raise Unfinished(
        f"{amendment.id} has no clause that binds and shows in an answer; write one with MUST or "
        "MUST NOT in spec/rules/, with the amendment as its `since`"
    )


def failure(amendment: Amendment) -> str:
    """Return what is wrong without an amendment, or with one that was withdrawn."""
    if not CURRENT.has(amendment):
        return f"{amendment.id} is in force: {amendment.title}"
    return amendment.failure[0].lower() + amendment.failure[1:-1]


EDITION_MUTANTS = tuple(
    WithoutAmendment(
        id=f"{'without' if CURRENT.has(amendment) else 'with'}-{amendment.id}-{amendment.name}",
        clause=FAILING.get(amendment) or first_clause(amendment).id,
        broken=failure(amendment),
        subject=Component.ORCHESTRATOR if amendment in OF_THE_ORCHESTRATOR else Component.STORE,
        amendment=amendment,
    )
    for amendment in OBSERVABLE_AMENDMENTS
)
