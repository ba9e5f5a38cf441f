"""What the tests of the vectors share."""

import shutil
from pathlib import Path

import pytest

from conformance.vectors.reading import VECTORS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy three of the vectors that ship, one of each area, into a folder of their own."""
    for name in ("claims/rule-CLM-5", "claims/rule-CLM-9", "completion/amendment-A14"):
        file = tmp_path / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        shutil.copy(VECTORS / f"{name}.json", file)
    return tmp_path
