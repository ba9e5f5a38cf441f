"""Opening a store on a server, and what a server cannot store."""

from contextlib import closing

import psycopg
import pytest

from impl.store.database import schema
from impl.store.database.snapshots import read_paths
from impl.store.store import Store, StoreUnavailable
from spec.vocabulary.plans import PlanDefinition, Register, Registered, StepDefinition

COLLATIONS = """
SELECT table_name, column_name, collation_name FROM information_schema.columns
WHERE table_schema = current_schema() AND data_type = 'text'
"""


def register(plan: str = "plan.md", anchor: str = "a", title: str = "A") -> Register:
    return Register(plan, PlanDefinition(title, "a" * 64, (StepDefinition(anchor, "A"),)), now=0)


def test_a_schema_of_another_application_is_left_alone(place: str) -> None:
    # Given a schema with a table of plans of another application,
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CREATE TABLE plans (price integer)")
        # when a store is opened there, then that is refused, and nothing is changed.
        with pytest.raises(StoreUnavailable, match="of another application; expected a store"):
            Store.open(place)
        find = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        assert connection.execute(find).fetchall() == [("plans",)]


@pytest.mark.parametrize(
    ("change", "problem"),
    [("+ 1", "which is newer; expected version"), ("- 1", "run `planstate store migrate`")],
)
def test_a_store_of_another_version_is_refused(place: str, change: str, problem: str) -> None:
    # Given a store of another version, when it is opened, then that is refused,
    with Store.open(place) as store:
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(f"UPDATE planspec_store SET version = version {change}".encode())
        with pytest.raises(StoreUnavailable, match=problem):
            Store.open(place)
        # and one that is open already does nothing either.
        with pytest.raises(StoreUnavailable, match=f"expected version {schema.VERSION}"):
            store.apply(register())


def test_every_text_is_compared_byte_by_byte(store: Store, place: str) -> None:
    # Given a store, when its tables are asked, then no column follows the rules of a language.
    with closing(psycopg.connect(place)) as connection:
        found = connection.execute(COLLATIONS).fetchall()
    assert {name for _, _, name in found} == {"C"}
    assert len(found) > 20
    # And so paths are in the order of their characters.
    paths = ["a.md", "B.md", "é.md", "Z.md", "\U00010000.md", "\uffff.md", "_.md"]
    for path in paths:
        store.apply(register(path))
    assert store.read(read_paths) == sorted(paths)


def test_what_a_server_cannot_store_is_refused_clearly(store: Store) -> None:
    # Given texts that PostgreSQL cannot store, when they are to be stored,
    hostile = {
        "a NUL character": register(title="a\0b"),
        "anchor_can_be_indexed": register(anchor="x" * 801),
        "a path has more than 1,000 bytes": register(plan="x" * 2_000),
        "path_can_be_indexed": register(plan="x" * 1_001),
    }
    for problem, operation in hostile.items():
        # then the message says so, and nothing is changed.
        with pytest.raises(StoreUnavailable, match=problem):
            store.apply(operation)
    assert store.read(read_paths) == []
    # The longest that fit do, even if they cannot be compressed.
    noise = "".join(chr(33 + number * 7919 % 89) for number in range(1_000))
    steps = (StepDefinition(noise[:800], "A"), StepDefinition(noise[200:], "B", (noise[:800],)))
    fits = Register(noise, PlanDefinition("T", "a" * 64, steps), now=0)
    assert isinstance(store.apply(fits), Registered)


def test_a_url_that_cannot_be_read_is_refused_without_its_password() -> None:
    # Given a URL that cannot be read, when it is opened, then the message lacks its password.
    with pytest.raises(StoreUnavailable) as caught:
        Store.open("postgresql://someone:geheim%zz@127.0.0.1/plans")
    assert "geheim" not in str(caught.value)
