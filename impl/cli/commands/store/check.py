"""`planstate store check`: look for damage in the store.

Checks the version, runs the database's own integrity check, and checks the stored counts and, for
every plan, the invariants (INV), which no sequence of operations violates, and whether git has the
commits by which steps were completed. Prints the problems, and ends with exit code 1 if there are
any. Changes nothing; others can continue to use the store.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from impl.cli import places
from impl.cli.answers import DONE, FAILED, Answer, Count, Positive
from impl.cli.command import Command
from impl.cli.location import Location
from impl.cli.output.recorded import lost_commits
from impl.cli.session import missing_store, open_store
from impl.store.database import schema
from impl.store.place import Place, Server, shown
from impl.store.store import Store
from spec.properties.invariants import broken_invariants

EXIT_CODES = """
exit codes: 0 the store is sound; 1 it is damaged; 2 usage error; 3 interrupted; 4 the environment
is broken: no repository, or no usable store
"""
EXAMPLES = """
  planstate store check
  planstate store check --store postgresql://?service=plans --json
"""


class CheckData(TypedDict):
    """What was looked at, and what is wrong with it, a sentence each."""

    store: str
    version: Positive
    plans: Count
    problems: Sequence[str]


def run(options: argparse.Namespace) -> Answer:
    """Check the store."""
    root = places.current_root()
    place = places.store_place(options, root)
    if not places.is_there(place) or has_no_tables(place, options.wait):
        raise missing_store(place)
    with open_store(options, place) as store:
        paths = store.plan_paths()
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
            *broken_invariants(plan),
            *lost_commits(plan, Location(root, plan.path, place)),
        )
    ]


COMMAND = Command(__doc__, EXAMPLES, (), run, CheckData, EXIT_CODES)
