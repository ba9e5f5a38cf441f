"""A database that teams share: code of a role that is not the owner's is named and never run."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.impl.cli.desk import PLAN, Desk
from tests.servers import server_url

MALLORY_FIRST = """
SET ROLE {mallory};
CREATE SCHEMA {name};
GRANT ALL ON SCHEMA {name} TO PUBLIC;
"""
RAN = """
CREATE FUNCTION {name}.ran() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'code of mallory ran'; END$$;
"""
TRIGGER = """
CREATE TRIGGER spy BEFORE INSERT OR UPDATE ON {name}.plans
    FOR EACH STATEMENT EXECUTE FUNCTION {place}.ran();
"""


@pytest.fixture
def server(desk: Desk, name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[psycopg.Connection]:
    """Work as an owner of plans; return a session of the administrator, who knows mallory too."""
    assert desk.root.is_dir()
    url = server_url()
    roles = [f"{name}_{each}" for each in ("owner", "mallory")]
    with psycopg.connect(url, autocommit=True) as connection:
        [(database,)] = connection.execute("SELECT quote_ident(current_database())")
        for role in roles:
            connection.execute(f"CREATE ROLE {role} LOGIN".encode())
            connection.execute(f"GRANT CREATE ON DATABASE {database} TO {role}".encode())
        try:
            monkeypatch.setenv("PGUSER", roles[0])
            monkeypatch.setenv("PLANSTATE_STORE", url.replace("postgres@", ""))
            yield connection
        finally:
            connection.execute("RESET ROLE; SET client_min_messages = warning")
            for role in roles:
                connection.execute(f"DROP OWNED BY {role} CASCADE; DROP ROLE {role}".encode())


@contextmanager
def as_mallory(server: psycopg.Connection, name: str) -> Iterator[None]:
    server.execute(f"SET ROLE {name}_mallory".encode())
    yield
    server.execute(b"RESET ROLE")


def refused(desk: Desk, *foreign: str) -> None:
    """Expect that a migration and its check name what is foreign."""
    for command in (("store", "migrate"), ("store", "migrate", "--check")):
        reply = desk.text(*command)
        assert reply.code == 4, (command, reply)
        assert [each for each in foreign if each not in reply.err] == [], (command, reply)


def listed(desk: Desk, foreign: str) -> None:
    """Expect that a migration names what is foreign, and that a check of the store lists it."""
    refused(desk, foreign)
    found = desk.text("store", "check")
    assert (found.code, foreign in found.out) == (1, True), found


@pytest.mark.usefixtures("server")
def test_an_owner_creates_migrates_and_works(desk: Desk) -> None:
    # Given a role that may create schemas, when it creates the store, then all of it is its own.
    assert desk.json("store", "migrate").data["migrated"]
    desk.held()
    assert not desk.json("store", "migrate").data["migrated"]


def test_a_schema_that_another_role_made_first_is_refused(
    desk: Desk, server: psycopg.Connection, name: str
) -> None:
    # Given a schema of the repository's name, which another role made first and opened to all,
    server.execute(MALLORY_FIRST.format(name=name, mallory=f"{name}_mallory").encode())
    server.execute(b"RESET ROLE")
    # when the owner uses it, then nothing is created in it, and both are named.
    refused(desk, f"schema {name} (of the role {name}_mallory)", f"your role, {name}_owner")
    with as_mallory(server, name):
        server.execute(f"REVOKE ALL ON SCHEMA {name} FROM PUBLIC".encode())
    # Likewise if the schema is closed to others, and by the first command that creates a store.
    refused(desk, f"schema {name} (of the role {name}_mallory)")
    first = desk.text("state", "init", PLAN)
    assert (first.code, f"schema {name} (of the role" in first.err) == (4, True), first
    found = server.execute("SELECT to_regclass(%s)", (f"{name}.plans",)).fetchone()
    assert found == (None,)


def test_a_trigger_that_runs_the_code_of_another_role_is_refused(
    desk: Desk, server: psycopg.Connection, name: str
) -> None:
    # Given a store, whose tables another role may have triggers on,
    assert desk.json("store", "migrate").data["migrated"]
    server.execute(f"GRANT USAGE, CREATE ON SCHEMA {name} TO {name}_mallory".encode())
    server.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA {name} TO {name}_mallory".encode())
    # when it adds one that runs a function of its own in this schema, or in another one,
    for place in (name, f"{name}_mallory"):
        with as_mallory(server, name):
            server.execute(f"CREATE SCHEMA IF NOT EXISTS {place}".encode())
            server.execute(
                (RAN + TRIGGER)
                .format(name=name, place=place)
                .replace(f"{name}.ran", f"{place}.ran")
                .encode()
            )
        # then it is named,
        listed(desk, f"trigger spy on {name}.plans (of the role {name}_mallory)")
        server.execute(f"DROP FUNCTION {place}.ran CASCADE".encode())
    # and without it the owner works on.
    desk.held()


@pytest.mark.parametrize(
    ("made", "foreign"),
    [
        (
            "CREATE FUNCTION {0}.octet_length(text) RETURNS int RETURN 1",
            "function {0}.octet_length(",
        ),
        ("CREATE VIEW {0}.extra AS SELECT 1", "view {0}.extra"),
        (
            "CREATE OPERATOR {0}.<> (FUNCTION = int4larger, LEFTARG = int, RIGHTARG = int)",
            "operator {0}.<>",
        ),
    ],
    ids=["function", "view", "operator"],
)
def test_what_another_role_put_into_the_schema_is_refused(
    desk: Desk, server: psycopg.Connection, name: str, made: str, foreign: str
) -> None:
    # Given a store, in whose schema another role may create, when it does,
    assert desk.json("store", "migrate").data["migrated"]
    server.execute(f"GRANT USAGE, CREATE ON SCHEMA {name} TO {name}_mallory".encode())
    with as_mallory(server, name):
        server.execute(made.format(name).encode())
    # then it is named, by a migration and by a check.
    listed(desk, foreign.format(name))
