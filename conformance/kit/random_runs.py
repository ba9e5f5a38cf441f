"""Random sequences: operations on random plans, decided by a seed, now and then orchestrated."""

from random import Random

from conformance.differential.orchestration import Orchestration
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.differential.state_machine import ORCHESTRATED_FROM, more_of
from conformance.differential.tally import Tally
from conformance.generators.choices import Choices
from conformance.generators.random_circumstances import RandomCircumstances
from conformance.generators.requests import draw_operation
from conformance.generators.strategies import plan_definition
from conformance.generators.worlds import World, world_of
from conformance.kit.limits import Limits
from spec.vocabulary.plans import Register

STEPS = 50
"""Operations in a sequence."""
TRIES = 200
"""How often another operation is drawn in the place of one that cannot be asked."""
SMALLEST_PLAN, LARGEST_PLAN = 4, 40
"""The bytes that a plan is decoded from. Small plans are answered fast and get finished."""


class RandomRuns:
    """Sequences one after the other, each from an empty store."""

    def __init__(self, runner: DifferentialRunner, limits: Limits) -> None:
        self.runner = runner
        self.tally = runner.tally or Tally()
        assert runner.capabilities is not None
        self.capabilities = runner.capabilities
        self.limits = limits
        self.random = Random(limits.seed)

    def run(self) -> bool:
        """Ask one sequence; tell whether anything could be asked. Raises `Divergence`.

        It ends early where the limits are reached, or where nothing more can be asked.
        """
        world = self.world()
        first: tuple[Register, ...] = ()
        if not self.capabilities.registers:
            path = world.plans()[0]
            first = (Register(path, world.versions(path)[0], 0),)
        self.runner.begin(first)
        before = self.tally.asked
        for _ in range(STEPS):
            if self.limits.reached(self.tally.asked) or not self.request(world):
                break
        return self.tally.asked > before

    def world(self) -> World:
        """Make two plans, or the only one that the store can be given."""
        paths = ("plans/first.md", "plans/second.md")[: 1 + self.capabilities.registers]
        return world_of({path: plan_definition(self.plan_supply()) for path in paths})

    def plan_supply(self) -> bytes:
        """Draw what a plan is decoded from."""
        return self.random.randbytes(self.random.randint(SMALLEST_PLAN, LARGEST_PLAN))

    def request(self, world: World) -> bool:
        """Ask the next operation that can be asked, or a whole run; tell whether there was one."""
        for _ in range(TRIES):
            supply = self.random.randbytes(25)
            try:
                if supply[0] >= ORCHESTRATED_FROM and self.capabilities.orchestrates:
                    self.orchestrate(Choices(supply[1:] + more_of(supply)), world)
                else:
                    self.draw(supply, world)
            except Skipped:
                continue
            return True
        return False

    def draw(self, supply: bytes, world: World) -> None:
        """Ask one operation."""
        runner, likely = self.runner, supply[0] % 5 < 3
        operation = draw_operation(
            Choices(supply[1:]), runner.state, world, runner.now, likely, runner.history
        )
        runner.apply(operation)

    def orchestrate(self, choices: Choices, world: World) -> None:
        """Let the orchestrator bring a step to its commit."""
        circumstances = RandomCircumstances(choices, world, self.runner.now)
        # Whether our orchestrators agree is for `planspec check` to say: here a store is tested.
        Orchestration(self.runner, circumstances, tested=None).run()
