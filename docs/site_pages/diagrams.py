"""State diagrams: what leads from where to where, as exploring a small world finds it.

Nothing is drawn by hand: every arrow is a transition of the model that was met while the site was
built. What leaves a thing where it is has no arrow, except a commit that completes nothing.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from fragments import fenced, table

from conformance.protocol.traces import operation_name
from model.explorer.events import EventResult, apply_event
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Edit, Event, Situation
from model.explorer.state_graph import PlainStateGraph
from site_pages.diagram_places import (
    Places,
    claim_places,
    completion_places,
    item_places,
    loop_places,
    plan_places,
    review_places,
)
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
from site_pages.run_diagram import Arrows, arrows_of_runs
from spec.editions import CURRENT
from spec.rules.rule import Area
from spec.vocabulary.commits import Committed
from spec.vocabulary.reviews import NextTask, StopAnswered

BEGINNING = "[*]"
"""Where a thing is that is not there yet."""

MANY = 8
"""Places from which on a diagram gathers its arrows, and more of which run from left to right."""

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
    space = PlainStateGraph(diagram.scope, CURRENT)
    waiting = [space.initial()]
    seen, arrows = set(waiting), Arrows()
    for situation in waiting:
        before = diagram.places(situation, diagram.scope)
        for event in diagram.scope.events:
            event_result = apply_event(diagram.scope, CURRENT, situation, event)
            if event_result is None:
                continue
            label = told(event, event_result)
            for key, place in diagram.places(event_result.after, diagram.scope).items():
                was = before.get(key, BEGINNING)
                if was != place or ": " in label:
                    arrows.setdefault((was, place), {})[label] = None
            after = space.canonical(event_result.after)
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


def told(event: Event, event_result: EventResult) -> str:
    """Name what happened: the operation, and what the answer says of why."""
    if event_result.operation is None or event_result.transition is None:
        return "the document is edited" if isinstance(event, Edit) else "time passes"
    operation, outcome = event_result.operation, event_result.transition.outcome
    name = operation_name(type(operation))
    if isinstance(outcome, Committed) and outcome.state_failure_reason:
        return f"{name}: {outcome.state_failure_reason}"
    if isinstance(outcome, StopAnswered):
        return f"{name} {outcome.reason}"
    if isinstance(operation, NextTask) and operation.task is None:
        return f"{name} without a task"
    return f"{name}{FORCE}" if getattr(operation, "force", False) else name


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
    lines = ["stateDiagram-v2", *(["    direction LR"] if len(places) > MANY else [])]
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
