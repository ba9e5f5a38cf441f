"""What every test of the store is given."""

from collections.abc import Iterator

import pytest

from impl.store import Store
from spec.vocabulary import Register
from tests.impl.bridge import BRIDGE, PLAN


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.in_memory() as fresh:
        fresh.apply(Register(PLAN, BRIDGE, 0))
        yield fresh
        assert fresh.integrity_problems() == []
