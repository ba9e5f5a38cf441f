"""Which function does which operation.

Operations and functions are named here, not imported: a process mostly does one operation, and
to make the classes of all of them takes longer than to do it. What one needs is imported with it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spec.vocabulary.outcomes import Accepted

FUNCTIONS = {
    "Register": "impl.store.plans.register",
    "Claim": "impl.store.claims.claim",
    "Start": "impl.store.holding.start",
    "Heartbeat": "impl.store.holding.heartbeat",
    "Release": "impl.store.releases.release",
    "Reset": "impl.store.releases.reset",
    "Ready": "impl.store.readiness.ready",
    "Show": "impl.store.showing.show",
    "Update": "impl.store.checklists.update",
    "Batch": "impl.store.checklists.batch",
    "RecordArtifact": "impl.store.artifacts.record",
    "Complete": "impl.store.completion.complete",
    "Reconcile": "impl.store.reconcile.reconcile",
    "Commit": "impl.store.commits.commit",
    "NewPlan": "impl.store.reviews.new_plan",
    "CreateTasks": "impl.store.reviews.change",
    "NextTask": "impl.store.reviews.change",
    "CompleteTask": "impl.store.reviews.change",
    "CompletePlan": "impl.store.reviews.change",
    "PostReview": "impl.store.reviews.change",
    "SetMaxReviews": "impl.store.reviews.change",
    "SetNextPhase": "impl.store.reviews.change",
    "Stop": "impl.store.reviews.stop",
    "ContinuePlan": "impl.store.reviews.continue_plan",
    "StartIterations": "impl.store.iterations.start",
    "ReportIteration": "impl.store.iterations.report",
    "CheckCommand": "impl.store.agents.check",
}

QUERIES = frozenset({"Ready", "Show", "ContinuePlan", "CheckCommand"})
"""The operations that only ask."""


@cache
def function_of(operation: str) -> Callable[[sqlite3.Connection, Any], Accepted]:
    """Import the function that does the operations of a class, which is given by its name."""
    module, _, name = FUNCTIONS[operation].rpartition(".")
    function: Callable[[sqlite3.Connection, Any], Accepted] = getattr(import_module(module), name)
    return function
