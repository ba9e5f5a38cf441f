"""Artifacts: notes on a held step (CHK)."""

import sqlite3

from impl.store import guards
from spec.vocabulary.checklists import ArtifactRecorded, RecordArtifact

SUMMARY_LENGTH = 500

RECORD = """
INSERT INTO artifacts (plan, step, kind, summary, recorded_at)
VALUES (:plan, :step, :kind, :summary, :now)
"""


def record(connection: sqlite3.Connection, operation: RecordArtifact) -> ArtifactRecorded:
    """Leave a note on a held step, cut to 500 characters, under a new id (CHK-10)."""
    guards.require_plan(connection, operation.plan)
    guards.require_holder(connection, operation.plan, operation.step, operation.worktree)
    note = {
        "plan": operation.plan,
        "step": operation.step,
        "kind": operation.kind,
        # Cut here and not by substr(), which stops at a NUL character.
        "summary": operation.summary[:SUMMARY_LENGTH],
        "now": operation.now,
    }
    recorded = connection.execute(RECORD, note).lastrowid
    assert recorded is not None  # an insert has one
    return ArtifactRecorded(recorded)
