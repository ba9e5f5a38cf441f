"""Messages: operations, outcomes and states as JSON objects, and back, without any library.

An object of one of the classes of `spec.vocabulary` is an object of JSON with the same fields. An
operation is named in `operation`, an accepted answer in `answer`, and what a reply is in `reply`.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from spec.additions import lacking, named_fields
from spec.editions import CURRENT, Edition
from spec.formats.words import operation_name
from spec.vocabulary.commits import Committed
from spec.vocabulary.domains import LATER, Domain
from spec.vocabulary.operations import OPERATIONS, Operation, Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State

Message = dict[str, Any]
"""A JSON object, as it is sent on the line."""

OPERATION_NAMES: dict[str, type[Operation]] = {operation_name(kind): kind for kind in OPERATIONS}
ANSWER_NAMES: dict[str, type] = {
    operation_name(kind): kind for kind in get_args(Outcome) if kind is not Rejected
}

_PLAIN = frozenset((str, int, float, bool, type(None)))


def operation_to_json(operation: Operation) -> Message:
    """Return an operation as an object that names it, without the fields at their default."""
    return {"operation": operation_name(type(operation)), **sparse(operation)}


def stated(operation: Operation) -> Message:
    """Return an operation as a file keeps it: with its defaults, which may be others one day.

    What an amendment has added is left out at its default, which is that there is none.
    """
    return {"operation": operation_name(type(operation)), **fields_of(operation)}


def outcome_to_json(outcome: Outcome, edition: Edition = CURRENT) -> Message:
    """Return the outcome of an operation as a message."""
    if isinstance(outcome, Rejected):
        details = as_json(dict(outcome.details))
        given = {"reply": "rejected", **as_json(outcome), "details": details}
        return {name: value for name, value in given.items() if value is not None}
    return {"reply": "ok", "answer": operation_name(type(outcome)), **fields_of(outcome, edition)}


def state_to_json(state: State, edition: Edition = CURRENT) -> Message:
    """Return everything that is stored as a message."""
    return {"reply": "ok", **fields_of(state, edition)}


def fields_of(value: Any, edition: Edition = CURRENT) -> Message:
    """Return the fields of an object as messages of an edition have them."""
    message: Message = as_json(value, lacking(edition))
    kind: Any = type(value)
    for name, default in later_defaults(kind).items():
        if message.get(name, default) == default:
            message.pop(name, None)
    if isinstance(value, Committed) and value.rejection is not None:
        # As in a reply `rejected`.
        message["rejection"]["details"] = dict(message["rejection"]["details"])
    return message


def as_json(value: Any, unknown: frozenset[str] = frozenset()) -> Any:
    """Return a value as JSON has it, without fields such as `Claim.fenced` that are unknown.

    What a faulty system gives of other types stays as it is.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple or kind is list:
        return [as_json(part, unknown) for part in value]
    if is_dataclass(kind):
        found = {}
        for name in _names(kind, unknown):
            part = getattr(value, name)
            found[name] = part if type(part) in _PLAIN else as_json(part, unknown)
        return found
    if isinstance(value, Mapping):
        return {key: as_json(part, unknown) for key, part in value.items()}
    return value.value if isinstance(value, Enum) else value


def sparse(value: Any) -> Any:
    """Return a value as JSON has it, without the fields at their default."""
    if isinstance(value, tuple):
        return [sparse(part) for part in value]
    if not is_dataclass(value):
        return as_json(value)
    given = ((each, getattr(value, each.name)) for each in fields(value))
    return {each.name: sparse(part) for each, part in given if part != each.default}


@cache
def _names(kind: Any, unknown: frozenset[str]) -> tuple[str, ...]:
    return tuple(each.name for each, name in named_fields(kind) if name not in unknown)


@cache
def later_defaults(kind: Any) -> dict[str, Any]:
    """Return the fields of a class that messages leave out at their default, with that default."""
    return {each.name: each.default for each in fields(kind) if each.metadata == LATER}


def operation_from_json(data: object) -> Operation:
    """Return an object that names an operation as that. Raises `ValueError` that says where."""
    name = data.get("operation") if isinstance(data, dict) else data
    if not isinstance(data, dict) or not isinstance(name, str) or name not in OPERATION_NAMES:
        raise ValueError(f"operation: found {name!r}; expected one of {', '.join(OPERATION_NAMES)}")
    given = {key: value for key, value in data.items() if key != "operation"}
    operation: Operation = from_json(OPERATION_NAMES[name], given, name)
    return operation


def from_json(kind: Any, data: Any, place: str) -> Any:
    """Return JSON as a value of a type. Raises `ValueError` that says where it does not fit."""
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        value = from_json(inner, data, place)
        limits = [note for note in notes if isinstance(note, Domain)]
        if not all(_is_within(value, limit) for limit in limits):
            raise ValueError(f"{place}: found {data!r}; expected {limits[0].allowed}")
        return value
    if get_origin(kind) in (Union, UnionType):
        return _one_of(get_args(kind), data, place)
    if get_origin(kind) is tuple and isinstance(data, list):
        inner = get_args(kind)[0]
        return tuple(from_json(inner, part, f"{place}[{at}]") for at, part in enumerate(data))
    if is_dataclass(kind) and isinstance(data, dict):
        return _object(kind, data, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        if data in [each.value for each in kind]:
            return kind(data)
    elif (
        (get_origin(kind) is Mapping and isinstance(data, dict))
        or kind is type(data)
        or (kind is type(None) and data is None)
    ):
        return data
    raise ValueError(f"{place}: found {data!r}; expected {getattr(kind, '__name__', kind)}")


def _one_of(kinds: tuple[Any, ...], data: Any, place: str) -> Any:
    """Return JSON as a value of the first type that it fits, or raise the error of the first."""
    errors = []
    for kind in kinds:
        try:
            return from_json(kind, data, place)
        except ValueError as error:
            errors.append(error)
    raise errors[0]


def _object(kind: Any, data: Message, place: str) -> Any:
    """Return an object of JSON as one of a class; all its fields must be known."""
    hints = _hints(kind)
    if unknown := sorted(data.keys() - hints.keys()):
        raise ValueError(f"{place}: no field {', '.join(unknown)}; expected {', '.join(hints)}")
    given = {name: from_json(hints[name], data[name], f"{place}.{name}") for name in data}
    without = [each for each in fields(kind) if each.name not in data]
    missing = [each.name for each in without if each.default is each.default_factory is MISSING]
    if missing:
        raise ValueError(f"{place}: no {', '.join(missing)}; give every field without a default")
    return kind(**given)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _is_within(value: object, domain: Domain) -> bool:
    limits = domain.limits
    if isinstance(value, str) and "pattern" in limits:
        return re.search(str(limits["pattern"]), value) is not None
    return not isinstance(value, int) or (
        int(limits.get("ge", value)) <= value <= int(limits.get("le", value))
    )
