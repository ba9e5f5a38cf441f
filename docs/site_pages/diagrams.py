"""State diagrams: what leads from where to where, as exploring a small world finds it.

Nothing is drawn by hand: every arrow is a transition of the model that was met while the site was
built. What leaves a thing where it is has no arrow, except a commit that completes nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from fragments import fenced, table

from conformance.traces import operation_name
from model.happening import Happening, happen
from model.orchestrations import OrchestrationSpace, Progress
from model.scopes import Scope
from model.situations import Edit, Event, NextCall, Situation
from model.spaces import PlainSpace
from site_pages.diagram_scopes import (
    CHECKLISTS,
    CLAIMS,
    COMMITS,
    COMPLETION,
    ITERATIONS,
    PLANS,
    RECOVERY,
    REVIEWS,
)
from spec.editions import CURRENT
from spec.rules import Area
from spec.vocabulary import (
    Committed,
    NextTask,
    Operation,
    Outcome,
    PlanStatus,
    Rejected,
    Step,
    StepStatus,
    StopAnswered,
)

Places = dict[str, str]
"""Where each thing of a situation is, by a key that tells the things apart."""

Arrows = dict[tuple[str, str], dict[str, None]]
"""What leads from one place to another, in the order in which it was met."""

BEGINNING = "[*]"
"""Where a thing is that is not there yet."""

MANY = 8
"""Places from which on a diagram gathers its arrows."""

FORCE = " force"
"""Behind the name of an operation that is asked for with force."""

ANYWHERE = "anywhere, once begun"
"""Stands for all places but those before the beginning."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A small world, the places of what is in it, and what the diagram is about."""

    about: str
    scope: Scope
    places: Callable[[Situation, Scope], Places]


def plan_places(situation: Situation, scope: Scope) -> Places:
    """Tell of each plan whether it is registered and done, and whether its document differs."""
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
    """Tell of each step its status, and whether its lease is over."""
    return {step.anchor: claim_place(step) for step in steps_of(situation)}


def claim_place(step: Step) -> str:
    """Name the status of a step; in a situation the remaining time of a lease is stored."""
    over = step.lease_expires_at is not None and step.lease_expires_at < 0
    return step.status.replace("_", " ") + (", lease over" if over else "")


def item_places(situation: Situation, _: Scope) -> Places:
    """Tell what became of each item."""
    return {
        f"{step.anchor} {item.kind} {item.ordinal}": str(item.status)
        for step in steps_of(situation)
        for item in step.items
    }


def completion_places(situation: Situation, _: Scope) -> Places:
    """Tell of each top-level step what stands in the way of its completion, or what did it."""
    steps = list(steps_of(situation))
    return {
        step.anchor: completion_place(step, [each for each in steps if each.parent == step.anchor])
        for step in steps
        if step.parent is None
    }


def completion_place(step: Step, substeps: list[Step]) -> str:
    """Name how far the completion of a step has come."""
    if step.status is StepStatus.COMPLETED:
        if step.complete_reason is None:
            return "completed by the history"
        return "completed by force" if step.complete_reason else "completed strictly"
    if step.status is StepStatus.PENDING:
        return "pending"
    if any(item.status == "open" for item in step.items):
        return "held, items open"
    if any(substep.status is not StepStatus.COMPLETED for substep in substeps):
        return "held, substeps unfinished"
    return "held, finished"


def review_places(situation: Situation, _: Scope) -> Places:
    """Tell of each plan what its `next_phase` is."""
    places = {}
    for plan in situation.state.plans:
        cycle = plan.review_cycle
        upcoming = "no reviews" if cycle is None else cycle.next_phase
        places[plan.path] = "none" if upcoming is None else str(upcoming)
    return places


def loop_places(situation: Situation, _: Scope) -> Places:
    """Tell of each plan whether its loop goes on."""
    loops = {plan.path: plan.iteration_loop for plan in situation.state.plans}
    return {path: str(loop.status) if loop else "no loop" for path, loop in loops.items()}


def steps_of(situation: Situation) -> Iterator[Step]:
    """List all steps of a situation."""
    return (step for plan in situation.state.plans for step in plan.steps)


DIAGRAMS: dict[str, Diagram] = {
    "plans": Diagram("a plan and its document", PLANS, plan_places),
    "claims": Diagram("a step", CLAIMS, claim_places),
    "checklists": Diagram("a checklist item", CHECKLISTS, item_places),
    "completion": Diagram("a step with a task and a substep", COMPLETION, completion_places),
    "commits": Diagram("a step whose work is committed", COMMITS, completion_places),
    "reviews": Diagram("the `next_phase` of a plan", REVIEWS, review_places),
    "iterations": Diagram("a loop", ITERATIONS, loop_places),
}
"""The diagram of each area that has things with states; recovery has that of its runs."""


def diagram_section(area: Area) -> str:
    """Write the diagram of an area, and its arrows as a table; nothing if it keeps no state."""
    if area.name in DIAGRAMS:
        diagram = DIAGRAMS[area.name]
        about, scope, found = diagram.about, diagram.scope, arrows_of(diagram)
    elif area.name == "recovery":
        about, scope, found = (
            "a run of the orchestrator (at the call that it makes next, or at its end)",
            RECOVERY,
            arrows_of_runs(),
        )
    else:
        return ""
    introduction = (
        f"Where {about} can be, and what leads from one place to another. All of it was met while "
        f"this page was built, by exploring every state of a small world. {scope.sentence} "
        "Force is named only where the same does not happen without it."
    )
    return "\n\n".join(
        ("## States { #states }", introduction, drawn(found), arrows_as_table(found))
    )


def arrows_of(diagram: Diagram) -> Arrows:
    """Explore the world of a diagram, and collect every change of place."""
    space = PlainSpace(diagram.scope, CURRENT)
    waiting = [space.initial()]
    seen, arrows = set(waiting), Arrows()
    for situation in waiting:
        before = diagram.places(situation, diagram.scope)
        for event in diagram.scope.events:
            happening = happen(diagram.scope, CURRENT, situation, event)
            if happening is None:
                continue
            label = told(event, happening)
            for key, place in diagram.places(happening.after, diagram.scope).items():
                was = before.get(key, BEGINNING)
                if was != place or ": " in label:
                    arrows.setdefault((was, place), {})[label] = None
            after = space.canonical(happening.after)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return gathered(arrows)


def gathered(arrows: Arrows) -> Arrows:
    """Let what leads to a place from all others be one arrow; in a small diagram keep them apart.

    Where a thing is at first, and never again, is left out: there, something has to begin first.
    """
    reached = {target for source, target in arrows if source != BEGINNING}
    if len(reached) < MANY:
        return arrows
    sources: dict[tuple[str, str], set[str]] = {}
    for (source, target), labels in arrows.items():
        for label in labels:
            sources.setdefault((label, target), set()).add(source)
    everywhere = {pair for pair, found in sources.items() if found | {pair[1]} >= reached}
    gathered: Arrows = {}
    for (source, target), labels in arrows.items():
        for label in labels:
            always = (label, target) in everywhere and source in reached
            gathered.setdefault((ANYWHERE if always else source, target), {})[label] = None
    return gathered


def told(event: Event, happening: Happening) -> str:
    """Name what happened: the operation, and what the answer says of why."""
    if happening.operation is None or happening.transition is None:
        return "the document is edited" if isinstance(event, Edit) else "time passes"
    operation, outcome = happening.operation, happening.transition.outcome
    name = operation_name(type(operation))
    if isinstance(outcome, Committed) and outcome.state_failure_reason:
        return f"{name}: {outcome.state_failure_reason}"
    if isinstance(outcome, StopAnswered):
        return f"{name} {outcome.reason}"
    if isinstance(operation, NextTask) and operation.task is None:
        return f"{name} without a task"
    return f"{name}{FORCE}" if getattr(operation, "force", False) else name


def arrows_of_runs() -> Arrows:
    """Explore the runs of the orchestrator, and collect what follows what answer."""
    space = OrchestrationSpace(RECOVERY, CURRENT)
    waiting = [space.initial()]
    arrows = Arrows()
    for node in waiting:
        before = space.progress[node]
        for number, event in enumerate(RECOVERY.events):
            after = space.follow(before, event)
            if after is None:
                continue
            if isinstance(event, NextCall):
                key = (run_place(before), run_place(after))
                arrows.setdefault(key, {})[answered(after.exchanges[-1].outcome)] = None
            space.progress[*node, number] = after
            waiting.append((*node, number))
    return arrows


def run_place(progress: Progress) -> str:
    """Name the call that a run makes next, or its end."""
    if progress.ending is not None:
        return str(progress.ending.result).replace("_", " ")
    if progress.upcoming is None:
        return "begun"
    asked = [each.operation for each in progress.exchanges]
    recovering = any(operation_of(each) == "commit" for each in asked)
    return f"{operation_of(progress.upcoming.operation)}{' to recover' if recovering else ''}"


def operation_of(operation: Operation) -> str:
    """Name an operation."""
    return operation_name(type(operation))


def answered(outcome: Outcome) -> str:
    """Name an answer that a run goes on from."""
    if isinstance(outcome, Rejected):
        return outcome.reason
    if isinstance(outcome, Committed) and outcome.state_failure_reason:
        return f"Committed, {outcome.state_failure_reason}"
    return type(outcome).__name__


def shortened(labels: Iterable[str]) -> list[str]:
    """Leave out what force does too where the same happens without it."""
    known = list(labels)
    return [
        each
        for each in known
        if each.removesuffix(FORCE) == each or each.removesuffix(FORCE) not in known
    ]


def drawn(arrows: Arrows) -> str:
    """Write arrows as a diagram that a reader's browser draws."""
    places = [each for each in dict.fromkeys(sum(arrows, ())) if each != BEGINNING]
    numbers = {place: f"s{number}" for number, place in enumerate(places)} | {BEGINNING: "[*]"}
    sources = {source for source, target in arrows if source != target}
    targets = {target for source, target in arrows if source != target}
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{place}" as {numbers[place]}' for place in places]
    begin = [place for place in places if place not in targets and place != ANYWHERE]
    lines += [f"    [*] --> {numbers[place]}" for place in begin]
    for (source, target), labels in arrows.items():
        label = "<br>".join(label.replace(": ", " ") for label in shortened(labels))
        lines.append(f"    {numbers[source]} --> {numbers[target]} : {label}")
    ends = [place for place in places if place not in sources and ANYWHERE not in places]
    lines += [f"    {numbers[place]} --> [*]" for place in ends]
    return fenced("\n".join(lines), "mermaid")


def arrows_as_table(arrows: Arrows) -> str:
    """Write the same arrows so that they can be read without a drawing."""
    rows = [
        (
            "not there yet" if source == BEGINNING else source,
            ", ".join(f"`{label}`" for label in shortened(labels)),
            target,
        )
        for (source, target), labels in arrows.items()
    ]
    return table(("From", "By", "To"), rows)
