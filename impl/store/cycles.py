"""Cycles of dependencies in a document, which make a plan impossible to finish (PLN-5)."""

from collections.abc import Iterable, Iterator, Sequence

from spec.vocabulary.plans import PlanDefinition

Graph = Sequence[Sequence[int]]
"""For each step or substep, by its index, the indexes of those that it depends on."""


def on_cycles(definition: PlanDefinition) -> list[str]:
    """Return the anchors of the steps and substeps on a cycle, in document order.

    Takes time in proportion to the document. Dependencies on unknown anchors do not count.
    """
    written, top_level = _graphs(definition)
    places = {*_places_on_cycles(written)}
    if top_level != written:  # a plan without substeps has one graph
        places.update(_places_on_cycles(top_level))
    anchors = [each.anchor for step in definition.steps for each in (step, *step.substeps)]
    return [anchors[place] for place in sorted(places)]


def _graphs(definition: PlanDefinition) -> tuple[Graph, Graph]:
    """Return the dependencies as written, and those between top-level steps (PLN-5.8, PLN-5.9).

    In the second graph a substep counts as its parent, with which it is claimed.
    """
    families = [(each, step) for step in definition.steps for each in (step, *step.substeps)]
    places = {each.anchor: place for place, (each, _) in enumerate(families)}
    parents = {each.anchor: places[step.anchor] for each, step in families}
    written, top_level = [], []
    for each, step in families:
        known = [needed for needed in each.dependencies if needed in places]
        written.append([places[needed] for needed in known])
        top_level.append([parents[needed] for needed in known] if each is step else [])
    return written, top_level


def _places_on_cycles(graph: Graph) -> Iterator[int]:
    """Yield the nodes on a cycle: those with an edge within their strongly connected component.

    The components are found in two walks, as by Kosaraju.
    """
    back: list[list[int]] = [[] for _ in graph]
    for place, ahead in enumerate(graph):
        for other in ahead:
            back[other].append(place)
    finished = [place for _, place in _walk(graph, range(len(graph)))]
    component = {place: root for root, place in _walk(back, reversed(finished))}
    for place, ahead in enumerate(graph):
        if any(component[place] == component[other] for other in ahead):
            yield place


def _walk(graph: Graph, roots: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield every node after all that it leads to, with the root from which it was reached."""
    seen: set[int] = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        path = [(root, iter(graph[root]))]
        while path:
            place, ahead = path[-1]
            following = next((other for other in ahead if other not in seen), None)
            if following is None:
                path.pop()
                yield root, place
            else:
                seen.add(following)
                path.append((following, iter(graph[following])))
