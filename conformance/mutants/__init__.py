"""The mutants: deliberate faults of the implementation, each of which the checks must find.

Every one is a slip that a competent programmer makes: a check dropped, a comparison off by one, an
effect forgotten, two statements swapped.
"""

from conformance.mutants.agents import AGENT_MUTANTS
from conformance.mutants.commits import COMMIT_MUTANTS
from conformance.mutants.iterations import ITERATION_MUTANTS
from conformance.mutants.reviews import REVIEW_MUTANTS
from conformance.mutants.steps import STEP_MUTANTS

__all__ = ["MUTANTS"]

MUTANTS = (
    *STEP_MUTANTS,
    *COMMIT_MUTANTS,
    *REVIEW_MUTANTS,
    *ITERATION_MUTANTS,
    *AGENT_MUTANTS,
)
