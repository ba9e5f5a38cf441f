"""Clauses about fields that a system never sends, which show only in what follows from them."""

import re
from collections.abc import Set
from dataclasses import fields
from functools import cache
from typing import get_type_hints

from conformance.protocol.unions import ANSWER_NAMES, kinds_within
from spec.editions import Edition
from spec.rules.rule import Rule
from spec.vocabulary.state import State

SHAPES = re.compile(
    r"MUST (NOT )?(be(?! answered)|change|clear|count|get|give|have|include|keep|list|name|raise"
    r"|record|register|set|store)\b"
)
"""What a clause says of the content of fields, not of which operation is answered how."""
NAMED = re.compile(r"`(\w+)`")


def never_sent(left_out: Set[str], given: Set[str]) -> frozenset[str]:
    """Return the names of fields that were left out, those within them too, and never given.

    Both sets are of names behind the kind of their message or object, such as `steps.fenced`.
    """
    hidden = {name.rpartition(".")[2] for name in left_out}
    hidden |= {inner for name in hidden for inner in fields_within().get(name, ())}
    return frozenset(hidden - {name.rpartition(".")[2] for name in given})


def clauses_unsent(rule: Rule, edition: Edition, unsent: Set[str]) -> list[str]:
    """Return the clauses of a rule about the content of fields of which none was ever sent."""
    return [
        clause.id
        for clause in rule.clauses_in(edition)
        if SHAPES.search(clause.text) and (about := fields_named(clause.text)) and about <= unsent
    ]


def fields_named(text: str) -> set[str]:
    """Return the fields of answers and of what is stored that a text names."""
    return set(NAMED.findall(text)) & fields_shown()


@cache
def fields_shown() -> frozenset[str]:
    """Return the names of all fields of answers and of what is stored."""
    kinds = {kind for shown in (State, *ANSWER_NAMES.values()) for kind in kinds_within(shown)}
    return frozenset(each.name for kind in kinds for each in fields(kind))


@cache
def fields_within() -> dict[str, set[str]]:
    """Return the names of all fields within each field of what is stored that has any."""
    within: dict[str, set[str]] = {}
    for kind in kinds_within(State):
        for name, hint in get_type_hints(kind).items():
            inner = {each.name for part in kinds_within(hint) for each in fields(part)}
            if inner:
                within.setdefault(name, set()).update(inner)
    return within
