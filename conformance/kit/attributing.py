"""Attributing: to which of the rules that decided a finding is laid.

An edition that lacks one amendment and does the same is the strongest evidence. Otherwise the
rules are weighed: by how they fare in all other decisions, by the vectors that fail with them, and
by what the request would have had to be for the model to answer so.
"""

from collections.abc import Iterator, Sequence

from conformance.differential.difference import answered
from conformance.kit.evidence import Evidence
from conformance.kit.explaining import missing_amendment
from conformance.kit.finding import Finding
from conformance.protocol.areas import AREA_OF
from conformance.protocol.codec import outcome_to_json
from spec.amendments import Amendment
from spec.catalog import AREAS, RULES, rules_of

VECTOR, NEIGHBOUR = 0.4, 0.4
"""How much a failing vector and a neighbouring request weigh, where 1 is certainty."""


def attributed(finding: Finding, evidence: Evidence) -> str:
    """Name the rule that a finding is laid to."""
    if finding.witnessed is not None:
        return finding.witnessed.rule
    candidates = finding.difference.signature.rules or rules_about(finding)
    if amendment := amendment_of(finding):
        candidates = rules_behind(amendment, finding)
    return most_suspicious(finding, candidates, evidence)


def rules_about(finding: Finding) -> tuple[str, ...]:
    """List the rules about an operation, for what is so plain that no rule had to decide it."""
    operation = type(finding.difference.operation)
    about = [rule.id for rule in RULES if operation.__name__ in rule.operations]
    prefixes = [area.prefix for area in AREAS if area.name == AREA_OF[operation]]
    own = tuple(each for each in about if each.startswith(tuple(prefixes)))
    return own or tuple(about)


def rules_behind(amendment: Amendment, finding: Finding) -> tuple[str, ...]:
    """List the rules of an amendment that decided, or else those about such an operation."""
    rules = rules_of(amendment)
    operation = type(finding.difference.operation).__name__
    decided = tuple(each.id for each in rules if each.id in finding.difference.signature.rules)
    about = tuple(each.id for each in rules if operation in each.operations)
    return decided or about or tuple(each.id for each in rules)


def amendment_of(finding: Finding) -> Amendment | None:
    """Name the amendment without which the model does the same, if it is one alone."""
    return missing_amendment(finding.editions[0]) if finding.editions else None


def most_suspicious(finding: Finding, candidates: Sequence[str], evidence: Evidence) -> str:
    """Weigh rules; of those that weigh the same, the last is the most particular."""
    operation = finding.difference.signature.operation
    expected = answered(outcome_to_json(finding.difference.transition.outcome))
    # Where the kind of answer is right, what is nearly alike says little about the rule.
    telling = finding.neighbours if answered(finding.difference.reply) != expected else ()
    near = {rule for neighbour in telling for rule in neighbour.rules}

    def weight(rule: str) -> tuple[float, int]:
        suspicion, shared = evidence.suspicion(rule, operation)
        suspicion += VECTOR * (rule in finding.vector_rules)
        suspicion += NEIGHBOUR * (rule in near)
        return round(suspicion, 6), shared

    return max(reversed(candidates), key=weight)


def merged(findings: Sequence[Finding], evidence: Evidence) -> list[tuple[str, Finding]]:
    """Lay every finding to a rule, and put those together that are the same, the shortest first.

    They are if the same amendment explains them, or else if operation and kind are the same.
    What no witness of a known deviation shows is never put to what one shows.
    """
    groups: dict[tuple[object, ...], tuple[str, list[Finding]]] = {}
    for finding in sorted(findings, key=lambda each: len(each.operations)):
        rule = attributed(finding, evidence)
        kind, operation = finding.difference.kind, finding.difference.signature.operation
        key = (rule, amendment_of(finding) or (operation, kind))
        groups.setdefault(key, (rule, []))[1].append(finding)
    return [(rule, gathered(part)) for rule, members in groups.values() for part in parted(members)]


def parted(members: Sequence[Finding]) -> Iterator[Sequence[Finding]]:
    """Part what the witnesses among some findings show from what they do not."""
    witnesses = [each for each in members if each.witnessed is not None]
    shown = [each for each in members if any(covers(witness, each) for witness in witnesses)]
    yield from filter(None, (shown, [each for each in members if each not in shown]))


def covers(known: Finding, other: Finding) -> bool:
    """Tell whether a known finding expects another: no other fields, or the same amendment."""
    if known is other:
        return True
    if amendment := amendment_of(known):
        return amendment_of(other) == amendment
    ours, theirs = known.difference, other.difference
    return (
        (ours.kind, ours.signature.operation) == (theirs.kind, theirs.signature.operation)
        and answered(ours.reply) == answered(theirs.reply)
        and theirs.places <= ours.places
    )


def gathered(findings: Sequence[Finding]) -> Finding:
    """Put findings of the same fault together, under the first."""
    first, *others = findings
    first.also.extend(others)
    return first
