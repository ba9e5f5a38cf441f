"""Discriminated unions of the classes of `spec`, which do not say themselves what they are.

On the line and in files an object says what it is in a field of its own, such as `operation`. The
classes of `spec` are plain dataclasses without that field: `one_of` reads it to choose the class,
and `tagged` adds it to the JSON Schema.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, get_args

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, ErrorDetails, core_schema

UNKNOWN = "unknown "
"""How the type of an error begins that names the field of an unknown word."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """An annotation of a class: the fields that say what an object is, and their words."""

    words: tuple[tuple[str, str], ...]

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe the words as constants that are required."""
        described = handler.resolve_ref_schema(handler(schema))
        constants = {name: {"const": word} for name, word in self.words}
        return {
            **described,
            "properties": {**constants, **described.get("properties", {})},
            "required": [*constants, *described.get("required", ())],
        }


def tagged(kind: type, words: Mapping[str, str]) -> Any:
    """Return a class with fields that say what its objects are, such as `operation: claim`."""
    return Annotated[kind, Tagged(tuple(words.items()))]


@dataclass(frozen=True, slots=True, eq=False)
class OneOf:
    """An annotation: the value is of the member whose word stands in a field."""

    field: str
    members: Mapping[str, Any]

    def __get_pydantic_core_schema__(
        self, _source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Choose by the word, which is faster than trying one member after the other."""
        choices = {word: handler.generate_schema(kind) for word, kind in self.members.items()}
        return core_schema.tagged_union_schema(
            choices,
            self.field,
            custom_error_type=f"{UNKNOWN}{self.field}",
            custom_error_message=f"expected one of {', '.join(self.members)}",
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe the members, each of which requires its word; OpenAPI's mapping is left out."""
        described = handler(schema)
        return {name: value for name, value in described.items() if name != "discriminator"}


def one_of(field: str, members: Mapping[str, Any]) -> Any:
    """Return the union of members that are discriminated by the word in a field."""
    return Annotated[Any, OneOf(field, members)]


def member_at(kind: Any, location: Sequence[str | int]) -> tuple[Any, Sequence[str | int]]:
    """Return the member of a union that an error is in, and the path to the error within it.

    pydantic puts the word of each chosen member into the location of an error.
    """
    for number, part in enumerate(location):
        unions = [each for each in get_args(kind) if isinstance(each, OneOf)]
        if not unions:
            return kind, location[number:]
        kind = unions[0].members[str(part)]
    return kind, ()


def wording(problem: ErrorDetails) -> str:
    """Return what is wrong with a value, without naming classes of Python."""
    if problem["type"] in ("model_type", "dataclass_type", "dict_type"):
        return "Input should be an object"
    return problem["msg"].removeprefix("Value error, ")
