"""Mutants of the programs around the store: each must fail the test that it names."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from conformance.mutants.faults.loading import PACKAGE
from conformance.mutants.faults.mutant import StaleMutant
from conformance.mutants.faults.source import IMPLEMENTATION, ChangedProgram
from conformance.mutants.layers import Layer, LayerResult

CHECKOUT = IMPLEMENTATION.parent
PASSED, FAILED = 0, 1
"""The exit codes of pytest: every other one says that the test could not be run."""


def by_test(mutant: ChangedProgram) -> LayerResult:
    """Run the test of a mutant on the changed implementation. Raises `StaleMutant`."""
    with TemporaryDirectory() as folder:
        copytree(IMPLEMENTATION, Path(folder, PACKAGE), ignore=ignore_patterns("__pycache__"))
        Path(folder, PACKAGE, mutant.file).write_text(mutant.source(), encoding="utf-8")
        done = run_test(mutant.test, folder)
    if done.returncode not in (PASSED, FAILED):
        raise StaleMutant(f"{mutant.id}: {mutant.test} cannot be run: {done.stdout[-500:]}")
    return LayerResult(Layer.TEST, done.returncode == FAILED, 0, mutant.test)


def run_test(test: str, folder: str) -> "subprocess.CompletedProcess[str]":
    """Run a test of the checkout, with what is imported from a folder first."""
    # The script, because `python -m pytest` would put the checkout before the folder.
    pytest = Path(sys.executable).with_name("pytest")
    return subprocess.run(
        [pytest, "-x", "-p", "no:cacheprovider", test],
        cwd=CHECKOUT,
        env={
            **os.environ,
            "PYTHONPATH": folder,
            # Programs that the test starts import nothing from the current folder either.
            "PYTHONSAFEPATH": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
