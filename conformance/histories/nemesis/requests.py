"""What a client asks: mostly work on the step that it holds, and often what disturbs the others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from conformance.histories.nemesis.board import Board
from conformance.histories.nemesis.contests import Contests
from conformance.protocol.codec import Message
from conformance.protocol.messages import AreaName
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim, Ready
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.reviews import (
    CompleteTask,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    Stop,
)
from spec.vocabulary.state import Show

Making = Callable[["Requests"], Operation]
LEASES = (0.5, 1, 3, 10, 60)
"""Leases in operations: from one that is over at once to one that outlasts many."""
REAL_LEASES = (1_000, 1_000, 2_000, 5_000, 60_000)
"""Leases in milliseconds where the clock is real: programs may take whole seconds only."""
MOST_COMMITS = 1_000_000
"""More commits than one client makes: each has numbers of its own."""
CONTESTED = 0.4
"""The share of the operations before which a client waits for another."""
LONGEST_WAIT = 0.02
"""How long it waits, in seconds."""
TRIES = 50
"""Draws after which nothing is found that can be asked."""


@dataclass(frozen=True, slots=True)
class Held:
    """A step that a client believes that it holds."""

    plan: str
    step: str
    claim_id: int | None
    until: int


@dataclass(frozen=True, slots=True)
class Theme:
    """What a client is about to ask, for another one that asks about the same."""

    plan: str
    held: Held
    making: Making


class Requests:
    """What one client knows, from the replies to it alone, and what it asks next.

    `usual` is how long an operation takes, in milliseconds. Leases last some operations, or some
    seconds if the clock is `real`.
    """

    def __init__(
        self,
        board: Board,
        contests: Contests[Theme],
        worktrees: Sequence[str],
        own: int,
        random: Random,
        *,
        real: bool = False,
    ) -> None:
        self.board = board
        self.contests = contests
        self.worktrees = worktrees
        self.own = worktrees[own]
        self.random = random
        self.real = real
        self.usual = 0.0
        self.now = 0
        self.plan = ""
        self.commits = own * MOST_COMMITS
        self.contested: Held | None = None
        self.registered: set[str] = set()
        self.held: list[Held] = []

    def next(self, now: int) -> Operation:
        """Return an operation to ask at a time. Raises `NothingToAsk` if none is offered."""
        self.now = now
        for _ in range(TRIES):
            operation = self._chosen()
            if self.board.offers(operation):
                return operation
        raise NothingToAsk

    def _chosen(self) -> Operation:
        self.plan = self.board.plan(self.random)
        if self.board.registers and self.plan not in self.registered:
            self.registered.add(self.plan)
            return Register(self.plan, self.board.versions[0], self.now)
        holds = any(held.plan == self.plan for held in self.held)
        making = self.random.choices(CHOICES, HOLDING if holds else IDLE)[0].making
        self.contested = None
        if self.flag(CONTESTED):
            making = self._meet(making)
        return making(self)

    def _meet(self, making: Making) -> Making:
        """Wait for another client, and return what to ask about the same step: mostly the same."""
        mine = Theme(self.plan, self.target(), making)
        theme = self.contests.meet(mine, LONGEST_WAIT)
        self.plan, self.contested = theme.plan, theme.held
        return making if self.flag(0.4) else theme.making

    def learn(self, operation: Operation, reply: Message) -> None:
        """Take note of a reply."""
        if reply["reply"] != "ok":
            self._refused(operation)
        elif isinstance(operation, Register):
            self.board.registered(operation.plan, operation.definition.document_hash)
        elif isinstance(operation, Claim) and reply["answer"] == "claimed":
            until = reply.get("lease_expires_at") or self.now
            held = Held(operation.plan, reply["anchor"], reply.get("claim_id"), until)
            self.held = [*self.held[-2:], held]
        elif isinstance(operation, Claim) and reply.get("all_completed"):
            self.board.finish(operation.plan)
        elif isinstance(operation, Complete | Release) and self.random.random() < 0.8:
            self._forget(operation.plan, operation.step)

    def _refused(self, operation: Operation) -> None:
        """Mostly believe a rejection; a client that does not goes on with a claim that is lost."""
        if isinstance(operation, Start | Heartbeat | Complete) and self.random.random() < 0.5:
            self._forget(operation.plan, operation.step)

    def _forget(self, plan: str, step: str) -> None:
        self.held = [held for held in self.held if (held.plan, held.step) != (plan, step)]

    def lease(self) -> int:
        """Return a lease in milliseconds."""
        if self.real:
            return self.random.choice(REAL_LEASES)
        return round(max(self.usual, 1) * self.random.choice(LEASES))

    def document_hash(self) -> str:
        """Return the hash of the document, now and then that of another version."""
        if self.flag(0.05):
            return self.random.choice(self.board.versions).document_hash
        return self.board.document_hash(self.plan)

    def target(self) -> Held:
        """Return the step to work on: mostly one that is held, else any."""
        mine = [held for held in self.held if held.plan == self.plan]
        if self.contested is not None:
            # Whoever holds the contested step gives its own claim.
            same = [held for held in mine if held.step == self.contested.step]
            return same[-1] if same else self.contested
        step = self.random.choice(self.board.anchors)
        if not mine or self.random.random() < 0.1:
            return Held(self.plan, step, None, 0)
        held = self.random.choice(mine)
        if self.random.random() < 0.2:
            return Held(self.plan, step, held.claim_id, held.until)
        return held

    def worktree(self) -> str:
        """Return the worktree of the client, now and then that of another."""
        return self.own if self.random.random() < 0.92 else self.random.choice(self.worktrees)

    def claim_id(self, held: Held) -> int | None:
        """Return the id of a claim, or another, or none."""
        return None if self.random.random() < 0.4 else held.claim_id

    def flag(self, chance: float) -> bool:
        """Return `True` with a probability."""
        return self.random.random() < chance


class NothingToAsk(Exception):
    """None of the operations that are drawn is offered."""


# One function for each operation


def claim(of: Requests) -> Claim:
    """Claim a step, sometimes by force, sometimes fenced."""
    fenced = of.flag(0.25)
    force = of.flag(0.08)
    hashed = of.document_hash()
    return Claim(of.plan, of.worktree(), hashed, of.now, of.lease(), force, fenced=fenced)


def start(of: Requests) -> Start:
    """Start a step."""
    held = of.target()
    return Start(held.plan, held.step, of.worktree(), of.now, of.claim_id(held))


def heartbeat(of: Requests) -> Heartbeat:
    """Renew a lease."""
    held = of.target()
    claim_id = of.claim_id(held)
    return Heartbeat(held.plan, held.step, of.worktree(), of.now, of.lease(), claim_id)


def release(of: Requests) -> Release:
    """Release a step, sometimes by force."""
    held = of.target()
    force = of.flag(0.2)
    worktree = None if force else of.worktree()
    return Release(held.plan, held.step, of.now, worktree, force, of.claim_id(held))


def reset(of: Requests) -> Reset:
    """Reset a step."""
    held = of.target()
    return Reset(held.plan, held.step, of.now)


def ready(of: Requests) -> Ready:
    """Query which steps can be worked on."""
    return Ready(of.plan, of.now)


def show(of: Requests) -> Show:
    """Look at everything that is stored of a plan."""
    return Show(of.plan, of.board.document_hash(of.plan), of.now)


def register(of: Requests) -> Register:
    """Register a document again, perhaps an edited one."""
    return Register(of.plan, of.random.choice(of.board.versions), of.now)


def batch(of: Requests) -> Batch:
    """Complete all items, or some."""
    held = of.target()
    entries = (BatchEntry("task", 0, "completed"),) if of.flag(0.4) else ()
    worktree, hashed = of.worktree(), of.document_hash()
    rest = not entries or of.flag(0.5)
    return Batch(
        held.plan, held.step, worktree, entries, hashed, of.now, rest, claim_id=of.claim_id(held)
    )


def update(of: Requests) -> Update:
    """Change the status of items, sometimes back to open."""
    held = of.target()
    status = of.random.choice((ItemStatus.COMPLETED, ItemStatus.DEFERRED, ItemStatus.OPEN))
    changes, hashed = (StatusChange(status),), of.document_hash()
    return Update(
        *(held.plan, held.step, of.worktree(), changes, hashed, of.now),
        allow_reopen=of.flag(0.5),
        claim_id=of.claim_id(held),
    )


def artifact(of: Requests) -> RecordArtifact:
    """Record an artifact, which has the next id."""
    held = of.target()
    named = (held.plan, held.step, of.worktree(), "note", "A note", of.now)
    return RecordArtifact(*named, claim_id=of.claim_id(held))


def complete(of: Requests) -> Complete:
    """Complete a step, sometimes by force."""
    held = of.target()
    force = of.flag(0.15)
    named = (held.plan, held.step, of.worktree(), of.document_hash(), of.now, force)
    return Complete(*named, "no time" if force else None, claim_id=of.claim_id(held))


def commit(of: Requests) -> Commit:
    """Commit the work on a step."""
    held = of.target()
    of.commits += 1
    hashed = of.board.document_hash(held.plan)
    return Commit(held.plan, held.step, of.own, hashed, of.now, f"{of.commits:040x}")


def reconcile(of: Requests) -> Reconcile:
    """Complete a step that a commit names."""
    held = of.target()
    named = CommitLogEntry(held.plan, held.step, f"{of.commits:040x}", of.claim_id(held))
    return Reconcile(of.plan, (named,), of.now, force=of.flag(0.2))


def start_iterations(of: Requests) -> StartIterations:
    """Start a loop."""
    return StartIterations(of.plan, of.random.randrange(1, 5), of.now)


def report_iteration(of: Requests) -> ReportIteration:
    """Report an iteration."""
    remaining = of.random.choice((None, "a b", "a"))
    report = IterationReport(remaining, remaining is not None, of.flag(0.1))
    return ReportIteration(of.plan, report, None, of.now)


def review(of: Requests) -> Operation:
    """Do something about the reviews of a plan."""
    choices: tuple[Operation, ...] = (
        NewPlan(of.plan, of.now, of.random.randrange(1, 6)),
        CreateTasks(of.plan, of.now),
        NextTask(of.plan, of.random.choice((None, "1", "2")), of.now),
        CompleteTask(of.plan, of.random.choice(("1", "2")), of.now),
        PostReview(of.plan, of.now),
        Stop(of.plan, of.random.choice((ReviewResult.PASS, ReviewResult.FAIL)), of.now),
        Stop(of.plan, ReviewResult.PASS, of.now, stop_hook_active=True),
    )
    return of.random.choice(choices)


@dataclass(frozen=True, slots=True)
class Choice:
    """An operation, and how often it is drawn by a client that holds a step, and by one without."""

    making: Making
    holding: float
    idle: float
    area: AreaName


CHOICES = (
    Choice(claim, 3, 24, AreaName.CLAIMS),
    Choice(start, 4, 1, AreaName.CLAIMS),
    Choice(heartbeat, 3, 1, AreaName.CLAIMS),
    Choice(release, 2, 1, AreaName.CLAIMS),
    Choice(reset, 1, 1, AreaName.CLAIMS),
    Choice(ready, 1, 2, AreaName.CLAIMS),
    Choice(show, 1, 1, AreaName.PLANS),
    Choice(register, 0.5, 0.5, AreaName.PLANS),
    Choice(batch, 5, 1, AreaName.CHECKLISTS),
    Choice(update, 3, 1, AreaName.CHECKLISTS),
    Choice(artifact, 3, 1, AreaName.CHECKLISTS),
    Choice(complete, 4, 1, AreaName.COMPLETION),
    Choice(commit, 2, 0.5, AreaName.COMMITS),
    Choice(reconcile, 0.5, 0.5, AreaName.COMPLETION),
    Choice(start_iterations, 0.5, 1, AreaName.ITERATIONS),
    Choice(report_iteration, 1, 2, AreaName.ITERATIONS),
    Choice(review, 2, 4, AreaName.REVIEWS),
)
HOLDING = [choice.holding for choice in CHOICES]
IDLE = [choice.idle for choice in CHOICES]
