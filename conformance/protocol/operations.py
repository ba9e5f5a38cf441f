"""Operations as JSON: one union reads and writes them in messages, traces and documents."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import PlainSerializer, TypeAdapter, WrapValidator

from conformance.protocol.tags import one_of, tagged
from spec.formats.messages import OPERATION_NAMES, operation_to_json
from spec.vocabulary.operations import OPERATIONS, Operation

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
