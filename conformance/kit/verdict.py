"""The verdict over a run, and its record."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from importlib.metadata import version

from conformance.adapters.connections import Broken
from conformance.kit.entries import EntryWriter
from conformance.kit.grading import Grading
from conformance.kit.run import Validation, operations_in
from conformance.protocol.documents.record import Grade, Record, RuleResult, RunVerdict
from conformance.protocol.documents.validation import ConformFinding, VectorCount
from conformance.protocol.messages import STATELESS, Observed
from conformance.protocol.traces import Trace, saved
from conformance.reports.summary import EXERCISED
from spec.catalog import AREAS, RULES, rule_id

RESET = "reset"
"""The kind of end of a system that is read after a reset, and still holds something."""
FIELDS_OF_STATE = ("state.", "shown.")
"""How the names of the fields begin that show what is stored."""


def evaluate(
    validation: Validation, writer: EntryWriter, chosen: frozenset[str], now: datetime
) -> Record:
    """Return the record of a run that is over."""
    session, limits, coverage = validation.session, validation.limits, validation.coverage
    today = now.date()
    findings = tuple(writer.entries(validation.findings, today))
    grading = Grading(
        session.capabilities,
        validation.tally,
        findings,
        chosen,
        shows_state(validation, "state."),
        coverage,
        dict(failing_rules(validation, findings)),
        frozenset(validation.leases.tested if validation.leases else ()),
    )
    results = tuple(grading.results())
    problems = [
        *(describe_crash(*each, writer) for each in enumerate(validation.crashes, start=1)),
        *problems_of(validation, findings, today),
    ]
    graded = {each.rule for each in results if each.grade is not Grade.NOT_EXERCISED}
    graded -= {rule.id for rule in RULES if grading.missing_areas(rule)}
    comparator, unsent = session.comparator, coverage.unsent
    return Record(
        implementation=session.capabilities.identity,
        edition=session.edition.name,
        planspec=version("planspec"),
        command=writer.target.words,
        seed=limits.seed,
        budget=limits.budget or 0.0,
        date=now.isoformat(timespec="seconds").replace("+00:00", "Z"),
        verdict=verdict_of(validation, findings, results, today),
        operations=validation.operations,
        resets=session.system.resets,
        seconds=round(limits.seconds, 3),
        vectors=VectorCount(
            len(coverage.sent),
            len(coverage.failed_ids),
            len(unsent),
            sum(len(each.operations) for each in unsent),
        ),
        findings=findings,
        rules={each.rule: each.grade for each in results},
        levels=grading.levels(results),
        results=results,
        never_judged=tuple(sorted(comparator.left_out - comparator.given)),
        sometimes_judged=tuple(sorted(comparator.left_out & comparator.given)),
        problem="; ".join(problems) or None,
        tours=tuple(validation.tours),
        left=tuple(validation.left),
        never_decided=tuple(each for each in grading.undecided if rule_id(each) in graded),
        last_words=tuple(each for broken in validation.broken[:1] for each in broken.last_words),
        real_leases=validation.leases.result() if validation.leases else None,
        areas=tuple(area.name for area in AREAS if area.name in chosen),
    )


def describe_crash(number: int, broken: Broken, writer: EntryWriter) -> str:
    """Save the requests up to a crash as a trace, and return what ended and how to replay it."""
    sentence = f"{broken.kind}: {broken}"
    if not (operations := tuple(operations_in(broken.requests))):
        return sentence
    path = writer.traces / f"end-{number}-{broken.kind.replace(' ', '-')}.json"
    saved(path, Trace(operations, sentence, writer.capabilities.edition.name))
    return f"{sentence}; replay it: {writer.target.replay(str(path))}"


def failing_rules(
    validation: Validation, findings: Sequence[ConformFinding]
) -> Iterator[tuple[str, tuple[Grade, str]]]:
    """Yield how each rule is graded whose vectors fail: known, if each does by a deviation."""
    owners = {
        signature: entry
        for finding, entry in zip(validation.findings, findings, strict=True)
        for signature in finding.signatures
    }
    for rule, failures in validation.coverage.failing.items():
        for failure in failures:
            entries = [owners[each] for each in failure.signatures]
            why = f"its vector {failure.vector.id if failure.vector else ''} fails"
            if new := [each for each in entries if each.known is None]:
                grade = Grade.INCONCLUSIVE, f"{why}, as finding {new[0].number} says"
                break
            by = f"{why} by the known deviation from {entries[0].known}"
            grade = Grade.KNOWN_DEVIATION, by
        yield rule, grade


def verdict_of(
    validation: Validation,
    findings: Sequence[ConformFinding],
    results: Sequence[RuleResult],
    today: date,
) -> RunVerdict:
    """Return the verdict over a whole run."""
    new = [each for each in findings if each.known is None]
    known = {each.number for each in findings if each.known is not None}
    numbered = [*enumerate(validation.findings, start=1)]
    # What reads no other spelling of a request that it can answer is wrong, however it fails.
    spelled = {number for number, each in numbered if each.counterexample.spelling}
    ended = {number for number, each in numbered if each.divergence.bad_end is not None} - spelled
    # A program that breaks at some requests is judged by what it answers to others. One that
    # answers requests of a kind, and this one of them with an error, answers it wrongly.
    answered = {each.operation for each in validation.tally.agreed if not each.is_rejection}
    wrong = [each for each in new if each.number not in ended]
    if any(
        each.kind != "error" or each.number in spelled or each.operation in answered
        for each in wrong
    ):
        return RunVerdict.FAIL
    if any(each.kind == RESET for each in validation.broken):
        return RunVerdict.FAIL
    if validation.crashes or ended - known:
        return RunVerdict.BROKEN
    if validation.stale or any(expired(validation, today)):
        return RunVerdict.FAIL
    if new:
        return RunVerdict.BROKEN
    grades = {each.grade for each in results}
    is_cut = validation.interrupted or not shows_state(validation, *FIELDS_OF_STATE)
    if is_cut or Grade.INCONCLUSIVE in grades or grades.isdisjoint(EXERCISED):
        return RunVerdict.UNKNOWN
    return RunVerdict.PASS


def shows_state(validation: Validation, *places: str) -> bool:
    """Return whether anything stored was ever compared in some places, if anything is stored.

    Those are the fields of `observe`; a plan that is shown as an answer shows its state too.
    """
    comparator = validation.session.comparator
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
    validation: Validation, findings: Sequence[ConformFinding], today: date
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
