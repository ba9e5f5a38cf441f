"""State diagrams: the transitions that exploring a small scope finds.

Nothing is drawn by hand: every arrow is a transition of the model that was found while the site was
built. What changes nothing has no arrow, except a commit that completes nothing.
"""

from typing import Any

from docs.build.diagrams.scopes import DIAGRAMS, RECOVERY, Diagram
from model.explorer.events import EventResult
from model.explorer.graphs.runs import RunGraph, RunProgress
from model.explorer.graphs.state_graph import visited
from model.explorer.situations import Edit, Event, NextCall
from spec.editions import CURRENT
from spec.formats.words import operation_name
from spec.rules.rule import Area
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.operations import Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.reviews import NextTask, StopAnswered

Arrows = dict[tuple[str, str], dict[str, None]]
"""The labels of the arrows between two places, in the order in which they were found."""

BEGINNING = "[*]"
"""The place of a thing that does not exist yet."""

MANY = 8
"""With this many places a diagram merges arrows; with more it runs from left to right."""

FORCE = " force"
"""Suffix of an operation that is requested with force."""

ANYWHERE = "anywhere, once begun"
"""Stands for all places except those before the beginning."""


def diagram_of(area: Area) -> dict[str, Any] | None:
    """Return the diagram of an area and its arrows, or `None` if the area keeps no state."""
    if area.name in DIAGRAMS:
        diagram = DIAGRAMS[area.name]
        about, scope, found = diagram.about, diagram.scope, shortened(arrows_of(diagram))
    elif area.name == "recovery":
        about = "a run of the orchestrator (at the call that it makes next, or at its end)"
        scope, found = RECOVERY, shortened(arrows_of_runs())
    else:
        return None
    return {
        "about": about,
        "sentence": scope.sentence,
        "drawing": drawn(found),
        "arrows": found,
    }


def arrows_of(diagram: Diagram) -> Arrows:
    """Explore the scope of a diagram, and return every change of place."""
    arrows = Arrows()
    for _, situation, found in visited(diagram.scope, CURRENT):
        before = diagram.places(situation, diagram.scope)
        for event, event_result in found:
            label = label_of(event, event_result)
            for key, place in diagram.places(event_result.after, diagram.scope).items():
                was = before.get(key, BEGINNING)
                if was != place or ": " in label:
                    arrows.setdefault((was, place), {})[label] = None
    return merged(arrows)


def merged(arrows: Arrows) -> Arrows:
    """Merge arrows that lead to a place from all others, unless the diagram is small.

    A place that nothing leads back to does not count as one of the others.
    """
    reached = {target for source, target in arrows if source != BEGINNING}
    if len(reached) < MANY:
        return arrows
    sources: dict[tuple[str, str], set[str]] = {}
    for (source, target), labels in arrows.items():
        for label in labels:
            sources.setdefault((label, target), set()).add(source)
    everywhere = {pair for pair, found in sources.items() if found | {pair[1]} >= reached}
    found_arrows: Arrows = {}
    for (source, target), labels in arrows.items():
        for label in labels:
            always = (label, target) in everywhere and source in reached
            found_arrows.setdefault((ANYWHERE if always else source, target), {})[label] = None
    return found_arrows


def label_of(event: Event, event_result: EventResult) -> str:
    """Return the label of an arrow: the operation, and the reason in its reply."""
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


def shortened(arrows: Arrows) -> dict[tuple[str, str], list[str]]:
    """Return the labels of arrows without those with force where the same happens without it."""
    return {
        pair: [
            each
            for each in labels
            if each.removesuffix(FORCE) == each or each.removesuffix(FORCE) not in labels
        ]
        for pair, labels in arrows.items()
    }


def drawn(arrows: dict[tuple[str, str], list[str]]) -> str:
    """Return arrows as a Mermaid diagram."""
    places = [each for each in dict.fromkeys(sum(arrows, ())) if each != BEGINNING]
    numbers = {place: f"s{number}" for number, place in enumerate(places)} | {BEGINNING: "[*]"}
    sources = {source for source, target in arrows if source != target}
    targets = {target for source, target in arrows if source != target}
    lines = ["stateDiagram-v2", *(["    direction LR"] if len(places) > MANY else [])]
    lines += [f'    state "{place}" as {numbers[place]}' for place in places]
    begin = [place for place in places if place not in targets and place != ANYWHERE]
    lines += [f"    [*] --> {numbers[place]}" for place in begin]
    for (source, target), labels in arrows.items():
        label = "<br>".join(label.replace(": ", " ") for label in labels)
        lines.append(f"    {numbers[source]} --> {numbers[target]} : {label}")
    ends = [place for place in places if place not in sources and ANYWHERE not in places]
    lines += [f"    {numbers[place]} --> [*]" for place in ends]
    return "\n".join(lines)


def arrows_of_runs() -> Arrows:
    """Explore the runs of the orchestrator, and return which call follows which reply."""
    space = RunGraph(RECOVERY, CURRENT)
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


def run_place(progress: RunProgress) -> str:
    """Return the call that a run makes next, or how it ended."""
    if progress.ending is not None:
        return str(progress.ending.result).replace("_", " ")
    if progress.upcoming is None:
        return "begun"
    name = operation_name(type(progress.upcoming.operation))
    recovering = any(isinstance(each.operation, Commit) for each in progress.exchanges)
    return f"{name}{' to recover' if recovering else ''}"


def answered(outcome: Outcome) -> str:
    """Return the label of a reply."""
    if isinstance(outcome, Rejected):
        return outcome.reason
    if isinstance(outcome, Committed) and outcome.state_failure_reason:
        return f"Committed, {outcome.state_failure_reason}"
    return type(outcome).__name__
