"""The table that traces every rule: model, implementation, vectors, tests, mutants."""

from collections.abc import Iterable

from fragments import WIDE, linked, page, table

from conformance.traceability.links import RuleLinks, rule_links
from conformance.traceability.places import Place
from evidence import evidence
from site_pages.rules import NOT_MEASURED
from site_pages.vectors import vectors_with
from spec.catalog import AREAS

INTRODUCTION = (
    "Every rule, where the model follows it, where the implementation does, and what would notice "
    "if one of them did not. The sources are read for this when the site is built: a function that "
    "names a rule in its code or its comments is a place of that rule, and so is what a mutant of "
    "it changes. A rule without a place in the model, a place in the implementation and a test "
    "stops the build, and so does one that is shown twice or not at all."
)


def traceability_page() -> str:
    """Write the table, area by area."""
    found = rule_links()
    blocks = []
    for area in AREAS:
        rows = [_row(found[rule.id]) for rule in area.rules]
        blocks.append(f"## {area.title} {{ #{area.name} }}\n\n{table(HEADER, rows)}")
    return WIDE + page("Traceability", INTRODUCTION, *blocks)


HEADER = ("Rule", "Fired", "In `model/`", "In `impl/`", "Vectors", "Tests", "Mutants")


def _row(trace: RuleLinks) -> tuple[str, ...]:
    """RuleLinks one rule."""
    return (
        f'<span id="trace-{trace.rule}"></span>{linked(trace.rule)}',
        fired(trace.rule),
        _files(trace.model),
        _files(trace.implementation),
        vectors(trace.rule),
        str(len(trace.tests)),
        _mutants(trace),
    )


def fired(rule: str) -> str:
    """Tell how often a rule decided something in the last run of random operations."""
    found = evidence("check")
    return f"{found.result['rules'].get(rule, 0):,}" if found else NOT_MEASURED


def _files(places: Iterable[Place]) -> str:
    """List the files of places, with how many there are in each if there are several."""
    files = [place.file.removeprefix("model/").removeprefix("impl/") for place in places]
    return "<br>".join(
        f"`{file}`" + (f" ({files.count(file)})" if files.count(file) > 1 else "")
        for file in dict.fromkeys(files)
    )


def vectors(rule: str) -> str:
    """Count the vectors that exercise a rule."""
    found = vectors_with(rule)
    return "not built yet" if found is None else str(len(found))


def _mutants(trace: RuleLinks) -> str:
    """Count the mutants of a rule, and those that were killed in the last run."""
    measured = evidence("mutants")
    if not trace.mutants or measured is None:
        return str(len(trace.mutants))
    killed = {entry["id"] for entry in measured.result["mutants"] if entry.get("killed_by")}
    count = sum(mutant.id in killed for mutant in trace.mutants)
    return f"{count} of {len(trace.mutants)} killed"
