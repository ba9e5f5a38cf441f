"""The stage of real time: leases that somebody has to wait for, where the clock cannot be set."""

from collections.abc import Iterator

from conformance.kit.finding import found
from conformance.kit.limits import RunLimits
from conformance.kit.real_time.leases import SHARE, RealLeases
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, Known, Ran
from conformance.protocol.messages import Clock

CERTAINLY = 2.0
"""How much a scenario that was written for one clause accuses it."""


def wait_for_leases(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:  # noqa: ARG001
    """Yield what differs while real leases run, then what was waited for."""
    if session.system.identity.clock is not Clock.NONE:
        return
    longest = float("inf") if budget.budget is None else SHARE * budget.budget
    leases = RealLeases(session.system, session.capabilities, session.clock, longest)
    tally = session.tally()
    for play in leases.run():
        tally.add(play.tally)
        source = f"waiting for {play.scenario.title}"
        for shown, clause in play.found:
            accused = {clause: CERTAINLY} if clause else {}
            yield found(shown, source, session.edition, accused=accused)
    yield Ran(leases, tally)
