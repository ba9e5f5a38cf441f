"""Measure how the time of every `planstate` command grows with the size of what it works on.

Every measurement is the CPU time of a whole process: other programs on the machine hardly change
it. Run with `.venv/bin/python -m bench.growth`, perhaps with the largest size if that is not
100,000, and with names of `MEASURES`; `--json` prints one document.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
from math import log10
from pathlib import Path

from bench.growing import inputs
from bench.growing.beside import BESIDE
from bench.growing.commands import work_through
from bench.growing.project import Curves, Project

MEASURES = dict.fromkeys(inputs.SHAPES, work_through) | BESIDE
"""The functions that measure, by what the sizes are of."""

SIZES = (100, 1_000, 10_000, 100_000)


def measure(sizes: Sequence[int], only: Sequence[str]) -> Curves:
    """Measure every command in every shape and size."""
    curves = Curves(list)
    for shape in only or MEASURES:
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                MEASURES[shape](Project(Path(folder, "main"), shape, curves), size)
            print(f"{shape}: {size:,}", file=sys.stderr)
    return curves


def exponent(seconds: Sequence[float]) -> float:
    """Return how the time grows from the second largest size to the largest: 1 is linear."""
    least = min(seconds)
    before, after = (max(each - least, 0.05) for each in seconds[-2:])
    return round(log10(after / before), 2)


def main(arguments: Sequence[str]) -> None:
    """Measure, and print a table or a document."""
    numbers = [int(each) for each in arguments if each.isdecimal()]
    only = [each for each in arguments if not each.isdecimal() and not each.startswith("--")]
    sizes = [size for size in SIZES if size <= max(numbers, default=SIZES[-1])]
    curves = measure(sizes, only)
    if "--json" in arguments:
        print(
            json.dumps(
                {
                    "sizes": sizes,
                    "curves": [
                        {"command": name, "size": shape, "seconds": seconds}
                        for (name, shape), seconds in curves.items()
                    ],
                }
            )
        )
        return
    for (name, shape), seconds in sorted(curves.items(), key=lambda pair: -max(pair[1])):
        row = " ".join(f"{each:8.2f}" for each in seconds)
        print(f"{name:40} {shape:42} {row}  {exponent(seconds)}")


if __name__ == "__main__":
    main(sys.argv[1:])
