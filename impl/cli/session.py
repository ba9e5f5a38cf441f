"""A session: one plan, the store and the time, for the subcommands that need them."""

from __future__ import annotations

import argparse
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

from impl.cli import places
from impl.cli.answers import Failure, InvalidUsage
from impl.cli.command import LARGEST_CLAIM_ID
from impl.cli.location import Location, locate
from impl.cli.places import journal_of
from impl.git.repository import names_in
from impl.given_text import parsed_number
from impl.given_text import shown as quoted
from impl.store.database.opening import CommitFailed, StoreUnavailable
from impl.store.place import NOW_VARIABLE, Place, Server, clock, shown
from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.rejections import Code, Rejected

if TYPE_CHECKING:
    from impl.store.store import Function
    from spec.vocabulary.operations import Operation

    Asked = TypeVar("Asked", bound=Operation)
    Answered = TypeVar("Answered")

CLAIM_VARIABLE = "PLANSTATE_CLAIM_ID"
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""

NO_DOCUMENT = "0" * 64
"""A hash that no document has, for operations that do not compare it."""


class CommandSession:
    """The store, the plan that a subcommand is about, and the time."""

    def __init__(self, location: Location, store: Store) -> None:
        self.location = location
        self.plan = location.plan
        self.store = store
        store.own_repository = names_in(location.store, location.root)
        follows_server = isinstance(location.store, Server) and clock() == "store"
        self._clock = store.server_time if follows_server else read_clock
        self.now = self.read_clock()

    def read_clock(self) -> int:
        """Read the time again, in milliseconds and as the store has it, and return it."""
        self.now = self._clock()
        return self.now

    def document_hash(self, *, needed: bool = True) -> str:
        """Return the hash of the document as it is now, if it is `needed`. Raises `Failure`."""
        if not needed:
            return NO_DOCUMENT
        from impl.documents import hashing

        return hashing.document_hash(self.location.document())

    def run(
        self,
        function: Function[Asked, Answered],
        operation: Asked,
        *,
        first_ordinal: int = 0,
    ) -> Answered:
        """Run an operation by its function, such as `claims.claim`, and return its answer.

        An operation that finds another document registered is repeated if the document is another
        by now. Raises `Failure` if it is rejected; its message counts items from `first_ordinal`.
        """
        while True:
            outcome = self.store.run(function, operation)
            if not isinstance(outcome, Rejected) or outcome.code != Code.PLAN_DRIFT:
                break
            found = self.document_hash()
            if found == getattr(operation, "document_hash", found):
                break
            operation = replace(operation, document_hash=found)  # type: ignore[arg-type]
        return self._accepted(outcome, operation, first_ordinal)

    def query(self, function: Function[Asked, Answered], operation: Asked) -> Answered:
        """Run an operation that only reads, as `run` does."""
        return self._accepted(self.store.query(function, operation), operation)

    def preview(self, function: Function[Asked, Answered], operation: Asked) -> Answered:
        """Return what `run` would, and change nothing."""
        return self._accepted(self.store.preview(function, operation), operation)

    def _accepted(
        self, outcome: Answered | Rejected, operation: Operation, first_ordinal: int = 0
    ) -> Answered:
        if not isinstance(outcome, Rejected):
            return outcome
        failure = refusal(outcome, self.plan, first_ordinal)
        if outcome.code == Code.PLAN_DRIFT:
            failure.message += f"; {self.location.see_update()}"
            if hasattr(operation, "allow_drift"):
                failure.message += "; `--allow-drift` continues with the registered plan"
        raise self.with_remedy(failure, operation, outcome)

    def with_remedy(
        self, failure: Failure, operation: Operation, outcome: Rejected, given: Sequence[str] = ()
    ) -> Failure:
        """Return a failure with what to do about it; the command had the arguments `given`."""
        from impl.cli.output import refusals

        plan = self.store.snapshot(self.plan)
        return refusals.added(failure, operation, outcome, plan, self.location, given)


@contextmanager
def open_session(options: argparse.Namespace) -> Iterator[CommandSession]:
    """Open the existing store, for the plan that the options name.

    Raises `Failure`, `GitError` or `StoreUnavailable`; `CommitFailed` for an error of the
    environment after something was stored.
    """
    location = locate(options)
    if not places.is_there(location.store):
        raise no_store(location)
    with open_store(options, location.store) as store:
        try:
            yield CommandSession(location, store)
        except (sqlite3.Error, StoreUnavailable, OSError) as error:
            if store.has_stored and not isinstance(error, CommitFailed):
                raise CommitFailed(error, "after a part of the work was stored") from error
            raise


def open_store(options: argparse.Namespace, place: Place) -> Store:
    """Open a store as the options say."""
    synchronous, journal = options.synchronous.upper(), journal_of(options, place)
    return Store.open(
        place,
        timeout_seconds=options.wait,
        synchronous=synchronous,
        journal=journal,
        clock=clock(),
    )


def claim_id(options: argparse.Namespace) -> int | None:
    """Return the id of the claim to work under: from the option, else a variable, else `None`."""
    given = os.environ.get(CLAIM_VARIABLE)
    if options.claim_id is not None or given is None:
        return cast("int | None", options.claim_id)
    return variable(CLAIM_VARIABLE, given, LARGEST_CLAIM_ID, "a whole number")


def read_clock() -> int:
    """Return the time in milliseconds, which tests set by an environment variable."""
    given = os.environ.get(NOW_VARIABLE)
    if given is None:
        return time.time_ns() // 1_000_000
    return variable(NOW_VARIABLE, given, LATEST, "milliseconds")


def variable(name: str, given: str, most: int, unit: str) -> int:
    """Return the number in an environment variable. Raises `InvalidUsage`."""
    number = parsed_number(given, 0, most)
    if number is None:
        raise InvalidUsage(
            f"{name} is {quoted(given)}; expected {unit} from 0 to {most}: correct it or unset it"
        )
    return number


def missing_store(place: Place) -> Failure:
    """Return the failure for a store that is not there."""
    return Failure.of(
        rejections.store_unavailable(),
        f"the store {shown(place)} does not exist; expected one: name another, or register a plan "
        "with `planstate state init`, which creates one",
    )


def no_store(location: Location) -> Failure:
    """Return the failure for a missing store: the plan is not registered."""
    from impl.cli.output import refusals
    from spec.vocabulary.readiness import Ready

    rejected = rejections.unknown_plan(location.plan)
    failure = refusal(rejected, location.plan)
    failure.message += f" (the store {shown(location.store)} does not exist yet)"
    return refusals.added(failure, Ready(location.plan, 0), rejected, None, location)


def refusal(rejected: Rejected, plan: str, first_ordinal: int = 0) -> Failure:
    """Return the failure for a rejection: a sentence for people, its details for programs."""
    from impl.cli.output.refusals import explain

    return Failure.of(rejected, explain(rejected, plan, first_ordinal))
