"""Scenarios: short sequences in which a lease expires, or must not, while somebody waits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import adapted
from conformance.protocol.messages import AreaName
from spec.amendments.changes_2026_2 import NEVER_EARLIER
from spec.vocabulary.checklists import RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State

LONG = 1_000_000
"""A lease, in milliseconds, that does not end while anybody waits.

Taken for a thousand times shorter, as where units are mixed up, it expires after a second.
"""
LEASE, WAIT = 2, 3
"""How long a lease is and how long is waited for its end, where 1 is the tolerance."""
SPARE = 100
"""How much longer is waited, in milliseconds, so that answers may take some time."""

ANN, BOB = "ann", "bob"
STEP = "work"
PLAIN = StepDefinition(STEP, "Work")
WITH_ITEM = StepDefinition(STEP, "Work", items=(ItemDefinition(ItemKind.TASK, "Do it"),))
WITH_SUBSTEP = StepDefinition(STEP, "Work", substeps=(StepDefinition("part", "Part"),))
AFTER_THE_END = ("CLM-19.10",)
"""The clauses on a claim whose lease has expired, whatever its holder does."""


@dataclass(frozen=True, slots=True)
class LeaseScenario:
    """Operations on a plan of their own; each comes as long after the one before as `now` says.

    `clause` is what its last answer puts to the test, and `also` what it does besides. With
    `times`, all times that are shown are compared, and otherwise none.
    """

    title: str
    clause: str
    operations: tuple[Operation, ...]
    times: bool = False

    @property
    def also(self) -> tuple[str, ...]:
        """The clauses that its last answer puts to the test besides."""
        return AFTER_THE_END if self.clause in ("CLM-13.5", "CMP-6.6") else ()

    @property
    def plan(self) -> str:
        """The plan that it is about."""
        return self.operations[0].plan


@dataclass(frozen=True, slots=True)
class Script:
    """Makes operations on one plan, with a lease of `lease` milliseconds that expires at `end`.

    Heartbeats ask to `shorten` the lease where an edition knows that.
    """

    number: int
    lease: int
    end: int
    shorten: bool

    @property
    def plan(self) -> str:
        """The plan's path."""
        return f"lease-{self.number}.md"

    @property
    def document_hash(self) -> str:
        """The hash of its document."""
        return f"{self.number:064x}"

    def register(self, step: StepDefinition = PLAIN) -> Register:
        """Return the registration of a plan of one step."""
        definition = PlanDefinition("Real leases", self.document_hash, (step,))
        return Register(self.plan, definition, 0)

    def claim(self, worktree: str, now: int = 0, lease: int = LONG, force: bool = False) -> Claim:
        """Return a claim."""
        return Claim(self.plan, worktree, self.document_hash, now, lease, force)

    def short(self) -> Claim:
        """Return the claim whose lease is waited for."""
        return self.claim(ANN, lease=self.lease)

    def beat(self, now: int = 0, lease: int = LONG) -> Heartbeat:
        """Return a heartbeat of the first holder."""
        return Heartbeat(self.plan, STEP, ANN, now, lease, shorten=self.shorten)

    def start(self, now: int = 0) -> Start:
        """Return a start by the first holder."""
        return Start(self.plan, STEP, ANN, now)

    def complete(self, now: int = 0, force: bool = False) -> Complete:
        """Return a completion by the first holder."""
        reason = "over" if force else None
        return Complete(self.plan, STEP, ANN, self.document_hash, now, force=force, reason=reason)


def scenarios_for(capabilities: Capabilities, tolerance: int) -> list[LeaseScenario]:
    """Return the scenarios that a system can be asked, those that show most first."""
    if AreaName.CLAIMS not in capabilities.areas:
        return []
    lease, end = LEASE * tolerance, WAIT * tolerance + SPARE
    shorten = capabilities.edition.has(NEVER_EARLIER)
    found = []
    for number, (title, clause, make) in enumerate(SCENARIOS, start=1):
        operations = make(Script(number, lease, end, shorten))
        clause = clause if shorten else BEFORE_SHORTENING.get(clause, clause)
        scenario = LeaseScenario(title, clause, tuple(operations), make in TIMED)
        if fitted := as_offered(scenario, capabilities):
            found.append(fitted)
    return found


def as_offered(scenario: LeaseScenario, capabilities: Capabilities) -> LeaseScenario | None:
    """Return a scenario as a system can be asked it, or `None`.

    Where times are compared, each operation is worth as much as the others; elsewhere all are
    needed.
    """
    register, *rest = scenario.operations
    if adapted(register, State(), capabilities.identity.without) != register:
        return None
    offered = [each for each in rest if capabilities.offers(each)]
    if len(offered) < len(rest) and not scenario.times:
        return None
    return replace(scenario, operations=(register, *offered))


def ends(script: Script) -> Sequence[Operation]:
    """Return that another worktree gets the step once the lease has expired."""
    return script.register(), script.short(), script.claim(BOB, script.end)


def excludes(script: Script) -> Sequence[Operation]:
    """Return that nobody else gets the step before the end, though some time has passed."""
    return script.register(), script.short(), script.claim(BOB, script.lease // 4)


def lasts(script: Script) -> Sequence[Operation]:
    """Return that a long lease does not expire as soon as a short one."""
    return script.register(), script.claim(ANN), script.claim(BOB, script.end)


def extended(script: Script) -> Sequence[Operation]:
    """Return that a heartbeat makes a short lease long."""
    beat = replace(script.beat(), shorten=False)
    return script.register(), script.short(), beat, script.claim(BOB, script.end)


def shortened(script: Script) -> Sequence[Operation]:
    """Return that a heartbeat that asks for it makes a long lease short."""
    beat = script.beat(lease=script.lease)
    return script.register(), script.claim(ANN), beat, script.claim(BOB, script.end)


def revived(script: Script) -> Sequence[Operation]:
    """Return that a heartbeat after the end is accepted, and protects the step again."""
    return script.register(), script.short(), script.beat(script.end), script.claim(BOB)


def reclaimed(script: Script) -> Sequence[Operation]:
    """Return that the holder gets the step again after the end."""
    return script.register(), script.short(), script.claim(ANN, script.end)


def forced(script: Script) -> Sequence[Operation]:
    """Return that the lease of whoever held the step before does not count."""
    by_force = script.claim(BOB, force=True)
    return script.register(), script.short(), by_force, script.claim(ANN, script.end)


def lost(script: Script) -> Sequence[Operation]:
    """Return that whoever lost the step cannot renew the lease of another."""
    taken = script.claim(BOB, script.end)
    return script.register(), script.short(), taken, script.beat()


def listed(script: Script) -> Sequence[Operation]:
    """Return that `ready` lists the step once the lease has expired, and not before."""
    before, after = Ready(script.plan, 0), Ready(script.plan, script.end)
    return script.register(), script.short(), before, after


def completed(script: Script) -> Sequence[Operation]:
    """Return that the holder can complete the step after the end."""
    return script.register(), script.short(), script.start(), script.complete(script.end)


def updated(script: Script) -> Sequence[Operation]:
    """Return that the holder can update items after the end."""
    change = (StatusChange("completed", ItemKind.TASK, 0),)
    update = Update(script.plan, STEP, ANN, change, script.document_hash, script.end)
    return script.register(WITH_ITEM), script.short(), script.start(), update


def shown(script: Script) -> Sequence[Operation]:
    """Return operations that store all the times there are, before and after a wait."""
    note = RecordArtifact(script.plan, STEP, ANN, "log", "noted", 0)
    later = (script.beat(script.end), script.start(), script.complete())
    return script.register(), script.claim(ANN), script.start(), note, *later


def shown_by_force(script: Script) -> Sequence[Operation]:
    """Return that a step and its substeps are completed at the same time."""
    forced = script.complete(script.end, force=True)
    return script.register(WITH_SUBSTEP), script.claim(ANN), forced


def shown_by_commit_log(script: Script) -> Sequence[Operation]:
    """Return that a step is completed when git is asked, not when the commit was made."""
    commit_log = (CommitLogEntry(script.plan, STEP, "a" * 40),)
    return script.register(), script.claim(ANN), Reconcile(script.plan, commit_log, script.end)


SCENARIOS = (
    ("a lease that expires", "CLM-4.4", ends),
    ("a lease that is live", "CLM-4.5", excludes),
    ("a heartbeat that extends a lease", "CLM-13.12", extended),
    ("a long lease", "CLM-8.3", lasts),
    ("times that are shown", "CLM-8.2", shown),
    ("a heartbeat that shortens a lease", "CLM-13.11", shortened),
    ("a step listed once its lease has expired", "CLM-17.4", listed),
    ("a heartbeat after the end", "CLM-13.5", revived),
    ("a completion after the end", "CMP-6.6", completed),
    ("an update after the end", "CHK-1.4", updated),
    ("the times of a forced completion", "CMP-4.5", shown_by_force),
    ("the times of a reconciliation", "CMP-9.4", shown_by_commit_log),
    ("a holder who claims again", "CLM-4.4", reclaimed),
    ("a holder who lost the step", "CLM-4.4", lost),
    ("a lease that counts no more", "CLM-8.3", forced),
)
"""What is tested, under which clause, and how; what shows most stands first."""
BEFORE_SHORTENING = {"CLM-13.11": "CLM-13.3", "CLM-13.12": "CLM-13.3"}
"""The clauses of editions in which every heartbeat may shorten a lease."""
TIMED = (shown, shown_by_force, shown_by_commit_log)
"""Those of which all times are compared that are shown."""
