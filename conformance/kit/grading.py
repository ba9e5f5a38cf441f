"""Grading: what is known of every rule, and of the levels over them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.adapters.capabilities import ORCHESTRATED, Capabilities
from conformance.differential.tally import Tally
from conformance.protocol.areas import AREA_OF
from conformance.protocol.messages import AreaName, Clock
from conformance.reports.record import FindingEntry, Grade, LevelResult, RuleResult
from conformance.reports.summary import in_brief
from spec.catalog import AREAS, RULES
from spec.rules.rule import Rule

AREA_NAMED = {kind.__name__: area for kind, area in AREA_OF.items()}
AREA_OF_RULE = {rule.id: area.name for area in AREAS for rule in area.rules}

NEEDS_FAULT = {"COM-1": "git"}
"""Rules that only show when something is made to fail."""
NEEDS_AREA = {"PLN-8": AreaName.PLANS}
"""Rules that only show on several plans, which only an implementation that registers can hold."""
LEASE_ENDS = ("CLM-4",)
"""Rules half of which is about the end of a lease."""


@dataclass(frozen=True)
class Grading:
    """Grades rules by the tally and the findings.

    `chosen` are areas, none for all; `state_shown` is whether what is stored was ever compared.
    """

    capabilities: Capabilities
    tally: Tally
    findings: Sequence[FindingEntry]
    chosen: frozenset[str]
    state_shown: bool = True

    def results(self) -> list[RuleResult]:
        """Grade every rule of the catalog."""
        return [self.result(rule) for rule in RULES]

    def result(self, rule: Rule) -> RuleResult:
        """Grade one rule."""
        grade, why = self.grade(rule)
        numbers = tuple(each.number for each in self.findings if each.rule == rule.id)
        area, exercised = AREA_OF_RULE[rule.id], self.tally.rules[rule.id]
        return RuleResult(rule.id, rule.title, area, grade, exercised, numbers, why)

    def grade(self, rule: Rule) -> tuple[Grade, str]:
        """Return the grade of a rule, and why it is not simply so if it is not."""
        attributed = [each for each in self.findings if each.rule == rule.id]
        broke = all(each.kind == "error" for each in attributed)
        if any(each.known is None and each.kind != "error" for each in attributed):
            return Grade.FAIL, ""
        if attributed and not broke:
            return Grade.KNOWN_DEVIATION, attributed[0].explanation[-1]
        if self.chosen and AREA_OF_RULE[rule.id] not in self.chosen:
            return Grade.NOT_EXERCISED, "it is not in the areas that were chosen"
        if why := self.unsupported(rule):
            return Grade.UNSUPPORTED, why
        if attributed:
            return Grade.INCONCLUSIVE, "it was answered with an error where this rule decides"
        if self.tally.rules[rule.id]:
            why = self.tally.why_unsupported(rule.id)
            return Grade.PASS, f"though some of it is unsupported: {why}" if why else ""
        return self.never_shared(rule)

    def unsupported(self, rule: Rule) -> str | None:
        """Return why a rule cannot be shown by the system, or `None` if it can."""
        if missing := self.missing_areas(rule):
            return f"it does not offer {' '.join(sorted(missing))}"
        if rule.id in LEASE_ENDS and self.capabilities.identity.clock is Clock.NONE:
            return "its clock cannot be moved, so no lease ends"
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
            return set(ORCHESTRATED - self.capabilities.areas)
        areas = {AREA_NAMED[name] for name in rule.operations}
        return set() if areas & self.capabilities.areas else areas

    def never_shared(self, rule: Rule) -> tuple[Grade, str]:
        """Grade a rule that the system never followed, and never broke."""
        if self.tally.diverged_only(rule.id):
            return Grade.INCONCLUSIVE, "it was only met where another divergence stood in the way"
        if any(each.known is None for each in self.findings) or self.tally.asked == 0:
            return Grade.INCONCLUSIVE, "nothing led to it"
        return Grade.NOT_EXERCISED, "nothing led to it; a larger budget may"

    def levels(self, results: Sequence[RuleResult]) -> Iterator[LevelResult]:
        """Grade the levels over the results."""
        for level, rules in LEVELS.items():
            members = [each for each in results if each.rule in rules]
            yield self.level(level, members)
        yield self.atomicity()

    def level(self, level: str, members: Sequence[RuleResult]) -> LevelResult:
        """Grade a level: by the worst grade of its rules that are supported."""
        rules = tuple(each.rule for each in members)
        for grade in WORST_FIRST:
            having = [each.rule for each in members if each.grade is grade]
            if having:
                worst = Grade.INCONCLUSIVE if grade is Grade.NOT_EXERCISED else grade
                passing = sum(each.grade is Grade.PASS for each in members)
                summary = f"{passing} of {len(members)} rules pass"
                named = f"; {grade}: {in_brief(having)}" if grade is not Grade.PASS else ""
                return LevelResult(level, worst, summary + named, rules)
        raise AssertionError(f"the level {level} has no rules")

    def atomicity(self) -> LevelResult:
        """Grade whether rejections leave everything as it was."""
        guilty = [each for each in self.findings if each.kind == "atomicity"]
        refused = [each for each in self.tally.agreed if each.is_rejection]
        rules = tuple(sorted({rule for each in refused for rule in each.rules}))
        count = sum(self.tally.agreed[each] for each in refused)
        summary = f"{count:,} rejections changed nothing"
        if unknown := [each for each in guilty if each.known is None]:
            named = " ".join(dict.fromkeys(each.operation for each in unknown))
            return LevelResult("atomicity", Grade.FAIL, f"rejected, and changed: {named}", rules)
        if guilty:
            return LevelResult("atomicity", Grade.KNOWN_DEVIATION, summary, rules)
        if not self.state_shown:
            unseen = f"{count:,} rejections, after which nothing was shown"
            return LevelResult("atomicity", Grade.INCONCLUSIVE, unseen, rules)
        return LevelResult("atomicity", Grade.PASS if count else Grade.INCONCLUSIVE, summary, rules)


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
