"""What every test of the store is given."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from impl.store.store import Store
from spec.vocabulary.plans import Register
from tests.impl.bridge import BRIDGE, PLAN
from tests.impl.git.sites import Site, build_site, use_ann


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.in_memory() as fresh:
        fresh.apply(Register(PLAN, BRIDGE, 0))
        yield fresh
        assert fresh.integrity_problems() == []


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Build a repository in which git knows ann, and nothing of whoever runs the tests."""
    use_ann(monkeypatch)
    built = build_site(tmp_path)
    yield built
    built.stored()  # which looks for damage
