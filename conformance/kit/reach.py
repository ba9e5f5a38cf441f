"""Reach: which operations an implementation can be asked, by its areas, faults and clock."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from conformance.differential.comparing import TOLERANCE
from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.messages import AreaName, Clock, Identity
from model.apply import apply
from spec.vocabulary.claims import DEFAULT_LEASE, Claim
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.state import State

CLEAR = 2 * TOLERANCE
"""How far from the end of a lease a clock that is a little off has to stay, in milliseconds."""

AREAS = tuple(AreaName)
NEEDS: dict[AreaName, tuple[AreaName, ...]] = {
    AreaName.PLANS: AREAS[:1],
    AreaName.CLAIMS: AREAS[:2],
    AreaName.CHECKLISTS: AREAS[:3],
    AreaName.COMPLETION: AREAS[:4],
    AreaName.COMMITS: AREAS[:5],
    AreaName.REVIEWS: (AreaName.PLANS, AreaName.REVIEWS),
    AreaName.ITERATIONS: (AreaName.PLANS, AreaName.ITERATIONS),
    AreaName.AGENTS: (AreaName.PLANS, AreaName.AGENTS),
}
"""The areas whose operations are needed to get anywhere in an area, itself among them."""

ORCHESTRATED = frozenset(NEEDS[AreaName.COMMITS])
"""The areas that a run of the orchestrator needs."""


@dataclass(frozen=True)
class Reach:
    """What can be asked: of `areas`, which the implementation offers, nothing else."""

    identity: Identity
    areas: frozenset[AreaName]

    @property
    def registers(self) -> bool:
        """Tell whether plans are registered by an operation, not by emptying the store."""
        return AreaName.PLANS in self.areas

    @property
    def orchestrates(self) -> bool:
        """Tell whether the orchestrator can run on the implementation."""
        return self.areas >= ORCHESTRATED

    def offers(self, operation: Operation) -> bool:
        """Tell whether an operation is of an area that is there, without faults that are not."""
        faults = set(faults_of(operation))
        return AREA_OF[type(operation)] in self.areas and faults <= set(self.identity.faults)

    def fitted(self, operation: Operation, state: State, now: int) -> Operation | None:
        """Give an operation as it can be asked after `now`, its time and lease changed if need be.

        On a clock that cannot be moved no lease may end; on one that is put forward nothing may
        happen near the end of a lease. None if the operation cannot be asked at all.
        """
        if not self.offers(operation):
            return None
        operation = replace(operation, now=max(operation.now, now))
        if self.identity.clock is Clock.VIRTUAL:
            return operation
        if isinstance(operation, Claim | Heartbeat) and operation.lease < DEFAULT_LEASE:
            operation = replace(operation, lease=DEFAULT_LEASE)
        return self._timely(operation, tuple(lease_ends(state)), now)

    def _timely(self, operation: Operation, ends: tuple[int, ...], now: int) -> Operation | None:
        times = [operation.now, now]
        if self.identity.clock is Clock.OFFSET:
            times[1:1] = [operation.now + CLEAR, max(operation.now - CLEAR, now)]
        for time in times:
            over = self.identity.clock is Clock.NONE and any(end <= time + CLEAR for end in ends)
            if not over and all(abs(end - time) >= CLEAR for end in ends):
                return replace(operation, now=time)
        return None

    def starts_with_plan(self, operations: tuple[Operation, ...]) -> bool:
        """Tell whether a sequence begins with a plan that emptying the store brings along.

        Only a sound document can be brought along: `reset` has no words to refuse one.
        """
        if self.registers or not operations or not isinstance(operations[0], Register):
            return False
        return isinstance(apply(State(), operations[0]).outcome, Registered)

    def can_be_asked(self, operations: tuple[Operation, ...]) -> str | None:
        """Say why a sequence cannot be asked, leaving aside what depends on the state."""
        rest = operations[self.starts_with_plan(operations) :]
        for operation in rest:
            if AREA_OF[type(operation)] not in self.areas:
                return f"it needs the area {AREA_OF[type(operation)]}"
            if missing := set(faults_of(operation)) - set(self.identity.faults):
                return f"it needs the fault {', '.join(sorted(missing))}"
        return None


def reach_of(identity: Identity, chosen: frozenset[AreaName]) -> Reach:
    """Give what can be asked of an implementation for some areas, or for all that it offers."""
    needed: set[AreaName] = {each for area in chosen for each in NEEDS[area]}
    offered = frozenset(identity.areas)
    return Reach(identity, offered & frozenset(needed) if chosen else offered)


def lease_ends(state: State) -> Iterator[Any]:
    """List when the leases of a state end."""
    for plan in state.plans:
        for step in plan.steps:
            if step.lease_expires_at is not None:
                yield step.lease_expires_at
