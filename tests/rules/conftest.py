"""The fixture that runs every test of this folder on both sides."""

from collections.abc import Iterator

import pytest

from impl.store import Store

from .driver import ImplementationSide, ModelSide, Side


@pytest.fixture(params=["model", "implementation"])
def side(request: pytest.FixtureRequest) -> Iterator[Side]:
    if request.param == "model":
        yield ModelSide()
        return
    with Store.in_memory() as store:
        yield ImplementationSide(store)
