"""Plans: registering their documents, and showing them (PLN)."""

from collections.abc import Iterator
from dataclasses import replace

from model.honest_resync import brought_up_to_date
from model.resync import resynchronised
from model.steps import has_drifted
from model.transition import Decision, accept, refuse
from spec.amendments.changes_2026_2 import ARTIFACT_IDS_PER_PLAN, FENCED_CLAIMS, HONEST_RESYNC
from spec.amendments.corrections import RESYNC
from spec.editions import Edition
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.plans import (
    ItemDefinition,
    PlanDefinition,
    Register,
    Registered,
    StepDefinition,
)
from spec.vocabulary.rejections import (
    circular_dependency,
    duplicate_anchor,
    plan_without_steps,
    unknown_dependency,
)
from spec.vocabulary.state import Plan, PlanStatus, Show, Shown, Step

STORED = ("PLN-1.3", "PLN-1.4", "PLN-1.9", "PLN-1.11")
"""The clauses on what is stored of a new plan."""

COUNTED = ("PLN-1.12", "PLN-1.13", "PLN-1.14", "PLN-1.15", "PLN-1.16")
"""The clauses on the answer for a new plan."""


def register(plan: Plan | None, operation: Register, edition: Edition) -> Decision:
    """Register a plan, or resynchronise a registered one."""
    definition = operation.definition
    # PLN-2.1: the same document changes nothing; before A12, no document did (PLN-7.1).
    unchanged = plan is not None and plan.document_hash == definition.document_hash
    if plan and (unchanged or not edition.has(RESYNC)):
        deciding = ("PLN-2.1", "PLN-2.2", "PLN-2.3") if unchanged else ("PLN-7.1", "PLN-7.2")
        return accept(Registered(already_initialized=True), *deciding)
    new = fresh_plan(operation.plan, definition, edition)
    if refusal := unsound(new):
        return refusal
    stored = counts(new)
    # PLN-7.3: a registered plan keeps what was done of it.
    if plan:
        resync = brought_up_to_date if edition.has(HONEST_RESYNC) else resynchronised
        return resync(plan, new, stored)
    return accept(stored, *STORED, *COUNTED, plan=new)


def unsound(plan: Plan) -> Decision | None:
    """Return the refusal of a document that no plan can be made of, or `None`."""
    if not plan.steps:
        return refuse(plan_without_steps(), "PLN-4.1")
    if refusal := repeated_anchor(plan) or missing_dependency(plan):
        return refusal
    if waiting_for_itself := first_on_cycle(plan):
        return refuse(circular_dependency(waiting_for_itself.anchor), "PLN-5.6", "PLN-5.7")
    return None


def repeated_anchor(plan: Plan) -> Decision | None:
    """Return the refusal of the first anchor that repeats an earlier one, or `None`."""
    seen: set[str] = set()
    for step in plan.steps:
        if step.anchor in seen:
            return refuse(duplicate_anchor(step.anchor), "PLN-5.1", "PLN-5.2")
        seen.add(step.anchor)
    return None


def missing_dependency(plan: Plan) -> Decision | None:
    """Return the refusal of the first dependency on a missing anchor, or `None`."""
    anchors = {step.anchor for step in plan.steps}
    for step in plan.steps:
        for dependency in step.dependencies:
            if dependency not in anchors:
                refusal = unknown_dependency(step.anchor, dependency)
                return refuse(refusal, "PLN-5.3", "PLN-5.4", "PLN-5.5")
    return None


def fresh_plan(path: str, definition: PlanDefinition, edition: Edition) -> Plan:
    """Return the plan of a document, with every step pending (PLN-1)."""
    rows = list(in_document_order(definition))
    steps = tuple(fresh_step(index, parent, step) for index, (parent, step) in enumerate(rows))
    plan = Plan(path, definition.document_hash, definition.title, PlanStatus.ACTIVE, steps)
    # PLN-1.18: before A32, the store counted the artifacts of all plans.
    if edition.has(ARTIFACT_IDS_PER_PLAN):
        plan = replace(plan, last_artifact_id=0)
    # CLM-19.1: before A29, claims were not counted.
    return replace(plan, last_claim_id=0) if edition.has(FENCED_CLAIMS) else plan


def in_document_order(definition: PlanDefinition) -> Iterator[tuple[str | None, StepDefinition]]:
    """Yield every step with its parent's anchor, each step followed by its substeps."""
    for step in definition.steps:
        yield None, step
        for substep in step.substeps:
            yield step.anchor, substep


def fresh_step(index: int, parent: str | None, definition: StepDefinition) -> Step:
    """Return a pending step with all its items open."""
    return Step(
        anchor=definition.anchor,
        index=index,
        title=definition.title,
        parent=parent,
        dependencies=tuple(dict.fromkeys(definition.dependencies)),
        items=fresh_items(definition.items),
    )


def fresh_items(definitions: tuple[ItemDefinition, ...]) -> tuple[Item, ...]:
    """Return the open items of a step, numbered from 0 within each kind."""
    return tuple(
        Item(kind, ordinal, text)
        for kind in ItemKind
        for ordinal, text in enumerate(item.text for item in definitions if item.kind == kind)
    )


def counts(plan: Plan) -> Registered:
    """Count what registering stores (PLN-1)."""
    substep_count = sum(step.parent is not None for step in plan.steps)
    return Registered(
        already_initialized=False,
        step_count=len(plan.steps) - substep_count,
        substep_count=substep_count,
        dep_count=sum(len(step.dependencies) for step in plan.steps),
        checklist_count=sum(len(step.items) for step in plan.steps),
    )


def show(plan: Plan, operation: Show) -> Decision:
    """Answer the stored plan, and whether it has drifted (PLN-6)."""
    return accept(Shown(plan, has_drifted(plan, operation)), "PLN-6.5", "PLN-6.6")


Waits = dict[str, set[str]]
"""For each anchor, the anchors that it waits for."""


def first_on_cycle(plan: Plan) -> Step | None:
    """Return the first step, in document order, on a dependency cycle, or `None`.

    A step depends on what it names; a top-level step also on the parents of the substeps it names,
    because a substep is claimed with its parent only.
    """
    written = {step.anchor: set(step.dependencies) for step in plan.steps}
    claimed_with = {
        step.anchor: step.anchor if step.parent is None else step.parent for step in plan.steps
    }
    gating = {
        step.anchor: {claimed_with[dependency] for dependency in step.dependencies}
        for step in plan.steps
        if step.parent is None
    }
    on_cycles = on_cycle(written) | on_cycle(gating)
    return next((step for step in plan.steps if step.anchor in on_cycles), None)


def on_cycle(waits: Waits) -> set[str]:
    """Return the anchors that wait for themselves, by Kosaraju's algorithm in linear time."""
    waited_for_by: Waits = {anchor: set() for anchor in waits}
    for anchor, others in waits.items():
        for other in others:
            waited_for_by[other].add(anchor)
    found, seen = set[str](), set[str]()
    for anchor in reversed(finished_first(waits)):
        component = reached_from(anchor, waited_for_by, seen)
        if len(component) > 1 or anchor in waits[anchor]:
            found |= component
    return found


def finished_first(waits: Waits) -> list[str]:
    """Return the anchors in the order in which a depth-first search finishes with them."""
    order, seen = list[str](), set[str]()
    for start in waits:
        stack = [(start, False)]
        while stack:
            anchor, is_finished = stack.pop()
            if is_finished:
                order.append(anchor)
            elif anchor not in seen:
                seen.add(anchor)
                stack.append((anchor, True))
                stack += [(other, False) for other in waits[anchor]]
    return order


def reached_from(start: str, waits: Waits, seen: set[str]) -> set[str]:
    """Return the anchors that are reached from one and were not seen before, and mark them."""
    found, frontier = set[str](), [start]
    while frontier:
        anchor = frontier.pop()
        if anchor not in seen:
            seen.add(anchor)
            found.add(anchor)
            frontier += waits[anchor]
    return found
