"""Mutants of the programs around the store: each must fail the test that it names."""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import cache_from_source
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from conformance.mutants.faults.loading import PACKAGE
from conformance.mutants.faults.mutant import StaleMutant
from conformance.mutants.faults.source import IMPLEMENTATION, ChangedProgram
from conformance.protocol.documents.vectors import LayerResult
from conformance.vectors.killing.layers import Layer

CHECKOUT = IMPLEMENTATION.parent
PASSED, FAILED = 0, 1
"""The exit codes of pytest: every other one says that the test could not be run."""


def by_test(mutant: ChangedProgram) -> LayerResult:
    """Run the test of a mutant on the changed implementation. Raises `StaleMutant`."""
    with TemporaryDirectory() as folder:
        # With what is compiled, or each process that the test starts would compile everything.
        copytree(IMPLEMENTATION, Path(folder, PACKAGE))
        changed = Path(folder, PACKAGE, mutant.file)
        changed.write_text(mutant.source(), encoding="utf-8")
        Path(cache_from_source(str(changed))).unlink(missing_ok=True)
        done = run_test([mutant.test], folder)
    if done.returncode not in (PASSED, FAILED):
        raise StaleMutant(f"{mutant.id}: {mutant.test} cannot be run: {done.stdout[-500:]}")
    return LayerResult(Layer.TEST, done.returncode == FAILED, 0, mutant.test)


def run_test(tests: Sequence[str], folder: str) -> "subprocess.CompletedProcess[str]":
    """Run tests of the checkout, with what is imported from a folder first."""
    # The script, because `python -m pytest` would put the checkout before the folder.
    pytest = Path(sys.executable).with_name("pytest")
    return subprocess.run(
        [pytest, "-x", "-p", "no:cacheprovider", *tests],
        cwd=CHECKOUT,
        env={
            **os.environ,
            "PYTHONPATH": folder,
            # Programs that the test starts import nothing from the current folder either.
            "PYTHONSAFEPATH": "1",
            # Plugins that no test needs, among them the one of this run.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            # Whatever tests the caller leaves out.
            "PLANSPEC_PROFILE": "ci",
        },
        capture_output=True,
        text=True,
        check=False,
    )
