"""The random layer: the state machine on the mutant, with the model beside it."""

from conformance.adapters.model import ModelSystem
from conformance.differential.search import Limits, first_failure, reduce_failure, search_machine
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.mutants.layers import Layer, LayerResult
from conformance.mutants.mutant import Component, Mutant

SEED = 0
STEPS = 40
"""Steps in an example."""


def at_random(mutant: Mutant, budget: int) -> LayerResult:
    """Apply about so many operations, and reduce the first sequence that diverges."""
    tally = Tally()
    if mutant.subject is Component.ORCHESTRATOR:
        # The store is right, so only orchestrated steps can diverge.
        machine = search_machine(ModelSystem, workspaces(), tally, mutant.orchestrator())
    else:
        machine = search_machine(mutant.opener(), workspaces(), tally)
    failure = first_failure(machine, Limits(max(budget // STEPS, 1), STEPS, SEED))
    if failure is None:
        return LayerResult(Layer.RANDOM, False, tally.operations, "no random sequence shows it")
    # The operation that diverges is not in the tally, which counts those that agree.
    asked, length = tally.operations + 1, None
    if mutant.subject is Component.STORE:
        shown = reduce_failure(machine.open_system, failure)
        length = len(shown.operations)
    return LayerResult(Layer.RANDOM, True, asked, f"seed {SEED}", length)
