"""The workload: the plans that the clients of one store contend for, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import plain_request, plainer
from conformance.generators.edits import edits
from conformance.histories.nemesis.context import SharedPlan
from conformance.histories.nemesis.disturbing import Conditions
from conformance.protocol.areas import AREA_OF
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, StepDefinition

LONG_PLAN = 24
"""The steps of the only plan, where plans cannot be registered."""


@dataclass
class Workload:
    """The plans that are contended for under some conditions.

    Where clients register no plans there is only one, which the reset brings.
    """

    capabilities: Capabilities
    conditions: Conditions

    def __post_init__(self) -> None:
        self.documents = [*self._documents()]
        self.numbers = count(1)
        self.only: SharedPlan | None = None
        if not self.capabilities.registers:
            self.only = self._new_shared_plan(self.documents[0])
            self.only.is_registered = True

    def shared_plan(self, random: Random) -> SharedPlan:
        """Return a new plan, or the only one."""
        return self.only or self._new_shared_plan(random.choice(self.documents))

    def offers(self, operation: Operation) -> bool:
        """Return whether an operation can be sent."""
        return type(operation) not in self.conditions.excluded and self.capabilities.offers(
            operation
        )

    def fitted(self, operation: Operation, shared_plan: SharedPlan) -> Operation | None:
        """Return an operation as the program can be asked it, or `None` if it cannot be."""
        if not self.offers(operation):
            return None
        without = self.capabilities.identity.without
        return plain_request(operation, shared_plan.document_hash, without)

    @property
    def kinds(self) -> list[type]:
        """The kinds of operations that the program offers, also those that are excluded."""
        return [kind for kind, area in AREA_OF.items() if area in self.capabilities.areas]

    def _new_shared_plan(self, versions: tuple[PlanDefinition, ...]) -> SharedPlan:
        return SharedPlan(f"plans/{next(self.numbers)}.md", versions)

    def _documents(self) -> Iterator[tuple[PlanDefinition, ...]]:
        """Yield documents with their edited versions, as the system can have them."""
        registers, without = self.capabilities.registers, self.capabilities.identity.without
        for original in (SINGLE, PAIR, CONTENDED) if registers else (LONG,):
            changed = tuple(edits(original)) if self.conditions.has_files and registers else ()
            yield tuple(plainer(each, without) for each in (original, *changed))


def step(
    anchor: str,
    *kinds: ItemKind,
    after: tuple[str, ...] = (),
    below: tuple[StepDefinition, ...] = (),
) -> StepDefinition:
    """Return a step with an item of each kind."""
    items = tuple(ItemDefinition(kind, f"Do the {kind}") for kind in kinds)
    return StepDefinition(anchor, f"Step {anchor}", after, items, below)


TASK, TEST, CHECKPOINT = ItemKind.TASK, ItemKind.TEST, ItemKind.CHECKPOINT
SINGLE = PlanDefinition("Single", "1" * 64, (step("a", TASK, TASK),))
PAIR = PlanDefinition("Pair", "2" * 64, (step("a"), step("b")))
CONTENDED = PlanDefinition(
    "Contended",
    "3" * 64,
    (
        step("a", TASK, TEST, below=(step("a1", TASK),)),
        step("b", TASK),
        step("c", CHECKPOINT, after=("a",)),
    ),
)
"""Documents of few steps, for which all clients contend."""
LONG = PlanDefinition(
    "Contended",
    "4" * 64,
    tuple(
        step(f"s{number}", TASK, after=(f"s{number - 2}",) if number > 1 else ())
        for number in range(LONG_PLAN)
    ),
)
"""A document of dependent steps, so that all clients contend for one or two."""
