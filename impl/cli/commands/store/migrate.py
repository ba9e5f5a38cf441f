"""`planstate store migrate`: migrate the store of an older version of planstate.

The other commands fail on such a store and do not change it: older versions, for instance in other
checkouts, cannot use it any more once it is migrated. So migrate it when everybody who shares the
store has the new version. A copy of the old store is kept next to it. The migration is one
transaction: it succeeds completely or changes nothing. A current store is not changed.

On a server no copy is made: back it up first, with `pg_dump`. If the server has no store for the
repository, one is created. Both need a role that may create tables.

Afterwards, `planstate state show` warns of the plans to register again, because their documents
have changed or the hash function has.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import TypedDict

from impl.cli.answers import Answer, Count, Positive
from impl.cli.command import Command, flag
from impl.cli.places import current_root, store_place
from impl.store.database import migrating, schema
from impl.store.database.migrating import Migration
from impl.store.place import Place, Server, shown

EXAMPLES = """
  planstate store migrate --check
  planstate store migrate
  planstate store migrate --json --wait 60
"""
ARGUMENTS = (flag("--check", help="print what would be changed, and change nothing"),)


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


def run(options: argparse.Namespace) -> Answer:
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


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, MigrateData)
