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
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.operations import Accepted, Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    SetMaxReviews,
    SetNextPhase,
    Stop,
)
from spec.vocabulary.state import Show

Function = Callable[[Connection, Any], Accepted]


COMMANDS: dict[type[Operation], Function] = {
    Register: plans.register,
    Claim: claims.claim,
    Start: holding.start,
    Heartbeat: holding.heartbeat,
    Release: holding.release,
    Reset: holding.reset,
    Update: checklists.update,
    Batch: checklists.batch,
    RecordArtifact: checklists.record,
    Complete: completion.complete,
    Reconcile: reconciliation.reconcile,
    Commit: commits.commit,
    NewPlan: reviews.new_plan,
    CreateTasks: reviews.change,
    NextTask: reviews.change,
    CompleteTask: reviews.change,
    CompletePlan: reviews.change,
    PostReview: reviews.change,
    SetMaxReviews: reviews.change,
    SetNextPhase: reviews.change,
    Stop: reviews.stop,
    StartIterations: iterations.start,
    ReportIteration: iterations.report,
}
QUERIES: dict[type[Operation], Function] = {
    Ready: readiness.ready,
    Show: snapshots.show,
    ContinuePlan: reviews.continue_plan,
    CheckCommand: agents.check,
}
