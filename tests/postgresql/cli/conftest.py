"""A repository whose plans are on a server, in a schema of its own."""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest

from tests.impl.cli.desk import PLAN, Desk, make_repository
from tests.impl.cli.servers.naming import name_repository
from tests.impl.git.sites import use_ann
from tests.servers import server_url


@pytest.fixture
def name() -> Iterator[str]:
    """Return the name of a repository, whose schema is dropped in the end."""
    chosen = f"test_{token_hex(6)}"
    yield chosen
    with psycopg.connect(server_url(), autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute(f"DROP SCHEMA IF EXISTS {chosen} CASCADE".encode())


@pytest.fixture
def desk(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Return a repository whose plans are on the server, by the clock of the server."""
    use_ann(monkeypatch)
    made = Desk(make_repository(tmp_path / "bridge"), monkeypatch)
    name_repository(made.root, f'repository = "{name}"\n')
    made.write(PLAN)
    monkeypatch.setenv("PLANSTATE_STORE", server_url())
    monkeypatch.delenv("PLANSTATE_NOW")
    return made
