"""Finding steps that wait for themselves (PLN-5)."""

from spec.vocabulary.state import Plan, Step

Waits = dict[str, set[str]]
"""For each anchor, the anchors that it waits for."""


def first_on_cycle(plan: Plan) -> Step | None:
    """Find the first step, in document order, that waits for itself.

    It does so by its dependencies as they are written; or, a top-level step, when a dependency
    on a substep is taken for one on the substep's parent, with which alone it can be claimed.
    """
    written = {step.anchor: set(step.dependencies) for step in plan.steps}
    claimed_with = {step.anchor: step.parent or step.anchor for step in plan.steps}
    gating = {
        step.anchor: {claimed_with[dependency] for dependency in step.dependencies}
        for step in plan.steps
        if step.parent is None
    }
    for step in plan.steps:
        if waits_for_itself(step.anchor, written) or waits_for_itself(step.anchor, gating):
            return step
    return None


def waits_for_itself(anchor: str, waits: Waits) -> bool:
    """Tell whether following what a step waits for leads back to it."""
    reached: set[str] = set()
    frontier = set(waits.get(anchor, ()))
    while frontier:
        reached |= frontier
        frontier = {after for anchor in frontier for after in waits[anchor]} - reached
    return anchor in reached
