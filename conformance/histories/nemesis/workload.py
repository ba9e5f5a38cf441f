"""The workload: the plans that the clients of one store contend for, one after the other."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import plain_request, plainer
from conformance.generators.edits import edits
from conformance.histories.nemesis.shared_plan import SharedPlan
from conformance.protocol.areas import OPERATIONS_OF
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition

LONG_PLAN = 24
"""The steps of the only plan, where plans cannot be registered."""


@dataclass
class Workload:
    """The plans that are contended for. `excluded` are kinds of operations that are not asked.

    `has_files` says whether clients change files beside the store: documents and summaries.
    """

    capabilities: Capabilities
    excluded: Collection[type] = ()
    has_files: bool = True

    def __post_init__(self) -> None:
        self.documents = [*self._documents()]
        self.numbers = count(1)
        self.only = None if self.registers else self._new_shared_plan(self.documents[0])
        if self.only is not None:
            self.only.is_registered = True

    @property
    def registers(self) -> bool:
        """Whether clients register plans; otherwise there is one, which the reset brings."""
        return self.capabilities.registers

    def shared_plan(self, random: Random) -> SharedPlan:
        """Return a new plan, or the only one."""
        return self.only or self._new_shared_plan(random.choice(self.documents))

    def offers(self, operation: Operation) -> bool:
        """Return whether an operation can be sent."""
        return type(operation) not in self.excluded and self.capabilities.offers(operation)

    def fitted(self, operation: Operation, shared_plan: SharedPlan) -> Operation | None:
        """Return an operation as the program can be asked it, or `None` if it cannot be."""
        if not self.offers(operation):
            return None
        without = self.capabilities.identity.without
        return plain_request(operation, shared_plan.document_hash, without)

    @property
    def kinds(self) -> list[type]:
        """The kinds of operations that the program offers, also those that are excluded."""
        return [kind for area in sorted(self.capabilities.areas) for kind in OPERATIONS_OF[area]]

    def _new_shared_plan(self, versions: tuple[PlanDefinition, ...]) -> SharedPlan:
        return SharedPlan(f"plans/{next(self.numbers)}.md", versions)

    def _documents(self) -> Iterator[tuple[PlanDefinition, ...]]:
        """Yield documents with their edited versions, as the system can have them."""
        without = self.capabilities.identity.without
        for original in (SINGLE, PAIR, CONTENDED) if self.registers else (long_plan(),):
            changed = tuple(edits(original)) if self.has_files and self.registers else ()
            yield tuple(plainer(each, without) for each in (original, *changed))


def first_registration(shared_plan: SharedPlan) -> Register:
    """Return the first registration of a plan."""
    return Register(shared_plan.plan, shared_plan.versions[0], 0)


def items(*kinds: ItemKind) -> tuple[ItemDefinition, ...]:
    """Return an item of each kind."""
    return tuple(ItemDefinition(kind, f"Do the {kind}") for kind in kinds)


SINGLE = PlanDefinition(
    "Single",
    "1" * 64,
    (StepDefinition("a", "Only", items=items(ItemKind.TASK, ItemKind.TASK)),),
)
PAIR = PlanDefinition("Pair", "2" * 64, (StepDefinition("a", "One"), StepDefinition("b", "Two")))
CONTENDED = PlanDefinition(
    "Contended",
    "3" * 64,
    (
        StepDefinition(
            "a",
            "First",
            items=items(ItemKind.TASK, ItemKind.TEST),
            substeps=(StepDefinition("a1", "Below", items=items(ItemKind.TASK)),),
        ),
        StepDefinition("b", "Second", items=items(ItemKind.TASK)),
        StepDefinition("c", "Last", dependencies=("a",), items=items(ItemKind.CHECKPOINT)),
    ),
)
"""Documents of few steps, for which all clients contend."""


def long_plan() -> PlanDefinition:
    """Return a document of dependent steps, so that all clients contend for one or two."""
    steps = tuple(
        StepDefinition(
            f"s{number}",
            f"Step {number}",
            dependencies=(f"s{number - 2}",) if number > 1 else (),
            items=items(ItemKind.TASK),
        )
        for number in range(LONG_PLAN)
    )
    return PlanDefinition("Contended", "4" * 64, steps)
