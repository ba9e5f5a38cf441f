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
from pathlib import Path

from bench.measuring import Measurement, Spent, Unavailable
from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem
from conformance.kit.coverage import VectorCoverage
from conformance.kit.limits import RunLimits
from conformance.kit.run import Validation, run_stage
from conformance.kit.session import Session, session_of
from conformance.kit.stages.random_operations import run_at_random
from conformance.kit.stages.stage import Stage
from conformance.kit.stages.tours import play_tours
from conformance.kit.stages.vectors import run_vectors
from conformance.kit.vector_runs import vectors_for
from model.explorer.scopes.catalog import TOURED

EXAMPLE = Path(__file__).parents[1] / "examples" / "go"
OPERATIONS = 10_000
"""How many operations are asked on tours, and as many at random."""


def cpu_seconds(who: int = resource.RUSAGE_SELF) -> float:
    """Return how much time this process has computed, or those that it has waited for."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def judged(session: Session, stage: Stage, limits: RunLimits) -> tuple[int, Spent]:
    """Run a stage of a validation; return how many operations it judged, and what that took."""
    cpu, begun = cpu_seconds(), time.perf_counter()
    validation = Validation(session, limits, session.tally(), VectorCoverage(session.edition))
    run_stage(stage, validation)
    if validation.findings:
        raise ValueError(f"{len(validation.findings)} findings: measure a program that conforms")
    return validation.operations, Spent(time.perf_counter() - begun, cpu_seconds() - cpu)


def parts_of(program: list[str], operations: int) -> tuple[dict[str, tuple[int, Spent]], float]:
    """Judge a program in parts; return these, and the CPU seconds of the program."""
    theirs = cpu_seconds(resource.RUSAGE_CHILDREN)
    system = RemoteSystem(ProcessConnection(program))
    capabilities = capabilities_of(system.identity, frozenset(), system.edition, system.tolerance)
    vectors = vectors_for(capabilities)
    limits = RunLimits(seed=0, budget=None, operations=operations)
    session = session_of(system, capabilities, vectors=vectors, scopes=TOURED)
    gc.freeze()  # as `planspec conform` does
    stages: dict[str, Stage] = {
        "vectors": run_vectors,
        "tours": play_tours,
        "random": run_at_random,
    }
    found = {name: judged(session, stage, limits) for name, stage in stages.items()}
    system.bye()
    return found, cpu_seconds(resource.RUSAGE_CHILDREN) - theirs


def rows(small: bool = False) -> list[Measurement]:
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
        Measurement(f"`conform`, {name}", unit, count / spent.cpu, peers, wall=count / spent.wall)
        for name, (count, spent) in parts.items()
    ]
