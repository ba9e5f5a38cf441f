"""Which area each operation belongs to, and which faults it needs."""

from collections.abc import Iterator
from typing import get_args

from conformance.protocol.messages import AreaName, Faulty
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import ReviewOperation
from spec.vocabulary.state import Show

OPERATIONS_OF: dict[AreaName, tuple[type[Operation], ...]] = {
    AreaName.PLANS: (Register, Show),
    AreaName.CLAIMS: (Claim, Start, Heartbeat, Release, Reset, Ready),
    AreaName.CHECKLISTS: (Update, Batch, RecordArtifact),
    AreaName.COMPLETION: (Complete, Reconcile),
    AreaName.COMMITS: (Commit,),
    AreaName.REVIEWS: get_args(ReviewOperation),
    AreaName.ITERATIONS: (StartIterations, ReportIteration),
    AreaName.AGENTS: (CheckCommand,),
}

AREA_OF: dict[type[Operation], AreaName] = {
    operation: area for area, operations in OPERATIONS_OF.items() for operation in operations
}


def faults_of(operation: Operation) -> Iterator[Faulty]:
    """Yield the faults that an operation injects; only a commit has any."""
    if isinstance(operation, Commit):
        injected = {
            Faulty.GIT: not operation.git_succeeds,
            Faulty.ROOT: not operation.root_found,
            Faulty.STORE: not operation.store_reachable,
            Faulty.DOCUMENT: operation.document_hash is None,
        }
        yield from (fault for fault, is_injected in injected.items() if is_injected)
