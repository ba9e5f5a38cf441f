"""The board: the plans that the clients of one store work on, all at the same time."""

import threading
from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import plainer
from conformance.generators.edits import edits
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition

AT_ONCE = 2
"""How many plans are worked on at the same time."""
LONGEST_LIFE = 120
"""Operations about a plan, after which another one takes its place."""
LONG_PLAN = 24
"""The steps of the only plan, where plans cannot be registered."""


@dataclass
class Board:
    """The plans that are worked on, each until it is finished or has had its share of operations.

    Every client reads it and writes to it. `excluded` are kinds of operations that are not asked.
    """

    capabilities: Capabilities
    excluded: Collection[type] = ()
    edited: bool = True
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _plans: list[str] = field(default_factory=list)
    _asked: dict[str, int] = field(default_factory=dict)
    _hashes: dict[str, str] = field(default_factory=dict)
    _begun: int = 0

    def __post_init__(self) -> None:
        self.unsupported: set[type] = set(self.excluded)
        self.versions = self._versions()
        self.anchors = tuple(dict.fromkeys(anchors_of(self.versions)))
        self.renew()

    @property
    def registers(self) -> bool:
        """Whether clients register plans; otherwise there is one, which the reset brings."""
        return self.capabilities.registers

    def renew(self) -> None:
        """Put new plans in the place of all, and forget those."""
        with self._lock:
            if self.registers or not self._plans:
                self._asked.clear()
                wanted = AT_ONCE if self.registers else 1
                self._plans = [self._new_plan() for _ in range(wanted)]

    @property
    def known(self) -> tuple[str, ...]:
        """The plans since the last renewal, in the order in which they began."""
        with self._lock:
            return tuple(self._asked)

    def registered(self, plan: str, document_hash: str) -> None:
        """Take note of the document of a plan."""
        self._hashes[plan] = document_hash

    def document_hash(self, plan: str) -> str:
        """Return the hash of the document that was registered last, as far as that is known."""
        return self._hashes.get(plan, self.versions[0].document_hash)

    def plan(self, random: Random) -> str:
        """Return one of the plans, and count an operation about it."""
        with self._lock:
            plan = random.choice(self._plans)
            self._asked[plan] += 1
            over = self._asked[plan] >= LONGEST_LIFE
        if over:
            self.finish(plan)
        return plan

    def finish(self, plan: str) -> None:
        """Put a new plan in the place of a finished one, also if another client has done so."""
        with self._lock:
            if plan in self._plans and self.registers:
                self._plans[self._plans.index(plan)] = self._new_plan()

    def offers(self, operation: Operation) -> bool:
        """Return whether an operation can be asked."""
        return type(operation) not in self.unsupported and self.capabilities.offers(operation)

    def first(self) -> Register:
        """Return the registration of the plan that a reset brings along."""
        return Register(self._plans[0], self.versions[0], 0)

    def _new_plan(self) -> str:
        self._begun += 1
        plan = f"plans/{self._begun}.md"
        self._asked[plan] = 0
        return plan

    def _versions(self) -> tuple[PlanDefinition, ...]:
        """Return the document of every plan, the original first, as the system can have it."""
        original = CONTENDED if self.registers else long_plan()
        changed = tuple(edits(original)) if self.edited and self.registers else ()
        without = self.capabilities.identity.without
        return tuple(plainer(each, without) for each in (original, *changed))


def items(*kinds: ItemKind) -> tuple[ItemDefinition, ...]:
    """Return an item of each kind."""
    return tuple(ItemDefinition(kind, f"Do the {kind}") for kind in kinds)


CONTENDED = PlanDefinition(
    "Contended",
    "1" * 64,
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
"""A document of few steps, for which all clients contend."""


def long_plan() -> PlanDefinition:
    """Return a document of steps that wait for each other, so that all contend for one or two."""
    steps = tuple(
        StepDefinition(
            f"s{number}",
            f"Step {number}",
            dependencies=(f"s{number - 2}",) if number > 1 else (),
            items=items(ItemKind.TASK),
        )
        for number in range(LONG_PLAN)
    )
    return PlanDefinition("Contended", "2" * 64, steps)


def anchors_of(versions: Collection[PlanDefinition]) -> list[str]:
    """Return the anchors of all steps and substeps, those of the original first."""
    return [
        each.anchor
        for version in versions
        for step in version.steps
        for each in (step, *step.substeps)
    ]
