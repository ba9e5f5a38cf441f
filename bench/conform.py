"""Measure how many operations `planspec conform` judges in a second, over a pipe.

Run with `.venv/bin/python bench/conform.py COMMAND`, such as an example of `examples/`. The time of
this process counts, and for comparison the whole time, in which the program answers too. Other
work on the machine changes the second much and the first little.
"""

import resource
import sys
import time
from collections.abc import Callable

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem
from conformance.kit.limits import RunLimits
from conformance.kit.validation import Validation
from conformance.kit.vector_runs import vectors_for
from conformance.vectors.playing import Player
from model.explorer.scopes.catalog import TOURED

OPERATIONS = 10_000
"""How many operations are asked on tours, and as many at random."""


def cpu_seconds() -> float:
    """Return how much time this process has computed."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure(name: str, validation: Validation, part: Callable[[], object]) -> None:
    """Run a part of a validation, and print how many operations it judged in a second."""
    before, cpu, begun = validation.operations, cpu_seconds(), time.perf_counter()
    part()
    asked = validation.operations - before
    cpu, whole = cpu_seconds() - cpu, time.perf_counter() - begun
    print(f"{name:8} {asked:8,} {asked / cpu:14,.0f} {asked / whole:14,.0f}")


def main(command: list[str]) -> None:
    """Measure vectors, tours and random operations on one program."""
    system = RemoteSystem(ProcessConnection(command))
    capabilities = capabilities_of(system.identity, frozenset(), system.edition, system.tolerance)
    vectors = vectors_for(capabilities)
    limits = RunLimits(seed=0, budget=None, operations=OPERATIONS)
    validation = Validation(system, capabilities, limits, lambda _done, _note: None)
    player = Player(system, validation.runner.comparator)
    print(f"{'':8} {'judged':>8} {'per CPU second':>14} {'per second':>14}")
    measure("vectors", validation, lambda: validation.judge_by_vectors(player, vectors))
    validation.limits = limits.after(validation.operations)
    measure("tours", validation, lambda: validation.play_tours(player, TOURED))
    validation.limits = limits.after(validation.operations)
    measure("random", validation, validation.run_at_random)
    system.bye()
    if validation.findings:
        sys.exit(f"{len(validation.findings)} findings: a program that conforms is measured")


if __name__ == "__main__":
    main(sys.argv[1:] or sys.exit("expected a program: bench/conform.py COMMAND"))
