"""What the tests of the vectors share."""

import shutil
from pathlib import Path

import pytest

from conformance.vectors.reading import VECTORS, read_vector
from conformance.vectors.vector import Vector

BROKEN_STORE = """
from conformance.mutants.registry import mutant_named

def make():
    return mutant_named("own-step-not-claimable").opener()()

if __name__ == "__main__":
    import sys
    from conformance.adapters.serving import serve

    serve(make(), sys.stdin, sys.stdout)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy three of the vectors that ship, one of each area, into a folder of their own."""
    for name in ("claims/rule-CLM-5", "claims/rule-CLM-9", "completion/amendment-A14"):
        file = tmp_path / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        shutil.copy(VECTORS / f"{name}.json", file)
    return tmp_path


@pytest.fixture
def vector() -> Vector:
    """Read one of the vectors that ship."""
    return read_vector(VECTORS / "claims" / "rule-CLM-5.json")


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Write a program that serves a broken store."""
    program = tmp_path / "broken.py"
    program.write_text(BROKEN_STORE, encoding="utf-8")
    return program
