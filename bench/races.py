"""Measure how soon clients that know nothing of a race find it, for each race of the store.

Every run is one `planspec conform --clients 6 --pause --budget 30s`, with a seed of its own,
without the repetitions that follow a finding. The faultless store is run as well, in which nothing
may be found. Run with `.venv/bin/python -m bench.races`; `--json` prints one document, and
`--only ID` measures one race.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from bench.measuring import PATIENT, Document
from conformance.cli.clients import recorded
from conformance.cli.common.effort import limits_of
from conformance.cli.main import parsed
from conformance.cli.options.validation import ConformOptions
from conformance.histories.linearizability import Verdict
from conformance.mutants.races import RACES

PROGRAM = str(Path(sys.executable).parent / "planspec")
CLIENTS, BUDGET, RUNS, FAULTLESS_RUNS = 6, 30, 3, 5
FAULTLESS = "faultless"
HOW = ("--clients", str(CLIENTS), "--pause", "--budget", f"{BUDGET}s")


def run(mutant: tuple[str, ...], seed: int) -> Document:
    """Return what one run has found, and how soon."""
    with tempfile.TemporaryDirectory() as folder:
        how = (*HOW, *PATIENT, "--seed", str(seed), "--traces", folder)
        system = ("--", PROGRAM, "serve", "impl", "--store", "{store}", *mutant)
        _, options = parsed(["conform", *how, *system])
        assert isinstance(options, ConformOptions)
        begun = time.monotonic()
        _, outcome = recorded(options, limits_of(options), lambda _: None)
    return {
        "verdict": outcome.verdict.value,
        "operations": outcome.operations,
        "plans": outcome.plans,
        "seconds": round(time.monotonic() - begun, 1),
    }


def row(name: str, count: int) -> Document:
    """Return what some runs have found."""
    mutant = () if name == FAULTLESS else ("--mutant", name)
    runs = [run(mutant, seed) for seed in range(count)]
    found = sum(each["verdict"] == Verdict.CONTRADICTED for each in runs)
    seconds = ", ".join(f"{each['seconds']:g} s" for each in runs)
    print(f"{name:42} found in {found} of {count}: {seconds}", file=sys.stderr)
    return {"id": name, "found": found, "runs": runs}


def main() -> None:
    """Measure, and print a document if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only")
    options = parser.parse_args()
    chosen = [race.id for race in RACES if options.only in (None, race.id)]
    races = [row(name, RUNS) for name in chosen]
    faultless = row(FAULTLESS, FAULTLESS_RUNS) if options.only in (None, FAULTLESS) else None
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


if __name__ == "__main__":
    main()
