"""A server that asks for a password gets it from where libpq looks, and it is shown nowhere."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from tests.impl.cli.calling import begin, end
from tests.impl.cli.desk import PLAN, Desk, make_repository
from tests.impl.cli.servers.naming import name_repository
from tests.impl.git.sites import use_ann
from tests.profiles import requires_ci_profile
from tests.servers import started_server, url_of

pytestmark = [pytest.mark.xdist_group("passwords"), requires_ci_profile]

PASSWORD, WRONG = "hunter2 and more", "hunter3"
ASKING = """\
local all postgres trust
local all all scram-sha-256
"""


class Place(NamedTuple):
    """Where libpq looks for ann's password, which her server asks for."""

    folder: str
    home: Path
    patch: pytest.MonkeyPatch
    password: str


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    """Return the folder of a server on which ann has a password and a database."""
    server = started_server()
    with psycopg.connect(url_of(server), autocommit=True) as connection:
        connection.execute(f"CREATE ROLE ann LOGIN PASSWORD '{PASSWORD}'".encode())
        connection.execute("CREATE DATABASE plans OWNER ann")
        Path(server.pgdata, "pg_hba.conf").write_text(ASKING)
        connection.execute("SELECT pg_reload_conf()")
    yield str(server.pgdata)
    server.cleanup()


@pytest.fixture
def desk(
    folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    """Return a repository whose plans are on that server."""
    use_ann(monkeypatch)
    desk = Desk(make_repository(tmp_path / "bridge"), monkeypatch)
    name_repository(desk.root, 'repository = "guarded"\n')
    desk.write(PLAN)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PLANSTATE_STORE", "postgresql://?service=plans")
    monkeypatch.delenv("PLANSTATE_NOW")
    service = f"[plans]\nhost={folder}\ndbname=plans\nuser=ann\n"
    tmp_path.joinpath(".pg_service.conf").write_text(service)
    return desk


def by_variable(place: Place) -> None:
    place.patch.setenv("PGPASSWORD", place.password)


def by_password_file(place: Place) -> None:
    place.home.joinpath(".pgpass").write_text(f"*:*:plans:ann:{place.password}\n")
    place.home.joinpath(".pgpass").chmod(0o600)


def by_service(place: Place) -> None:
    with place.home.joinpath(".pg_service.conf").open("a") as file:
        file.write(f"password={place.password}\n")


def by_url(place: Place) -> None:
    escaped = place.password.replace(" ", "%20")
    url = f"postgresql://ann:{escaped}@/plans?host={place.folder}"
    place.patch.setenv("PLANSTATE_STORE", url)


CALLS = (
    (("state", "init", PLAN), 0),
    (("state", "claim", PLAN, "--worktree", "ann"), 0),
    (("state", "start", PLAN, "deck", "--worktree", "bob"), 1),
    (("state", "claim", "plans/none.md", "--worktree", "ann"), 1),
    (("store", "check"), 0),
)
"""Commands, and how they end."""

WAYS = (by_variable, by_password_file, by_service, by_url)


@pytest.mark.parametrize("way", WAYS)
def test_a_password_is_found_and_shown_nowhere(
    desk: Desk,
    folder: str,
    way: Callable[[Place], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given a password in a place where libpq looks,
    way(Place(folder, tmp_path, monkeypatch, PASSWORD))
    journal = tmp_path / "journal.jsonl"
    # when commands are run that succeed, are refused, and advise another command,
    for words, code in CALLS:
        process = begin(desk.root, *words, "--journal", str(journal))
        listed = Path(f"/proc/{process.pid}/cmdline").read_bytes().decode()
        reply = end(process)
        # then they work, and the password is nowhere to be seen.
        assert reply.code == code, reply
        assert "hunter2" not in reply.out + reply.err + listed + journal.read_text()


@pytest.mark.parametrize("way", [by_variable, by_url])
def test_a_wrong_password_is_refused_clearly(
    desk: Desk,
    folder: str,
    way: Callable[[Place], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given a wrong password, when a command is run,
    way(Place(folder, tmp_path, monkeypatch, WRONG))
    reply = end(begin(desk.root, "state", "show", PLAN, "--json"))
    # then the error says that the password is wrong, and does not show it.
    assert (reply.code, reply.envelope["issues"][0]["code"]) == (4, "E046")
    assert "password authentication failed" in reply.out
    assert "hunter3" not in reply.out + reply.err
