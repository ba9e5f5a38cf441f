"""The page of the protocol's messages, and their JSON Schemas as files, from their types.

The model answered every example on it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import Answerer
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.codec import operation_request, to_message
from conformance.protocol.documents.catalog import document_schemas
from conformance.protocol.histories import history_schemas
from conformance.protocol.lines import written
from conformance.protocol.messages import VERSION, Bye, Hello, ObserveStore, ResetStore
from conformance.protocol.schemas import reply_name, request_name, schemas
from docs.build.checks import BrokenSite
from docs.build.examples import example_of, examples
from docs.build.rendering import DOCS, render, write_if_changed
from docs.build.vocabulary import REQUIRED, Schema, fields_in, sentences_about
from spec.formats.messages import Message
from spec.formats.words import operation_name
from spec.rules.inputs import INPUTS
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register

SCHEMAS = DOCS / "schemas"


class ServedWithoutOperations(ModelSystem):
    """The model as an implementation that supports no operation."""

    def apply(self, operation: Operation) -> Outcome:
        """Raise `UnsupportedRequest`."""
        raise UnsupportedRequest(f"{operation_name(type(operation))} is not supported")


def requests() -> Iterator[Message]:
    """Yield the requests: the examples of all operations, and what surrounds them."""
    register = example_of(Register).request
    assert isinstance(register, Register)
    yield to_message(Hello((VERSION,)))
    yield to_message(ResetStore(register.plan, register.definition, 0))
    for each in examples():
        yield to_message(ResetStore())
        yield from map(operation_request, (*each.given, each.request))
    yield to_message(ObserveStore())
    yield {"request": "op", "operation": "claim", "plan": "p", "worktree": "ann", "now": "noon"}
    yield to_message(Bye())


def example_messages() -> dict[str, Message]:
    """Return the first example of each message, by its name."""
    model, other = Answerer(ModelSystem()), Answerer(ServedWithoutOperations())
    exchanges = [(request, model.answer_line(written(request))) for request in requests()]
    unsupported = operation_request(example_of(Commit).request)
    exchanges.append((unsupported, other.answer_line(written(unsupported))))
    found: dict[str, Message] = {}
    for request, reply in exchanges:
        # A request that gets an error is no example of its kind.
        if reply["reply"] != "error":
            found.setdefault(request_name(request), request)
        found.setdefault(reply_name(request, reply), reply)
    return found


def messages_page() -> str:
    """Return the page; raise `BrokenSite` if there is no example of a message."""
    all_schemas, all_examples = schemas(), example_messages()
    if missing := all_schemas.keys() - all_examples.keys():
        raise BrokenSite(f"no example of {', '.join(sorted(missing))}")
    values: dict[str, Schema] = {}
    for schema in all_schemas.values():
        values |= schema.get("$defs", {})
    messages = [
        message_data(name, schema, all_examples[name]) for name, schema in all_schemas.items()
    ]
    return render(
        "messages.md",
        requests=[each for each in messages if each["side"] == "request"],
        replies=[each for each in messages if each["side"] == "reply"],
        values=[value_data(name, schema) for name, schema in sorted(values.items())],
        documents=list(document_schemas()),
    )


def message_data(name: str, schema: Schema, example: Message) -> dict[str, Any]:
    """Return a message: its description, its fields, an example, its schema."""
    side, _, word = name.partition("-")
    return {
        "name": name,
        "side": side,
        "word": word.removeprefix("op-"),
        "description": prose(schema),
        "fields": fields_of(schema, INPUTS if word.startswith("op-") else {}),
        "example": example,
    }


def value_data(name: str, schema: Schema) -> dict[str, Any]:
    """Return a type that messages are made of: its description, and its fields or values."""
    values = schema.get("enum", ())
    fields = [] if values else fields_of(schema, {})
    return {"name": name, "description": prose(schema), "members": values, "fields": fields}


def prose(schema: Schema) -> str:
    """Return the documentation of a type as one paragraph."""
    return " ".join(schema.get("description", "").split())


def fields_of(schema: Schema, known: dict[str, str]) -> list[dict[str, str]]:
    """Return the fields of a type; `known` has meanings that its documentation does not give."""
    return [
        {
            **field,
            "required": "yes" if field["default"] == REQUIRED else f"no, {field['default']}",
            "meaning": meaning(field["name"], schema, known),
        }
        for field in fields_in(schema, lambda name: f"[{name}](#{name})")
    ]


def meaning(name: str, schema: Schema, known: dict[str, str]) -> str:
    """Return the sentences of a type's documentation that name a field, or else what is known."""
    if "const" in schema["properties"][name]:
        return "The kind of the message."
    return sentences_about(name, prose(schema), first=1) or known.get(name, "")


def write_schemas(folder: Path = SCHEMAS) -> None:
    """Write the schemas that changed, and remove those that no longer exist."""
    published = schemas() | document_schemas() | history_schemas()
    wanted = {folder / f"{name}.json": schema for name, schema in published.items()}
    for stale in set(folder.glob("*.json")) - wanted.keys():
        stale.unlink()
    for file, schema in wanted.items():
        write_if_changed(file, json.dumps(schema, indent=2) + "\n")
