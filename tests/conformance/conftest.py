"""What the tests of several folders need."""

import pytest

from tests.conformance.calling import Planspec


@pytest.fixture
def planspec(capsys: pytest.CaptureFixture[str]) -> Planspec:
    """Return what calls `planspec`."""
    return Planspec(capsys)


@pytest.fixture
def drawn_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `planspec check` only draw operations: others test vectors and small scopes."""
    monkeypatch.setattr("conformance.cli.check.read_once", tuple)
    monkeypatch.setattr("conformance.cli.check.property_broken_in_scopes", lambda *_: None)
