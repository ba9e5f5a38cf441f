"""The catalog: every area, rule and property; rules by id."""

from spec.amendments import Amendment
from spec.properties.changes import StepProperty
from spec.properties.invariants import INVARIANTS, Invariant
from spec.properties.reachability import EVENTUALITIES, POSSIBILITIES, Eventuality, Possibility
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
from spec.rules.rule import Area, Rule

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
RULES: tuple[Rule, ...] = tuple(rule for area in AREAS for rule in area.rules)

Property = Invariant | StepProperty | RunProperty | Possibility | Eventuality
PROPERTIES: tuple[Property, ...] = (
    *INVARIANTS,
    *STEP_PROPERTIES,
    *RUN_PROPERTIES,
    *POSSIBILITIES,
    *EVENTUALITIES,
)

_BY_ID = {rule.id: rule for rule in RULES}


class UnknownRuleError(LookupError):
    """There is no rule with the id that was asked for."""


def rule(identifier: str) -> Rule:
    """Return the rule with an id; raise `UnknownRuleError` for an unknown id."""
    found = _BY_ID.get(identifier)
    if found is None:
        raise UnknownRuleError(_explain(identifier))
    return found


def rules_of(amendment: Amendment) -> tuple[Rule, ...]:
    """Return the rules that an amendment adds, or whose sentences it replaces."""
    return tuple(rule for rule in RULES if rule.amendment == amendment)


def properties_of(amendment: Amendment) -> tuple[Property, ...]:
    """Return the properties that fail without an amendment."""
    return tuple(entry for entry in PROPERTIES if amendment in entry.amendments)


def _explain(identifier: str) -> str:
    """Return a message that names what was given, and the ids that exist."""
    area = next((area for area in AREAS if identifier.upper().startswith(area.prefix)), None)
    if area is None:
        known = ", ".join(f"{area.prefix} ({area.title.lower()})" for area in AREAS)
        return f"no rule has the id {identifier!r}: an id starts with one of {known}"
    first, last = area.rules[0].id, area.rules[-1].id
    return f"no rule has the id {identifier!r}: the rules on {area.name} are {first} to {last}"
