"""The driver: carries out what a recovery sends, on a real store (REC-4).

Every call meets what is real at that moment: the time, the plan's document and the store.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from impl.store.guards import Refused
from impl.store.store import Store, StoreUnavailable
from spec.vocabulary import rejections
from spec.vocabulary.checklists import Batch
from spec.vocabulary.completion import Complete
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Ending, Procedure
from spec.vocabulary.state import Show

NO_DOCUMENT = "0" * 64
"""The hash of no document: what cannot be read is not what was registered."""

Observer = Callable[[Operation, Outcome], None]


@dataclass(frozen=True, slots=True)
class Environment:
    """What the calls of a procedure meet, looked at anew for each of them.

    `open_store` opens the store for one call; it raises `StoreUnavailable`, or `Refused` if there
    is none. `document_hash` returns `None` for a document that cannot be read.
    """

    open_store: Callable[[], AbstractContextManager[Store]]
    document_hash: Callable[[], str | None]
    clock: Callable[[], int]


def drive(
    procedure: Procedure, environment: Environment, observe: Observer = lambda *_: None
) -> Ending:
    """Carry out the calls of a procedure until it ends; `observe` receives each of them."""
    try:
        call = next(procedure)
        while True:
            if call.progress:
                print(call.progress)
            operation, outcome = carry_out(call.operation, environment)
            observe(operation, outcome)
            call = procedure.send(outcome)
    except StopIteration as stop:
        ending: Ending = stop.value
        return ending


def carry_out(operation: Operation, environment: Environment) -> tuple[Operation, Outcome]:
    """Fill in what a call leaves open and do it; return what was done, and its outcome.

    A store that cannot answer, and a document that cannot be read where work is based on it, count
    as E046 (REC-4).
    """
    assert isinstance(operation, Batch | Show | Complete)
    operation, found = replace(operation, now=environment.clock()), environment.document_hash()
    if found is None and not isinstance(operation, Show):
        return operation, rejections.store_unavailable()
    operation = replace(operation, document_hash=found or NO_DOCUMENT)
    try:
        with environment.open_store() as store:
            return operation, store.apply(operation)
    except Refused as refusal:
        return operation, refusal.rejected
    except (StoreUnavailable, sqlite3.Error, OSError):
        return operation, rejections.store_unavailable()
