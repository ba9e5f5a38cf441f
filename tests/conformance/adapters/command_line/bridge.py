"""A small plan, and operations on it."""

from dataclasses import replace

from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition

PLAN, HASH = "plans/bridge.md", "a" * 64
DIG = ItemDefinition(ItemKind.TASK, "Dig")
PIERS = StepDefinition("piers", "Build the piers", items=(DIG,))
DECK = StepDefinition("deck", "Lay the deck", dependencies=("piers",))
BRIDGE = PlanDefinition("A bridge", HASH, (PIERS, DECK))

REGISTER = Register(PLAN, BRIDGE, 0)
HOUR = 3_600_000
CLAIM = Claim(PLAN, "ann", HASH, 10, HOUR)
COMMIT = Commit(PLAN, "piers", "ann", HASH, 20, "c" * 40, "Build them")


def with_title(title: str) -> PlanDefinition:
    """Rename the plan's first step."""
    return replace(BRIDGE, steps=(replace(PIERS, title=title), DECK))
