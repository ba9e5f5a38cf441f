"""The verdict over a run: the entries of its record, from the findings to the footer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from conformance.adapters.connections import Broken
from conformance.differential.divergence import Divergence
from conformance.kit.attribution import Attributed
from conformance.kit.deviations import Deviation
from conformance.kit.ends.loose import describe_end, loose_ends
from conformance.kit.entries import EntryWriter
from conformance.kit.finding import ConformanceFinding
from conformance.kit.grading import Grading
from conformance.kit.unsent_fields import never_sent
from conformance.kit.validation import Validation
from conformance.protocol.documents.validation import VectorCount
from conformance.protocol.messages import STATELESS, Observed
from conformance.reports import record
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from conformance.reports.record import Grade, Verdict
from conformance.reports.summary import EXERCISED
from spec.catalog import RULES, rule_id

FIELDS_OF_STATE = ("state.", "shown.")
"""How the names of the fields begin that show what is stored."""
EXIT_CODES = {
    Verdict.PASS: SUCCESS,
    Verdict.FAIL: NOT_CONFORMING,
    Verdict.UNKNOWN: INCONCLUSIVE,
    Verdict.BROKEN: BROKEN,
}


@dataclass(frozen=True)
class Evaluation:
    """All entries of a record behind its header."""

    findings: tuple[record.FindingEntry, ...]
    results: tuple[record.RuleResult, ...]
    levels: tuple[record.LevelResult, ...]
    footer: record.Footer

    def entries(self) -> Iterator[record.Entry]:
        """Yield the entries in their order."""
        yield from self.findings
        yield from self.results
        yield from self.levels
        yield self.footer


def evaluate(
    validation: Validation,
    attributed: Sequence[Attributed],
    writer: EntryWriter,
    chosen: frozenset[str],
    today: date,
) -> Evaluation:
    """Evaluate a run that is over."""
    findings = tuple(
        writer.entry(number, clause, finding, known_as(finding, today))
        for number, (clause, finding) in enumerate(attributed, start=1)
    )
    shown = shows_state(validation, "state.")
    comparator = validation.runner.comparator
    failing = {
        rule: failing_as(each, attributed, findings)
        for rule, each in validation.coverage.failing.items()
    }
    grading = Grading(
        validation.capabilities,
        validation.tally,
        findings,
        chosen,
        shown,
        validation.coverage,
        failing,
        frozenset(validation.leases.tested if validation.leases else ()),
        never_sent(comparator.left_out, comparator.given),
    )
    results = tuple(grading.results())
    levels = tuple(grading.levels(results))
    problems = (
        *(describe_end(*each, writer, validation.edition) for each in ends_of(validation)),
        *problems_of(validation, findings, today),
    )
    verdict = verdict_of(validation, findings, results, today)
    graded = {each.rule for each in results if each.grade is not Grade.NOT_EXERCISED}
    graded -= {rule.id for rule in RULES if grading.missing_areas(rule)}
    undecided = tuple(each for each in grading.undecided if rule_id(each) in graded)
    footer = footer_of(validation, verdict, problems, undecided)
    return Evaluation(findings, results, levels, footer)


def ends_of(validation: Validation) -> Iterator[tuple[Broken, int]]:
    """Yield what ended the run, and what broke on the way without a finding, numbered."""
    ends = loose_ends(validation.ends, validation.steering.ends)
    last = [] if validation.broken is None else [validation.broken]
    yield from ((broken, number) for number, broken in enumerate((*last, *ends), start=1))


def failing_as(
    failures: Sequence[tuple[str, Divergence]],
    attributed: Sequence[Attributed],
    findings: Sequence[record.FindingEntry],
) -> tuple[Grade, str]:
    """Return how a rule is graded whose vectors fail: known, if each does by a known deviation."""
    known = ""
    for vector, divergence in failures:
        entry = finding_of(divergence, attributed, findings)
        if entry is None or entry.known is None:
            named = f", as finding {entry.number} says" if entry else ""
            return Grade.INCONCLUSIVE, f"its vector {vector} fails{named}"
        known = f"its vector {vector} fails by the known deviation from {entry.known}"
    return Grade.KNOWN_DEVIATION, known


def finding_of(
    divergence: Divergence,
    attributed: Sequence[Attributed],
    findings: Sequence[record.FindingEntry],
) -> record.FindingEntry | None:
    """Return the entry of the finding that a divergence belongs to, or `None`."""
    for (_, finding), entry in zip(attributed, findings, strict=True):
        if any(each.covers(divergence) for each in (finding, *finding.also)):
            return entry
    return None


def known_as(finding: ConformanceFinding, today: date) -> Deviation | None:
    """Return the deviation that expected a finding, or `None`, also if it has expired."""
    for each in (finding, *finding.also):
        if each.witnessed is not None and each.witnessed.expires >= today:
            return each.witnessed
    return None


def verdict_of(
    validation: Validation,
    findings: Sequence[record.FindingEntry],
    results: Sequence[record.RuleResult],
    today: date,
) -> Verdict:
    """Return the verdict over a whole run."""
    if any(True for _ in ends_of(validation)) or any(
        each.kind == "error" and not each.known for each in findings
    ):
        return Verdict.BROKEN
    if validation.stale or any(each.known is None for each in findings):
        return Verdict.FAIL
    if any(True for _ in expired(validation, today)):
        return Verdict.FAIL
    if validation.interrupted or not shows_state(validation, *FIELDS_OF_STATE):
        return Verdict.UNKNOWN
    if not any(each.grade in EXERCISED for each in results):
        return Verdict.UNKNOWN
    if any(each.grade is Grade.INCONCLUSIVE for each in results):
        return Verdict.UNKNOWN
    return Verdict.PASS


def shows_state(validation: Validation, *places: str) -> bool:
    """Return whether anything stored was ever compared in some places, if anything is stored.

    Those are the fields of `observe`; a plan that is shown as an answer shows its state too.
    """
    comparator = validation.runner.comparator
    if comparator.identity.observe is Observed.FULL or set(comparator.identity.areas) <= STATELESS:
        return True
    return any(name.startswith(places) for name in comparator.given)


def expired(validation: Validation, today: date) -> Iterator[str]:
    """Yield a sentence for each deviation that has expired."""
    for finding in validation.findings:
        deviation = finding.witnessed
        if deviation is not None and deviation.expires < today:
            problem = f"the deviation from {deviation.rule} expired on {deviation.expires}"
            yield f"{problem}; conform, or agree on a later day"


def problems_of(
    validation: Validation, findings: Sequence[record.FindingEntry], today: date
) -> Iterator[str]:
    """Yield where it broke, what is stale and what has expired."""
    if errors := [each for each in findings if each.kind == "error"]:
        operations = " ".join(dict.fromkeys(each.operation for each in errors))
        yield f"it breaks, or answers with an error, at {operations}"
    for witness in validation.stale:
        problem = f"the deviation from {witness.deviation.rule} is stale: it conforms now"
        yield f"{problem} on {witness.deviation.witness}; run 'planspec deviations update'"
    yield from expired(validation, today)
    for witness in validation.not_tried:
        yield f"the witness of the deviation from {witness.deviation.rule} could not be asked"
    if not shows_state(validation, *FIELDS_OF_STATE):
        yield "nothing that it stores was ever shown"
    if validation.interrupted:
        yield "interrupted"


def footer_of(
    validation: Validation,
    verdict: Verdict,
    problems: tuple[str, ...],
    never_decided: tuple[str, ...],
) -> record.Footer:
    """Return how the run ended."""
    comparator, broken = validation.runner.comparator, validation.broken
    reference, unsent = validation.reference, validation.coverage.unsent
    return record.Footer(
        verdict=verdict,
        exit_code=EXIT_CODES[verdict],
        operations=validation.operations,
        resets=validation.resets,
        seconds=round(validation.limits.seconds, 3),
        vectors=VectorCount(
            validation.vectors_run,
            validation.vectors_failed,
            len(unsent),
            sum(len(each.operations) for each in unsent),
        ),
        never_judged=tuple(sorted(comparator.left_out - comparator.given)),
        sometimes_judged=tuple(sorted(comparator.left_out & comparator.given)),
        problem="; ".join(problems) or None,
        tours=tuple(validation.tours),
        never_decided=never_decided,
        not_reached=tuple(validation.tally.not_reached()),
        reference=reference.name if reference != validation.edition else None,
        last_words=tuple(broken.last_words) if broken else (),
        real_leases=validation.leases.result() if validation.leases else None,
    )
