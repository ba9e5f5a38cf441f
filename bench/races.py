"""Measure how soon clients that know nothing of a race find it, for each race of the store.

Every run is one `planspec conform --clients 6 --pause --budget 30s`, with a seed of its own,
without the repetitions that follow a finding. The faultless store is run as well, in which nothing
may be found. Run with `.venv/bin/python -m bench.races`; `--json` prints one document, `--keep DIR`
keeps what was measured and does not measure it again, and `--only ID` measures one race.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from conformance.cli.clients import recorded
from conformance.cli.conform import limits_of
from conformance.cli.main import parsed
from conformance.histories.linearizability import Verdict
from conformance.mutants.catalog.races import RACES

PROGRAM = str(Path(sys.executable).parent / "planspec")
CLIENTS, BUDGET, RUNS, FAULTLESS_RUNS = 6, 30, 3, 5
FAULTLESS = "faultless"
HOW = ("--clients", str(CLIENTS), "--pause", "--budget", f"{BUDGET}s")
PATIENT = ("--start-timeout", "120", "--timeout", "60")
"""A busy machine is no fault of the store."""

Document = dict[str, Any]


def run(mutant: tuple[str, ...], seed: int) -> Document:
    """Return what one run has found, and how soon."""
    with tempfile.TemporaryDirectory() as folder:
        how = (*HOW, *PATIENT, "--seed", str(seed), "--traces", folder)
        system = ("--", PROGRAM, "serve", "impl", "--store", "{store}", *mutant)
        options = parsed(["conform", *how, *system])
        begun = time.monotonic()
        _, outcome = recorded(options, limits_of(options), lambda _: None)
    return {
        "verdict": outcome.verdict.value,
        "operations": outcome.operations,
        "plans": outcome.plans,
        "seconds": round(time.monotonic() - begun, 1),
    }


def row(name: str, count: int, folder: Path) -> Document:
    """Return what some runs have found, which are made unless they are in a folder."""
    kept = folder / f"{name}.json"
    if not kept.exists():
        mutant = () if name == FAULTLESS else ("--mutant", name)
        runs = [run(mutant, seed) for seed in range(count)]
        found = sum(each["verdict"] == Verdict.CONTRADICTED for each in runs)
        print(f"{name:42} found in {found} of {count}", file=sys.stderr)
        kept.write_text(json.dumps({"id": name, "found": found, "runs": runs}), encoding="utf-8")
    document: Document = json.loads(kept.read_text(encoding="utf-8"))
    return document


def measured(folder: Path, only: str | None) -> tuple[list[Document], Document | None]:
    """Return what is found in each race, and in the faultless store."""
    races = [row(race.id, RUNS, folder) for race in RACES if only in (None, race.id)]
    is_wanted = only in (None, FAULTLESS)
    return races, row(FAULTLESS, FAULTLESS_RUNS, folder) if is_wanted else None


def main() -> None:
    """Measure, and print a table or a document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        races, faultless = measured(options.keep or Path(folder), options.only)
    document = {
        "command": " ".join(("planspec", "conform", *HOW)),
        "budget": BUDGET,
        "runs": RUNS,
        "often": sum(each["found"] * 3 >= RUNS * 2 for each in races),
        "total": len(races),
        "races": races,
        "faultless": faultless,
    }
    if options.json:
        print(json.dumps(document))
        return
    for each in (*races, *filter(None, [faultless])):
        seconds = ", ".join(f"{one['seconds']:g} s" for one in each["runs"])
        print(f"{each['id']:42} {each['found']} of {len(each['runs'])}: {seconds}")


if __name__ == "__main__":
    main()
