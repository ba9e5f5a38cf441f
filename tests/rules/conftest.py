"""The fixtures that run every test of this folder on both sides."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from impl.store import Store

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
def reviews(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Side]:
    """Give each side that keeps reviews, with a registered plan that has none yet."""
    with Store.in_memory() as store:
        sides = {"model": ModelSide(), "implementation": ImplementationSide(store)}
        side = sides.get(request.param) or FileSide(tmp_path)
        side.put(with_reviews(None))
        yield side
