"""Outcomes: the results of operations, one class per answer, and one for rejections.

Each answer is defined beside its operation. This module imports all of these modules.
"""

from spec.vocabulary.agents import CommandChecked
from spec.vocabulary.checklists import ArtifactRecorded, ItemsUpdated
from spec.vocabulary.claims import Claimed, NothingClaimable
from spec.vocabulary.commits import Committed, NotCommitted
from spec.vocabulary.completion import Reconciled, StepCompleted
from spec.vocabulary.holding import LeaseRenewed, Released, ResetResult, Started
from spec.vocabulary.iterations import IterationDecided, IterationsStarted
from spec.vocabulary.plans import Registered
from spec.vocabulary.readiness import Readiness
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.reviews import CycleChanged, Route, StopAnswered
from spec.vocabulary.showing import Shown

Accepted = (
    Registered
    | Claimed
    | NothingClaimable
    | Started
    | LeaseRenewed
    | Released
    | ResetResult
    | Readiness
    | Shown
    | ItemsUpdated
    | ArtifactRecorded
    | StepCompleted
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
