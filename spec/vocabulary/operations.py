"""Operations: every request to a store, one class each, as data.

Every operation names one plan by its path and has the time `now` in milliseconds. Operations that
check for drift have `document_hash`, the hash of the plan's document at that time.

Each is defined in the module of its area, beside its answers. This module imports all of these.
"""

from typing import get_args

from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import ContinuePlan, ReviewOperation
from spec.vocabulary.showing import Show

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
