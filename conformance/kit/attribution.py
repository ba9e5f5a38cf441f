"""Fault localization: to which of the clauses that decided a finding it is attributed.

An edition that lacks one amendment and does the same is the strongest evidence. Otherwise the
clauses are ranked by spectrum-based fault localization (Ochiai), with decisions of the model in the
place of tests; by the vectors that fail with them; and by what the request would have had to be
for the model to answer so.
"""

from collections.abc import Iterator, Sequence
from math import sqrt

from conformance.differential.divergence import answer_kind
from conformance.differential.tally import DecisionSignature, Tally
from conformance.kit.explaining import missing_amendment
from conformance.kit.finding import ConformanceFinding
from conformance.protocol.areas import AREA_OF
from spec.amendments import Amendment
from spec.catalog import AREAS, RULES, rule_id, rules_of
from spec.editions import CURRENT
from spec.rules.rule import Rule

NEIGHBOUR = 0.4
"""How much a neighbouring request weighs, where 1 is certainty."""

Attributed = tuple[str, ConformanceFinding]
"""A finding with the clause that it is attributed to."""


def attribute_findings(findings: Sequence[ConformanceFinding], tally: Tally) -> list[Attributed]:
    """Attribute every finding to a clause, and merge those of the same fault, the shortest first.

    They are of the same fault if they are attributed to clauses of one rule, and the same amendment
    explains them, or else operation and kind are the same. What no witness of a known deviation
    shows is never merged with what one shows.
    """
    groups: dict[tuple[object, ...], tuple[str, list[ConformanceFinding]]] = {}
    for finding in sorted(findings, key=lambda each: len(each.operations)):
        clause = attributed_clause(finding, tally)
        kind, operation = finding.divergence.kind, finding.divergence.decision.operation
        key = (rule_id(clause), amendment_of(finding) or (operation, kind))
        groups.setdefault(key, (clause, []))[1].append(finding)
    return [
        (clause, gathered(part))
        for clause, members in groups.values()
        for part in split_known(members)
    ]


def attributed_clause(finding: ConformanceFinding, tally: Tally) -> str:
    """Return the clause that a finding is attributed to; of the rule that a witness is kept for."""
    ranked = ranked_clauses(finding, tally)
    if finding.witnessed is None:
        return ranked[0]
    kept_for = finding.witnessed.rule
    return next((each for each in ranked if rule_id(each) == kept_for), kept_for)


def ranked_clauses(finding: ConformanceFinding, tally: Tally) -> list[str]:
    """Return the clauses that a finding may break, the most suspicious first.

    Of those that are equally suspicious, the last that decided is the most particular.
    """
    decided = finding.divergence.decision.clauses or clauses_about(finding)
    candidates = tuple(dict.fromkeys((*decided, *finding.accused)))
    if amendment := amendment_of(finding):
        candidates = clauses_behind(amendment, finding)
    # Where the kind of answer is right, what is nearly alike says little about the clause.
    expected, observed = finding.divergence.expected, finding.divergence.reply
    neighbours = finding.neighbours if answer_kind(observed) != answer_kind(expected) else ()
    near = {clause for neighbour in neighbours for clause in neighbour.clauses}
    counts = tally.clauses
    kind = finding.divergence.decision.kind
    failing = [each for each, n in tally.differed.items() if n and each.kind is kind]
    passing = [each for each in tally.agreed if each.kind is kind and not tally.differed[each]]

    def weight(clause: str) -> tuple[float, int]:
        score = ochiai(clause, failing, passing)
        score += finding.accused.get(clause, 0.0) + NEIGHBOUR * (clause in near)
        return round(score, 6), -counts[clause]

    last_first = candidates[::-1]
    return sorted(last_first, key=weight, reverse=True)


def ochiai(
    clause: str, failing: Sequence[DecisionSignature], passing: Sequence[DecisionSignature]
) -> float:
    """Return how much the decisions about an operation speak against a clause, from 0 to 1."""
    accused = sum(clause in each.clauses for each in failing)
    cleared = sum(clause in each.clauses for each in passing)
    return accused / sqrt(len(failing) * (accused + cleared)) if accused else 0.0


def clauses_about(finding: ConformanceFinding) -> tuple[str, ...]:
    """Return the clauses about an operation, where it is so plain that none had to decide it."""
    operation = finding.divergence.decision.kind
    about = [rule for rule in RULES if operation.__name__ in rule.operations]
    prefixes = tuple(area.prefix for area in AREAS if area.name == AREA_OF[operation])
    own = [rule for rule in about if rule.id.startswith(prefixes)]
    return tuple(clause.id for rule in own or about for clause in rule.clauses_in(CURRENT))


def clauses_behind(amendment: Amendment, finding: ConformanceFinding) -> tuple[str, ...]:
    """Return the clauses of an amendment that decided, or else those about such an operation."""
    rules, decision = rules_of(amendment), finding.divergence.decision
    about = [rule for rule in rules if decision.kind.__name__ in rule.operations]
    added = tuple(added_by(amendment, rules))
    decided = tuple(each for each in added if each in decision.clauses)
    return decided or tuple(added_by(amendment, about)) or added


def added_by(amendment: Amendment, rules: Sequence[Rule]) -> Iterator[str]:
    """Yield the clauses of some rules that an amendment adds."""
    for rule in rules:
        yield from (clause.id for clause in rule.clauses if clause.since is amendment)


def amendment_of(finding: ConformanceFinding) -> Amendment | None:
    """Return the amendment without which the model does the same, if it is one alone."""
    return missing_amendment(finding.editions[0]) if finding.editions else None


def split_known(
    members: Sequence[ConformanceFinding],
) -> Iterator[Sequence[ConformanceFinding]]:
    """Split what the witnesses among some findings show from what they do not."""
    witnesses = [each for each in members if each.witnessed is not None]
    shown = [each for each in members if any(covers(witness, each) for witness in witnesses)]
    yield from filter(None, (shown, [each for each in members if each not in shown]))


def covers(known: ConformanceFinding, other: ConformanceFinding) -> bool:
    """Return whether a known finding expects another: no other fields, or the same amendment."""
    if known is other:
        return True
    if amendment := amendment_of(known):
        return amendment_of(other) == amendment
    ours, theirs = known.divergence, other.divergence
    return (
        (ours.kind, ours.decision.kind) == (theirs.kind, theirs.decision.kind)
        and answer_kind(ours.reply) == answer_kind(theirs.reply)
        and theirs.places <= ours.places
    )


def gathered(findings: Sequence[ConformanceFinding]) -> ConformanceFinding:
    """Return the first of some findings of the same fault, with the others under it."""
    first, *others = findings
    first.also.extend(others)
    return first
