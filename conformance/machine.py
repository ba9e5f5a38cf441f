"""The stateful test: Hypothesis drives model and implementation through random operations."""

from collections.abc import Callable
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from conformance.agreement import Implementation, SideBySide, Tally
from conformance.choices import Choices
from conformance.requests import draw_operation
from conformance.strategies import worlds
from conformance.worlds import World
from spec.vocabulary import Operation

SUPPLY = st.binary(max_size=24)
"""The bytes from which one operation is decoded. One draw an operation keeps generation fast."""


class AgreementMachine(RuleBasedStateMachine):
    """Operations on several plans in one store, on model and implementation side by side.

    Subclasses say how an implementation is opened and closed, and which worlds there are.
    """

    open_implementation: ClassVar[Callable[[], Implementation]]
    close_implementation: ClassVar[Callable[[Implementation], None]]
    worlds: ClassVar[st.SearchStrategy[World]] = worlds()
    tally: ClassVar[Tally]
    last_operations: ClassVar[list[Operation]]

    def __init__(self) -> None:
        super().__init__()
        implementation = type(self).open_implementation()
        self.pair = SideBySide(implementation, type(self).tally)
        self.now = 0
        self.agreeing = True

    @initialize(world=st.runner().flatmap(lambda machine: machine.worlds))
    def choose_world(self, world: World) -> None:
        """Given some plan documents."""
        self.world = world

    @rule(supply=SUPPLY)
    def likely_request(self, supply: bytes) -> None:
        """When a well-behaved caller asks for what comes next."""
        self.request(supply, likely=True)

    @rule(supply=SUPPLY)
    def any_request(self, supply: bytes) -> None:
        """When somebody asks for anything at all."""
        self.request(supply, likely=False)

    def request(self, supply: bytes, likely: bool) -> None:
        """Then model and implementation answer alike and hold the same."""
        operation = draw_operation(Choices(supply), self.pair.state, self.world, self.now, likely)
        self.now = operation.now
        self.agreeing = False
        self.pair.apply(operation)
        self.agreeing = True

    def teardown(self) -> None:
        """Then all that is stored agrees and is sound."""
        type(self).last_operations = self.pair.operations
        try:
            if self.agreeing:
                self.pair.finish()
        finally:
            type(self).close_implementation(self.pair.implementation)
