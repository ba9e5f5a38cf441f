"""Reports about mutants: as text for people, as JSON for programs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.mutants.layers import LayerResult
from conformance.mutants.mutant import Mutant
from conformance.mutants.runner import MutantResult, Search
from conformance.protocol.documents.mutants import LayerDocument, MutantDocument, MutantsDocument
from conformance.reports.console import aligned, coloured

HEADER = ("mutant", "clause", "kind", "killed by", "operations", "seconds", "length")
NUMBERS = (4, 5, 6)


@dataclass(frozen=True)
class MutantReport:
    """What a search found out about some mutants.

    A mutant that survives is an error unless it says why it is equivalent, and so is one that says
    so and is killed.
    """

    search: Search
    results: tuple[tuple[Mutant, MutantResult], ...]

    @property
    def killed(self) -> list[str]:
        """The ids of the mutants that a layer killed."""
        return [mutant.id for mutant, result in self.results if result.killing]

    @property
    def survivors(self) -> list[Mutant]:
        """The mutants that no layer killed and that are not equivalent."""
        return [one for one, result in self.results if not result.killing and not one.equivalent]

    @property
    def equivalent(self) -> list[Mutant]:
        """The mutants that no layer killed and that are equivalent."""
        return [one for one, result in self.results if not result.killing and one.equivalent]

    @property
    def wrongly_equivalent(self) -> list[Mutant]:
        """The mutants that are called equivalent and were killed."""
        return [one for one, result in self.results if result.killing and one.equivalent]

    @property
    def is_as_it_should_be(self) -> bool:
        """Whether every mutant is killed, or equivalent with a reason."""
        return not self.survivors and not self.wrongly_equivalent

    @property
    def killing_layers(self) -> Counter[str]:
        """How many mutants each layer was the first to kill."""
        return Counter(one.killing.layer.value for _, one in self.results if one.killing)


def mutants_document(report: MutantReport) -> MutantsDocument:
    """Return the document of a search for mutants."""
    return MutantsDocument(
        total=len(report.results),
        killed=len(report.killed),
        equivalent=len(report.equivalent),
        survivors=[mutant.id for mutant in report.survivors],
        wrongly_equivalent=[mutant.id for mutant in report.wrongly_equivalent],
        budget=report.search.budget,
        layers={layer.value: report.killing_layers[layer] for layer in report.search.layers},
        mutants=[mutant_document(*pair) for pair in report.results],
    )


def mutant_document(mutant: Mutant, result: MutantResult) -> MutantDocument:
    """Return a mutant, and what every layer that was tried found."""
    killing = result.killing
    return MutantDocument(
        id=mutant.id,
        rule=mutant.rule,
        clause=mutant.clause,
        kind=mutant.kind.value,
        subject=mutant.subject.value,
        broken=mutant.description,
        equivalent=mutant.equivalent or None,
        killed_by=killing.layer.value if killing else None,
        operations=sum(layer.operations for layer in tried(result)),
        seconds=round(sum(layer.seconds for layer in tried(result)), 3),
        length=shortest(result),
        layers=[LayerDocument.model_validate(layer) for layer in result.layers],
    )


def tried(result: MutantResult) -> tuple[LayerResult, ...]:
    """Return the layers that were tried until the mutant was killed."""
    if result.killing is None:
        return result.layers
    return result.layers[: result.layers.index(result.killing) + 1]


def shortest(result: MutantResult) -> int | None:
    """Return the length of the shortest trace that any layer found, or `None`."""
    lengths = [layer.length for layer in result.layers if layer.length is not None]
    return min(lengths, default=None)


def as_text(report: MutantReport) -> Iterator[str]:
    """Yield how every mutant was killed, why others were not, and at last whether all were."""
    yield from aligned([HEADER, *(row(*pair) for pair in report.results)], right=NUMBERS)
    for mutant in report.equivalent:
        yield f"equivalent: {mutant.id}: {mutant.equivalent}"
    for mutant in report.wrongly_equivalent:
        yield f"killed although it is called equivalent: {mutant.id}: {mutant.equivalent}"
    for mutant in report.survivors:
        yield f"survives: {mutant.id} ({mutant.clause}): {mutant.description}"
    yield conclusion(report)


def row(mutant: Mutant, result: MutantResult) -> tuple[str, ...]:
    """Return how a mutant was killed, in the columns of the table."""
    operations = sum(layer.operations for layer in tried(result))
    seconds = sum(layer.seconds for layer in tried(result))
    by = ", ".join(layer.layer for layer in result.layers if layer.killed)
    length = shortest(result)
    return (
        mutant.id,
        mutant.clause,
        mutant.kind,
        by or ("equivalent" if mutant.equivalent else "SURVIVES"),
        f"{operations:,}",
        f"{seconds:.2f}",
        "-" if length is None else str(length),
    )


def conclusion(report: MutantReport) -> str:
    """Return in one line how many were killed, by which layer, and whether that is all."""
    total, wrong = len(report.results), report.wrongly_equivalent
    by = ", ".join(f"{layer} {count}" for layer, count in report.killing_layers.items())
    equivalent = f"; {len(report.equivalent)} equivalent" if report.equivalent else ""
    counts = f"{len(report.killed)} of {total} mutants killed ({by or 'by nothing'}){equivalent}"
    if report.survivors:
        return coloured(f"{counts}; {len(report.survivors)} survive", "red")
    if wrong:
        return coloured(f"{counts}; {len(wrong)} killed although called equivalent", "red")
    return coloured(f"{counts}; none survives", "green")
