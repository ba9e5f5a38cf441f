"""Grading: what is known of every rule, and of the levels over them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from conformance.adapters.capabilities import NEEDS, Capabilities
from conformance.differential.tally import Tally
from conformance.kit.vector_runs import AREA_OF_RULE, VectorCoverage
from conformance.protocol.areas import AREA_OF
from conformance.protocol.documents.record import Grade, RuleResult
from conformance.protocol.documents.validation import ConformFinding
from conformance.protocol.messages import AreaName, Clock, Feature
from conformance.vectors.waiting import not_tested
from spec.catalog import RULES, rule_id
from spec.rules.rule import Rule

AREA_NAMED = {kind.__name__: area for kind, area in AREA_OF.items()}

NEEDS_FAULT = {"COM-1": "git"}
"""Rules that only show when something is made to fail."""
NEEDS_AREA = {"PLN-8": AreaName.PLANS}
"""Rules that only show on several plans, which only an implementation that registers can hold."""
UNSETTABLE = "its clock cannot be set, and waiting did not show"
"""Why rules are not graded of which some clauses are about times or the ends of leases."""
CHOICES = ("CLM-1.2", "CLM-1.5", "CLM-6.3")
"""Clauses that say which step a claim takes."""
DECIDED_BY_ADAPTERS = {
    Feature.CHOICE: (*CHOICES, "CLM-2.1", "CLM-2.2", "CLM-2.3"),
    Feature.ORDER: CHOICES,
}
"""Clauses that say nothing about a program without a feature: an adapter, or nobody, keeps them.

Where a claim names the step, the adapter that tries one after the other may know which depend on
others.
"""
BREAKS = "it breaks, or answers with an error, where this rule decides"
ORCHESTRATORS_ALONE = "it binds orchestrators, and no program is validated as one"
"""Why the rules of recovery are not graded."""


@dataclass(frozen=True)
class Grading:
    """Grades rules by the tally and the findings.

    `chosen` are areas, none for all; `state_shown` is whether what is stored was ever compared.
    `coverage` says which vectors were sent, `failing` why a rule cannot pass where vectors fail.
    `waited_for` are clauses that were tested by waiting, where the clock cannot be set.
    """

    capabilities: Capabilities
    tally: Tally
    findings: Sequence[ConformFinding]
    chosen: frozenset[str]
    state_shown: bool = True
    coverage: VectorCoverage | None = None
    failing: Mapping[str, tuple[Grade, str]] = field(default_factory=dict)
    waited_for: frozenset[str] = frozenset()

    def results(self) -> list[RuleResult]:
        """Grade every rule of the edition."""
        edition = self.capabilities.edition
        return [self.result(rule) for rule in RULES if rule.clauses_in(edition)]

    def result(self, rule: Rule) -> RuleResult:
        """Grade one rule."""
        grade, why = self.grade(rule)
        numbers = tuple(each.number for each in self.findings if each.rule == rule.id)
        area, exercised = AREA_OF_RULE[rule.id], self.tally.rules[rule.id]
        return RuleResult(rule.id, rule.title, area, grade, exercised, numbers, why)

    def grade(self, rule: Rule) -> tuple[Grade, str]:
        """Return the grade of a rule, and why it is not simply so if it is not."""
        attributed = [each for each in self.findings if each.rule == rule.id]
        wrong = [each for each in attributed if each.kind != "error"]
        if any(each.known is None for each in wrong):
            return Grade.FAIL, ""
        if wrong:
            return Grade.KNOWN_DEVIATION, attributed[0].explanation[-1]
        if self.chosen and AREA_OF_RULE[rule.id] not in self.chosen:
            return Grade.NOT_EXERCISED, "it is not in the areas that were chosen"
        if rule.id in self.failing and not attributed:
            return self.failing[rule.id]
        if why := self.unsupported(rule):
            return Grade.UNSUPPORTED, why
        if attributed:
            return Grade.INCONCLUSIVE, BREAKS
        if AREA_OF_RULE[rule.id] == "recovery":
            return Grade.NOT_EXERCISED, ORCHESTRATORS_ALONE
        untimed = not_tested(rule, self.capabilities.edition, self.waited_for)
        if untimed and self.capabilities.identity.clock is Clock.NONE:
            return Grade.NOT_EXERCISED, f"{UNSETTABLE} {' '.join(untimed)}"
        if not self.tally.rules[rule.id]:
            return self.never_shared(rule)
        if open_ := self.left_open(rule):
            return open_
        return Grade.PASS, self.left_unjudged(rule)

    def left_unjudged(self, rule: Rule) -> str:
        """Return what of a rule that passes says nothing about the system, or nothing."""
        if why := self.tally.why_unsupported(rule.id):
            return f"though some of it is unsupported: {why}"
        without = self.capabilities.identity.without
        chosen = [each for feature in without for each in DECIDED_BY_ADAPTERS.get(feature, ())]
        if open_ := [each for each in (*self.undecided, *chosen) if rule_id(each) == rule.id]:
            return f"without {', '.join(without)}, nothing shows {' '.join(open_)}"
        return ""

    def left_open(self, rule: Rule) -> tuple[Grade, str] | None:
        """Return how a rule is graded of which something was never sent, or `None` if all was."""
        if self.coverage is None:
            return None
        if any(rule.id in each.rules for each in self.coverage.unsent):
            return Grade.INCONCLUSIVE, "vectors of it were not sent; a larger budget sends them"
        if rule.id in self.coverage.blocked:
            way = f"its vector {self.coverage.blocked[rule.id]} cannot be asked to its end"
            return Grade.INCONCLUSIVE, f"{way}, as the implementation breaks on the way"
        undecided = [each for each in self.undecided if rule_id(each) == rule.id]
        if not undecided:
            return None
        askable = self.coverage.askable(undecided, self.capabilities)
        beyond = [each for each in undecided if each not in askable]
        if beyond == undecided and self.capabilities.identity.without:
            return None
        if beyond == undecided and not self.capabilities.is_whole:
            return Grade.UNSUPPORTED, f"nothing that it can be asked shows {' '.join(beyond)}"
        return Grade.INCONCLUSIVE, f"nothing led to {' '.join(undecided)}; a larger budget may"

    @cached_property
    def undecided(self) -> list[str]:
        """The clauses that no request put to the test."""
        return self.tally.undecided()

    def unsupported(self, rule: Rule) -> str | None:
        """Return why a rule cannot be shown by the system, or `None` if it can."""
        if missing := self.missing_areas(rule):
            return self.capabilities.why_without(missing)
        if self.tally.rules[rule.id]:
            return None
        fault = NEEDS_FAULT.get(rule.id)
        if fault is not None and fault not in self.capabilities.identity.faults:
            return f"it cannot let {fault} fail"
        return self.tally.why_unsupported(rule.id)

    def missing_areas(self, rule: Rule) -> set[AreaName]:
        """Return the areas without which a rule cannot be shown."""
        if rule.id in NEEDS_AREA:
            return {NEEDS_AREA[rule.id]} - self.capabilities.areas
        if AREA_OF_RULE[rule.id] == "recovery":
            return set(NEEDS[AreaName.COMMITS]) - self.capabilities.areas
        areas = {AREA_NAMED[name] for name in rule.operations}
        return set() if areas & self.capabilities.areas else areas

    def never_shared(self, rule: Rule) -> tuple[Grade, str]:
        """Grade a rule that the system never followed, and never broke."""
        if self.tally.has_diverged(rule.id):
            return Grade.INCONCLUSIVE, "it was only met where another divergence stood in the way"
        if open_ := self.left_open(rule):
            return open_
        if without := self.capabilities.identity.without:
            return Grade.UNSUPPORTED, f"without {', '.join(without)}, nothing shows it"
        return Grade.INCONCLUSIVE, "nothing led to it"

    def levels(self, results: Sequence[RuleResult]) -> dict[str, Grade]:
        """Return the grade of each level: the worst of its rules that are supported."""
        levels = {}
        for level, rules in LEVELS.items():
            grades = {each.grade for each in results if each.rule in rules}
            levels[level] = next(grade for grade in WORST_FIRST if grade in grades)
        return levels | {"atomicity": self.atomicity()}

    def atomicity(self) -> Grade:
        """Grade whether rejections leave everything as it was."""
        guilty = [each for each in self.findings if each.kind == "atomicity"]
        if guilty:
            is_known = all(each.known for each in guilty)
            return Grade.KNOWN_DEVIATION if is_known else Grade.FAIL
        refused = any(each.is_rejection for each in self.tally.agreed)
        return Grade.PASS if refused and self.state_shown else Grade.INCONCLUSIVE


WORST_FIRST = (
    Grade.FAIL,
    Grade.INCONCLUSIVE,
    Grade.NOT_EXERCISED,
    Grade.KNOWN_DEVIATION,
    Grade.PASS,
    Grade.UNSUPPORTED,
)


def rules_of_areas(*names: str) -> tuple[str, ...]:
    """Return the rules of some areas."""
    return tuple(rule.id for rule in RULES if AREA_OF_RULE[rule.id] in names)


LEVELS = {
    "transitions": rules_of_areas(
        "plans", "claims", "checklists", "completion", "commits", "iterations", "agents"
    ),
    "leases": ("CLM-4", "CLM-5", "CLM-6", "CLM-8", "CLM-9", "CLM-13", "CLM-14", "CLM-15", "CLM-18"),
    "recovery": rules_of_areas("commits", "recovery"),
    "reviews": rules_of_areas("reviews"),
}
"""The rules of each level. Atomicity is no rule's alone: every rejection has to keep it."""
