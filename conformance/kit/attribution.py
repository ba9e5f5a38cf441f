"""Fault localization: to which of the clauses that decided a finding it is attributed.

An edition that lacks one amendment and does the same is the strongest evidence. Otherwise the
clauses are ranked by spectrum-based fault localization (Ochiai), with decisions of the model in the
place of tests; by the vectors that fail with them; and by whether their text names what differs.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from math import sqrt

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.sut import InProcessSystem
from conformance.differential.divergence import Divergence, answer_kind
from conformance.differential.reducer import Counterexample
from conformance.differential.tally import DecisionSignature, Tally
from conformance.kit.explaining import explain
from conformance.kit.finding import Finding, found
from conformance.protocol.times import TIMES
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import clause as clause_named
from spec.catalog import rule_id, rules_changed_by

CERTAIN = 1.0
"""How surely an edition explains a finding that does the same."""
WRAP = 2**32
"""By how much times are off that are kept in 32 bits, or a multiple of that."""
EVIDENT = 0.5
"""How surely a clause has to be broken for a report to say what it demands."""
WITNESSED = 3.0
"""How much an accusation by a vector weighs, which the model's own clauses say less of."""
NAMED = 0.2
"""How much each degree weighs in which a clause names what differs."""


def attribute_findings(findings: Sequence[Finding], tally: Tally) -> list[Finding]:
    """Return findings with the clause that each is attributed to, those of one cause together.

    The cause that does the most harm comes first, and of those that do as much, one that an edition
    explains, or a vector that fails as its mutant does. Of one cause it is the worst finding, then
    the shortest trace.
    """
    attributed = [replace(each, clause=attributed_clause(each, tally)) for each in findings]
    causes: dict[object, list[Finding]] = {}
    shortest_first = sorted(with_causes(attributed), key=lambda each: len(each.operations))
    for finding in sorted(shortest_first, key=lambda each: each.severity):
        causes.setdefault(cause_of(finding), []).append(finding)
    ordered = sorted(
        causes.values(), key=lambda members: (members[0].severity, -max(map(certainty, members)))
    )
    return [finding for members in ordered for finding in members]


def suspected_rule(system: InProcessSystem, shown: Counterexample) -> str:
    """Return the rule that a counterexample is attributed to, of a system in this process."""
    capabilities = capabilities_of(system.identity)
    explained = explain(capabilities, [found(shown, "random", capabilities.edition)])
    return rule_id(attribute_findings(explained, Tally())[0].clause)


def cause_of(finding: Finding) -> tuple[object, ...]:
    """Return what findings of one cause share: its name, or a rule and the amendment behind it."""
    if finding.cause:
        return (finding.cause, finding.witnessed is None)
    return rule_id(finding.clause), amendment_of(finding), finding.witnessed is None


def with_causes(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings with the cause of those that one error in all times explains."""
    offsets = [clock_offset(each.divergence) for each in findings]
    named = []
    for finding, offset in zip(findings, offsets, strict=True):
        alike = sum(offset is not None and is_near(offset, each) for each in offsets)
        cause = in_words(offset or 0) if alike > 1 else ""
        named.append(replace(finding, cause=cause))
    return named


def clock_offset(divergence: Divergence) -> int | None:
    """Return how far all times of a divergence are off, in milliseconds, if only times are.

    Where only the end of a lease is, that is no clock, unless a number had no more than 32 bits.
    """
    offsets = []
    for each in divergence.differences:
        if each.field not in TIMES or not isinstance(each.expected, int):
            return None
        if not isinstance(each.observed, int) or each.observed == each.expected:
            return None
        offsets.append(each.observed - each.expected)
    if not offsets or not all(is_near(offsets[0], each) for each in offsets):
        return None
    ends_only = all(each.field == "lease_expires_at" for each in divergence.differences)
    return None if ends_only and offsets[0] % WRAP else offsets[0]


def is_near(offset: int, other: int | None) -> bool:
    """Return whether two clocks are as far off: a real one goes on between two requests."""
    return other is not None and abs(offset - other) <= abs(offset) // 1_000


def in_words(offset: int) -> str:
    """Return how far a clock is off, or that its times have too few bits."""
    if not offset % WRAP:
        return "it keeps times in 32 bits"
    away = timedelta(milliseconds=abs(offset))
    return f"its clock is {away} {'ahead' if offset > 0 else 'behind'}"


def certainty(finding: Finding) -> float:
    """Return how surely a finding breaks the clause that it is attributed to."""
    return CERTAIN if finding.editions else finding.accused.get(finding.clause, 0.0)


def is_certain(finding: Finding) -> bool:
    """Return whether an edition shows the clause, or vectors that accuse no other as much."""
    own = certainty(finding)
    others = (weight for clause, weight in finding.accused.items() if clause != finding.clause)
    return bool(finding.editions) or (own >= EVIDENT and own > max(others, default=0.0))


def attributed_clause(finding: Finding, tally: Tally) -> str:
    """Return the clause that a finding is attributed to; of the rule that a witness is kept for."""
    ranked = ranked_clauses(finding, tally)
    if finding.witnessed is None:
        return ranked[0]
    kept_for = finding.witnessed.rule
    return next((each for each in ranked if rule_id(each) == kept_for), kept_for)


def ranked_clauses(finding: Finding, tally: Tally) -> list[str]:
    """Return the clauses that a finding may break, the most suspicious first.

    Of those that are equally suspicious, one that names what differs comes first, then the rarest,
    then the last that decided, which is the most particular.
    """
    decision, counts = finding.divergence.decision, tally.clauses
    candidates = tuple(dict.fromkeys((*decision.clauses, *finding.accused)))
    if amendment := amendment_of(finding):
        candidates = clauses_behind(amendment, finding)
    failing = [each for each, n in tally.differed.items() if n and each.kind is decision.kind]
    same_kind = [each for each in tally.agreed if each.kind is decision.kind]
    passing = [each for each in same_kind if not tally.differed[each]]

    def weight(clause: str) -> tuple[float, int, int]:
        score, named = ochiai(clause, failing, passing), names_what_differs(clause, finding)
        score += WITNESSED * finding.accused.get(clause, 0.0) + NAMED * named
        return round(score, 6), named, -counts[clause]

    last_first = candidates[::-1]
    return sorted(last_first, key=weight, reverse=True)


def names_what_differs(clause: str, finding: Finding) -> int:
    """Return 1 for a clause whose text names a field that differs, 2 also where that differs.

    What is stored comes before the answer, which may only tell it. A part of the answer, such as
    `decided`, says more than a field in it.
    """
    text, divergence = clause_named(clause).text, finding.divergence
    if divergence.state_agrees and any(f"`{part}`" in text for part in divergence.parts_of_answer):
        return 2
    named = {field for field in divergence.places if f"`{field}`" in text}
    if not named:
        return 0
    if divergence.state_agrees:
        return 2 if "answer" in text else 1
    stored = {each.field for each in filter(divergence.is_stored, divergence.differences)}
    return 2 if "answer" not in text and named & stored else 1


def ochiai(
    clause: str, failing: Sequence[DecisionSignature], passing: Sequence[DecisionSignature]
) -> float:
    """Return how much the decisions about an operation speak against a clause, from 0 to 1."""
    accused = sum(clause in each.clauses for each in failing)
    cleared = sum(clause in each.clauses for each in passing)
    return accused / sqrt(len(failing) * (accused + cleared)) if accused else 0.0


def clauses_behind(amendment: Amendment, finding: Finding) -> tuple[str, ...]:
    """Return the clauses of an amendment that decided or are accused, or others of it.

    They are those that the amendment adds to the reference or, where that lacks it, would end.
    """
    decision, changed, near = finding.divergence.decision, list[str](), list[str]()
    for rule in rules_changed_by(amendment):
        clauses = rule.clauses_in(finding.edition)
        of_rule = [each.id for each in clauses if amendment in each.amendments]
        changed += of_rule
        near += of_rule if decision.kind.__name__ in rule.operations else ()
    decided = [each for each in changed if each in decision.clauses or each in finding.accused]
    return tuple(decided or near or changed or decision.clauses)


def amendment_of(finding: Finding) -> Amendment | None:
    """Return the amendment with or without which the model does the same, if it is one alone."""
    if not finding.editions:
        return None
    same, reference = finding.editions[0], finding.edition
    changed = [each for each in AMENDMENTS if same.has(each) != reference.has(each)]
    return changed[0] if len(changed) == 1 else None


def expects(known: Finding, other: Finding) -> bool:
    """Return whether a known finding expects another: no other fields, or the same amendment."""
    if known is other:
        return True
    if amendment := amendment_of(known):
        return amendment_of(other) == amendment
    ours, theirs = known.divergence, other.divergence
    return ours.kind == theirs.kind and expects_answer(ours, theirs)


def expects_answer(known: Divergence, other: Divergence) -> bool:
    """Return whether another answer to such an operation differs in no other fields."""
    same_operation = known.decision.kind is other.decision.kind
    same_answer = answer_kind(known.reply) == answer_kind(other.reply)
    return same_operation and same_answer and other.places <= known.places
