"""The stage of random operations, drawn from the model's state: it goes on behind what differs."""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from hypothesis import strategies as st

from conformance.adapters.connections import Broken
from conformance.differential import search
from conformance.differential.divergence import Divergence
from conformance.differential.runner import CannotBeAsked, DifferentialRunner
from conformance.differential.state_machine import PlanStateMachine
from conformance.generators.documents import PATHS, workspaces
from conformance.kit.finding import found
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, GoOn, Known, Ran
from conformance.protocol.messages import Clock
from spec.vocabulary.plans import Register

STEPS = 50
"""Steps in an example."""
MAX_STEPS_OF_A_PLAN = 3
"""Small plans are answered fast and get finished."""
MAX_EMPTY_CHUNKS = 2
"""Chunks of examples in a row in which nothing can be asked, after which nothing more is tried."""
UNBOUNDED_EXAMPLES = 1_000_000_000
"""Examples; the limits of the run end it."""


class ConformMachine(PlanStateMachine):
    """Drives one implementation, which is emptied before each example.

    An operation that cannot be asked is skipped. After a divergence behind which no run can go on,
    the example begins anew, with an empty store. What breaks the connection ends the run.
    """

    shared: ClassVar[DifferentialRunner]
    registers: ClassVar[bool]
    limits_reached: ClassVar[Callable[[], bool]]
    broken: ClassVar[Broken | None] = None

    def open_runner(self) -> DifferentialRunner:
        """Return the one connection. What it holds is emptied when the example begins."""
        return self.shared

    def begin(self, plans: Sequence[str]) -> None:
        """Empty the store, and register plans if that is an operation."""
        self.guarded(self.empty_store)
        if self.registers:
            super().begin(plans)

    def empty_store(self) -> None:
        """Empty the store. It brings a plan along where plans cannot be registered."""
        self.now, self.compared = self.workspace.begins_at, 0
        [plan, *_] = self.workspace.plans
        register = Register(plan, self.workspace.versions(plan)[0], self.now)
        self.shared.begin(() if self.registers else (register,))

    def guarded(self, action: Callable[[], object]) -> None:
        """Do something on both sides, unless the limits are reached or the connection broke.

        Hypothesis would repeat what raises, so what breaks is kept instead.
        """
        if self.broken is not None or type(self).limits_reached():
            return
        try:
            self.guarded_or_emptied(action)
        except Broken as broken:
            type(self).broken = broken

    def guarded_or_emptied(self, action: Callable[[], object]) -> None:
        """Do something, and empty the store if no run can go on from there."""
        try:
            super().guarded(action)
        except CannotBeAsked:
            return
        except Divergence:
            self.empty_store()

    def everything_stored_agrees(self) -> None:
        """Compare nothing more: each observation of a system under test is of everything."""

    def teardown(self) -> None:
        """Leave the connection open."""


def run_at_random(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Yield what random operations show, until the limits are reached or nothing can be asked."""
    if not session.capabilities.areas:
        return
    asked, empty = 0, 0
    policy = GoOn(session, known, session.tally())
    machine = machine_of(session, policy.runner, lambda: budget.reached(asked + policy.tally.asked))
    for chunk in search.chunks_of(search.Limits(UNBOUNDED_EXAMPLES, STEPS, budget.seed)):
        if budget.reached(asked) or empty > MAX_EMPTY_CHUNKS or machine.broken is not None:
            break
        policy.runner.tally = tally = session.tally()
        search.run_chunk(machine, chunk)
        asked += tally.asked
        empty = 0 if tally.asked else empty + 1
        yield from (found(shown, "random", session.edition) for shown in policy.taken())
        yield Ran("random", tally)
    if machine.broken is not None:
        raise machine.broken


def machine_of(
    session: Session, runner: DifferentialRunner, over: Callable[[], bool]
) -> type[ConformMachine]:
    """Return the state machine on a system."""
    capabilities = session.capabilities
    paths = PATHS if capabilities.registers else PATHS[:1]
    # A real clock cannot be at any time.
    any_time = capabilities.identity.clock is Clock.VIRTUAL
    plans = workspaces(paths, MAX_STEPS_OF_A_PLAN, None if any_time else st.just(0))

    class Conform(ConformMachine):
        shared = runner
        limits_reached = staticmethod(over)
        workspaces = plans
        areas = capabilities.areas
        registers = capabilities.registers

    return Conform
