"""Operations as JSON: one union reads and writes them in messages, traces and documents."""

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import PlainSerializer, TypeAdapter, WrapValidator

from conformance.protocol.tags import one_of, tagged
from spec.formats.words import operation_name as operation_name
from spec.vocabulary.domains import LATER
from spec.vocabulary.operations import OPERATIONS, Operation

OPERATION_NAMES: dict[str, type[Operation]] = {operation_name(kind): kind for kind in OPERATIONS}
NAME_OF: dict[type, str] = {kind: name for name, kind in OPERATION_NAMES.items()}

ANY_OPERATION: Any = one_of(
    "operation",
    {name: tagged(kind, {"operation": name}) for name, kind in OPERATION_NAMES.items()},
)
"""The union of the operations; the field `operation` says which."""

OPERATION: TypeAdapter[Operation] = TypeAdapter(ANY_OPERATION)


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what reads and writes the objects of one class; it is made only once."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def operation_to_json(operation: Operation) -> dict[str, Any]:
    """Return an operation as an object that names it, without the fields at their default."""
    kind = type(operation)
    fields = adapter(kind).dump_python(operation, mode="json", exclude_defaults=True)
    return {"operation": NAME_OF[kind], **fields}


def stated(operation: Operation) -> dict[str, Any]:
    """Return an operation as a file keeps it: with its defaults, which may be others one day.

    What an amendment has added is left out at its default, which is that there is none.
    """
    kind = type(operation)
    written = adapter(kind).dump_python(operation, mode="json")
    later = (each for each in fields(kind) if each.metadata == LATER)
    for each in later:
        if written[each.name] == each.default:
            del written[each.name]
    return {"operation": NAME_OF[kind], **written}


def operation_from(value: object) -> Operation:
    """Return an operation that is one already, or is an object that names one."""
    return value if isinstance(value, OPERATIONS) else OPERATION.validate_python(value)


if TYPE_CHECKING:
    OperationObject = Operation
else:
    # A document shows operations as a trace does, without the fields at their default.
    OperationObject = Annotated[
        ANY_OPERATION,
        WrapValidator(lambda value, _: operation_from(value)),
        PlainSerializer(operation_to_json),
    ]
