"""What a newer edition adds to the messages and to the state, for the pages about migrating."""

import json
from functools import cache
from typing import Any

from conformance.protocol.unions import kinds_within
from docs.build.vocabulary import AREA_OF_WORD, MODULES, description, fields_of, sentences_about
from model.apply import apply
from spec.additions import ADDITIONS, lacking
from spec.editions import Edition
from spec.rules.inputs import INPUTS
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State


@cache
def additions_between(older: Edition, newer: Edition) -> tuple[dict[str, Any], ...]:
    """Return each class and field that only the newer edition has, with what it is for."""
    names = lacking(older) - lacking(newer)
    return tuple(addition_data(name, newer) for name in ADDITIONS if name in names)


def addition_data(name: str, newer: Edition) -> dict[str, Any]:
    """Return what is known of a class, such as `Renew`, or a field, such as `Claim.fenced`."""
    owner, _, field = name.partition(".")
    kind = next(vars(module)[owner] for module in MODULES if owner in vars(module))
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
    if kind in stored_classes():
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


@cache
def stored_classes() -> frozenset[type]:
    """Return the classes that the state consists of."""
    return frozenset(kinds_within(State))
