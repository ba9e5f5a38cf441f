"""Playing the vectors on model and store: a clause whose vector agrees was put to the test."""

from collections.abc import Callable, Sequence

from conformance.adapters.stores import OpenSystem
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import reduce_failure
from conformance.differential.tally import Tally
from conformance.vectors.vector import Vector, operations_of


def first_failing(
    open_system: OpenSystem,
    vectors: Sequence[Vector],
    tally: Tally,
    progress: Callable[[], None] = lambda: None,
) -> Counterexample | None:
    """Return the divergence of the first vector on which both sides differ, reduced, or `None`.

    The shortest vectors are played first. The tally counts the clauses of those that agree, and
    notes the answers; which operations are varied is for random operations to show.
    """
    system = open_system()
    runner = DifferentialRunner(system, tally)
    try:
        for vector in sorted(vectors, key=lambda each: len(each.operations)):
            for operation in runner.begin(operations_of(vector)):
                tally.variety.note(runner.apply(operation).outcome)
            runner.compare_everything()
            tally.witnessed.update(vector.clauses)
            progress()
    except Divergence as divergence:
        shown = Counterexample(divergence, tuple(runner.operations))
    else:
        return None
    finally:
        system.close()
    return reduce_failure(open_system, shown)
