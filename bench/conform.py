"""How many operations `planspec conform` judges in a second over a pipe, beside what it judges.

The time of this process counts, and for comparison the whole time, in which the program answers
too. Other work on the machine changes the second much and the first little. What is judged is the
example in Go; its own CPU time says how many operations it alone answers in a second.
"""

import gc
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.measuring import Row, Spent, Unavailable
from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem
from conformance.kit.limits import RunLimits
from conformance.kit.validation import Validation
from conformance.kit.vector_runs import vectors_for
from conformance.vectors.playing import Player
from model.explorer.scopes.catalog import TOURED

EXAMPLE = Path(__file__).parents[1] / "examples" / "go"
OPERATIONS = 10_000
"""How many operations are asked on tours, and as many at random."""


def cpu_seconds(who: int = resource.RUSAGE_SELF) -> float:
    """Return how much time this process has computed, or those that it has waited for."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def judged(validation: Validation, part: Callable[[], object]) -> tuple[int, Spent]:
    """Run a part of a validation; return how many operations it judged, and what that took."""
    before, cpu, begun = validation.operations, cpu_seconds(), time.perf_counter()
    part()
    spent = Spent(time.perf_counter() - begun, cpu_seconds() - cpu)
    return validation.operations - before, spent


def parts_of(program: list[str], operations: int) -> tuple[dict[str, tuple[int, Spent]], float]:
    """Judge a program in parts; return these, and the CPU seconds of the program."""
    theirs = cpu_seconds(resource.RUSAGE_CHILDREN)
    system = RemoteSystem(ProcessConnection(program))
    capabilities = capabilities_of(system.identity, frozenset(), system.edition, system.tolerance)
    vectors = vectors_for(capabilities)
    limits = RunLimits(seed=0, budget=None, operations=operations)
    validation = Validation(system, capabilities, limits, lambda _done, _note: None)
    player = Player(system, validation.runner.comparator)
    gc.freeze()  # as `planspec conform` does
    parts: dict[str, Callable[[], object]] = {
        "vectors": lambda: validation.judge_by_vectors(player, vectors),
        "tours": lambda: validation.play_tours(player, TOURED),
        "random": validation.run_at_random,
    }
    found = {}
    for name, part in parts.items():
        found[name] = judged(validation, part)
        validation.limits = limits.after(validation.operations)
    system.bye()
    if validation.findings:
        raise ValueError(f"{len(validation.findings)} findings: measure a program that conforms")
    return found, cpu_seconds(resource.RUSAGE_CHILDREN) - theirs


def rows(small: bool = False) -> list[Row]:
    """Measure vectors, tours and random operations on the example in Go."""
    if shutil.which("go") is None:
        raise Unavailable("conform: no Go here, in which the example is written; install it")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/example"
        subprocess.run(["go", "build", "-o", program, "."], cwd=EXAMPLE, check=True)
        parts, theirs = parts_of([program], 100 if small else OPERATIONS)
    alone = sum(operations for operations, _ in parts.values()) / theirs
    unit, peers = "operations per CPU second", {"the program alone": alone}
    return [
        Row(f"`conform`, {name}", unit, count / spent.cpu, peers, wall=count / spent.wall)
        for name, (count, spent) in parts.items()
    ]
