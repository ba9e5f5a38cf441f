"""The small scopes whose transitions the state diagrams show, and the places of what is in them.

Each is explored in seconds. A place is a short description of where a thing is.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from model.explorer.scopes.areas import COMMITS, ITERATIONS, REVIEWS
from model.explorer.scopes.catalog import SINGLE
from model.explorer.scopes.document_themes import UNDONE
from model.explorer.scopes.recovery import RECOVERY as ALL_OF_RECOVERY
from model.explorer.scopes.scope import (
    PLAN,
    Scope,
    committed,
    completing,
    definition,
    holding,
    reporting,
    scope,
    step,
)
from model.explorer.situations import Situation
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.state import PlanStatus, Step, StepStatus

ALONE = ("build",)

CHECKLISTS = replace(SINGLE, events=(*SINGLE.events, Reconcile(PLAN, committed(("build", "a")), 0)))

COMPLETION = scope(
    "completion",
    "One step with a task and a substep, one worktree, and a commit log.",
    (definition("a", step("build", step("build-1"), tasks=1)),),
    1,
    (
        *holding(ALONE, 1, lease=1),
        *completing(("build", "build-1"), 1),
        *reporting(ALONE, 1, tasks=1),
        Reconcile(PLAN, committed(("build", "a")), 0),
    ),
)

RECOVERY = replace(
    ALL_OF_RECOVERY,
    sentence="One step brought from its claim to its commit, and at most one disturbance anywhere.",
    max_disturbances=1,
)

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
    places = {}
    for each in steps_of(situation):
        remaining = each.lease_expires_at  # a situation stores it so
        expired = ", lease expired" if remaining is not None and remaining < 0 else ""
        places[each.anchor] = f"{each.status.replace('_', ' ')}{expired}"
    return places


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
    cycles = {plan.path: plan.review_cycle for plan in situation.state.plans}
    return {
        path: cycle.next_phase or "none" if cycle else "no reviews"
        for path, cycle in cycles.items()
    }


def loop_places(situation: Situation, _: Scope) -> Places:
    """Return the status of each plan's loop."""
    loops = {plan.path: plan.iteration_loop for plan in situation.state.plans}
    return {path: str(loop.status) if loop else "no loop" for path, loop in loops.items()}


def steps_of(situation: Situation) -> Iterator[Step]:
    """Return all steps of a situation."""
    return (step for plan in situation.state.plans for step in plan.steps)


@dataclass(frozen=True, slots=True)
class Diagram:
    """A small scope, the places of what is in it, and what the diagram is about."""

    about: str
    scope: Scope
    places: Callable[[Situation, Scope], Places]


DIAGRAMS: dict[str, Diagram] = {
    "plans": Diagram("a plan and its document", UNDONE, plan_places),
    "claims": Diagram("a step", SINGLE, claim_places),
    "checklists": Diagram("a checklist item", CHECKLISTS, item_places),
    "completion": Diagram("a step with a task and a substep", COMPLETION, completion_places),
    "commits": Diagram("a step whose work is committed", COMMITS, completion_places),
    "reviews": Diagram("the `next_phase` of a plan", REVIEWS, review_places),
    "iterations": Diagram("a loop", ITERATIONS, loop_places),
}
"""The diagram of each area that keeps state; the diagram of recovery is of its runs."""
