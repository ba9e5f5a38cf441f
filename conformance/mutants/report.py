"""Reports about mutants: as text for people, as JSON for programs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.mutants.judging import Judged, Search
from conformance.mutants.layers import Attempt
from conformance.mutants.mutant import Mutant
from conformance.protocol.documents.mutants import JudgedMutant, LayerAttempt, MutantsDocument
from conformance.reports.console import aligned, coloured

HEADER = ("mutant", "rule", "kind", "killed by", "operations", "seconds", "length")
NUMBERS = (4, 5, 6)


@dataclass(frozen=True)
class Report:
    """How a search judged some mutants.

    A mutant that survives is an error unless it says why it is equivalent, and so is one that says
    so and is killed.
    """

    search: Search
    judged: tuple[tuple[Mutant, Judged], ...]

    @property
    def killed(self) -> list[str]:
        """List the mutants that a layer killed."""
        return [mutant.id for mutant, judged in self.judged if judged.killing]

    @property
    def survivors(self) -> list[Mutant]:
        """List the mutants that no layer killed and that have no excuse."""
        return [one for one, judged in self.judged if not judged.killing and not one.equivalent]

    @property
    def equivalent(self) -> list[Mutant]:
        """List the mutants that nobody can tell from the real thing."""
        return [one for one, judged in self.judged if not judged.killing and one.equivalent]

    @property
    def wrongly_equivalent(self) -> list[Mutant]:
        """List the mutants that are called equivalent and were killed."""
        return [one for one, judged in self.judged if judged.killing and one.equivalent]

    @property
    def is_as_it_should_be(self) -> bool:
        """Tell whether every mutant is killed, or equivalent with a reason."""
        return not self.survivors and not self.wrongly_equivalent

    @property
    def killing_layers(self) -> Counter[str]:
        """Count the mutants that each layer was the first to kill."""
        return Counter(one.killing.layer.value for _, one in self.judged if one.killing)


def mutants_document(report: Report) -> MutantsDocument:
    """Return the document of a search for mutants."""
    return MutantsDocument(
        total=len(report.judged),
        killed=len(report.killed),
        equivalent=len(report.equivalent),
        survivors=[mutant.id for mutant in report.survivors],
        wrongly_equivalent=[mutant.id for mutant in report.wrongly_equivalent],
        budget=report.search.budget,
        layers={layer.value: report.killing_layers[layer] for layer in report.search.layers},
        mutants=[mutant_document(*pair) for pair in report.judged],
    )


def mutant_document(mutant: Mutant, judged: Judged) -> JudgedMutant:
    """Return a mutant, and what every layer that was tried found."""
    killing = judged.killing
    return JudgedMutant(
        id=mutant.id,
        rule=mutant.rule,
        kind=mutant.kind.value,
        subject=mutant.subject.value,
        broken=mutant.description,
        equivalent=mutant.equivalent or None,
        killed_by=killing.layer.value if killing else None,
        operations=sum(attempt.operations for attempt in tried(judged)),
        seconds=round(sum(attempt.seconds for attempt in tried(judged)), 3),
        length=shortest(judged),
        layers=[
            LayerAttempt(
                layer=attempt.layer.value,
                killed=attempt.killed,
                by=attempt.by,
                operations=attempt.operations,
                seconds=round(attempt.seconds, 3),
                length=attempt.length,
            )
            for attempt in judged.attempts
        ],
    )


def tried(judged: Judged) -> tuple[Attempt, ...]:
    """Give the layers that were tried until the mutant was killed."""
    if judged.killing is None:
        return judged.attempts
    return judged.attempts[: judged.attempts.index(judged.killing) + 1]


def shortest(judged: Judged) -> int | None:
    """Give the length of the shortest trace that any layer found; none if none was killing."""
    lengths = [attempt.length for attempt in judged.attempts if attempt.length is not None]
    return min(lengths, default=None)


def as_text(report: Report) -> Iterator[str]:
    """Tell of every mutant how it was killed, of the others why not, and at last whether all is."""
    yield from aligned([HEADER, *(row(*pair) for pair in report.judged)], right=NUMBERS)
    for mutant in report.equivalent:
        yield f"equivalent: {mutant.id}: {mutant.equivalent}"
    for mutant in report.wrongly_equivalent:
        yield f"killed although it is called equivalent: {mutant.id}: {mutant.equivalent}"
    for mutant in report.survivors:
        yield f"survives: {mutant.id} ({mutant.rule}): {mutant.description}"
    yield conclusion(report)


def row(mutant: Mutant, judged: Judged) -> tuple[str, ...]:
    """Tell how a mutant was killed, in the columns of the table."""
    operations = sum(attempt.operations for attempt in tried(judged))
    seconds = sum(attempt.seconds for attempt in tried(judged))
    by = ", ".join(attempt.layer for attempt in judged.attempts if attempt.killed)
    length = shortest(judged)
    return (
        mutant.id,
        mutant.rule,
        mutant.kind,
        by or ("equivalent" if mutant.equivalent else "SURVIVES"),
        f"{operations:,}",
        f"{seconds:.2f}",
        "-" if length is None else str(length),
    )


def conclusion(report: Report) -> str:
    """Say in one line how many were killed, by which layer, and whether that is all."""
    total, wrong = len(report.judged), report.wrongly_equivalent
    by = ", ".join(f"{layer} {count}" for layer, count in report.killing_layers.items())
    equivalent = f"; {len(report.equivalent)} equivalent" if report.equivalent else ""
    told = f"{len(report.killed)} of {total} mutants killed ({by or 'by nothing'}){equivalent}"
    if report.survivors:
        return coloured(f"{told}; {len(report.survivors)} survive", "red")
    if wrong:
        return coloured(f"{told}; {len(wrong)} killed although called equivalent", "red")
    return coloured(f"{told}; none survives", "green")
