"""What the tests of several folders need."""

import pytest


@pytest.fixture
def drawn_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `planspec check` only draw operations: others test that the store passes the vectors."""
    monkeypatch.setattr("conformance.cli.check.read_once", tuple)
