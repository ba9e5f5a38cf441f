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
    from spec.vocabulary import Accepted

FUNCTIONS = {
    "Register": "impl.plans.register",
    "Claim": "impl.claims.claim",
    "Start": "impl.holding.start",
    "Heartbeat": "impl.holding.heartbeat",
    "Release": "impl.releases.release",
    "Reset": "impl.releases.reset",
    "Ready": "impl.readiness.ready",
    "Show": "impl.showing.show",
    "Update": "impl.checklists.update",
    "Batch": "impl.checklists.batch",
    "RecordArtifact": "impl.artifacts.record",
    "Complete": "impl.completion.complete",
    "Reconcile": "impl.reconcile.reconcile",
    "Commit": "impl.commits.commit",
    "NewPlan": "impl.reviews.new_plan",
    "CreateTasks": "impl.reviews.change",
    "NextTask": "impl.reviews.change",
    "CompleteTask": "impl.reviews.change",
    "CompletePlan": "impl.reviews.change",
    "PostReview": "impl.reviews.change",
    "SetMaxReviews": "impl.reviews.change",
    "SetNextPhase": "impl.reviews.change",
    "Stop": "impl.reviews.stop",
    "ContinuePlan": "impl.reviews.continue_plan",
    "StartIterations": "impl.iterations.start",
    "ReportIteration": "impl.iterations.report",
    "CheckCommand": "impl.agents.check",
}

QUERIES = frozenset({"Ready", "Show", "ContinuePlan", "CheckCommand"})
"""The operations that only ask."""


@cache
def function_of(operation: str) -> Callable[[sqlite3.Connection, Any], Accepted]:
    """Import the function that does the operations of a class, which is given by its name."""
    module, _, name = FUNCTIONS[operation].rpartition(".")
    function: Callable[[sqlite3.Connection, Any], Accepted] = getattr(import_module(module), name)
    return function
