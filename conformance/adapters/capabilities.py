"""Capabilities: which operations a system can be asked, by its areas, faults and clock."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from conformance.adapters.features import adapted, is_swept
from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.messages import AreaName, Clock, Faulty, Identity
from conformance.protocol.times import TOLERANCE, usual_tolerance
from model.apply import apply
from spec.additions import is_known
from spec.editions import CURRENT, Edition
from spec.vocabulary.claims import Claim
from spec.vocabulary.domains import DEFAULT_LEASE
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.state import Plan, State

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


@dataclass(frozen=True)
class Capabilities:
    """What can be asked: operations of `areas`, all of which the system offers, in an edition.

    A time may be `tolerance` milliseconds off, unless the clock is virtual.
    """

    identity: Identity
    areas: frozenset[AreaName]
    edition: Edition = CURRENT
    tolerance: int = TOLERANCE

    @property
    def clear(self) -> int:
        """How far from the end of a lease a clock that is a little off has to stay."""
        return 2 * self.tolerance

    @property
    def registers(self) -> bool:
        """Whether plans are registered by an operation, not by the reset."""
        return AreaName.PLANS in self.areas

    @property
    def is_whole(self) -> bool:
        """Whether every operation can be asked, at any time."""
        whole = self.identity.clock is Clock.VIRTUAL and set(self.identity.faults) == set(Faulty)
        return whole and self.areas == set(AREAS) and not self.identity.without

    def why_without(self, missing: Iterable[AreaName]) -> str:
        """Return why nothing can be asked that needs some areas."""
        if lacking := sorted(set(missing) - set(self.identity.areas)):
            return f"it does not offer {', '.join(lacking)}"
        return f"the areas that were chosen leave out {', '.join(sorted(missing))}"

    def offers(self, operation: Operation) -> bool:
        """Return whether an operation is of an area that is there, without faults that are not."""
        return is_known(operation, self.edition) and self._why_not_offered(operation) is None

    def fitted(self, operation: Operation, state: State, now: int) -> Operation | None:
        """Return an operation as it can be asked after `now`, with its time and lease adapted.

        It needs nothing that the system is without. On a clock that cannot be moved no lease may
        end; on one that is put forward nothing may happen near the end of a lease. Returns `None`
        if the operation cannot be asked at all.
        """
        if not self.offers(operation):
            return None
        operation = adapted(operation, state, self.identity.without)
        if operation.now < now:
            operation = replace(operation, now=now)
        if self.identity.clock is Clock.VIRTUAL:
            return operation
        if isinstance(operation, Claim | Heartbeat) and operation.lease < DEFAULT_LEASE:
            operation = replace(operation, lease=DEFAULT_LEASE)
        return self._timely(operation, lease_ends(state.plans), now)

    def _timely(self, operation: Operation, ends: list[int], now: int) -> Operation | None:
        times = [operation.now, now]
        if self.identity.clock is Clock.OFFSET:
            times[1:1] = [operation.now + self.clear, max(operation.now - self.clear, now)]
        for time in times:
            over = self.identity.clock is Clock.NONE and any(
                end <= time + self.clear for end in ends
            )
            if not over and all(abs(end - time) >= self.clear for end in ends):
                return replace(operation, now=time)
        return None

    def starts_with_plan(self, operations: tuple[Operation, ...]) -> bool:
        """Return whether a sequence begins with a plan that the reset brings along.

        Only a sound document can be: a reset cannot reject one.
        """
        if self.registers or not operations or not isinstance(operations[0], Register):
            return False
        return isinstance(apply(State(), operations[0], self.edition).outcome, Registered)

    def can_be_asked(self, operations: tuple[Operation, ...]) -> str | None:
        """Return why a sequence from an empty store cannot be asked as it is, or `None` if it can.

        That a clock cannot follow it only shows when it is asked.
        """
        by_reset = self.starts_with_plan(operations)
        if not all(is_known(operation, self.edition) for operation in operations):
            return f"edition {self.edition.name} does not have it"
        if by_reset and len(operations) == 1:
            return "it only registers a plan, which a reset does"
        why = next(filter(None, map(self._why_not_offered, operations[by_reset:])), None)
        state = State()
        for operation in operations if self.identity.without else ():
            why = why or self._why_changed(operation, state)
            state = apply(state, operation, self.edition).state
        return why

    def why_not_as_it_is(self, operation: Operation, state: State, now: int) -> str | None:
        """Return why an operation cannot be asked after `now` without a change, or `None`."""
        if self.fitted(operation, state, now) == operation:
            return self._why_changed(operation, state)
        return "the system cannot be asked it as it is"

    def _why_changed(self, operation: Operation, state: State) -> str | None:
        """Return which missing feature changes an operation or what is stored before it, if any."""
        without = self.identity.without
        if adapted(operation, state, without) != operation:
            return f"it needs more than a system without {', '.join(without)} has"
        swept = is_swept(operation, state, without)
        return "a sweep ends the leases of the system" if swept else None

    def _why_not_offered(self, operation: Operation) -> str | None:
        if AREA_OF[type(operation)] not in self.areas:
            return f"it needs the area {AREA_OF[type(operation)]}"
        if missing := set(faults_of(operation)) - set(self.identity.faults):
            return f"it needs the fault {', '.join(sorted(missing))}"
        return None


def capabilities_of(
    identity: Identity,
    chosen: frozenset[AreaName] = frozenset(),
    edition: Edition = CURRENT,
    tolerance: int | None = None,
) -> Capabilities:
    """Return what can be asked of a system for some areas, or for all that it offers.

    Without a `tolerance`, it is the usual one for the clock.
    """
    areas = frozenset(identity.areas)
    if chosen:
        areas &= {each for area in chosen for each in NEEDS[area]}
    if tolerance is None:
        tolerance = usual_tolerance(identity.clock)
    return Capabilities(identity, areas, edition, tolerance)


def lease_ends(plans: Iterable[Plan]) -> list[int]:
    """Return when the leases of plans end."""
    steps = (step for plan in plans for step in plan.steps)
    return [each.lease_expires_at for each in steps if each.lease_expires_at is not None]
