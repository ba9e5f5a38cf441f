"""Scenarios: short sequences in which a lease expires, or must not, while somebody waits."""

from dataclasses import dataclass, replace
from typing import Any

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import adapted
from conformance.generators.boundary_values import domain_of
from conformance.generators.places import mapped
from conformance.protocol.messages import AreaName
from spec.amendments.changes_2026_2 import NEVER_EARLIER
from spec.vocabulary.checklists import RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.domains import Domain, Duration, Time
from spec.vocabulary.holding import Heartbeat, Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State

EARLY, LEASE, END = 1, 4, 6
"""When a lease is live, how long it is and when it has expired, where 2 is the tolerance."""
LONG = 2_000
"""A lease that ends while somebody waits only if it is taken for a thousand times shorter."""
SPARE = 100
"""How much longer is waited, in milliseconds, so that answers may take some time."""

PLAN, STEP, HASH, ANN, BOB = "lease.md", "work", "0" * 64, "ann", "bob"
PLAIN, WITH_ITEM, WITH_SUBSTEP = (
    Register(PLAN, PlanDefinition("Real leases", HASH, (step,)), 0)
    for step in (
        StepDefinition(STEP, "Work"),
        StepDefinition(STEP, "Work", items=(ItemDefinition(ItemKind.TASK, "Do it"),)),
        StepDefinition(STEP, "Work", substeps=(StepDefinition("part", "Part"),)),
    )
)
CLAIM, SHORT = (Claim(PLAN, ANN, HASH, 0, lease) for lease in (LONG, LEASE))
"""The claims of whoever works first; the end of a short lease is waited for."""
START, BEAT = Start(PLAN, STEP, ANN, 0), Heartbeat(PLAN, STEP, ANN, 0, LONG, shorten=True)
COMPLETE = Complete(PLAN, STEP, ANN, HASH, END)
OTHERS, TAKEN = Claim(PLAN, BOB, HASH, 0, LONG), Claim(PLAN, BOB, HASH, END, LONG)
"""The claims of somebody else, at once and after the end."""
NOTE = RecordArtifact(PLAN, STEP, ANN, "log", "noted", 0)
UPDATE = Update(PLAN, STEP, ANN, (StatusChange("completed", ItemKind.TASK, 0),), HASH, END)
LOGGED = Reconcile(PLAN, (CommitLogEntry(PLAN, STEP, "a" * 40),), END)
BESIDES = {"CLM-13.5": "CLM-19.10", "CMP-6.6": "CLM-19.10"}
"""What a holder's late answer puts to the test besides: the clause on every claim that expired."""


@dataclass(frozen=True, slots=True)
class LeaseScenario:
    """Operations on a plan of their own; each comes as long after the one before as `now` says.

    `clause` is what its last answer puts to the test. With `times`, everything that is stored is
    looked at after each operation.
    """

    title: str
    clause: str
    operations: tuple[Operation, ...]
    times: bool = False


SCENARIOS = (
    LeaseScenario("a lease that expires", "CLM-4.4", (PLAIN, SHORT, TAKEN)),
    LeaseScenario("a lease that is live", "CLM-4.5", (PLAIN, SHORT, replace(TAKEN, now=EARLY))),
    LeaseScenario(
        "a heartbeat that extends a lease",
        "CLM-13.12",
        (PLAIN, SHORT, replace(BEAT, shorten=False), TAKEN),
    ),
    LeaseScenario("a long lease", "CLM-8.3", (PLAIN, CLAIM, TAKEN)),
    LeaseScenario(
        "times that are shown",
        "CLM-8.2",
        (PLAIN, CLAIM, START, NOTE, replace(BEAT, now=END), START, replace(COMPLETE, now=0)),
        times=True,
    ),
    LeaseScenario(
        "a heartbeat that shortens a lease",
        "CLM-13.11",
        (PLAIN, CLAIM, replace(BEAT, lease=LEASE), TAKEN),
    ),
    LeaseScenario(
        "a step listed once its lease has expired",
        "CLM-17.4",
        (PLAIN, SHORT, Ready(PLAN, 0), Ready(PLAN, END)),
    ),
    LeaseScenario(
        "a heartbeat after the end", "CLM-13.5", (PLAIN, SHORT, replace(BEAT, now=END), OTHERS)
    ),
    LeaseScenario("a completion after the end", "CMP-6.6", (PLAIN, SHORT, START, COMPLETE)),
    LeaseScenario("an update after the end", "CHK-1.4", (WITH_ITEM, SHORT, START, UPDATE)),
    LeaseScenario(
        "the times of a forced completion",
        "CMP-4.5",
        (WITH_SUBSTEP, CLAIM, replace(COMPLETE, force=True, reason="over")),
        times=True,
    ),
    LeaseScenario("the times of a reconciliation", "CMP-9.4", (PLAIN, CLAIM, LOGGED), times=True),
    LeaseScenario(
        "a holder who claims again", "CLM-4.4", (PLAIN, SHORT, replace(SHORT, now=END, lease=LONG))
    ),
    LeaseScenario("a holder who lost the step", "CLM-4.4", (PLAIN, SHORT, TAKEN, BEAT)),
    LeaseScenario(
        "a lease that counts no more",
        "CLM-8.3",
        (PLAIN, SHORT, replace(OTHERS, force=True), replace(CLAIM, now=END)),
    ),
)
"""What is tested; what shows most stands first."""
BEFORE_SHORTENING = {"CLM-13.11": "CLM-13.3", "CLM-13.12": "CLM-13.3"}
"""The clauses of editions in which every heartbeat may shorten a lease."""


def scenarios_for(capabilities: Capabilities) -> list[LeaseScenario]:
    """Return the scenarios that a system can be asked, those that show most first."""
    if AreaName.CLAIMS not in capabilities.areas:
        return []
    placed = [as_placed(each, number, capabilities) for number, each in enumerate(SCENARIOS, 1)]
    return [*filter(None, (as_offered(each, capabilities) for each in placed))]


def as_placed(scenario: LeaseScenario, number: int, capabilities: Capabilities) -> LeaseScenario:
    """Return a scenario on a plan of its own, in milliseconds, by the clauses of an edition."""
    words = {PLAN: f"lease-{number}.md", HASH: f"{number:064x}"}
    unit = capabilities.tolerance // 2

    def change(domain: Domain | None, value: Any) -> Any:
        if domain == domain_of(Time) and value:
            return value * unit + SPARE
        return value * unit if domain == domain_of(Duration) else words.get(value, value)

    operations = tuple(mapped(each, None, change) for each in scenario.operations)
    if capabilities.edition.has(NEVER_EARLIER):
        return replace(scenario, operations=operations)
    plain = (
        replace(each, shorten=False) if isinstance(each, Heartbeat) else each for each in operations
    )
    clause = BEFORE_SHORTENING.get(scenario.clause, scenario.clause)
    return replace(scenario, clause=clause, operations=tuple(plain))


def as_offered(scenario: LeaseScenario, capabilities: Capabilities) -> LeaseScenario | None:
    """Return a scenario as it can be asked; all of it, or `None`, unless times are looked at."""
    register, *rest = scenario.operations
    if adapted(register, State(), capabilities.identity.without) != register:
        return None
    offered = [each for each in rest if capabilities.offers(each)]
    if len(offered) < len(rest) and not scenario.times:
        return None
    return replace(scenario, operations=(register, *offered))
