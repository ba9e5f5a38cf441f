"""Operations and outcomes: every request to a store and every answer, one class each, as data.

Every operation names one plan by its path and has the time `now` in milliseconds. Operations that
check for drift have `document_hash`, the hash of the plan's document at that time.

Each is defined in the module of its area. This module imports all of these.
"""

from typing import get_args

from spec.vocabulary.agents import CheckCommand, CommandChecked
from spec.vocabulary.checklists import ArtifactRecorded, Batch, ItemsUpdated, RecordArtifact, Update
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.completion import (
    AlreadyCompleted,
    Complete,
    Reconcile,
    Reconciled,
    StepCompleted,
)
from spec.vocabulary.holding import (
    AlreadyStarted,
    Heartbeat,
    LeaseRenewed,
    Release,
    Released,
    Reset,
    ResetResult,
    Start,
    Started,
)
from spec.vocabulary.iterations import (
    IterationDecided,
    IterationsStarted,
    ReportIteration,
    StartIterations,
)
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.reviews import ContinuePlan, CycleChanged, ReviewOperation, Route, StopAnswered
from spec.vocabulary.state import Show, Shown

Operation = (
    Register
    | Claim
    | Start
    | Heartbeat
    | Release
    | Reset
    | Ready
    | Show
    | Update
    | Batch
    | RecordArtifact
    | Complete
    | Reconcile
    | Commit
    | ReviewOperation
    | StartIterations
    | ReportIteration
    | CheckCommand
)


OPERATIONS: tuple[type[Operation], ...] = get_args(Operation)


QUERIES: tuple[type[Operation], ...] = (Ready, Show, ContinuePlan, CheckCommand)
"""The operations that change nothing."""


Accepted = (
    Registered
    | Claimed
    | NothingClaimable
    | Started
    | AlreadyStarted
    | LeaseRenewed
    | Released
    | ResetResult
    | Readiness
    | Shown
    | ItemsUpdated
    | ArtifactRecorded
    | StepCompleted
    | AlreadyCompleted
    | Reconciled
    | Committed
    | NotCommitted
    | CycleChanged
    | StopAnswered
    | Route
    | IterationsStarted
    | IterationDecided
    | CommandChecked
)


Outcome = Accepted | Rejected
