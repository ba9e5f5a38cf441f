"""The runner of the mutants: which layer of the checks kills a mutant, and how soon."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from conformance.mutants.faults.mutant import Component, Mutant
from conformance.mutants.faults.races import Race
from conformance.mutants.faults.source import IMPLEMENTATION, ChangedProgram
from conformance.mutants.registry import mutant_named
from conformance.protocol.documents.vectors import LayerResult, MutantDocument
from conformance.vectors.killing.layers import Layer
from conformance.vectors.killing.search import at_random, by_situations, by_vectors

PROCESSES = 2


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """Which layers are tried until one kills a mutant, each with at most so many operations."""

    layers: tuple[Layer, ...] = tuple(Layer)
    budget: int = 10_000


def run_mutant(mutant: Mutant, search: SearchLimits) -> MutantDocument:
    """Try the layers on a mutant until one kills it, and return what each of them found."""
    layers: list[LayerResult] = []
    for layer in layers_for(mutant, search):
        begun = time.perf_counter()
        result = try_layer(mutant, layer, search.budget)
        seconds = round(time.perf_counter() - begun, 3)
        layers.append(replace(result, seconds=seconds))
        if result.killed:
            break
    last = layers[-1] if layers else None
    return MutantDocument(
        id=mutant.id,
        rule=mutant.rule,
        clause=mutant.clause,
        kind=mutant.kind.value,
        subject=mutant.subject.value,
        broken=mutant.description,
        equivalent=mutant.equivalent or None,
        killed_by=last.layer if last and last.killed else None,
        operations=sum(each.operations for each in layers),
        seconds=round(sum(each.seconds for each in layers), 3),
        length=last.length if last else None,
        layers=layers,
    )


def layers_for(mutant: Mutant, search: SearchLimits) -> list[Layer]:
    """Return the chosen layers that can tell a mutant.

    Where the tests are not installed, nothing can tell a mutant of a program.
    """
    if isinstance(mutant, ChangedProgram):
        told_by = [Layer.TEST] if (IMPLEMENTATION.parent / "tests").is_dir() else []
    elif isinstance(mutant, Race):
        told_by = [Layer.CLIENTS]
    elif mutant.subject is Component.ORCHESTRATOR:
        told_by = [Layer.SITUATIONS]
    else:
        told_by = [Layer.VECTORS, Layer.RANDOM]
    return [layer for layer in search.layers if layer in told_by]


def try_layer(mutant: Mutant, layer: Layer, budget: int) -> LayerResult:
    """Try one layer."""
    match layer:
        case Layer.SITUATIONS:
            return by_situations(mutant)
        case Layer.VECTORS:
            return by_vectors(mutant)
        case Layer.RANDOM:
            return at_random(mutant, budget)
        case Layer.CLIENTS:
            from conformance.vectors.killing.races.search import by_clients

            assert isinstance(mutant, Race)
            return by_clients(mutant)
        case Layer.TEST:
            from conformance.vectors.killing.by_test import by_test

            assert isinstance(mutant, ChangedProgram)
            return by_test(mutant)


def run_mutants(
    mutants: Sequence[Mutant], search: SearchLimits, progress: Callable[[str, int], None]
) -> Iterator[MutantDocument]:
    """Run mutants in order, several of them in two processes."""
    if len(mutants) == 1:
        yield run_mutant(mutants[0], search)
        return
    with ProcessPoolExecutor(PROCESSES) as pool:
        names = [mutant.id for mutant in mutants]
        results = pool.map(partial(run_named, search=search), names)
        for done, one in enumerate(results, start=1):
            progress(one.id, done)
            yield one


def run_named(identifier: str, search: SearchLimits) -> MutantDocument:
    """Run a mutant in a process of its own, which finds it by its id."""
    return run_mutant(mutant_named(identifier), search)
