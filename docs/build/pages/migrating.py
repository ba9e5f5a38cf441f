"""The pages about migrating: what an implementation of one edition does to follow the next."""

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Any

from conformance.differential.variety import parts_of
from conformance.protocol.areas import AREA_OF
from docs.build.rendering import render
from docs.build.vocabulary import (
    AREA_OF_WORD,
    WORDS,
    description,
    fields_of,
    sentences_about,
)
from model.apply import apply
from spec.additions import ADDITIONS, lacking
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import AREAS, FORMAT_RULES, OBSERVABLE_AMENDMENTS, RULES, area_name
from spec.contracts import CONTRACTS
from spec.editions import CURRENT, EDITION_2026_1, Edition
from spec.rules.inputs import INPUTS
from spec.rules.rule import Area, Clause
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.rejections import CODE_OF
from spec.vocabulary.state import State

MIGRATIONS: tuple[tuple[Edition, Edition], ...] = ((EDITION_2026_1, CURRENT),)
"""The older and the newer edition of each page."""

_WORD = re.compile(r"`([a-z_]+)`")


def page_name(newer: Edition) -> str:
    """Return the file name of the page about migrating to an edition."""
    return f"migrating-{newer.name}.md"


def migrating_page(older: Edition, newer: Edition) -> str:
    """Return the page for those who follow an edition and want to follow a newer one."""
    amendments = [each for each in AMENDMENTS if older.has(each) != newer.has(each)]
    areas = [area_data(area, amendments, older, newer) for area in AREAS]
    changed = [each for each in areas if each["changes"] or each["fields"] or each["elsewhere"]]
    before, after = words_in(older), words_in(newer)
    return render(
        "migrating.md",
        older=older.name,
        newer=newer.name,
        summary=[
            {
                "amendment": each,
                "withdrawn": older.has(each),
                "areas": [area["area"] for area in areas if each.id in area["amendments"]],
            }
            for each in amendments
        ],
        areas=changed,
        unchanged=[each["area"] for each in areas if each not in changed],
        stored=[each for each in additions_between(older, newer) if each["side"] == "stored"],
        new_words=sorted(after - before),
        gone_words=sorted(before - after),
    )


def area_data(
    area: Area, amendments: list[Amendment], older: Edition, newer: Edition
) -> dict[str, Any]:
    """Return what changes for those who implement an area."""
    changes = [change_data(each, area, older, newer) for each in amendments]
    changes = [each for each in changes if each["ended"] or each["added"]]
    return {
        "area": area,
        "amendments": [each["amendment"].id for each in changes],
        "changes": changes,
        "elsewhere": [
            {"amendment": each, "area": other, "rules": rules}
            for each in amendments
            for other in AREAS
            if (rules := rules_binding(area, other, each))
        ],
        "fields": [
            each
            for each in additions_between(older, newer)
            if each["area"] == area and each["side"] != "stored"
        ],
        "orders": [each for each in changed_orders(older, newer) if each["area"] == area.name],
    }


def change_data(amendment: Amendment, area: Area, older: Edition, newer: Edition) -> dict[str, Any]:
    """Return what an amendment changes in an area: clauses, and whether a store shows that."""
    rules = [each for each in (*RULES, *FORMAT_RULES) if area_name(each) == area.name]
    clauses = [each for rule in rules for each in rule.clauses if amendment in each.amendments]
    return {
        "amendment": amendment,
        "withdrawn": older.has(amendment),
        "ended": [each for each in clauses if lapses(each, older, newer)],
        "added": [each for each in clauses if lapses(each, newer, older)],
        "is_shown": amendment in OBSERVABLE_AMENDMENTS,
    }


def lapses(clause: Clause, before: Edition, after: Edition) -> bool:
    """Return whether a clause is in force in the first of two editions only."""
    return clause.is_in_force(before) and not clause.is_in_force(after)


def rules_binding(area: Area, other: Area, amendment: Amendment) -> list[str]:
    """Return the ids of rules of another area that bind operations of this one and change."""
    own = {each.__name__ for each, name in AREA_OF.items() if name == area.name}
    return [
        rule.id
        for rule in other.rules
        if other != area and amendment in rule.amendments and own.intersection(rule.operations)
    ]


def changed_orders(older: Edition, newer: Edition) -> Iterator[dict[str, Any]]:
    """Yield the operations whose checks change, with the lists before and after."""
    for contract in CONTRACTS:
        before, after = contract.checks_in(older), contract.checks_in(newer)
        if before != after:
            word, area = contract.operation.__name__, AREA_OF[contract.operation]
            yield {"word": word, "area": area, "before": before, "after": after}


def words_in(edition: Edition) -> set[str]:
    """Return the reason words and enumerated values that the clauses of an edition name."""
    enumerations = (kind for kind in WORDS.values() if issubclass(kind, StrEnum))
    known = CODE_OF.keys() | {each.value for kind in enumerations for each in kind}
    clauses = (each for rule in (*RULES, *FORMAT_RULES) for each in rule.clauses_in(edition))
    return {word for each in clauses for word in _WORD.findall(each.text) if word in known}


@cache
def additions_between(older: Edition, newer: Edition) -> tuple[dict[str, Any], ...]:
    """Return each class and field that only the newer edition has, with what it is for."""
    names = lacking(older) - lacking(newer)
    return tuple(addition_data(name, newer) for name in ADDITIONS if name in names)


def addition_data(name: str, newer: Edition) -> dict[str, Any]:
    """Return what is known of a class, such as `Renew`, or a field, such as `Claim.fenced`."""
    owner, _, field = name.partition(".")
    kind = WORDS[owner]
    known = {each["name"]: each for each in fields_of(kind)}
    return {
        "owner": owner,
        "field": field,
        "area": AREA_OF_WORD[owner],
        "amendment": ADDITIONS[name],
        "side": side_of(kind),
        "type": known[field]["type"] if field else "",
        "default": known[field]["default"] if field else "",
        "start": start_value(owner, field, newer),
        "meaning": meaning(kind, field),
    }


def side_of(kind: type) -> str:
    """Return whether a class is stored, an operation, or otherwise part of a message."""
    if kind in parts_of(State):
        return "stored"
    return "operation" if kind in OPERATIONS else "answer"


def start_value(owner: str, field: str, edition: Edition) -> str:
    """Return what a newly registered plan or its step has in a field, as JSON, or nothing."""
    register = Register("plan.md", PlanDefinition("", "0" * 64, (StepDefinition("a", ""),)), 0)
    [plan] = apply(State(), register, edition).state.plans
    of_owner = {"Plan": plan, "Step": plan.steps[0]}.get(owner)
    return json.dumps(getattr(of_owner, field)) if of_owner else ""


def meaning(kind: type, field: str) -> str:
    """Return what a class is, or what its documentation says about a field."""
    if not field:
        return description(kind)
    about = sentences_about(field, description(kind))
    return about or (INPUTS[field] if kind in OPERATIONS else "")
