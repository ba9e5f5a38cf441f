"""The two orchestrators compared: on the table of recovery situations, then on drawn answers."""

from hypothesis import HealthCheck, Phase, given, seed, settings

from conformance.differential.divergence import Divergence
from conformance.differential.orchestrators import (
    Orchestrator,
    ProcedureDivergence,
    first_difference,
    implementation_orchestrator,
)
from conformance.differential.recovery_situations import orchestrator_divergence, play
from conformance.differential.tally import Tally
from conformance.generators.recovery import AnsweredRun, answered_runs

EXAMPLES = 100
"""The runs that a check draws, in half a second. The table alone shows every mutant."""


def compare_orchestrators(tally: Tally, random_seed: int) -> Divergence | None:
    """Return the first divergence of the two orchestrators, or `None`.

    Counts the clauses that decided what they do, and the properties of runs.
    """
    if (found := play(tally)) is not None:
        return found
    difference = search_answers(random_seed, implementation_orchestrator, EXAMPLES)
    return orchestrator_divergence("on drawn answers", difference) if difference else None


def search_answers(
    random_seed: int, tested: Orchestrator, examples: int
) -> ProcedureDivergence | None:
    """Return the simplest difference found of the two orchestrators on drawn answers, or `None`."""

    @seed(random_seed)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(answered_runs())
    def agree(run: AnsweredRun) -> None:
        if (difference := first_difference(run.given, run.outcomes, tested)) is not None:
            raise difference

    try:
        agree()
    except ProcedureDivergence as difference:
        return difference
    return None
