"""How long whole `planstate` processes take, beside a Python that imports sqlite3 and ends."""

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from unittest.mock import patch

from bench.measuring import Measurement, Spent, in_turns, run_measured

TURNS = 40
PLAN = "plan.md"
SAMPLE = Path(__file__).parents[1] / "conformance" / "cli" / "sample_plan.md"
PROGRAM = (str(Path(sys.executable).with_name("planstate")), "state")
ANN = ("--worktree", "ann")
FLOOR = '`python -c "import sqlite3"`'
COMMANDS = {
    FLOOR: (sys.executable, "-c", "import sqlite3"),
    "state claim": (*PROGRAM, "claim", PLAN, *ANN),
    "state claim --synchronous normal": (*PROGRAM, "claim", PLAN, *ANN, "--synchronous", "normal"),
    "state show": (*PROGRAM, "show", PLAN),
    "state show --json": (*PROGRAM, "show", PLAN, "--json"),
    "state update --batch": (
        *(*PROGRAM, "update", PLAN, "foundations", *ANN),
        *("--batch", "--complete-remaining", "--json"),
    ),
}


def rows(small: bool = False) -> list[Measurement]:
    """Measure every command in turns, with compiled modules, as an installed program has them."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ):
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        repository = Path(folder, "repository")
        subprocess.run(["git", "init", "--quiet", str(repository)], check=True)
        (repository / PLAN).write_bytes(SAMPLE.read_bytes())
        init = [*PROGRAM, "init", PLAN]
        subprocess.run(init, cwd=repository, check=True, stdout=subprocess.DEVNULL)
        empty_batch = b"[]"

        def measure(command: tuple[str, ...]) -> Spent:
            return run_measured(command, repository, empty_batch)[0]

        measures = {name: partial(measure, command) for name, command in COMMANDS.items()}
        in_turns(measures, 1)  # fills the caches
        spent = in_turns(measures, 1 if small else TURNS)
    unit, peers = "CPU milliseconds", {FLOOR: spent.pop(FLOOR).cpu * 1000}
    return [
        Measurement(f"`planstate {name}`", unit, each.cpu * 1000, peers, each.wall * 1000)
        for name, each in spent.items()
    ]
