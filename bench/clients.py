"""Run many processes on one store of `planstate` at the same time, and judge all they see.

Every run is one `planspec conform --clients`, with a seed of its own. Run with
`.venv/bin/python -m bench.clients`; `--json` prints one document, the sum of all runs. `--runs N`
makes only the first runs of each kind.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench.measuring import PATIENT, Document

ROOT = Path(__file__).parents[1]
PROGRAMS = Path(sys.executable).parent
SERVED = ("--", "planspec", "serve", "impl", "--store", "{store}")
BY_COMMANDS = ("--cli", "planstate")
VERDICTS = (0, 1, 3, 4)
"""The exit codes of runs that print a document."""
SUMMED = ("operations", "accepted", "events", "lost", "kills", "pauses", "plans_judged")
WORDS = ("explained", "contradicted", "unknown")


@dataclass(frozen=True)
class ClientKind:
    """Runs that differ by their seeds only: `options` of `planspec conform`, and how many runs."""

    name: str
    options: tuple[str, ...]
    operations: int
    runs: int
    system: tuple[str, ...]

    def command(self, seed: int) -> tuple[str, ...]:
        """Return the command of a run."""
        how = ("--operations", str(self.operations), "--seed", str(seed))
        return ("planspec", "conform", *self.options, *how, *self.system)


KINDS = (
    ClientKind("crowd", ("--clients", "8"), 10_000, 5, SERVED),
    ClientKind("few", ("--clients", "3"), 10_000, 3, SERVED),
    ClientKind("stopped", ("--clients", "4", "--pause"), 2_000, 1, SERVED),
    ClientKind("killed", ("--clients", "4", "--kill"), 1_000, 2, SERVED),
    ClientKind("commands", ("--clients", "4", "--kill"), 1_000, 10, BY_COMMANDS),
    ClientKind("stopped-commands", ("--clients", "4", "--pause"), 500, 1, BY_COMMANDS),
)
"""What is run: servers of the store's protocol, and `planstate` itself, a process a call."""


def result(kind: ClientKind, seed: int, traces: str) -> Document:
    """Return the document of a run."""
    command = kind.command(seed)
    words = [*command[:2], "--json", *PATIENT, "--traces", traces, *command[2:]]
    environment = {**os.environ, "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")
    found: Document = json.loads(done.stdout or "{}") if done.returncode in VERDICTS else {}
    if "operations" not in found:
        why = f"{done.stdout}{done.stderr}"
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}: {why}")
    note = f"{found['operations']:,} operations, {found['kills']:,} kills, {found['verdict']}"
    print(f"{kind.name} {seed}: {note}", file=sys.stderr)
    return found


def row(kind: ClientKind, most: int) -> Document:
    """Return the sum of the runs of a kind."""
    with tempfile.TemporaryDirectory() as folder:
        found = [result(kind, seed, folder) for seed in range(min(kind.runs, most))]
    sums = {name: sum(each[name] for each in found) for name in (*SUMMED, "explained_to")}
    return {
        "name": kind.name,
        "command": " ".join(kind.command(0)),
        "runs": len(found),
        "verdicts": {word: sum(each["verdict"] == word for each in found) for word in WORDS},
        "failures": sum(len(each["failures"]) for each in found),
        **sums,
        "seconds": round(sum(each["seconds"] for each in found), 1),
    }


def main() -> None:
    """Make the runs, and print a document if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=sys.maxsize)
    options = parser.parse_args()
    rows = [row(kind, options.runs) for kind in KINDS]
    totals = {name: sum(each[name] for each in rows) for name in (*SUMMED, "failures")}
    verdicts = {word: sum(each["verdicts"][word] for each in rows) for word in WORDS}
    if options.json:
        print(json.dumps({**totals, "verdicts": verdicts, "kinds": rows}))


if __name__ == "__main__":
    main()
