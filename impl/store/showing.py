"""Showing what is stored of a plan (PLN)."""

import sqlite3

from impl.store import guards, snapshots
from spec.vocabulary.showing import Show, Shown


def show(connection: sqlite3.Connection, operation: Show) -> Shown:
    """Give all that is stored of a plan, and whether its document has changed since (PLN-6)."""
    stored_hash = guards.require_plan(connection, operation.plan)
    plan = snapshots.read_plan(connection, operation.plan)
    assert plan is not None  # required above, in the same transaction
    return Shown(plan, drifted=stored_hash != operation.document_hash)
