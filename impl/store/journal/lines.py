"""The objects in the lines of a journal: operations, outcomes and states, as in the protocol."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from spec.formats.words import operation_name
from spec.vocabulary.domains import LATER
from spec.vocabulary.rejections import Rejected

if TYPE_CHECKING:
    from spec.vocabulary.operations import Operation
    from spec.vocabulary.state import State

Object = dict[str, Any]


def operation_object(operation: Operation) -> Object:
    """Return an operation with its defaults: they may be others when the journal is read."""
    return {"operation": operation_name(type(operation)), **_stated(operation)}


def outcome_event(answer: object) -> tuple[str, Object]:
    """Return the event for what a function of the store answers, and its outcome.

    A function may return more than the outcome, which is its `answer` then.
    """
    if isinstance(answer, Rejected):
        return "fail", {"reply": "rejected", **_plain(answer)}
    outcome: Any = getattr(answer, "answer", answer)
    return "ok", {"reply": "ok", "answer": operation_name(type(outcome)), **_stated(outcome)}


def state_object(state: State) -> Object:
    """Return everything that is stored."""
    return {"reply": "ok", **_plain(state)}


def _stated(value: Any) -> Object:
    shown = (
        each for each in fields(value) if each.metadata != LATER or not _is_default(value, each)
    )
    return {each.name: _plain(getattr(value, each.name)) for each in shown}


def _is_default(value: object, field: Field[Any]) -> bool:
    return field.default is not MISSING and getattr(value, field.name) == field.default


def _plain(value: Any) -> Any:
    """Return a value in the terms of JSON."""
    if isinstance(value, Rejected):
        return {"code": value.code, "reason": value.reason, "details": dict(value.details)}
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value
