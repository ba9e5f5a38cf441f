"""The plan that clients contend for, and the knowledge from which they make requests about it."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release, Reset
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register

RequestMaker = Callable[["RequestContext"], Operation]
"""Makes an operation of one kind."""
LEASES = (1, 10, 30, 60_000, 60_000)
"""Leases in operations: from one that expires at once to one that outlasts a contest."""
SHORT_LEASES = (0, 0.5, 1, 2)
"""Leases in operations that expire soon."""
REAL_LEASES = (1_000, 2_000, 60_000, 60_000)
"""Leases in milliseconds where the clock is real: programs may take whole seconds only."""
MOST_COMMITS = 1_000_000
"""More commits than one client makes: each has numbers of its own."""
MEAN_WEIGHT = 0.1
"""The weight of the last operation in the moving average of durations."""


@dataclass(frozen=True, slots=True)
class Held:
    """A step claimed by a worktree, and when its lease expires, in milliseconds."""

    step: str
    worktree: str
    claim_id: int | None
    until: int


class SharedPlan:
    """A plan, the versions of its document, and what replies have said about it.

    `edited` is the version that clients register again; `is_finished` says whether nothing is left
    to work on; `held` are the claimed steps, the last one last.
    """

    def __init__(self, plan: str, versions: Sequence[PlanDefinition]) -> None:
        self.plan = plan
        self.versions = versions
        self.document_hash = versions[0].document_hash
        self.is_registered = self.is_finished = False
        self.edited: PlanDefinition | None = None
        self.held: tuple[Held, ...] = ()
        steps = [step for version in versions for step in version.steps]
        found = [each.anchor for step in steps for each in (step, *step.substeps)]
        self.anchors = tuple(dict.fromkeys(found))
        self._lock = threading.Lock()

    def give(self, held: Held) -> None:
        """Record that a step was claimed."""
        with self._lock:
            self.held = (*self.held[-3:], held)

    def forget(self, step: str) -> None:
        """Record that a step was released."""
        with self._lock:
            self.held = tuple(each for each in self.held if each.step != step)


class RequestContext:
    """What one client asks. Its worktree is `own`.

    `usual` is how long an operation takes, in milliseconds. Leases last some operations, or some
    seconds if the clock is `real`. Reports of iterations have summaries if it `has_files`.
    """

    def __init__(self, worktrees: Sequence[str], number: int, random: Random) -> None:
        self.worktrees = worktrees
        self.own = worktrees[number]
        self.random = random
        self.real = False
        self.has_files = True
        self.usual = 0.0
        self.now = 0
        self.commits = number * MOST_COMMITS
        self.shared_plan: SharedPlan

    @property
    def plan(self) -> str:
        """The path of the plan."""
        return self.shared_plan.plan

    def learn(self, operation: Operation, reply: Message) -> None:
        """Take note of a reply."""
        if reply["reply"] != "ok":
            return
        if isinstance(operation, Register):
            self.shared_plan.is_registered = True
            self.shared_plan.document_hash = operation.definition.document_hash
        elif isinstance(operation, Claim) and reply["answer"] == "claimed":
            until = reply.get("lease_expires_at") or self.now
            held = Held(reply["anchor"], operation.worktree, reply.get("claim_id"), until)
            self.shared_plan.give(held)
        elif isinstance(operation, Claim) and reply.get("all_completed"):
            self.shared_plan.is_finished = True
        elif isinstance(operation, Complete | Release | Reset) and self.flag(0.8):
            self.shared_plan.forget(operation.step)

    def measure(self, milliseconds: float) -> None:
        """Take note of how long an operation took."""
        self.usual += (milliseconds - self.usual) * (MEAN_WEIGHT if self.usual else 1)

    def lease(self, leases: Sequence[float] = LEASES) -> int:
        """Return a lease in milliseconds."""
        if self.real:
            return self.random.choice(REAL_LEASES)
        return round(max(self.usual, 1) * self.random.choice(leases))

    def document_hash(self) -> str:
        """Return the hash of the document, now and then that of another version."""
        if self.flag(0.05):
            return self.random.choice(self.shared_plan.versions).document_hash
        return self.shared_plan.document_hash

    def edited(self) -> PlanDefinition:
        """Return a version of the document: mostly the one that others register too."""
        if self.shared_plan.edited is None or self.flag(0.25):
            return self.random.choice(self.shared_plan.versions)
        return self.shared_plan.edited

    def target(self) -> Held:
        """Return the step to work on: mostly the one claimed last, else any."""
        held = self.shared_plan.held
        if held and self.flag(0.9):
            return held[-1] if self.flag(0.7) else self.random.choice(held)
        return Held(self.random.choice(self.shared_plan.anchors), self.own, None, 0)

    def holder(self, held: Held) -> str:
        """Return the worktree of a request: mostly the holder of the step."""
        return held.worktree if self.flag(0.9) else self.worktree()

    def worktree(self) -> str:
        """Return the worktree of the client, now and then that of another."""
        return self.own if self.flag(0.95) else self.random.choice(self.worktrees)

    def claim_id(self, held: Held) -> int | None:
        """Return the id of a claim, or none."""
        return None if self.flag(0.4) else held.claim_id

    def flag(self, chance: float) -> bool:
        """Return `True` with a probability."""
        return self.random.random() < chance
