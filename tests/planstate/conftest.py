"""What the tests of the command are given."""

from pathlib import Path

import pytest

from tests.planstate.desk import PLAN, Desk, make_repository, use_author


@pytest.fixture
def desk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Desk:
    """Give a repository with a plan document that is not registered yet."""
    use_author(monkeypatch)
    monkeypatch.delenv("PLANSTATE_STORE", raising=False)
    made = Desk(make_repository(tmp_path / "a bridge, gebrückt"), capsys, monkeypatch)
    made.write(PLAN)
    return made
