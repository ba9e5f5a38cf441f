"""The catalog: every area, format, rule and clause, and the way to find one by its id."""

from collections.abc import Container

from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.editions import Edition
from spec.formats.plan_documents import PLAN_DOCUMENTS
from spec.formats.shell_commands import SHELL_COMMANDS
from spec.formats.state_file import STATE_FILE
from spec.properties.changes import StepProperty
from spec.properties.guidance import GUIDANCE, Guidance
from spec.properties.invariants import INVARIANTS, Invariant
from spec.properties.reachability import EVENTUALITIES, POSSIBILITIES, Eventuality, Possibility
from spec.properties.remedies import FOLLOW_UPS, FollowUp
from spec.properties.runs import RUN_PROPERTIES, RunProperty
from spec.properties.transitions import STEP_PROPERTIES
from spec.rules import (
    agents,
    checklists,
    claims,
    commits,
    completion,
    iterations,
    plans,
    recovery,
    reviews,
)
from spec.rules.rule import Area, Clause, Format, Rule

AREAS: tuple[Area, ...] = (
    plans.AREA,
    claims.AREA,
    checklists.AREA,
    completion.AREA,
    commits.AREA,
    recovery.AREA,
    reviews.AREA,
    iterations.AREA,
    agents.AREA,
)
FORMATS: tuple[Format, ...] = (PLAN_DOCUMENTS, STATE_FILE, SHELL_COMMANDS)

RULES: tuple[Rule, ...] = tuple(rule for area in AREAS for rule in area.rules)
"""The rules of the areas: what decides the answers to operations."""

FORMAT_RULES: tuple[Rule, ...] = tuple(rule for each in FORMATS for rule in each.rules)
"""The rules of the formats: how a text is read before an operation sees it."""

CLAUSES: tuple[Clause, ...] = tuple(
    clause for rule in (*RULES, *FORMAT_RULES) for clause in rule.clauses
)

Property = Invariant | StepProperty | FollowUp | RunProperty | Possibility | Eventuality | Guidance
PROPERTIES: tuple[Property, ...] = (
    *INVARIANTS,
    *STEP_PROPERTIES,
    *FOLLOW_UPS,
    *RUN_PROPERTIES,
    *POSSIBILITIES,
    *EVENTUALITIES,
    *GUIDANCE,
)

_RULES = {rule.id: rule for rule in (*RULES, *FORMAT_RULES)}
_CLAUSES = {clause.id: clause for clause in CLAUSES}
_AREA_NAMES = {
    **{rule.id: area.name for area in AREAS for rule in area.rules},
    **{rule.id: each.area for each in FORMATS for rule in each.rules},
}


class UnknownRuleError(LookupError):
    """There is no rule, or no clause, with the id that was asked for."""


def rule(identifier: str) -> Rule:
    """Return the rule with an id. Raise `UnknownRuleError`, naming the ids that exist."""
    found = _RULES.get(identifier)
    if found is None:
        raise UnknownRuleError(_explain(identifier))
    return found


def clause(identifier: str) -> Clause:
    """Return the clause with an id. Raise `UnknownRuleError`, naming the ids that exist."""
    found = _CLAUSES.get(identifier)
    if found is None:
        clauses = rule(rule_id(identifier)).clauses
        known = f"{clauses[0].id} to {clauses[-1].id}"
        raise UnknownRuleError(f"no clause has the id {identifier!r}: there are {known}")
    return found


def rule_id(clause_id: str) -> str:
    """Return the id of the rule that a clause belongs to: `CLM-5` of `CLM-5.1`."""
    return clause_id.partition(".")[0]


def area_name(of: Rule) -> str:
    """Return the name of the area in whose chapter a rule stands, the rules of formats too."""
    return _AREA_NAMES[of.id]


def decidable_clauses(edition: Edition) -> tuple[Clause, ...]:
    """Return the binding clauses of an edition that operations can put to the test."""
    clauses = (each for rule in RULES for each in rule.clauses_in(edition))
    return tuple(each for each in clauses if each.binds and not each.kept_outside)


def undecided_clauses(decided: Container[str], edition: Edition) -> list[str]:
    """Return the ids of the decidable clauses of an edition that are not among those decided."""
    return [each.id for each in decidable_clauses(edition) if each.id not in decided]


def rules_changed_by(amendment: Amendment) -> tuple[Rule, ...]:
    """Return the rules to which an amendment adds clauses, or in which it ends some."""
    return tuple(each for each in (*RULES, *FORMAT_RULES) if amendment in each.amendments)


def is_observable(amendment: Amendment) -> bool:
    """Return whether operations can show an amendment; others change what stands around them."""
    changed = (each for each in CLAUSES if amendment in each.amendments)
    return any(each.binds and not each.kept_outside for each in changed)


def why_unobservable(amendment: Amendment) -> tuple[str, ...]:
    """Return why no operation, and so no property, shows an amendment; nothing if one does."""
    changed = (each for each in CLAUSES if amendment in each.amendments and each.binds)
    reasons = dict.fromkeys(each.kept_outside for each in changed)
    return () if is_observable(amendment) else tuple(reasons)


OBSERVABLE_AMENDMENTS = tuple(filter(is_observable, AMENDMENTS))
"""The amendments that a trace can show."""


def properties_of(amendment: Amendment) -> tuple[Property, ...]:
    """Return the properties that fail without an amendment, or with one that was withdrawn."""
    return tuple(entry for entry in PROPERTIES if amendment in entry.amendments)


def _explain(identifier: str) -> str:
    """Return a message with what was given, what was expected and what to use instead."""
    chapters = (
        *((area.prefix, area.name, area.rules) for area in AREAS),
        *((each.prefix, each.anchor, each.rules) for each in FORMATS),
    )
    for prefix, name, rules in chapters:
        if identifier.upper().startswith(prefix):
            ids = f"{rules[0].id} to {rules[-1].id}"
            return f"no rule has the id {identifier!r}: the rules on {name} are {ids}"
    known = ", ".join(f"{prefix} ({name})" for prefix, name, _ in chapters)
    return f"no rule has the id {identifier!r}: an id starts with one of {known}"
