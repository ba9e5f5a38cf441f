"""What the tests of the command are given."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.impl.cli.desk import PLAN, Desk, make_repository
from tests.impl.cli.stop_hook.hooks import Project
from tests.impl.cli.yard import DOCUMENT, Yard
from tests.impl.git.sites import use_ann

BuildYard = Callable[[str], Yard]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Return a repository with a plan document that is not registered yet."""
    use_ann(monkeypatch)
    made = Desk(make_repository(tmp_path / "a bridge, gebrückt"), monkeypatch)
    made.write(PLAN)
    return made


@pytest.fixture
def build_yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildYard:
    """Return a function that creates a yard with a document, for real processes."""
    use_ann(monkeypatch)
    return lambda document: Yard(tmp_path, document)


@pytest.fixture
def yard(build_yard: BuildYard) -> Yard:
    """Return a yard whose step has no substeps."""
    return build_yard(DOCUMENT)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project with one plan, of which no reviews have started."""
    return Project(tmp_path)
