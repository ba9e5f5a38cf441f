"""What the unbroken side passes: nothing else kills a mutant."""

from collections.abc import Iterator, Sequence

from conformance.adapters.stores import StoreSystem
from conformance.differential.orchestrators import first_difference
from conformance.differential.recovery_situations import recovery_situations
from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.faults.source import ChangedProgram
from conformance.mutants.rows import stale_rows
from conformance.vectors.killing.layers import Layer
from conformance.vectors.killing.search import failing_length, vectors
from conformance.vectors.writing import file_of
from spec.editions import CURRENT


def failing_checks(mutants: Sequence[Mutant], layers: Sequence[Layer]) -> Iterator[str]:
    """Yield the checks of these layers that the unbroken side fails, each with what to do.

    Rows that are stale come first: their text is that of an earlier implementation.
    """
    if stale := list(stale_rows(mutants)):
        yield from stale
        return
    if Layer.VECTORS in layers and any(not isinstance(each, ChangedProgram) for each in mutants):
        yield from failing_vectors()
    if Layer.SITUATIONS in layers:
        yield from stale_situations()
    if Layer.TEST in layers:
        yield from failing_tests(mutants)


def failing_vectors() -> Iterator[str]:
    """Yield the vectors of the current edition that the store fails."""
    system = StoreSystem()
    for vector in vectors():
        if failing_length(system, vector) is not None:
            yield f"vectors/{file_of(vector)}: model and store differ on it; run 'planspec check'"
    system.close()


def stale_situations() -> Iterator[str]:
    """Yield the situations of recovery in which the orchestrator differs."""
    for each in recovery_situations():
        if each.edition == CURRENT.name and first_difference(each.given, each.outcomes):
            yield f"recovery_situations.toml, {each.id}: correct the row, or the orchestrator"


def failing_tests(mutants: Sequence[Mutant]) -> Iterator[str]:
    """Yield the tests of mutants that fail on the unbroken programs, as far as they are run."""
    from conformance.vectors.killing.by_test import CHECKOUT, PASSED, run_test

    tests = sorted({each.test for each in mutants if isinstance(each, ChangedProgram)})
    done = run_test(tests, str(CHECKOUT)) if tests else None
    if done is not None and done.returncode != PASSED:
        last = done.stdout.strip().splitlines()[-1:] or [done.stderr.strip()]
        yield f"a test fails on the unbroken programs: {last[0]}; make it pass"
