"""The shortest vector that shows an amendment to somebody who migrates to a newer edition."""

from collections.abc import Iterator
from typing import Any

from conformance.adapters.model import transitions_of
from conformance.protocol.areas import AREA_OF
from conformance.vectors.reading import VECTORS, read_vector
from conformance.vectors.vector import operations_of
from docs.build.traces import Row, Step, row, steps_of, two_replies
from docs.build.vectors import index
from model.explorer.events import PathStep
from spec.additions import is_known
from spec.amendments.amendment import Amendment
from spec.catalog import CLAUSES
from spec.editions import Edition, edition_named
from spec.rules.rule import Area
from spec.vocabulary.operations import Operation

KIND_OF_REPLY = ("reply", "answer", "code", "reason")

Trace = tuple[Operation, ...]


def shortest_trace(
    amendment: Amendment, area: Area, older: Edition, newer: Edition
) -> dict[str, Any] | None:
    """Return a trace that two editions answer differently because of an amendment, or `None`.

    Its last operation belongs to the area. Traces that both editions can be asked are preferred.
    """
    shown = (
        (rank(operations, older), name, operations)
        for name, operations in candidates(amendment)
        if AREA_OF[type(operations[-1])] == area.name
        and is_shown(operations, amendment, older, newer)
    )
    found = min(shown, key=lambda each: each[:2], default=None)
    if found is None:
        return None
    _, name, operations = found
    return {"vector": name, "rows": list(rows(operations, older, newer))}


def candidates(amendment: Amendment) -> Iterator[tuple[str, Trace]]:
    """Yield the name and the operations of each vector about an amendment or its clauses."""
    clauses = {each.id for each in CLAUSES if amendment in each.amendments}
    for entry in index() or ():
        if entry["id"] == f"amendment-{amendment.id}" or clauses.intersection(entry["clauses"]):
            vector = read_vector(VECTORS / entry["file"])
            yield vector.id, operations_of(vector)


def rank(operations: Trace, older: Edition) -> tuple[int, int]:
    """Return how many operations an edition does not know, and how many there are."""
    return sum(not is_known(each, older) for each in operations), len(operations)


def is_shown(operations: Trace, amendment: Amendment, older: Edition, newer: Edition) -> bool:
    """Return whether an amendment changes the last step, which also differs between editions."""
    sign = "-" if newer.has(amendment) else "+"
    but_for_it = edition_named(f"{newer.name}{sign}{amendment.id}")
    before, without, after = (
        effect(steps_in(operations, edition)[-1]) for edition in (older, but_for_it, newer)
    )
    return after not in (before, without)


def steps_in(operations: Trace, edition: Edition) -> list[Step | None]:
    """Return the steps of a trace in an edition, which is not asked what it does not know."""
    known = [each for each in operations if is_known(each, edition)]
    transitions = transitions_of(known, edition)
    path = [
        PathStep(asked, asked.now, asked, answered)
        for asked, answered in zip(known, transitions, strict=True)
    ]
    steps = iter(steps_of(path))
    return [next(steps) if is_known(each, edition) else None for each in operations]


def effect(step: Step | None) -> tuple[Any, ...] | None:
    """Return what a step answers and what it changes, but not by which rules."""
    return None if step is None else (step["reply"], step["changed"])


def is_alike(old: Step, new: Step) -> bool:
    """Return whether two replies have the same kind."""
    return all(old["reply"].get(name) == new["reply"].get(name) for name in KIND_OF_REPLY)


def rows(operations: Trace, older: Edition, newer: Edition) -> Iterator[Row]:
    """Yield the rows of a trace in two editions: two replies to the last step and where they fail.

    Other steps differ in fields that the newer edition has added, which are no news.
    """
    steps = zip(steps_in(operations, older), steps_in(operations, newer), strict=True)
    for number, (old, new) in enumerate(steps, 1):
        assert new is not None  # the vectors are those of the newer edition
        if number < len(operations) and old and is_alike(old, new):
            yield row("", new)
        else:
            yield two_replies("", old, new)
