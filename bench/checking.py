"""`planspec check`, `planspec conform` and `planspec diff`, as whole commands."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.measuring import Measurement, Spent, Unavailable, in_turns, run_measured

PLANSPEC = str(Path(sys.executable).with_name("planspec"))
CODES = (0, 3)
"""Nothing is wrong, or what was tried is too little to tell."""

EXAMPLE = Path(__file__).parents[1] / "examples" / "go"
OPERATIONS = 10_000
"""How many operations `conform` sends from vectors, on tours and at random."""
TURNS = 3
PAIRS = (("origin", "seeds"), ("seeds", "2026.1"))


def command(*words: str) -> Callable[[], Spent]:
    """Return what runs and measures a command of `planspec`."""
    return lambda: run_measured([PLANSPEC, *words, "--json"], codes=CODES)[0]


def check_rows(small: bool = False) -> list[Measurement]:
    """Measure checked operations on the sample plan, by CPU time and by the clock."""
    amount = ("--examples", "4" if small else "400", "--seed", "1")
    _, output = run_measured([PLANSPEC, "check", *amount, "--json"], codes=CODES)
    spent = in_turns({"check": command("check", *amount)}, 1 if small else TURNS)["check"]
    return [rate("`check`, the sample plan", output, spent)]


def conform_rows(small: bool = False) -> list[Measurement]:
    """Measure how many operations of the example in Go are judged, its own time included."""
    if shutil.which("go") is None:
        raise Unavailable("conform: no Go here, in which the example is written; install it")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/example"
        subprocess.run(["go", "build", "-o", program, "."], cwd=EXAMPLE, check=True)
        amount = ("--operations", "100" if small else str(OPERATIONS), "--traces", folder)
        words = [PLANSPEC, "conform", *amount, "--json", "--", program]
        spent, output = run_measured(words, codes=CODES)
    return [rate("`conform`, the example in Go", output, spent)]


def rate(what: str, output: str, spent: Spent) -> Measurement:
    """Return how many operations a command made in a second, by what it printed."""
    operations = json.loads(output)["operations"]
    unit = "operations per CPU second"
    return Measurement(what, unit, operations / spent.cpu, wall=operations / spent.wall)


def diff_rows(small: bool = False) -> list[Measurement]:
    """Measure what comparing two editions takes."""
    pairs = PAIRS[1:] if small else PAIRS
    spent = {f"`diff {' '.join(pair)}`": command("diff", *pair)() for pair in pairs}
    return [
        Measurement(what, "CPU seconds", each.cpu, wall=each.wall) for what, each in spent.items()
    ]
