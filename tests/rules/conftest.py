"""The fixtures that run every test of this folder on both sides."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from impl.store.store import Store

from .driver import ImplementationSide, ModelSide, Side
from .review_sides import FileSide, with_reviews


@pytest.fixture(params=["model", "implementation"])
def side(request: pytest.FixtureRequest) -> Iterator[Side]:
    if request.param == "model":
        yield ModelSide()
        return
    with Store.in_memory() as store:
        yield ImplementationSide(store)


@pytest.fixture(params=["model", "implementation", "file"])
def reviews(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Side]:
    """Give each side that keeps reviews, with a registered plan that has none yet.

    No rule says that a file outlives a loss of power, and waiting for the disk takes long.
    """
    monkeypatch.setattr("os.fsync", lambda _: None)
    if request.param == "implementation":
        with Store.in_memory() as store:
            yield begun(ImplementationSide(store))
    else:
        yield begun(ModelSide() if request.param == "model" else FileSide(tmp_path))


def begun(side: Side) -> Side:
    side.put(with_reviews(None))
    return side
