"""What every test of the store is given."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from impl.store.store import Store
from spec.vocabulary.plans import Register
from tests.impl.bridge import BRIDGE, PLAN
from tests.impl.git.sites import IDENTITY, Site, build_site
from tests.impl.hooks.review_forms import FileForm, ReviewForm, StoreForm


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.in_memory() as fresh:
        fresh.apply(Register(PLAN, BRIDGE, 0))
        yield fresh
        assert fresh.integrity_problems() == []


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Build a repository in which git knows ann, and nothing of whoever runs the tests."""
    for name, value in IDENTITY.items():
        monkeypatch.setenv(name, value)
    built = build_site(tmp_path)
    yield built
    built.state()  # which looks for damage


@pytest.fixture(params=["store", "file"])
def form(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReviewForm]:
    """Give the reviews of a registered plan, in each form that keeps them."""
    if request.param == "file":
        yield FileForm(tmp_path)
        return
    with Store.in_memory() as fresh:
        yield StoreForm(fresh)
        assert fresh.integrity_problems() == []
