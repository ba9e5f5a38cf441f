"""Stores on a server: how people name them, and that no password is ever shown."""

import os
from itertools import product
from pathlib import Path

import pytest

from impl.cli.answers import Failure
from impl.cli.parser import parse
from impl.cli.servers import place_of
from impl.git.repository import git
from impl.store.place import Server
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


def test_another_secret_belongs_into_a_service_file(named: Desk) -> None:
    for key in ("sslpassword", "oauth_client_secret", "scram_client_key"):
        with pytest.raises(Failure, match="service=NAME") as found:
            place_of(f"postgresql://?{key}={SECRET}", named.root, secret=True)
        assert SECRET not in str(found.value), key


def test_a_usage_error_hides_a_password(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ("state", "shw", f"postgresql://ann:{SECRET}@db/plans"),
        ("store", "copy", "a", "b", f"postgresql://ann:{SECRET}@db/plans"),
        ("state", "show", PLAN, f"--stor=postgresql://db/plans?password={SECRET}"),
        (f"postgresql://ann:{SECRET}@db/plans",),
    ):
        with pytest.raises(SystemExit):
            parse(arguments)
        printed = capsys.readouterr()
        assert SECRET not in printed.out + printed.err, arguments


def test_a_path_stays_a_path(desk: Desk) -> None:
    for given in ("state.db", "postgresql:", "./postgresql://x", "/a/b.db"):
        assert place_of(given, desk.root) == Path(given)
    git(desk.root, "status")  # no name was asked for
