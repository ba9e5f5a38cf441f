"""The random layer: the state machine on the mutant, with the model beside it."""

from conformance.differential.agreement import Tally
from conformance.differential.replay import reduce_failure
from conformance.differential.search import Limits, first_failure, search_machine
from conformance.generators.documents import workspaces
from conformance.mutants.catalog.editions import ModelStore
from conformance.mutants.layers import Attempt, Layer
from conformance.mutants.mutant import Mutant, Subject
from spec.editions import CURRENT

SEED = 0
STEPS = 40
"""Steps in an example."""


def at_random(mutant: Mutant, budget: int) -> Attempt:
    """Ask about so many operations, and reduce the first sequence that diverges."""
    tally = Tally()
    if mutant.subject is Subject.ORCHESTRATOR:
        # The store is right, so only orchestrated steps can diverge.
        machine = search_machine(model_store, workspaces(), tally, mutant.orchestrator())
    else:
        machine = search_machine(mutant.opener(), workspaces(), tally)
    failure = first_failure(machine, Limits(max(budget // STEPS, 1), STEPS, SEED))
    if failure is None:
        return Attempt(Layer.RANDOM, False, tally.operations, "no random sequence shows it")
    # The operation that diverges is not in the tally, which counts those that agree.
    asked, length = tally.operations + 1, None
    if mutant.subject is Subject.STORE:
        finding = reduce_failure(machine.open_store, failure.operations, failure.divergence)
        length = len(finding.operations)
    return Attempt(Layer.RANDOM, True, asked, f"seed {SEED}", length)


def model_store() -> ModelStore:
    """Return the model in the current edition, as a store."""
    return ModelStore(CURRENT)
