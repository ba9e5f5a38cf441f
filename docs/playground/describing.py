"""What the page shows before anything is played: editions, operations, clauses, sample plans."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from spec.amendments.catalog import AMENDMENTS
from spec.catalog import CLAUSES, RULES, area_name, rule, rule_id
from spec.editions import CURRENT, EDITIONS
from spec.formats.messages import OPERATION_NAMES, Message, as_json
from spec.rules.inputs import INPUTS

SAMPLES = ("bridge", "one-step", "specification")
"""The sample plans, the first of which is shown first."""


def description() -> Message:
    """Return all that the page needs to know."""
    return {
        "editions": [each.name for each in reversed(EDITIONS)],
        "amendments": [
            {"id": each.id, "title": each.title, "current": CURRENT.has(each)}
            for each in AMENDMENTS
        ],
        "operations": {name: [*inputs_of(kind)] for name, kind in OPERATION_NAMES.items()},
        "clauses": {
            each.id: {"page": f"reference/{area_name(rule(rule_id(each.id)))}/", "text": each.text}
            for each in CLAUSES
        },
        "rules": {each.id: each.title for each in RULES},
        "samples": {
            name: Path(__file__).with_name("samples").joinpath(f"{name}.md").read_text("utf-8")
            for name in SAMPLES
        },
    }


def inputs_of(kind: type) -> Iterator[Message]:
    """Yield the inputs of an operation: how each is entered, and what it means."""
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        yield {
            "name": each.name,
            **entry_of(hints[each.name]),
            "default": None if each.default is MISSING else as_json(each.default),
            "required": each.default is MISSING,
            "meaning": INPUTS[each.name],
        }


def entry_of(hint: Any) -> Message:
    """Return how a value of a type is entered: as text, number, flag, choice, or JSON."""
    if get_origin(hint) is Annotated:
        return entry_of(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        kinds = [each for each in get_args(hint) if each is not type(None)]
        found = entry_of(kinds[0]) if len(kinds) == 1 else {"entry": "json"}
        return {**found, "optional": type(None) in get_args(hint)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"entry": "choice", "choices": [each.value for each in hint]}
    return {"entry": {str: "text", int: "number", bool: "flag"}.get(hint, "json")}
