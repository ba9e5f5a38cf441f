"""The mutants: deliberate faults of store and orchestrator, each of which the checks must find.

Those written by hand are slips that a competent programmer makes: a check dropped, a comparison off
by one, an effect forgotten, two statements swapped. The others are generated: one for each
amendment, each guard and each reason word.
"""

from conformance.mutants.agents import AGENT_MUTANTS
from conformance.mutants.claims import CLAIM_MUTANTS
from conformance.mutants.commits import COMMIT_MUTANTS
from conformance.mutants.completion import COMPLETION_MUTANTS
from conformance.mutants.editions import EDITION_MUTANTS
from conformance.mutants.guards import generated
from conformance.mutants.iterations import ITERATION_MUTANTS
from conformance.mutants.mutant import Mutant
from conformance.mutants.orchestrators import ORCHESTRATOR_MUTANTS
from conformance.mutants.reviews import REVIEW_MUTANTS
from conformance.mutants.words import WORD_MUTANTS

__all__ = ["MUTANTS", "mutant_named"]

_OF_THE_STORE = (
    *CLAIM_MUTANTS,
    *COMPLETION_MUTANTS,
    *COMMIT_MUTANTS,
    *REVIEW_MUTANTS,
    *ITERATION_MUTANTS,
    *AGENT_MUTANTS,
)
MUTANTS: tuple[Mutant, ...] = (
    *EDITION_MUTANTS,
    *_OF_THE_STORE,
    *generated(_OF_THE_STORE),
    *WORD_MUTANTS,
    *ORCHESTRATOR_MUTANTS,
)


def mutant_named(identifier: str) -> Mutant:
    """Find a mutant by its id; raise `KeyError` if there is none."""
    return {mutant.id: mutant for mutant in MUTANTS}[identifier]
