"""Playing the vectors on model and store: a clause whose vector agrees was put to the test."""

from collections.abc import Callable, Sequence

from conformance.adapters.stores import OpenSystem
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import reduce_failure
from conformance.differential.tally import Tally
from conformance.vectors.vector import Vector


def first_failing(
    open_system: OpenSystem,
    vectors: Sequence[Vector],
    tally: Tally,
    progress: Callable[[], None] = lambda: None,
) -> Counterexample | None:
    """Return the divergence of the first vector on which both sides differ, reduced, or `None`.

    The shortest vectors are played first. The tally counts the clauses of those that agree.
    """
    runner = DifferentialRunner(open_system(), tally)
    for vector in sorted(vectors, key=lambda each: len(each.operations)):
        try:
            for operation in runner.begin([asked.operation for asked in vector.operations]):
                runner.apply(operation)
            runner.compare_everything()
        except Divergence as divergence:
            shown = Counterexample(divergence, tuple(runner.operations))
            return reduce_failure(open_system, shown)
        tally.witnessed.update(vector.clauses)
        progress()
    return None
