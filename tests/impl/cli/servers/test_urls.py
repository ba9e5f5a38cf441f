"""Stores on a server: how people name them and their workers, and that no password is shown.

Workers of several machines have different names, wherever their worktrees are.
"""

import os
from itertools import product
from pathlib import Path

import pytest

from impl.cli.answers import Failure, InvalidUsage
from impl.cli.parser import parse
from impl.cli.servers import place_of
from impl.cli.workers import stored_name
from impl.git.repository import git
from impl.store.place import Server
from tests.cases import for_each
from tests.impl.cli.desk import PLAN, Desk, refusal
from tests.impl.cli.servers.naming import name_repository

SEARCH_PATH = "options=-csearch_path%3Dbridge"
SECRET = "hunter2"

WITH_PASSWORD = [
    f"postgresql://ann:{SECRET}@db.example/plans",
    f"postgresql://:{SECRET}@db.example/plans",
    f"postgresql://ann@db.example/plans?password={SECRET}",
    f"postgresql:///plans?user=ann&password={SECRET}&host=db.example",
    f"postgres://ann:{SECRET}@db.example",
    f"postgresql://db.example/plans?p%61ssword={SECRET}",
]
MALFORMED = [
    f"postgresql://ann:{SECRET}/x@db.example/plans",
    f"postgresql://ann:{SECRET}?x@db.example/plans",
    f"postgresql://ann:{SECRET}@x@db.example/plans",
    f"postgresql://ann:{SECRET}",
    f"postgresql://ann:{SECRET}%zz@db.example/plans",
    f"postgresql://ann:{SECRET}%00@db.example/plans",
    f"PostgreSQL://ann:{SECRET}@db.example/plans",
    f"mysql://ann:{SECRET}@db.example/plans",
    f" postgresql://ann:{SECRET}@db.example/plans",
    f"postgresql://ann:{SECRET}\n@db.example/plans",
]

CONNECTION_STRINGS = (
    f"host=db.example dbname=plans user=ann password={SECRET}",
    f"password='{SECRET} it\\'s' host = db port=5433",
    f"user=a@b password={SECRET} sslmode=require",
    "service=plans",
    f"Server=db;Database=plans;User Id=ann;Password={SECRET};",
    f"jdbc:postgresql://ann:{SECRET}@db/plans",
    f"jdbc:postgresql:plans?user=ann&password={SECRET}",
    f"ann:{SECRET}@db.example/plans",
    f"ann:{SECRET}@tcp(db.example)/plans",
    f"postgresql:/ann:{SECRET}@db/plans",
    f"'postgresql://ann:{SECRET}@db/plans'",
)


@pytest.fixture
def named(desk: Desk) -> Desk:
    """Return a repository with a committed name."""
    name_repository(desk.root)
    return desk


OPENED = {
    "postgresql://": f"postgresql://?{SEARCH_PATH}",
    "postgresql://?service=plans": f"postgresql://?service=plans&{SEARCH_PATH}",
    "postgres://ann@db/plans": f"postgresql://ann@db/plans?{SEARCH_PATH}",
    "postgresql://[::1]:5433/plans": f"postgresql://[::1]:5433/plans?{SEARCH_PATH}",
    "postgresql://a:1,b:2/plans": f"postgresql://a:1,b:2/plans?{SEARCH_PATH}",
    "postgresql://%2Frun%2Fpg/plans": f"postgresql://%2Frun%2Fpg/plans?{SEARCH_PATH}",
    "postgresql:///plans?options=-cwork_mem%3D1MB&host=/run": (
        "postgresql:///plans?host=/run&options=-cwork_mem%3D1MB%20-csearch_path%3Dbridge"
    ),
}


def test_a_server_is_opened_with_the_schema_of_the_repository(named: Desk) -> None:
    # Given the URLs of servers, when a command looks where the store is, then it is that server.
    places = {given: place_of(given, named.root) for given in OPENED}
    assert places == OPENED
    assert {type(place) for place in places.values()} == {Server}


def test_the_settings_of_the_environment_are_kept(
    named: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGOPTIONS", "-cstatement_timeout=9s")
    place = place_of("postgresql://", named.root)
    assert str(place).endswith("?options=-cstatement_timeout%3D9s%20-csearch_path%3Dbridge")


def test_a_password_is_refused_as_an_argument(named: Desk) -> None:
    for url in WITH_PASSWORD:
        # Given a URL with a password, when it is an argument, then it is refused and not shown.
        reply = named.json("state", "show", "--store", url)
        assert refusal(reply) == ("E047", "invalid_request"), url
        assert SECRET not in reply.out + reply.err, url
        for advice in ("list of processes", "$PGPASSFILE", "service file", "$PLANSTATE_STORE"):
            assert advice in reply.envelope["issues"][0]["message"], url


def test_a_variable_may_hold_a_password_which_goes_to_libpq_alone(
    named: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for url in WITH_PASSWORD:
        # Given a URL with a password in the variable,
        monkeypatch.setenv("PGPASSWORD", "another")
        # when it is read, then the place has no password, and libpq finds it.
        place = place_of(url, named.root, secret=True)
        assert isinstance(place, Server), url
        assert SECRET not in place + place.url, url
        assert os.environ["PGPASSWORD"] == SECRET, url
        # And no command line has to repeat the server.
        assert not place.is_named, url


def test_a_malformed_url_is_not_repeated(named: Desk) -> None:
    for url, secret in product(MALFORMED, (False, True)):
        with pytest.raises(Failure, match="is a URL that cannot be read; expected") as found:
            place_of(url, named.root, secret=secret)
        assert SECRET not in str(found.value), (url, secret)


@for_each("given", CONNECTION_STRINGS)
def test_a_connection_string_is_refused(
    named: Desk, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    # Given a connection string that is no URL, as an option or in the variable,
    as_option = named.json("state", "show", "--store", given)
    monkeypatch.setenv("PLANSTATE_STORE", given)
    for reply in (as_option, named.json("state", "init", PLAN)):
        # when a command is run, then it is refused with the form of a URL, not with the password,
        assert refusal(reply) == ("E047", "invalid_request")
        assert SECRET not in reply.out + reply.err
        assert "postgresql://USER@HOST/DATABASE" in reply.envelope["issues"][0]["message"]
    # and no file has its name.
    assert not [path for path in named.root.rglob("*") if "=" in path.name or "@" in path.name]
    monkeypatch.delenv("PLANSTATE_STORE")


def test_another_secret_belongs_into_a_service_file(named: Desk) -> None:
    for key in ("sslpassword", "oauth_client_secret", "scram_client_key"):
        with pytest.raises(Failure, match="service=NAME") as found:
            place_of(f"postgresql://?{key}={SECRET}", named.root, secret=True)
        assert SECRET not in str(found.value), key


def test_a_usage_error_hides_a_password(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ("state", "shw", f"postgresql://ann:{SECRET}@db/plans"),
        ("store", "check", f"postgresql://ann:{SECRET}@db/plans"),
        ("state", "show", PLAN, f"--stor=postgresql://db/plans?password={SECRET}"),
        (f"postgresql://ann:{SECRET}@db/plans",),
        ("state", "show", PLAN, f"--stor=host=db password='{SECRET} {SECRET}'"),
        ("state", "show", PLAN, f"--stor=ann:{SECRET}@db/plans"),
        ("state", "shw", f"Server=db;Pwd={SECRET};"),
    ):
        with pytest.raises(SystemExit):
            parse(arguments)
        printed = capsys.readouterr()
        assert SECRET not in printed.out + printed.err, arguments


def test_a_path_stays_a_path(desk: Desk) -> None:
    for given in ("state.db", "postgresql:", "./postgresql://x", "/a/b.db", "a b=c.db", "./host=x"):
        assert place_of(given, desk.root) == Path(given)
    git(desk.root, "status")  # no name was asked for


SERVER = Server("postgresql://", "bridge")
HOST = os.uname().nodename
ROOT = Path("/nowhere")


def test_a_file_keeps_the_name_that_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANSTATE_WORKER", "other")
    assert stored_name("../ann", Path("state.db"), ROOT) == "../ann"


def test_a_server_tells_machines_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given no variable, when a name is stored on a server, then the machine is part of it,
    monkeypatch.delenv("PLANSTATE_WORKER", raising=False)
    stored = stored_name("../ann", SERVER, ROOT)
    assert stored == f"{HOST}:../ann"
    # and what is shown can be given again.
    assert stored_name(stored, SERVER, ROOT) == stored


def test_a_variable_names_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANSTATE_WORKER", "agent 7")
    assert stored_name("../ann", SERVER, ROOT) == "agent 7"
    monkeypatch.setenv("PLANSTATE_WORKER", "")
    assert stored_name("../ann", SERVER, ROOT) == f"{HOST}:../ann"


def test_a_malformed_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANSTATE_WORKER", "\udc80")
    with pytest.raises(InvalidUsage, match=r"PLANSTATE_WORKER is .* not UTF-8"):
        stored_name("../ann", SERVER, ROOT)
