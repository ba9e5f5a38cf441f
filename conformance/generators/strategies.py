"""Hypothesis strategies: random plans, and worlds of two of them."""

from hashlib import sha256

from hypothesis import strategies as st

from conformance.generators.choices import Choices
from conformance.generators.worlds import World, world_of
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, StepDefinition

TEXTS = ("Write it", "Größe prüfen ✓", "日本語のテスト", "a 'quoted' \"text\"", "", "🚀 `run` %s ?")


def plan_definitions() -> st.SearchStrategy[PlanDefinition]:
    """Draw plans of 1 to 6 steps with substeps, dependencies and 0 to 4 items of each kind."""
    return st.binary(min_size=8, max_size=160).map(plan_definition)


def plan_definition(supply: bytes) -> PlanDefinition:
    """Decode a plan from bytes: a step depends only on what stands before it."""
    choices = Choices(supply)
    steps: list[StepDefinition] = []
    for number in range(1 + choices.below(6)):
        steps.append(step_definition(choices, f"step-{number}", steps))
    return PlanDefinition("A random plan", sha256(supply).hexdigest(), tuple(steps))


def step_definition(choices: Choices, anchor: str, earlier: list[StepDefinition]) -> StepDefinition:
    """Decode a step with its substeps."""
    anchors = [row.anchor for step in earlier for row in (step, *step.substeps)]
    substeps: list[StepDefinition] = []
    for number in range(max(choices.below(5) - 2, 0)):
        siblings = [substep.anchor for substep in substeps]
        name = f"{anchor}-{number}"
        substeps.append(
            StepDefinition(name, name, some_of(choices, anchors + siblings), items(choices))
        )
    dependencies = some_of(choices, anchors)
    return StepDefinition(anchor, anchor, dependencies, items(choices), tuple(substeps))


def some_of(choices: Choices, anchors: list[str]) -> tuple[str, ...]:
    """Choose up to two anchors to depend on."""
    count = max(choices.below(4) - 1, 0) if anchors else 0
    return tuple(dict.fromkeys(choices.one_of(anchors) for _ in range(count)))


def items(choices: Choices) -> tuple[ItemDefinition, ...]:
    """Choose 0 to 4 items of each kind."""
    return tuple(
        ItemDefinition(kind, choices.one_of(TEXTS))
        for kind in ItemKind
        for _ in range(choices.below(5))
    )


def worlds() -> st.SearchStrategy[World]:
    """Draw a world of two random plans."""
    return st.tuples(plan_definitions(), plan_definitions()).map(
        lambda plans: world_of({"plans/first.md": plans[0], "plans/second.md": plans[1]})
    )
