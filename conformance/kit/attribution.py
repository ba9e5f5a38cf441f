"""Fault localization: to which of the clauses that decided a finding it is attributed.

An edition that lacks one amendment and does the same is the strongest evidence. Otherwise the
clauses are ranked by spectrum-based fault localization (Ochiai), with decisions of the model in the
place of tests; by the vectors that fail with them; by what the request would have had to be for the
model to answer so; and by whether their text names what differs.
"""

from collections.abc import Iterator, Sequence
from math import sqrt

from conformance.differential.divergence import Divergence, answer_kind
from conformance.differential.tally import DecisionSignature, Tally
from conformance.kit.explaining import changed_amendment
from conformance.kit.finding import ConformanceFinding
from conformance.protocol.areas import AREA_OF
from spec.amendments.amendment import Amendment
from spec.catalog import AREAS, RULES, rule_id, rules_changed_by
from spec.catalog import clause as clause_named
from spec.editions import Edition
from spec.rules.rule import Rule

CERTAIN = 1.0
"""How surely an edition explains a finding that does the same."""
NEIGHBOUR = 0.4
"""How much a neighbouring request weighs, where 1 is certainty."""
WITNESSED = 3.0
"""How much an accusation by a vector weighs, which the model's own clauses say less of."""
NAMED = 0.2
"""How much each degree weighs in which a clause names what differs."""

Attributed = tuple[str, ConformanceFinding]
"""A finding with the clause that it is attributed to."""


def attribute_findings(findings: Sequence[ConformanceFinding], tally: Tally) -> list[Attributed]:
    """Attribute every finding to a clause, and merge those of the same fault, the shortest first.

    Faults come first that an edition explains, or a vector that fails as its mutant does. They are
    of the same fault if they are attributed to clauses of one rule, and the same amendment explains
    them, or else operation and kind are the same. What no witness of a known deviation shows is
    never merged with what one shows.
    """
    groups: dict[tuple[object, ...], list[Attributed]] = {}
    differing = (finding for finding in findings if not finding.conforms)
    for finding in sorted(differing, key=lambda each: len(each.operations)):
        clause = attributed_clause(finding, tally)
        kind, operation = finding.divergence.kind, finding.divergence.decision.operation
        key = (rule_id(clause), amendment_of(finding) or (operation, kind))
        groups.setdefault(key, []).append((clause, finding))
    attributed = [
        most_certain(part) for members in groups.values() for part in split_known(members)
    ]
    return sorted(attributed, key=lambda each: -certainty(*each))


def most_certain(members: Sequence[Attributed]) -> Attributed:
    """Return the first of some findings of the same fault, and the clause most surely broken."""
    clause, _ = max(members, key=lambda each: certainty(*each))
    return clause, gathered([finding for _, finding in members])


def certainty(clause: str, finding: ConformanceFinding) -> float:
    """Return how surely a finding breaks the clause that it is attributed to."""
    if finding.editions:
        return CERTAIN
    return max(each.accused.get(clause, 0.0) for each in (finding, *finding.also))


def attributed_clause(finding: ConformanceFinding, tally: Tally) -> str:
    """Return the clause that a finding is attributed to; of the rule that a witness is kept for."""
    ranked = ranked_clauses(finding, tally)
    if finding.witnessed is None:
        return ranked[0]
    kept_for = finding.witnessed.rule
    return next((each for each in ranked if rule_id(each) == kept_for), kept_for)


def ranked_clauses(finding: ConformanceFinding, tally: Tally) -> list[str]:
    """Return the clauses that a finding may break, the most suspicious first.

    Of those that are equally suspicious, one that names what differs comes first, then the rarest,
    then the last that decided, which is the most particular.
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

    def weight(clause: str) -> tuple[float, int, int]:
        score = ochiai(clause, failing, passing)
        named = names_what_differs(clause, finding.divergence)
        accused = finding.accused.get(clause, 0.0)
        score += WITNESSED * accused + NEIGHBOUR * (clause in near) + NAMED * named
        return round(score, 6), named, -counts[clause]

    last_first = candidates[::-1]
    return sorted(last_first, key=weight, reverse=True)


def names_what_differs(clause: str, divergence: Divergence) -> int:
    """Return 1 for a clause whose text names a field that differs, 2 also where that differs.

    What is stored comes before the answer, which may only tell it. A part of the answer, such as
    `decided`, says more than a field in it.
    """
    text = clause_named(clause).text
    if divergence.state_agrees and any(f"`{part}`" in text for part in divergence.parts_of_answer):
        return 2
    if not any(f"`{field}`" in text for field in divergence.places):
        return 0
    return 2 if ("answer" in text) == divergence.state_agrees else 1


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
    chosen = own or about
    return tuple(each.id for rule in chosen for each in rule.clauses_in(finding.reference))


def clauses_behind(amendment: Amendment, finding: ConformanceFinding) -> tuple[str, ...]:
    """Return the clauses of an amendment that decided, or else those about such an operation.

    They are those that the amendment adds to the reference or, where that lacks it, would end.
    """
    rules, decision = rules_changed_by(amendment), finding.divergence.decision
    about = [rule for rule in rules if decision.kind.__name__ in rule.operations]
    changed = tuple(changed_by(amendment, rules, finding.reference))
    decided = tuple(each for each in changed if each in decision.clauses)
    near = tuple(changed_by(amendment, about, finding.reference))
    return decided or near or changed or decision.clauses or clauses_about(finding)


def changed_by(amendment: Amendment, rules: Sequence[Rule], reference: Edition) -> Iterator[str]:
    """Yield the clauses of some rules in an edition that an amendment adds, or would end."""
    for rule in rules:
        for clause in rule.clauses_in(reference):
            if amendment in (clause.since, clause.until):
                yield clause.id


def amendment_of(finding: ConformanceFinding) -> Amendment | None:
    """Return the amendment with or without which the model does the same, if it is one alone."""
    return changed_amendment(finding.editions[0], finding.reference) if finding.editions else None


def split_known(members: Sequence[Attributed]) -> Iterator[Sequence[Attributed]]:
    """Split what the witnesses among some findings show from what they do not."""
    witnesses = [each for _, each in members if each.witnessed is not None]
    shown = [each for each in members if any(covers(witness, each[1]) for witness in witnesses)]
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
