"""Print how fast the parts of `planspec` are, beside their peers: `python -m bench [PART …]`.

All are measured in turns with their peers; what counts are the ratios, not the times, which other
work on the machine changes. `--json` prints one document, `--small` measures too little to say
anything. `make peers` installs the peers; Stateright also needs Rust, TLC Java, `conform` Go.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from bench import checking, explorer, processes, store
from bench.measuring import Measurement, Unavailable, significant
from conformance.reports.console import aligned

PARTS: dict[str, Callable[[bool], list[Measurement]]] = {
    "explorer": explorer.rows,
    "check": checking.check_rows,
    "conform": checking.conform_rows,
    "diff": checking.diff_rows,
    "store": store.rows,
    "planstate": processes.rows,
}

HEAD = ("what", "ours", "", "beside", "theirs", "ratio")


def measure(
    parts: Sequence[str], small: bool
) -> tuple[dict[str, list[Measurement]], dict[str, str]]:
    """Measure parts; return the rows of each, and why any part was left out."""
    rows: dict[str, list[Measurement]] = {}
    left_out: dict[str, str] = {}
    for part in parts:
        print(part, file=sys.stderr)
        try:
            rows[part] = PARTS[part](small)
        except Unavailable as error:
            left_out[part] = str(error)
    return rows, left_out


def document(rows: dict[str, list[Measurement]], left_out: dict[str, str]) -> dict[str, Any]:
    """Return what was measured as a JSON document."""
    return {
        "rows": [as_json(part, row) for part, found in rows.items() for row in found],
        "left_out": left_out,
    }


def as_json(part: str, row: Measurement) -> dict[str, Any]:
    """Return a row with its numbers rounded."""
    wall = None if row.wall is None else significant(row.wall)
    peers = {name: significant(theirs) for name, theirs in row.peers.items()}
    numbers = {"ours": significant(row.ours), "wall": wall, "peers": peers, "ratios": row.ratios}
    return {"part": part, "what": row.what, "unit": row.unit, **numbers}


def table(rows: dict[str, list[Measurement]]) -> list[str]:
    """Return the lines of the table: one for each peer of a row."""
    lines: list[tuple[str, ...]] = [HEAD]
    for row in (row for found in rows.values() for row in found):
        first = (row.what, f"{significant(row.ours):,}", row.unit)
        for name, ratio in row.ratios.items():
            lines.append((*first, name, f"{significant(row.peers[name]):,}", f"{ratio:,}"))
            first = ("", "", "")
        if not row.peers:
            lines.append((*first, "", "", ""))
    return list(aligned(lines, right=(1, 4, 5)))


def main(arguments: Sequence[str]) -> int:
    """Measure the named parts, or all, and print a table or a document."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--small", action="store_true", help="measure next to nothing")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"{part}: no such part; choose from: {', '.join(PARTS)}")
    rows, left_out = measure(options.parts or [*PARTS], options.small)
    if options.json:
        print(json.dumps(document(rows, left_out)))
    else:
        print("\n".join(table(rows)))
    for part, why in left_out.items():
        print(f"{part}: left out: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
