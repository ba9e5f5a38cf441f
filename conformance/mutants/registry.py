"""All mutants: those written by hand are slips that a competent programmer makes.

A check dropped, a comparison off by one, an effect forgotten, two statements swapped. The others
are generated: one for each amendment, each guard and each reason word.
"""

from conformance.mutants.catalog.agents import AGENT_MUTANTS
from conformance.mutants.catalog.claims import CLAIM_MUTANTS
from conformance.mutants.catalog.commits import COMMIT_MUTANTS
from conformance.mutants.catalog.completion import COMPLETION_MUTANTS
from conformance.mutants.catalog.editions import EDITION_MUTANTS
from conformance.mutants.catalog.iterations import ITERATION_MUTANTS
from conformance.mutants.catalog.recovery.attempts import ATTEMPT_MUTANTS
from conformance.mutants.catalog.recovery.escalating import DRIVER_MUTANTS, ESCALATION_MUTANTS
from conformance.mutants.catalog.recovery.implementing import IMPLEMENTING_MUTANTS
from conformance.mutants.catalog.reviews import REVIEW_MUTANTS
from conformance.mutants.catalog.words import WORD_MUTANTS
from conformance.mutants.mutant import Mutant
from conformance.mutants.operators import generated

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
    *IMPLEMENTING_MUTANTS,
    *ATTEMPT_MUTANTS,
    *ESCALATION_MUTANTS,
    *DRIVER_MUTANTS,
)


def mutant_named(identifier: str) -> Mutant:
    """Return a mutant by its id. Raises `KeyError` if there is none."""
    return {mutant.id: mutant for mutant in MUTANTS}[identifier]
