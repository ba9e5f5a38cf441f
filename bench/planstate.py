"""Measure how long whole `planstate` processes take, and what durability costs an operation.

The floor is a Python that imports sqlite3 and ends. All are run in turns, so that a machine that
slows down slows all of them. Run with `.venv/bin/python bench/planstate.py`.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from impl.documents.reader import read_document
from impl.store.database.opening import Synchronous
from impl.store.store import Store
from spec.vocabulary.holding import Heartbeat, LeaseRenewed
from spec.vocabulary.plans import Register

TURNS = 40
OPERATIONS = 500
PLAN = "plan.md"
SAMPLE = Path(__file__).parents[1] / "conformance" / "cli" / "sample_plan.md"
PROGRAM = (str(Path(sys.executable).with_name("planstate")), "state")
ANN = ("--worktree", "ann")
FLOOR = (sys.executable, "-c", "import sqlite3")
COMMANDS = {
    "floor: python -c 'import sqlite3'": FLOOR,
    "state claim": (*PROGRAM, "claim", PLAN, *ANN),
    "state claim --synchronous normal": (*PROGRAM, "claim", PLAN, *ANN, "--synchronous", "normal"),
    "state show": (*PROGRAM, "show", PLAN),
    "state show --json": (*PROGRAM, "show", PLAN, "--json"),
    "state update --batch": (
        *(*PROGRAM, "update", PLAN, "foundations", *ANN),
        *("--batch", "--complete-remaining", "--json"),
    ),
}
MODES: tuple[Synchronous, ...] = ("FULL", "NORMAL")


def seconds_of(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """Run a process; return its elapsed time and its CPU time."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert process.stdin is not None
    process.stdin.write(b"[]")
    process.stdin.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime


def measure_processes(folder: Path) -> None:
    """Measure every command in turns, after a first turn that fills the caches."""
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    (folder / PLAN).write_bytes(SAMPLE.read_bytes())
    subprocess.run([*PROGRAM, "init", PLAN, "-q"], cwd=folder, check=True)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for turn in range(TURNS + 1):
        for name, command in COMMANDS.items():
            spent = seconds_of(command, folder)
            if turn:
                taken[name].append(spent)
    floor = median(wall for wall, _ in taken[next(iter(COMMANDS))])
    print(f"{'whole processes':36} {'median':>8} {'least':>8} {'cpu':>8}  times the floor")
    for name, turns in taken.items():
        walls, cpus = zip(*turns, strict=True)
        print(
            f"{name:36} {median(walls) * 1e3:5.0f} ms {min(walls) * 1e3:5.0f} ms "
            f"{median(cpus) * 1e3:5.0f} ms  {median(walls) / floor:.1f}"
        )


def measure_durability(folder: Path) -> None:
    """Measure an operation that writes, with full and with normal durability."""
    definition = read_document(SAMPLE).definition
    for mode in MODES:
        with Store.open(folder / f"{mode}.db", synchronous=mode) as store:
            store.apply(Register(PLAN, definition, 0))
            store._connection.execute(
                "UPDATE steps SET status = 'claimed', claimed_by = 'ann', lease_expires_at = 0 "
                "WHERE anchor = 'foundations'"
            )
            begun = time.perf_counter()
            for now in range(OPERATIONS):
                answer = store.apply(Heartbeat(PLAN, "foundations", "ann", now))
                assert isinstance(answer, LeaseRenewed)
            each = (time.perf_counter() - begun) / OPERATIONS
        print(f"{'one heartbeat, synchronous ' + mode:36} {each * 1e6:5.0f} µs")


def main() -> None:
    """Measure both, on a disk and with compiled modules, as an installed program has them."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        repository = Path(folder, "repository")
        repository.mkdir()
        measure_processes(repository)
        measure_durability(repository)


if __name__ == "__main__":
    main()
