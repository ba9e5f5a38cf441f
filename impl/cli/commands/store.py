"""`planstate store check` and `migrate`: the store itself, in a file or on a server."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict

from impl.cli.answers import DONE, FAILED, Answer, Count, Positive
from impl.cli.command import Command, flag
from impl.cli.location import Location
from impl.cli.output.recorded import lost_commits
from impl.cli.places import current_root, is_there, store_place
from impl.cli.session import missing_store, open_store
from impl.store.database import migrating, schema
from impl.store.database.migrating import Migration
from impl.store.database.snapshots import read_paths
from impl.store.place import Place, Server, shown
from impl.store.store import Store
from spec.properties.invariants import INVARIANTS
from spec.properties.predicate import broken


class CheckData(TypedDict):
    """What was looked at, and what is wrong with it, a sentence each."""

    store: str
    version: Positive
    plans: Count
    problems: Sequence[str]


def check(options: argparse.Namespace) -> Answer:
    """Check the store."""
    root = current_root()
    place = store_place(options, root)
    if not is_there(place) or has_no_tables(place, options.wait):
        raise missing_store(place)
    with open_store(options, place) as store:
        paths = store.read(read_paths)
        problems = problems_of(store, place, root)
    data = CheckData(
        store=shown(place),
        version=schema.VERSION,
        plans=len(paths),
        problems=problems,
    )
    line = f"{shown(place)} is a store of version {schema.VERSION}"
    counts = f"{len(paths)} plans, {len(problems) or 'no'} problems"
    return Answer(data, [f"{line}: {counts}", *problems], exit_code=FAILED if problems else DONE)


def has_no_tables(place: Place, timeout_seconds: float) -> bool:
    """Return whether a server has no store yet, which opening it would create."""
    if not isinstance(place, Server):
        return False
    from impl.store.database import postgresql_migrating

    return postgresql_migrating.examine(place, timeout_seconds, as_owner=False).version == 0


def problems_of(store: Store, place: Place, root: Path) -> list[str]:
    """Return what is wrong, a sentence each, also with the commits that are recorded.

    Plans are looked at only in a sound database: of another one, not all can be read.
    """
    return store.integrity_problems() or [
        f"{plan.path}: {problem}"
        for plan in store.snapshot_state().plans
        for problem in (
            *broken(INVARIANTS, plan),
            *lost_commits(plan, Location(root, plan.path, place)),
        )
    ]


class MigrateData(TypedDict):
    """What was changed in the store to bring it along, or with `check` would be, a sentence each.

    The versions are equal and there are no changes if the store is current; the first is 0 if a
    server had none. `backup` is the file that has the store as it was.
    """

    store: str
    from_version: Count
    to_version: Positive
    changes: Sequence[str]
    migrated: bool
    backup: str | None
    check: bool


def migrate(options: argparse.Namespace) -> Answer:
    """Migrate the store, or show what that would change."""
    place = store_place(options, current_root())
    found = worked(options, place)
    migrated = found.version < schema.VERSION and not options.check
    data = MigrateData(
        store=shown(place),
        from_version=found.version,
        to_version=schema.VERSION,
        changes=found.changes,
        migrated=migrated,
        backup=str(found.copy) if found.copy else None,
        check=options.check,
    )
    return Answer(data, [*lines(place, found, migrated=migrated)])


def worked(options: argparse.Namespace, place: Place) -> Migration:
    """Return what was changed, or would be if that is only to be checked."""
    if isinstance(place, Server):
        from impl.store.database import postgresql_migrating as on_server

        return (on_server.examine if options.check else on_server.migrate)(place, options.wait)
    return (migrating.examine if options.check else migrating.migrate)(place, options.wait)


def lines(place: Place, found: Migration, *, migrated: bool) -> Iterator[str]:
    """Yield what was changed, or would be."""
    versions = f"from version {found.version} to {schema.VERSION}"
    if found.version == schema.VERSION:
        yield f"nothing to migrate: {shown(place)} is a store of version {schema.VERSION}"
    elif migrated:
        copied = f"; the store as it was is in {found.copy}" if found.copy else ""
        yield f"migrated {shown(place)} {versions}{copied}"
    else:
        yield f"{shown(place)} would be migrated {versions}"
    yield from (f"  {change}" for change in found.changes)


CHECK = Command(
    """`planstate store check`: look for damage in the store.

Checks the version, runs the database's own integrity check, and checks the stored counts and, for
every plan, the invariants (INV), which no sequence of operations violates, and whether git has the
commits by which steps were completed. Prints the problems, and ends with exit code 1 if there are
any. Changes nothing; others can continue to use the store.
""",
    """
  planstate store check
  planstate store check --store postgresql://?service=plans --json
""",
    (),
    check,
    CheckData,
    """
exit codes: 0 the store is sound; 1 it is damaged; 2 usage error; 3 interrupted; 4 the environment
is broken: no repository, or no usable store
""",
)
MIGRATE = Command(
    """`planstate store migrate`: migrate the store of an older version of planstate.

The other commands fail on such a store and do not change it: older versions, for instance in other
checkouts, cannot use it any more once it is migrated. So migrate it when everybody who shares the
store has the new version. A copy of the old store is kept next to it. The migration is one
transaction: it succeeds completely or changes nothing. A current store is not changed.

On a server no copy is made: back it up first, with `pg_dump`. If the server has no store for the
repository, one is created. Both need a role that may create tables.

Afterwards, `planstate state show` warns of the plans to register again, because their documents
have changed or the hash function has.
""",
    """
  planstate store migrate --check
  planstate store migrate
  planstate store migrate --json --wait 60
""",
    (flag("--check", help="print what would be changed, and change nothing"),),
    migrate,
    MigrateData,
)
