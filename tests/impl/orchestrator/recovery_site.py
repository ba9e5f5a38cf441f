"""A site with work to recover, and what may happen there between two calls."""

from collections.abc import Callable
from functools import partial

from impl.git.state_update import document_hash
from impl.orchestrator.driver import Environment, drive
from impl.orchestrator.recovery import recover
from impl.store.guards import Refused
from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Checkpoint, Ending, Judgement, Result, Review, Work
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import StepStatus
from tests.impl.git.sites import ANN, PLAN, Site

OPEN_ITEMS, DRIFT, OWNERSHIP, DB_ERROR = FailureReason

DOCUMENT = """## Phase 1: A bridge

### Step 0: Build the piers {#piers}

**Tasks:**
- [ ] Pour concrete
- [ ] Dry for a week

**Checkpoint:**
- [ ] They stand
- [ ] They carry
"""

REVIEW = Review(True, (Checkpoint(1, Judgement.BLOCKED, "no truck"),))
WORK = Work(PLAN, "piers", ANN, REVIEW)

Disturbance = Callable[[Site], None]


class RecoverySite:
    """A site whose step has open items, and a recovery that something disturbs."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.calls: list[tuple[Operation, Outcome]] = []
        self.before: dict[int, Disturbance] = {}
        self.now = 100
        site.document.write_text(DOCUMENT)
        site.register()
        site.claim()

    def disturbed(self, call: int, disturbance: Disturbance) -> None:
        """Schedule what happens before a call, which is counted from 0."""
        self.before[call] = disturbance

    def opener(self) -> Store:
        """Open the store for a call, after what happens before that."""
        disturbance = self.before.pop(len(self.calls), None)
        if disturbance is not None:
            disturbance(self.site)
        if not self.site.store.exists():
            raise Refused(rejections.unknown_plan(PLAN))
        return Store.open(self.site.store, timeout_seconds=0.05)

    def clock(self) -> int:
        """Return a time at which nobody has called yet."""
        self.now += 1
        return self.now

    def environment(self) -> Environment:
        """Return what the calls meet: this site."""
        return Environment(self.opener, partial(document_hash, self.site.root, PLAN), self.clock)

    def recover(self, reason: FailureReason | None = OPEN_ITEMS) -> Ending:
        """Recover the step."""
        return drive(recover(WORK, reason), self.environment(), self.record)

    def record(self, operation: Operation, outcome: Outcome) -> None:
        """Keep a call."""
        self.calls.append((operation, outcome))

    def made(self) -> list[str]:
        """Return the calls by name, with the codes of those that were rejected."""
        return [
            type(call).__name__ + (f" {outcome.code}" if isinstance(outcome, Rejected) else "")
            for call, outcome in self.calls
        ]

    def items(self) -> list[tuple[str, str | None]]:
        """Return status and reason of each item of the step."""
        return [(item.status, item.reason) for item in self.site.step().items]


OPEN = [("open", None)] * 4
CLOSED = [("completed", None)] * 3 + [("deferred", "no truck")]
ATTEMPT = ["Show", "Batch", "Show", "Complete"]


def then_escalated(
    recovery: RecoverySite, ending: Ending, reason: FailureReason, attempts: int = 1
) -> None:
    assert (ending.result, ending.reason, ending.attempts) == (Result.ESCALATED, reason, attempts)
    assert recovery.site.step().status is not StepStatus.COMPLETED


def edit(site: Site) -> None:
    site.document.write_text(site.document.read_text().replace("Pour", "Pour slowly"))
