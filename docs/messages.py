"""The page of the protocol's messages, and their JSON Schemas as files, from their types.

Every example on it is really answered by the model: docs/conversation.py asks. The page is written
with the others of the reference (docs/generate.py).
"""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from conversation import REQUESTS, UNSUPPORTED
from fragments import keep, linked, page, table

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import Answerer
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.codec import Message, written
from conformance.protocol.schemas import reply_name, request_name, schemas
from conformance.protocol.traces import operation_name
from spec.rules.inputs import INPUTS
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome

HERE = Path(__file__).parent
SCHEMAS = HERE / "schemas"
SHORT = 100
"""A message that is longer is shown with one field a line."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")

Schema = dict[str, Any]
Example = tuple[Message, Message]


class Unheard(Exception):
    """A message of which no example came up; docs/conversation.py has to ask for one."""


class ServedWithoutOperations(ModelSystem):
    """The model as an implementation that cannot be asked anything, so that it has to say so."""

    def apply(self, operation: Operation) -> Outcome:
        """Say so."""
        raise UnsupportedRequest(f"there is no {operation_name(type(operation))} here")


def examples() -> dict[str, Example]:
    """Give for each message by its name the first exchange in which it came up."""
    model, other = Answerer(ModelSystem()), Answerer(ServedWithoutOperations())
    found: dict[str, Example] = {}
    exchanges = [(request, model.answer_line(written(request))) for request in REQUESTS]
    exchanges.append((UNSUPPORTED, other.answer_line(written(UNSUPPORTED))))
    for request, reply in exchanges:
        # What is answered with an error is no example of a request.
        if reply["reply"] != "error":
            found.setdefault(request_name(request), (request, reply))
        found.setdefault(reply_name(request, reply), (request, reply))
    return found


def messages_page() -> str:
    """Write the page."""
    all_schemas, all_examples = schemas(), examples()
    if silent := all_schemas.keys() - all_examples.keys():
        raise Unheard(f"no example of {', '.join(sorted(silent))}; ask for them in conversation.py")

    def sections(prefix: str) -> Iterator[str]:
        for name, schema in all_schemas.items():
            if name.startswith(prefix):
                yield section(name, schema, all_examples[name])

    return page(
        "Messages",
        "Every message of [the protocol](../guides/protocol.md), from the types that the kit "
        "reads and writes them with. The examples were answered by the model when this page was "
        "built. An implementation must ignore fields that it does not know; a field that is not "
        "required has the default that is given. Types that have a name of their own are "
        "[below](#values).",
        "## Requests",
        *sections("request-"),
        "## Replies",
        *sections("reply-"),
        "## Values",
        *(value_section(name, schema) for name, schema in values(all_schemas)),
    )


def section(name: str, schema: Schema, example: Example) -> str:
    """Write one message: what it says, its fields, an example, its schema."""
    side, _, word = name.partition("-")
    return "\n\n".join(
        (
            f"### {word.replace('op-', '')} {{ #{name} }}",
            prose(schema),
            fields_table(schema, INPUTS if word.startswith("op-") else {}),
            shown(example[0 if side == "request" else 1]),
            f"<details><summary>JSON Schema</summary><pre><code>{escaped(schema)}</code></pre>"
            "</details>",
            f"[Schema as a file](../schemas/{name}.json)",
        )
    )


def prose(schema: Schema) -> str:
    """Write what a type's documentation says."""
    return linked(" ".join(schema.get("description", "").split()))


def values(all_schemas: dict[str, Schema]) -> list[tuple[str, Schema]]:
    """List the types that messages are made of, by name."""
    found: dict[str, Schema] = {}
    for schema in all_schemas.values():
        found |= schema.get("$defs", {})
    return sorted(found.items())


def value_section(name: str, schema: Schema) -> str:
    """Write one type: what it says, and its fields or its words."""
    heading = f"### {name} {{ #{name} }}\n\n{prose(schema)}"
    if "enum" in schema:
        return f"{heading}\n\nOne of {', '.join(f'`{word}`' for word in schema['enum'])}."
    return f"{heading}\n\n{fields_table(schema, {})}"


def fields_table(schema: Schema, known: dict[str, str]) -> str:
    """Lay out the fields of a type; `known` are meanings that its own text does not give."""
    required = schema.get("required", ())
    rows = [
        (
            f"`{name}`",
            type_in_words(field),
            "yes" if name in required else f"no, `{json.dumps(field.get('default'))}`",
            meaning(name, schema, known),
        )
        for name, field in schema["properties"].items()
    ]
    return table(("Field", "Type", "Required", "Meaning"), rows)


def type_in_words(field: Schema) -> str:
    """Tell a type in the words of JSON."""
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if "anyOf" in field:
        return " or ".join(type_in_words(each) for each in field["anyOf"])
    if "prefixItems" in field:
        return f"pair of {' and '.join(type_in_words(each) for each in field['prefixItems'])}"
    if field.get("type") == "array":
        return f"array of {type_in_words(field['items'])}"
    if "additionalProperties" in field:
        return f"object of {type_in_words(field['additionalProperties'])}"
    return str(field["type"])


def meaning(name: str, schema: Schema, known: dict[str, str]) -> str:
    """Give the sentences of a type's documentation that name a field, or else what is known."""
    if "const" in schema["properties"][name]:
        return "It says what message this is."
    sentences = _SENTENCE.split(" ".join(schema.get("description", "").split()))
    own = " ".join(sentence for sentence in sentences[1:] if f"`{name}`" in sentence)
    return linked(own or known.get(name, ""))


def shown(message: Message) -> str:
    """Show a message, with one field a line if it is long."""
    line = json.dumps(message, ensure_ascii=False)
    if len(line) > SHORT:
        fields = (f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in message.items())
        line = "{\n" + ",\n".join(fields) + "\n}"
    return f"```json\n{line}\n```"


def escaped(schema: Schema) -> str:
    """Write a schema as text within HTML."""
    return escape(schema_text(schema).rstrip(), quote=False)


def schema_text(schema: Schema) -> str:
    """Write a schema as a file has it."""
    return json.dumps(schema, indent=2) + "\n"


def write(folder: Path = SCHEMAS) -> None:
    """Write the schemas that changed, and remove those that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {folder / f"{name}.json": schema_text(schema) for name, schema in schemas().items()}
    for stale in set(folder.glob("*.json")) - wanted.keys():
        stale.unlink()
    for file, text in wanted.items():
        keep(file, text)


if __name__ == "__main__":
    write()
