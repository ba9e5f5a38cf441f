"""The state machine on an implementation that may diverge: it goes on after what is known."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from hypothesis import strategies as st

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.connections import Broken
from conformance.differential import search
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.differential.state_machine import PlanStateMachine
from conformance.differential.tally import Tally
from conformance.generators.documents import PATHS, workspaces
from conformance.kit.asking_ahead import AheadRunner
from conformance.kit.limits import RunLimits
from conformance.protocol.messages import Clock
from spec.vocabulary.plans import Register

STEPS = 50
"""Steps in an example."""
MOST_STEPS_OF_A_PLAN = 3
"""Small plans are answered fast and get finished."""
HOPELESS = 30
"""Examples in a row in which nothing can be asked, after which nothing more is tried."""
ENDLESS = 1_000_000_000
"""Examples; the limits of the run end it."""


class ConformMachine(PlanStateMachine):
    """Drives one implementation, which is emptied before each example.

    An operation that cannot be asked is skipped. After a divergence the example begins anew, with
    an empty store. What breaks the connection ends the run.
    """

    shared: ClassVar[AheadRunner]
    evidence: ClassVar[Tally]
    capabilities: ClassVar[Capabilities]
    limits: ClassVar[RunLimits]
    hopeless: ClassVar[int] = 0
    broken: ClassVar[Broken | None] = None

    def open_runner(self) -> DifferentialRunner:
        """Return the one connection. What it holds is emptied when the example begins."""
        self.asked_before = self.evidence.asked
        return self.shared

    def diverged(self, divergence: Divergence) -> None:
        """Keep a divergence."""
        raise NotImplementedError

    def begin(self, plans: Sequence[str]) -> None:
        """Empty the store, and register plans if that is an operation."""
        self.guarded(self.empty_store)
        if self.capabilities.registers:
            super().begin(plans)

    def empty_store(self) -> None:
        """Empty the store. It brings a plan along where plans cannot be registered."""
        self.now, self.compared = self.workspace.begins_at, 0
        [plan, *_] = self.workspace.plans
        register = Register(plan, self.workspace.versions(plan)[0], self.now)
        self.shared.begin(() if self.capabilities.registers else (register,))

    def guarded(self, action: Callable[[], object]) -> None:
        """Do something on both sides, unless the limits are reached or the connection broke."""
        if not self.limits.reached(self.evidence.asked):
            self.attempt_at_all_events(action)

    def attempt_at_all_events(self, action: Callable[[], object]) -> None:
        """Do something, unless the connection broke.

        Hypothesis would repeat what raises, so what breaks is kept instead.
        """
        if self.broken is None:
            try:
                self.attempt_or_empty(action)
            except Broken as broken:
                type(self).broken = broken

    def attempt_or_empty(self, action: Callable[[], object]) -> None:
        """Do something, and empty the store if that leads to a divergence."""
        try:
            super().guarded(action)
        except Skipped:
            return
        except Divergence as divergence:
            self.diverged(divergence)
            self.empty_store()

    def everything_stored_agrees(self) -> None:
        """Compare nothing more: each observation of a system under test is of everything."""

    def teardown(self) -> None:
        """Compare all that was asked, and count the examples in which nothing could be.

        The connection stays open.
        """
        self.attempt_at_all_events(self.shared.settle)
        asked = self.evidence.asked > self.asked_before
        type(self).hopeless = 0 if asked else self.hopeless + 1


def run_at_random(
    runner: AheadRunner,
    run_limits: RunLimits,
    found: Callable[[Divergence], None],
    report: Callable[[], None],
) -> None:
    """Apply random operations until the limits are reached. Raises what breaks."""
    assert runner.capabilities is not None
    tally: Tally = runner.counted
    offered: Capabilities = runner.capabilities
    paths = PATHS if offered.registers else PATHS[:1]
    # A real clock cannot be at any time.
    any_time = offered.identity.clock is Clock.VIRTUAL
    plans = workspaces(paths, MOST_STEPS_OF_A_PLAN, None if any_time else st.just(0))

    class Conform(ConformMachine):
        shared, evidence, capabilities, limits = runner, tally, offered, run_limits
        workspaces = plans
        areas = offered.areas

        def diverged(self, divergence: Divergence) -> None:
            found(divergence)

    def go_on(_: int) -> bool:
        report()
        ended = Conform.broken is not None or run_limits.reached(tally.asked)
        return not ended and Conform.hopeless < HOPELESS

    search.run_examples(Conform, search.Limits(ENDLESS, STEPS, run_limits.seed), go_on)
    if Conform.broken is not None:
        raise Conform.broken
