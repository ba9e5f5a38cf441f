"""Fault localization: to which of the rules that decided a finding it is attributed.

An edition that lacks one amendment and does the same is the strongest evidence. Otherwise the
rules are ranked by spectrum-based fault localization (Ochiai), with decisions of the model in the
place of tests; by the vectors that fail with them; and by what the request would have had to be
for the model to answer so.
"""

from collections.abc import Iterator, Sequence
from math import sqrt

from conformance.differential.divergence import answer_kind
from conformance.differential.tally import Tally
from conformance.kit.explaining import missing_amendment
from conformance.kit.finding import ConformanceFinding
from conformance.protocol.areas import AREA_OF
from spec.amendments import Amendment
from spec.catalog import AREAS, RULES, rules_of

VECTOR, NEIGHBOUR = 0.4, 0.4
"""How much a failing vector and a neighbouring request weigh, where 1 is certainty."""

Attributed = tuple[str, ConformanceFinding]
"""A finding with the rule that it is attributed to."""


def attribute_findings(findings: Sequence[ConformanceFinding], tally: Tally) -> list[Attributed]:
    """Attribute every finding to a rule, and merge those of the same fault, the shortest first.

    They are of the same fault if the same amendment explains them, or else if operation and kind
    are the same. What no witness of a known deviation shows is never merged with what one shows.
    """
    groups: dict[tuple[object, ...], tuple[str, list[ConformanceFinding]]] = {}
    for finding in sorted(findings, key=lambda each: len(each.operations)):
        rule = attributed_rule(finding, tally)
        kind, operation = finding.divergence.kind, finding.divergence.decision.operation
        key = (rule, amendment_of(finding) or (operation, kind))
        groups.setdefault(key, (rule, []))[1].append(finding)
    return [
        (rule, gathered(part)) for rule, members in groups.values() for part in split_known(members)
    ]


def attributed_rule(finding: ConformanceFinding, tally: Tally) -> str:
    """Return the rule that a finding is attributed to."""
    if finding.witnessed is not None:
        return finding.witnessed.rule
    return ranked_rules(finding, tally)[0]


def ranked_rules(finding: ConformanceFinding, tally: Tally) -> list[str]:
    """Return the rules that a finding may break, the most suspicious first.

    Of those that are equally suspicious, the last that decided is the most particular.
    """
    candidates = finding.divergence.decision.rules or rules_about(finding)
    if amendment := amendment_of(finding):
        candidates = rules_behind(amendment, finding)
    # Where the kind of answer is right, what is nearly alike says little about the rule.
    expected, observed = finding.divergence.expected, finding.divergence.reply
    neighbours = finding.neighbours if answer_kind(observed) != answer_kind(expected) else ()
    near = {rule for neighbour in neighbours for rule in neighbour.rules}

    def weight(rule: str) -> tuple[float, int]:
        score = ochiai(rule, finding, tally)
        score += VECTOR * (rule in finding.vector_rules) + NEIGHBOUR * (rule in near)
        return round(score, 6), -tally.rules[rule]

    last_first = candidates[::-1]
    return sorted(last_first, key=weight, reverse=True)


def ochiai(rule: str, finding: ConformanceFinding, tally: Tally) -> float:
    """Return how much the decisions about an operation speak against a rule, from 0 to 1."""
    kind = finding.divergence.decision.kind
    failing = [each for each, n in tally.differed.items() if n and each.kind is kind]
    passing = [each for each in tally.agreed if each.kind is kind and not tally.differed[each]]
    accused = sum(rule in each.rules for each in failing)
    cleared = sum(rule in each.rules for each in passing)
    return accused / sqrt(len(failing) * (accused + cleared)) if accused else 0.0


def rules_about(finding: ConformanceFinding) -> tuple[str, ...]:
    """Return the rules about an operation, for what is so plain that no rule had to decide it."""
    operation = finding.divergence.decision.kind
    about = [rule.id for rule in RULES if operation.__name__ in rule.operations]
    prefixes = [area.prefix for area in AREAS if area.name == AREA_OF[operation]]
    own = tuple(each for each in about if each.startswith(tuple(prefixes)))
    return own or tuple(about)


def rules_behind(amendment: Amendment, finding: ConformanceFinding) -> tuple[str, ...]:
    """Return the rules of an amendment that decided, or else those about such an operation."""
    rules, decision = rules_of(amendment), finding.divergence.decision
    decided = tuple(each.id for each in rules if each.id in decision.rules)
    about = tuple(each.id for each in rules if decision.kind.__name__ in each.operations)
    return decided or about or tuple(each.id for each in rules)


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
