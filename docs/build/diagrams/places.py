"""The places of the state diagrams: short descriptions of where things are in a situation."""

from collections.abc import Iterator

from model.explorer.scopes.scope import Scope
from model.explorer.situations import Situation
from spec.vocabulary.state import PlanStatus, Step, StepStatus

Places = dict[str, str]
"""The place of each thing of a situation, by a key that identifies the thing."""


def plan_places(situation: Situation, scope: Scope) -> Places:
    """Return for each plan whether it is registered and done, and whether it has drifted."""
    places = {}
    for path, _ in scope.documents.versions:
        plan = situation.state.plan(path)
        document = scope.documents.current(situation, path)
        if plan is None or document is None:
            places[path] = "not registered"
            continue
        drifted = "" if plan.document_hash == document.document_hash else ", drifted"
        places[path] = f"{'done' if plan.status is PlanStatus.DONE else 'active'}{drifted}"
    return places


def claim_places(situation: Situation, _: Scope) -> Places:
    """Return the status of each step, and whether its lease has expired."""
    return {step.anchor: claim_place(step) for step in steps_of(situation)}


def claim_place(step: Step) -> str:
    """Return the status of a step; a situation stores the remaining time of a lease."""
    over = step.lease_expires_at is not None and step.lease_expires_at < 0
    return step.status.replace("_", " ") + (", lease over" if over else "")


def item_places(situation: Situation, _: Scope) -> Places:
    """Return the status of each item."""
    return {
        f"{step.anchor} {item.kind} {item.ordinal}": str(item.status)
        for step in steps_of(situation)
        for item in step.items
    }


def completion_places(situation: Situation, _: Scope) -> Places:
    """Return for each top-level step what prevents its completion, or how it was completed."""
    steps = list(steps_of(situation))
    return {
        step.anchor: completion_place(step, [each for each in steps if each.parent == step.anchor])
        for step in steps
        if step.parent is None
    }


def completion_place(step: Step, substeps: list[Step]) -> str:
    """Return how far the completion of a step has come."""
    if step.status is StepStatus.COMPLETED:
        if step.complete_reason is None:
            return "completed by the commit log"
        return "completed by force" if step.complete_reason else "completed strictly"
    if step.status is StepStatus.PENDING:
        return "pending"
    if any(item.status == "open" for item in step.items):
        return "held, items open"
    if any(substep.status is not StepStatus.COMPLETED for substep in substeps):
        return "held, substeps unfinished"
    return "held, finished"


def review_places(situation: Situation, _: Scope) -> Places:
    """Return the `next_phase` of each plan."""
    places = {}
    for plan in situation.state.plans:
        cycle = plan.review_cycle
        upcoming = "no reviews" if cycle is None else cycle.next_phase
        places[plan.path] = "none" if upcoming is None else str(upcoming)
    return places


def loop_places(situation: Situation, _: Scope) -> Places:
    """Return the status of each plan's loop."""
    loops = {plan.path: plan.iteration_loop for plan in situation.state.plans}
    return {path: str(loop.status) if loop else "no loop" for path, loop in loops.items()}


def steps_of(situation: Situation) -> Iterator[Step]:
    """Return all steps of a situation."""
    return (step for plan in situation.state.plans for step in plan.steps)
