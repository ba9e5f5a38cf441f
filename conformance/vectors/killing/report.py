"""Reports about mutants: as text for people, as JSON for programs."""

from collections import Counter
from collections.abc import Iterator

from conformance.protocol.documents.vectors import MutantDocument, MutantsDocument
from conformance.reports.console import aligned, coloured
from conformance.vectors.killing.runner import SearchLimits

HEADER = ("mutant", "clause", "kind", "killed by", "operations", "seconds", "length")
NUMBERS = (4, 5, 6)


def mutants_document(search: SearchLimits, mutants: list[MutantDocument]) -> MutantsDocument:
    """Return the document of a search for mutants.

    A mutant that survives is an error unless it says why it is equivalent, and so is one that says
    so and is killed.
    """
    kills = Counter(each.killed_by for each in mutants if each.killed_by)
    return MutantsDocument(
        total=len(mutants),
        killed=kills.total(),
        equivalent=sum(not each.killed_by and bool(each.equivalent) for each in mutants),
        survivors=[each.id for each in mutants if not each.killed_by and not each.equivalent],
        wrongly_equivalent=[each.id for each in mutants if each.killed_by and each.equivalent],
        budget=search.budget,
        layers={layer.value: kills[layer.value] for layer in search.layers},
        mutants=mutants,
    )


def as_text(found: MutantsDocument) -> Iterator[str]:
    """Yield how every mutant was killed, why others were not, and at last whether all were."""
    yield from aligned([HEADER, *map(row, found.mutants)], right=NUMBERS)
    for each in found.mutants:
        yield from races(each)
    for each in found.mutants:
        if each.equivalent and not each.killed_by:
            yield f"equivalent: {each.id}: {each.equivalent}"
    for each in found.mutants:
        if each.id in found.wrongly_equivalent:
            yield f"killed although it is called equivalent: {each.id}: {each.equivalent}"
    for each in found.mutants:
        if each.id in found.survivors:
            yield f"survives: {each.id} ({each.clause}): {each.broken}"
    yield conclusion(found)


def row(mutant: MutantDocument) -> tuple[str, ...]:
    """Return how a mutant was killed, in the columns of the table."""
    return (
        mutant.id,
        mutant.clause,
        mutant.kind,
        mutant.killed_by or ("equivalent" if mutant.equivalent else "SURVIVES"),
        f"{mutant.operations:,}",
        f"{mutant.seconds:.2f}",
        "-" if mutant.length is None else str(mutant.length),
    )


def races(mutant: MutantDocument) -> Iterator[str]:
    """Yield how clients at the same time killed a mutant, if they did."""
    for layer in mutant.layers:
        if layer.killed and layer.schedules:
            counts = f"{layer.contradicted} of {layer.schedules} schedules contradict the rules"
            yield f"race: {mutant.id}: {counts}, first {layer.by}: {'; '.join(layer.calls)}"


def conclusion(found: MutantsDocument) -> str:
    """Return in one line how many were killed, by which layer, and whether that is all."""
    by = ", ".join(f"{layer} {count}" for layer, count in found.layers.items() if count)
    equivalent = f"; {found.equivalent} equivalent" if found.equivalent else ""
    counts = f"{found.killed} of {found.total} mutants killed ({by or 'by nothing'}){equivalent}"
    if found.survivors:
        return coloured(f"{counts}; {len(found.survivors)} survive", "red")
    if wrong := found.wrongly_equivalent:
        return coloured(f"{counts}; {len(wrong)} killed although called equivalent", "red")
    return coloured(f"{counts}; none survives", "green")
