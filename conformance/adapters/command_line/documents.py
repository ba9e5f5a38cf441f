"""Plan documents: a definition as Markdown that is read back as exactly this definition."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from conformance.adapters.sut import UnsupportedRequest
from impl.documents.reader import parse_document
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition

MARKERS = {
    ItemKind.TASK: "**Tasks:**",
    ItemKind.TEST: "**Tests:**",
    ItemKind.CHECKPOINT: "**Checkpoints:**",
}


UNKNOWN = "nothing is known of it"
"""Stands for the hash where any document will do."""


class Documents:
    """The documents of registrations, by the hashes that operations name them by."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def named(self, operation: Operation) -> str | None:
        """Return the hash of the document that an operation names; one to register is kept.

        Raises `UnsupportedRequest` if no document can say it, or if the hash is that of a document
        that says other things: real ones have other hashes.
        """
        if not isinstance(operation, Register):
            return getattr(operation, "document_hash", None)
        text, document_hash = document(operation.definition), operation.definition.document_hash
        if self._texts.setdefault(document_hash, text) != text:
            raise UnsupportedRequest(
                f"two documents that differ cannot have one hash, {document_hash}"
            )
        return document_hash

    def text(self, document_hash: str) -> str:
        """Return a document. Of one that was never registered, nothing is known but its hash."""
        unknown = f"# A document that has changed\n\n<!-- {document_hash} -->\n"
        return self._texts.get(document_hash) or unknown


def document(definition: PlanDefinition) -> str:
    """Write a definition as a plan document.

    Its invented hash stands in a comment, so that other hashes have other documents. Raises
    `UnsupportedRequest` if the format cannot say it, as with a line break in a title.
    """
    text = "\n".join(_lines(definition)) + "\n"
    read = parse_document(text.encode()).definition
    if replace(read, document_hash=definition.document_hash) != ordered(definition):
        raise UnsupportedRequest(
            "the plan's definition cannot be written as a plan document that says just this"
        )
    return text


def ordered(definition: PlanDefinition) -> PlanDefinition:
    """Return a definition with the items of each step by kind, as they are written and numbered."""
    return replace(definition, steps=tuple(_ordered(step) for step in definition.steps))


def _ordered(step: StepDefinition) -> StepDefinition:
    items = tuple(sorted(step.items, key=lambda item: [*MARKERS].index(item.kind)))
    return replace(step, items=items, substeps=tuple(_ordered(each) for each in step.substeps))


def _lines(definition: PlanDefinition) -> Iterator[str]:
    if definition.title:
        yield from (f"## Phase 1.0: {definition.title}", "")
    yield from (f"<!-- {definition.document_hash} -->", "")
    for number, step in enumerate(ordered(definition).steps, start=1):
        yield from _step_lines("###", str(number), step)
        for minor, substep in enumerate(step.substeps, start=1):
            yield from _step_lines("####", f"{number}.{minor}", substep)


def _step_lines(level: str, number: str, step: StepDefinition) -> Iterator[str]:
    yield from (f"{level} Step {number}: {step.title} {{#{step.anchor}}}", "")
    if step.dependencies:
        anchors = ", ".join(f"#{anchor}" for anchor in step.dependencies)
        yield from (f"**Depends on:** {anchors}", "")
    for kind, items in groupby(step.items, key=lambda item: item.kind):
        yield from (MARKERS[kind], "")
        yield from (f"- [ ] {item.text}".rstrip() for item in items)
        yield ""
