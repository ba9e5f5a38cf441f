"""The state machine on an implementation that may diverge: it goes on after what is known."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from hypothesis import strategies as st

from conformance.differential import search
from conformance.differential.beside import NotAsked
from conformance.differential.difference import Difference
from conformance.differential.state_machine import PlanStateMachine
from conformance.generators.documents import PATHS, workspaces
from conformance.generators.workspaces import Workspace
from conformance.kit.exploring import Exploring
from conformance.kit.limits import Limits
from conformance.protocol.messages import AreaName
from spec.vocabulary.registering import Register

STEPS = 50
"""Steps in an example."""
MOST_STEPS_OF_A_PLAN = 3
"""Small plans are answered fast and get finished."""
HOPELESS = 30
"""Examples in a row in which nothing can be asked, after which nothing more is tried."""
ENDLESS = 1_000_000_000
"""Examples; the limits of the run end it."""


class ConformMachine(PlanStateMachine):
    """Asks one implementation again and again, emptied before each example.

    An operation that cannot be asked is skipped. After a divergence the example begins anew, with
    an empty store. What breaks the connection ends the run.
    """

    exploring: ClassVar[Exploring]
    limits: ClassVar[Limits]
    orchestrator = None  # Whether our orchestrators agree is for `planspec check` to say.
    broken: ClassVar[Exception | None] = None
    hopeless: ClassVar[int] = 0

    def open_runner(self) -> Exploring:
        """Return the one connection. What it holds is emptied when the example begins."""
        self.asked_before = self.exploring.evidence.asked
        return self.exploring

    def diverged(self, divergence: Difference) -> None:
        """Keep a divergence."""
        raise NotImplementedError

    def begin(self, plans: Sequence[str]) -> None:
        """Empty the store, and register plans if that is an operation."""
        self.attempt(self.empty_store)
        if self.exploring.reach.registers:
            super().begin(plans)

    def empty_store(self) -> None:
        """Empty the store. It brings a plan along where plans cannot be registered."""
        self.now = self.compared = 0
        [plan, *_] = self.workspace.plans
        register = Register(plan, self.workspace.versions(plan)[0], 0)
        self.exploring.start(() if self.exploring.reach.registers else (register,))

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something on both sides, unless the limits are reached."""
        if self.is_over or self.limits.reached(self.exploring.evidence.asked):
            return
        try:
            self.attempt_again_after_divergence(action)
        except Exception as error:
            # Hypothesis would try again what broke.
            self.is_over = True
            type(self).broken = error

    def attempt_again_after_divergence(self, action: Callable[[], object]) -> None:
        """Do something, and empty the store if that leads to a divergence."""
        try:
            super().attempt(action)
        except NotAsked:
            self.is_over = False
        except Difference as divergence:
            self.diverged(divergence)
            self.empty_store()
            self.is_over = False

    def teardown(self) -> None:
        """Count the examples in which nothing could be asked. The connection stays open."""
        asked = self.exploring.evidence.asked > self.asked_before
        type(self).hopeless = 0 if asked else self.hopeless + 1


def conform_machine(
    beside: Exploring, run_limits: Limits, when_found: Callable[[Difference], None]
) -> type[ConformMachine]:
    """Return a state machine for what an implementation can be asked."""
    paths = PATHS if beside.reach.registers else PATHS[:1]
    plans: st.SearchStrategy[Workspace] = workspaces(paths, MOST_STEPS_OF_A_PLAN)

    class Conform(ConformMachine):
        exploring = beside
        limits = run_limits
        workspaces = plans
        areas: ClassVar[frozenset[AreaName]] = beside.reach.areas

        def diverged(self, divergence: Difference) -> None:
            when_found(divergence)

    return Conform


def run_at_random(
    beside: Exploring,
    limits: Limits,
    found: Callable[[Difference], None],
    report: Callable[[], None],
) -> None:
    """Ask at random until the limits are reached or nothing can be asked. Raises what breaks."""
    machine = conform_machine(beside, limits, found)

    def go_on(_: int) -> bool:
        report()
        if machine.broken is not None:
            raise machine.broken
        return not limits.reached(beside.evidence.asked) and machine.hopeless < HOPELESS

    search.run_examples(machine, search.Limits(ENDLESS, STEPS, limits.seed), go_on)
