"""What all reports share: the verdict as a sentence, and the counts."""

from collections import Counter
from collections.abc import Iterable
from math import ceil

from conformance.protocol.documents.record import Grade, Record, RuleResult, RunVerdict
from conformance.protocol.documents.validation import ConformFinding
from conformance.reports.words.sentences import count
from spec.catalog import AREAS, RULES

COLOURS = {
    RunVerdict.PASS: "green",
    RunVerdict.FAIL: "red",
    RunVerdict.UNKNOWN: "yellow",
    RunVerdict.BROKEN: "red",
}
MINUTE = 60
MARGIN = 1.25
"""A budget also has to leave time for what is found, and vectors differ in what they take."""
EXERCISED = (Grade.PASS, Grade.FAIL, Grade.KNOWN_DEVIATION)


def implementation_of(record: Record) -> str:
    """Return the name of the implementation that was validated."""
    identity = record.implementation
    return f"{identity.name} {identity.version} ({identity.language})"


def counts_by_area(record: Record) -> dict[str, Counter[Grade]]:
    """Return the number of each grade by the title of the area, in the catalog's order."""
    graded = (
        (each.title, [r.grade for r in record.results if r.area == each.name]) for each in AREAS
    )
    return {title: Counter(grades) for title, grades in graded if grades}


def verdict_sentence(record: Record) -> str:
    """Return the verdict as a sentence, the line that matters."""
    name, edition = implementation_of(record), record.edition
    problem = record.problem
    match record.verdict:
        case RunVerdict.PASS:
            sentence = f"{name} conforms to edition {edition}: {_passing(record)}"
        case RunVerdict.FAIL if failing := record.graded(Grade.FAIL):
            rules = f"{count(len(failing), 'rule')} fail{'s' * (len(failing) == 1)}"
            sentence = f"{name} does not conform to edition {edition}: {rules}, {listed(failing)}"
        case RunVerdict.FAIL:
            sentence = f"{name} does not conform to edition {edition}"
        case RunVerdict.UNKNOWN:
            sentence = f"inconclusive for {name}: {_undecided(record)}"
        case RunVerdict.BROKEN:
            sentence = f"{name} broke"
    return f"{sentence}; {problem}" if problem else sentence


def _passing(record: Record) -> str:
    """Return how many rules of the areas that were asked pass, and the grades of the others."""
    asked = [each for each in record.results if not record.areas or each.area in record.areas]
    grades = Counter(each.grade for each in asked)
    passing = f"{grades.pop(Grade.PASS, 0)} of {count(len(asked), 'rule')}"
    rest = "".join(f", {number} {grade}" for grade, number in grades.items())
    if not record.areas:
        return f"{passing} pass{rest}"
    return f"{passing} of {' and '.join(record.areas)} pass{rest}, and no other area was asked"


def _undecided(record: Record) -> str:
    """Return which rules were not decided."""
    if not record.graded(*EXERCISED):
        return "no rule was exercised"
    undecided = record.graded(Grade.INCONCLUSIVE)
    if not undecided:
        return "too little was tested"
    return f"{count(len(undecided), 'rule')} could not be decided, {listed(undecided)}"


def listed(results: tuple[RuleResult, ...]) -> str:
    """Return the rules of results, abbreviated."""
    return in_brief([result.rule for result in results])


def in_brief(rules: Iterable[str]) -> str:
    """Return a list of rules, with `CLM-1 to CLM-3` for three or more consecutive ones."""
    places = {rule.id: place for place, rule in enumerate(RULES)}
    runs: list[list[str]] = []
    for rule in rules:
        before = runs[-1][-1] if runs else ""
        follows = rule in places and places[rule] - 1 == places.get(before)
        if follows and rule.split("-")[0] == before.split("-")[0]:
            runs[-1].append(rule)
        else:
            runs.append([rule])
    return " ".join(
        f"{run[0]} to {run[-1]}," if len(run) > 2 else " ".join(run) for run in runs
    ).removesuffix(",")


def effort(record: Record) -> str:
    """Return how much was done to reach the verdict."""
    vectors = f", {record.vectors.failed} of {count(record.vectors.run, 'vector')} failed"
    return (
        f"{count(record.operations, 'operation')} after {count(record.resets, 'reset')}"
        f"{vectors if record.vectors.run else ''}, {record.seconds:.1f} s, seed {record.seed}"
    )


def left_unrun(record: Record) -> str:
    """Return how many vectors, tours and clauses were left unrun, and what sends the vectors."""
    tours = sum(each.extent != "whole" for each in record.tours)
    counts = (
        count(record.vectors.unrun, "vector"),
        f"{tours} of {count(len(record.tours), 'tour')}",
        count(len(record.never_decided), "clause"),
    )
    return f"left unrun or incomplete: {', '.join(counts)}{enough(record)}"


def enough(record: Record) -> str:
    """Return which limit would send all vectors, at the pace of the run, or nothing.

    Nothing is known of the pace of a run that broke, or in which nothing was asked.
    """
    left = record.vectors.operations_unrun
    if not (left and record.operations and record.seconds) or record.verdict is RunVerdict.BROKEN:
        return ""
    if not record.budget:
        return f"; --operations {record.operations + left} sends all vectors"
    seconds = record.seconds * (1 + left / record.operations)
    needed = ceil(seconds * MARGIN / MINUTE) * MINUTE
    pace = record.operations / record.seconds
    return f"; at {pace:,.3g} operations a second, --budget {needed} sends all vectors"


def origin_of(finding: ConformFinding) -> str:
    """Return where a finding comes from, and whether its trace is reduced."""
    return f"found by {finding.source}, {'reduced' if finding.reduced else 'not fully reduced'}"
