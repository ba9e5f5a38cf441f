"""A rule as the site shows it, under its permanent anchor."""

from fragments import details, fenced, linked, named, numbered
from words import WORDS

from conformance.mutants.mutant import Mutant
from conformance.traceability.links import RuleLinks, rule_links
from conformance.traceability.places import Place
from evidence import Evidence, evidence
from site_pages.vectors import vectors_of, vectors_with
from spec.editions import EDITIONS
from spec.rules.rule import Rule

NOT_MEASURED = "not measured yet"
_WORDS = set(WORDS)


def rule_section(rule: Rule) -> str:
    """Write all that is known of one rule, under its permanent anchor."""
    trace = rule_links()[rule.id]
    blocks = [
        f"### {rule.id} {rule.title} {{ #{rule.id} }}",
        f"**{rule.level}** · {fired(rule)} · [all traces](traceability.md#trace-{rule.id})",
        numbered(rule.sentences),
        f"**Why.** {linked(rule.why)}" if rule.why else "",
        _amendment_note(rule),
        f"Operations: {', '.join(_operation(name) for name in rule.operations)}  \n"
        f"Source: {linked(rule.source)}",
        model_code(trace),
        evidence_of(trace),
    ]
    return "\n\n".join(block for block in blocks if block)


def _operation(name: str) -> str:
    """Name an operation, with a link."""
    return named(name) if name in _WORDS else f"`{name}`"


def fired(rule: Rule) -> str:
    """Tell how often a rule decided something in the last run of random operations."""
    found = evidence("check")
    if found is None:
        return f"times fired: {NOT_MEASURED}"
    times = found.result["rules"].get(rule.id, 0)
    return f"fired {times:,} times in the [last run](evidence.md#check)"


def _amendment_note(rule: Rule) -> str:
    """Say what an amendment changed in a rule, and what was in force before it."""
    amendment = rule.amendment
    if amendment is None:
        return ""
    editions = ", ".join(f"`{edition.name}`" for edition in EDITIONS if edition.has(amendment))
    changed = f"Changed by {linked(amendment.id)} ({amendment.name}); in force in {editions}."
    before = (
        f'!!! quote "Before {amendment.id}"\n\n{numbered(rule.before, "    ")}'
        if rule.before
        else f"There was no such rule before {amendment.id}."
    )
    return f"{changed}\n\n{before}"


def model_code(trace: RuleLinks) -> str:
    """Write the code of the model that names a rule, folded."""
    names = ", ".join(dict.fromkeys(place.name for place in trace.model))
    blocks = [f"`{place.file}`\n\n{fenced(place.source, 'python')}" for place in trace.model]
    return details(f"The model: {names}", "\n\n".join(blocks)) if blocks else ""


def evidence_of(trace: RuleLinks) -> str:
    """Write what else there is of a rule, folded: implementation, vectors, tests, mutants."""
    blocks = [
        "**Implementation**\n\n" + listed(trace.implementation),
        "**Vectors**\n\n" + vectors_of(trace.rule),
        "**Tests**\n\n" + listed(trace.tests),
        "**Mutants**\n\n" + mutants(trace.mutants),
    ]
    counts = (
        (len(trace.implementation), "place", "in the implementation"),
        (len(vectors_with(trace.rule) or ()), "vector", ""),
        (len(trace.tests), "test", ""),
        (len(trace.mutants), "mutant", ""),
    )
    told = ", ".join(f"{n} {word}{'s' * (n != 1)} {rest}".strip() for n, word, rest in counts)
    return details(told, "\n\n".join(blocks))


def listed(places: list[Place]) -> str:
    """List places by their files."""
    by_file: dict[str, list[str]] = {}
    for place in places:
        by_file.setdefault(place.file, []).append(f"`{place.name}`" if place.name else "")
    return "\n".join(
        f"- `{file}`: {', '.join(dict.fromkeys(filter(None, names)))}"
        for file, names in by_file.items()
    )


def mutants(found: list[Mutant]) -> str:
    """List the mutants that break a rule, and what killed each of them."""
    if not found:
        return "None breaks this rule alone."
    measured = evidence("mutants")
    return "\n".join(
        f"- `{mutant.id}`: {mutant.description}; {killed(mutant.id, measured)}" for mutant in found
    )


def killed(identifier: str, measured: Evidence | None) -> str:
    """Tell which layers kill a mutant, the first after how many operations."""
    for entry in measured.result["mutants"] if measured else ():
        if entry["id"] != identifier:
            continue
        if entry["equivalent"]:
            return f"equivalent: {linked(entry['equivalent'])}"
        layers = [tried["layer"] for tried in entry["layers"] if tried["killed"]]
        if not layers:
            return "**alive**"
        after = f"the first after {entry['operations']:,} operations"
        return f"killed by {' and '.join(layers)}, {after}"
    return NOT_MEASURED
