"""The function of every operation, for callers to whom all operations are alike.

`planstate` does not import this module: each of its commands names the one function that it needs.
"""

from collections.abc import Callable
from typing import Any

from impl.store import (
    agents,
    checklists,
    claims,
    commits,
    completion,
    holding,
    iterations,
    plans,
    readiness,
    reconciliation,
    reviews,
)
from impl.store.connection import Connection
from impl.store.database import snapshots
from spec.vocabulary.operations import Accepted

Function = Callable[[Connection, Any], Accepted]


FUNCTIONS: dict[str, Function] = {
    "Register": plans.register,
    "Claim": claims.claim,
    "Start": holding.start,
    "Heartbeat": holding.heartbeat,
    "Release": holding.release,
    "Reset": holding.reset,
    "Update": checklists.update,
    "Batch": checklists.batch,
    "RecordArtifact": checklists.record,
    "Complete": completion.complete,
    "Reconcile": reconciliation.reconcile,
    "Commit": commits.commit,
    "NewPlan": reviews.new_plan,
    "CreateTasks": reviews.change,
    "NextTask": reviews.change,
    "CompleteTask": reviews.change,
    "CompletePlan": reviews.change,
    "PostReview": reviews.change,
    "SetMaxReviews": reviews.change,
    "SetNextPhase": reviews.change,
    "Stop": reviews.stop,
    "StartIterations": iterations.start,
    "ReportIteration": iterations.report,
    "Ready": readiness.ready,
    "Show": snapshots.show,
    "ContinuePlan": reviews.continue_plan,
    "CheckCommand": agents.check,
}
"""The function of each operation, by the name of its class."""
