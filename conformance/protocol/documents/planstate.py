"""The documents of `planstate … --json`: one envelope, in which each command has its own `data`.

`planstate` writes them without pydantic, so that it starts fast. Its commands name the classes of
their answers, from which the documents and their schemas are made; the tests hold its output
against them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from types import GenericAlias, UnionType
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import ConfigDict, Field, create_model

from conformance.protocol.documents.base import CommandDocument
from impl.cli.registry import ENTRIES, CommandGroup, Entry
from spec.remedies.refusal import Party


class PlanstateWarning(CommandDocument):
    """What did not stop the command. `code` names the problem for scripts."""

    code: str
    severity: Literal["warning"]
    message: str


class PlanstateError(CommandDocument):
    """Why the command failed. `code` is that of a rejection, E046 if the environment failed."""

    code: str
    severity: Literal["error"]
    message: str


class FailureData(CommandDocument):
    """What was known of the request, the reason word, and the details of the reason.

    A `plan_path`, an `anchor` and a `plan_folder` are there once they are known; `commit` adds
    `committed` and `iterate` adds `decision`. `remedy` is the one command that works next, where
    there is one, and `remedy_for` who can run it: the caller, the holder of the step, or a person.
    """

    model_config = ConfigDict(extra="allow", json_schema_extra=None)
    __pydantic_extra__: dict[str, str | int | bool | None]

    reason: str
    remedy: str = ""
    remedy_for: Party = Party.CALLER


class PlanstateEnvelope(CommandDocument):
    """The envelope of an answer; `command` is the command's name, such as `state claim`."""

    schema_version: Literal["1"]
    command: str


class PlanstateFailure(PlanstateEnvelope):
    """A failure: nothing was changed. The first issue is the error; warnings may say why."""

    status: Literal["error"]
    data: FailureData
    issues: Annotated[list[PlanstateError | PlanstateWarning], Field(min_length=1)]


class PlanstateAnswer(PlanstateEnvelope):
    """An answer, perhaps with warnings."""

    status: Literal["ok"]
    data: Any
    issues: list[PlanstateWarning]


class AnswerDocument(CommandDocument):
    """What a command answers. Only fields that a class does not require may be missing."""

    model_config = ConfigDict(json_schema_extra=None)


_DOCUMENTS: dict[type, Any] = {}
"""The documents of classes. A class that is being made is known by its name, as in itself."""


def document_of(kind: Any) -> Any:
    """Return a type in which the document of each typed dictionary and dataclass replaces it."""
    if kind in _DOCUMENTS:
        return _DOCUMENTS[kind]
    if is_typeddict(kind) or is_dataclass(kind):
        _DOCUMENTS[kind] = ForwardRef(kind.__name__)
        hints = get_type_hints(kind, include_extras=True)
        fields: Any = {name: _field_of(hint) for name, hint in hints.items()}
        made = create_model(kind.__name__, __base__=AnswerDocument, __doc__=kind.__doc__, **fields)
        _DOCUMENTS[kind] = made
        return made
    origin, arguments = get_origin(kind), [document_of(each) for each in get_args(kind)]
    if origin in (Union, UnionType):
        return Union[tuple(arguments)]  # noqa: UP007 (`|` takes no forward references)
    return GenericAlias(list, arguments[0]) if origin in (Sequence, tuple) else kind


def _field_of(hint: Any) -> tuple[Any, Any]:
    """Return the type of a field, and its default if it may be missing."""
    if get_origin(hint) is not NotRequired:
        return document_of(hint), ...
    return document_of(get_args(hint)[0]), Field(default=None, json_schema_extra=_drop_default)


def _drop_default(schema: dict[str, Any]) -> None:
    """Keep a field that may be missing from having a default, which it has not."""
    del schema["default"]


def planstate_commands() -> Iterator[tuple[str, Entry]]:
    """Yield the subcommands with their full names."""
    for each in ENTRIES:
        if isinstance(each, CommandGroup):
            yield from ((f"{each.name} {entry.name}", entry) for entry in each.entries)
        else:
            yield each.name, each


PLANSTATE_DATA: dict[str, Any] = {
    name: document_of(entry.load().answers) for name, entry in planstate_commands()
}
"""The `data` of each command that prints the envelope."""


def planstate_document(command: str, data: Any) -> Any:
    """Return the type of the documents of one command: its answer, or its failure."""
    name = "".join(word.capitalize() for word in command.replace("-", " ").split())
    literal: Any = Literal
    named: Any = {"command": (literal[command], ...)}
    answer: Any = create_model(f"{name}Answer", __base__=PlanstateAnswer, data=(data, ...), **named)
    failure: Any = create_model(f"{name}Failure", __base__=PlanstateFailure, **named)
    return Annotated[answer | failure, Field(discriminator="status")]


def schema_name(command: str) -> str:
    """Return the name of the schema of a command's documents, without `document-`."""
    return f"planstate-{command.replace(' ', '-')}"


PLANSTATE_DOCUMENTS: dict[str, Any] = {
    schema_name(command): planstate_document(command, data)
    for command, data in PLANSTATE_DATA.items()
}
