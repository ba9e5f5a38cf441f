"""A schema of its own on a PostgreSQL server, for each test."""

from collections.abc import Iterator

import pytest

from conformance.adapters.stores import own_schema
from impl.store.store import Store
from tests.postgresql.held import DAY
from tests.servers import server_url


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests in one process, which starts one server."""
    for item in items:
        if "tests/postgresql/" in item.nodeid and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group("postgresql"))


@pytest.fixture
def place() -> Iterator[str]:
    """Return the URL of an empty schema."""
    with own_schema(server_url()) as url:
        yield url


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """Return an empty store on a server."""
    with Store.open(place, timeout_seconds=DAY) as opened:
        yield opened
