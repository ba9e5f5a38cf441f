"""A session: one plan, its document, the store and the time, for the subcommands that need them."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from impl.cli import places
from impl.cli.answers import Failure, InvalidUsage
from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.rejections import Rejected

if TYPE_CHECKING:
    import sqlite3

    from spec.vocabulary.operations import Operation

    Asked = TypeVar("Asked", bound=Operation)
    Answered = TypeVar("Answered")

NOW_VARIABLE = "PLANSTATE_NOW"
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""

NO_DOCUMENT = "0" * 64
"""A hash that no document has, for operations that do not compare it."""


class Location(NamedTuple):
    """Where things are: the root of the main worktree, the plan's identity, the store."""

    root: Path
    plan: str
    store: Path

    def document(self) -> bytes:
        """Read the plan's document. Raises `Failure` if it cannot be read."""
        return read_document(self.root, self.plan)


class Session:
    """The store, the plan that a subcommand is about, and the time."""

    def __init__(self, location: Location, store: Store) -> None:
        self.location = location
        self.plan = location.plan
        self.store = store
        self.now = read_clock()

    def document_hash(self, *, needed: bool = True) -> str:
        """Return the hash of the document as it is now, if it is `needed` for a comparison.

        Raises `Failure` if the document cannot be read.
        """
        if not needed:
            return NO_DOCUMENT
        import hashlib

        return hashlib.sha256(self.location.document()).hexdigest()

    def run(
        self,
        function: Callable[[sqlite3.Connection, Asked], Answered],
        operation: Asked,
        *,
        first_ordinal: int = 0,
    ) -> Answered:
        """Run an operation by its function, such as `claims.claim`, and return its answer.

        Raises `Failure` if it is rejected; its message counts items from `first_ordinal`.
        """
        return self._accepted(self.store.run(function, operation), first_ordinal)

    def query(
        self, function: Callable[[sqlite3.Connection, Asked], Answered], operation: Asked
    ) -> Answered:
        """Run an operation that only reads, as `run` does."""
        return self._accepted(self.store.query(function, operation))

    def _accepted(self, outcome: Answered | Rejected, first_ordinal: int = 0) -> Answered:
        if isinstance(outcome, Rejected):
            raise refusal(outcome, self.plan, first_ordinal)
        return outcome


def locate(options: argparse.Namespace) -> Location:
    """Return where things are; record for failures which plan and step the command is about.

    Raises `Failure` or `GitError`.
    """
    root = places.current_root()
    plan = places.identify(options.plan, root)
    options.known["plan_path"] = plan
    if "step" in options:
        options.known["anchor"] = options.step
    return Location(root, plan, places.store_path(options, root))


@contextmanager
def opened(options: argparse.Namespace) -> Iterator[Session]:
    """Open the existing store, for the plan that the options name.

    Raises `Failure`, `GitError` or `StoreUnavailable`.
    """
    location = locate(options)
    if not places.is_there(location.store):
        raise no_store(location.store, location.plan)
    with open_store(options, location.store) as store:
        yield Session(location, store)


def open_store(options: argparse.Namespace, path: Path) -> Store:
    """Open a store as the options say."""
    synchronous = options.synchronous.upper()
    return Store.open(path, timeout_seconds=options.wait, synchronous=synchronous)


def read_clock() -> int:
    """Return the time in milliseconds, which tests set by an environment variable."""
    given = os.environ.get(NOW_VARIABLE)
    if given is None:
        return time.time_ns() // 1_000_000
    if not (given.isascii() and given.isdecimal()) or int(given) > LATEST:
        raise InvalidUsage(f"{NOW_VARIABLE} is {given!r}; expected milliseconds from 0 to {LATEST}")
    return int(given)


def read_document(root: Path, plan: str) -> bytes:
    """Read a plan's document. Raises `Failure` if that is not possible."""
    try:
        return (root / plan).read_bytes()
    except FileNotFoundError as error:
        raise Failure.of_request(
            f"{root / plan} does not exist; expected a plan document in the main worktree: "
            "check the path",
            reason="unknown_plan",
            plan_path=plan,
        ) from error
    except OSError as error:
        raise Failure.of_request(
            f"{root / plan} cannot be read ({error.strerror}); expected a plan document: check "
            "the path and the permissions",
            plan_path=plan,
        ) from error


def no_store(path: Path, plan: str) -> Failure:
    """Return the failure for a missing store: the plan is not registered."""
    failure = refusal(rejections.unknown_plan(plan), plan)
    message = f"{failure.message} (the store {path} does not exist yet)"
    return Failure(failure.code, message, failure.data)


def refusal(rejected: Rejected, plan: str, first_ordinal: int = 0) -> Failure:
    """Return the failure for a rejection: a sentence for people, its details for programs."""
    from impl.cli.output.refusals import explain

    return Failure.of(rejected, explain(rejected, plan, first_ordinal))
