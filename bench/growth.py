"""Measure how the time of every `planstate` command grows with the size of what it works on.

Every measurement is the CPU time of a whole process: other programs on the machine hardly change
it. Run with `.venv/bin/python -m bench.growth`, perhaps with the largest size if that is not
100,000, and with names of `MEASURES`; `--json` prints one document, and what is measured is told on
standard error.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
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
        for (name, measured), seconds in curves.items():
            if measured == shape:
                print(f"{name:40} {shape:42} {seconds}", file=sys.stderr)
    return curves


def main(arguments: Sequence[str]) -> None:
    """Measure, and print a document if that is asked for."""
    numbers = [int(each) for each in arguments if each.isdecimal()]
    only = [each for each in arguments if not each.isdecimal() and not each.startswith("--")]
    sizes = [size for size in SIZES if size <= max(numbers, default=SIZES[-1])]
    curves = [
        {"command": name, "size": shape, "seconds": seconds}
        for (name, shape), seconds in measure(sizes, only).items()
    ]
    if "--json" in arguments:
        print(json.dumps({"sizes": sizes, "curves": curves}))


if __name__ == "__main__":
    main(sys.argv[1:])
