"""Differences between the model and an implementation, and when two of them are the same."""

import re
from dataclasses import dataclass, field

from conformance.kit.evidence import Signature, signature_of
from conformance.protocol.codec import Message
from conformance.protocol.messages import Failed
from model.transition import Transition
from spec.vocabulary.operations import Operation

PRESENCE = ("there -> missing", "missing -> there")
"""What is told of a step, an item or a note that only one side has."""


@dataclass
class Difference(Exception):
    """The model and the implementation differ.

    `kind` is `answer`, `state`, `atomicity` (a rejection changed something), `observation` (the
    state differs before anything was asked) or `error` (it was answered with an error). `reply`
    and `state` are what was seen; `lines` tell the fields, the model's value first.
    """

    kind: str
    operation: Operation
    transition: Transition
    reply: Message
    state: Message | None
    lines: list[str]
    state_agrees: bool = False
    signature: Signature = field(init=False)

    def __post_init__(self) -> None:
        self.signature = signature_of(self.operation, self.transition)

    @property
    def places(self) -> frozenset[str]:
        """Give the fields that differ, without the values and without where they stand."""
        return frozenset(place_of(line) for line in self.lines)


def alike(known: Difference, other: Difference) -> bool:
    """Tell whether two differences are the same, by the known one's rules and fields."""
    return (
        known.kind == other.kind
        and type(known.operation) is type(other.operation)
        and known.signature.answer == other.signature.answer
        and answered(known.reply) == answered(other.reply)
        and known.places == other.places
        and set(known.signature.rules) <= set(other.signature.rules)
    )


def same_fault(original: Difference, other: Difference) -> bool:
    """Tell whether a shorter trace still shows the same: no other fields, by no other rules."""
    return (
        original.kind == other.kind
        and type(original.operation) is type(other.operation)
        and original.signature.answer == other.signature.answer
        and answered(original.reply) == answered(other.reply)
        and other.places <= original.places
        and set(other.signature.rules) <= set(original.signature.rules)
    )


def place_of(line: str) -> str:
    """Give the field that a line tells of; of a part that is missing or there, only that it is."""
    if line.startswith("the answer"):
        return "the answer"
    place, _, values = line.partition(": ")
    return values if values in PRESENCE else re.split(r"[ .]", place)[-1]


def answered(reply: Message) -> object:
    """Give the kind of an answer, or the code of a rejection."""
    return reply.get("answer", reply.get("code"))


def error(operation: Operation, transition: Transition, failed: Failed) -> Difference:
    """Make the difference of an operation that was answered with an error."""
    reply: Message = {"reply": "error", "message": failed.message}
    lines = [f"the answer: {failed.message}"]
    return Difference("error", operation, transition, reply, None, lines)
