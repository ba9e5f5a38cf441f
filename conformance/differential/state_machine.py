"""The stateful test: Hypothesis drives model and implementation through random operations."""

from collections.abc import Callable
from hashlib import shake_256
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from conformance.adapters.stores import OpenSystem
from conformance.differential.divergence import Divergence
from conformance.differential.orchestration import Orchestration
from conformance.differential.runner import DifferentialRunner
from conformance.differential.tally import Tally
from conformance.generators.choices import Choices
from conformance.generators.random_circumstances import RandomCircumstances
from conformance.generators.requests import draw_operation
from conformance.generators.worlds import World
from spec.vocabulary.operations import Operation

SUPPLY = st.binary(min_size=25, max_size=25)
"""The bytes from which one operation is decoded.

One draw an operation is fast, and a fixed size keeps Hypothesis from starving it of choices.
"""


ORCHESTRATED_FROM = 248
"""The first byte from which a request is a whole run of the orchestrator."""


def more_of(supply: bytes) -> bytes:
    """Stretch the bytes of one operation for a whole run of the orchestrator."""
    return shake_256(supply).digest(200)


class AgreementMachine(RuleBasedStateMachine):
    """Operations on several plans in one store, on model and implementation side by side.

    Subclasses say what is compared with the model, and in which worlds.
    """

    opener: ClassVar[OpenSystem]
    worlds: ClassVar[st.SearchStrategy[World]]
    tally: ClassVar[Tally]
    shortest_failure: ClassVar[list[Operation] | None] = None
    divergence: ClassVar[Divergence | None] = None

    def __init__(self) -> None:
        super().__init__()
        # What is only run again to shorten a failure does not count.
        tally = self.tally if self.shortest_failure is None else None
        self.pair = DifferentialRunner(type(self).opener(), tally)
        self.now = 0
        self.agreeing = True

    @initialize(world=st.runner().flatmap(lambda machine: machine.worlds))
    def choose_world(self, world: World) -> None:
        """Given some plan documents."""
        self.world = world

    @rule(supply=SUPPLY)
    def request(self, supply: bytes) -> None:
        """When somebody asks, then model and implementation answer alike and hold the same."""
        if supply[0] >= ORCHESTRATED_FROM:
            self.check(lambda: self.orchestrate(Choices(supply[1:] + more_of(supply))))
            return
        likely = supply[0] % 5 < 3
        operation = draw_operation(
            Choices(supply[1:]), self.pair.state, self.world, self.now, likely, self.pair.history
        )
        self.now = operation.now
        self.check(lambda: self.pair.apply(operation))

    def orchestrate(self, choices: Choices) -> None:
        """Let the orchestrator bring a step to its commit."""
        circumstances = RandomCircumstances(choices, self.world, self.now)
        orchestration = Orchestration(self.pair, circumstances)
        try:
            orchestration.run()
        finally:
            self.now = orchestration.now

    def teardown(self) -> None:
        """Then all that is stored agrees and is sound."""
        try:
            if self.agreeing:
                self.check(self.pair.finish)
        finally:
            self.pair.system.close()

    def check(self, comparison: Callable[[], object]) -> None:
        """Keep the shortest sequence of operations that shows a disagreement."""
        try:
            comparison()
        except Divergence as divergence:
            self.agreeing = False
            shortest = type(self).shortest_failure
            if shortest is None or len(self.pair.operations) < len(shortest):
                type(self).shortest_failure = self.pair.operations
                type(self).divergence = divergence
            raise


def agreement_machine(
    opener: OpenSystem, worlds: st.SearchStrategy[World], tally: Tally
) -> type[AgreementMachine]:
    """Make a machine of its own for one search."""

    class Agreement(AgreementMachine):
        pass

    Agreement.opener = staticmethod(opener)
    Agreement.worlds = worlds
    Agreement.tally = tally
    return Agreement
