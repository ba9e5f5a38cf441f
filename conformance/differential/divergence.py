"""Divergences: the model and a system differ, and when two divergences are of the same fault."""

import re
from dataclasses import dataclass
from functools import cached_property

from conformance.differential.tally import DecisionSignature, decision_of
from conformance.generators.circumstances import OrchestratedRun
from conformance.protocol.codec import Message, outcome_to_json
from model.transition import Transition
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import State

PRESENCE = ("there -> missing", "missing -> there")
"""What is said of a plan, a step, an item or a note that only one side has."""


@dataclass(eq=False)
class Divergence(Exception):
    """The model and a system differ, or a property of the specification is broken.

    `kind` is `answer`, `state`, `atomicity` (a rejection changed something), `observation` (the
    state differs before anything was asked), `error` (the system replied with an error), `crash`,
    `integrity`, `property`, `run` for a property of a whole run of the orchestrator, or
    `orchestrator` if the two orchestrators differ. `observed` is the system's answer, or the text
    of its error, `state` what it stored then. `differences` are sentences, the model's value
    first. `state_agrees` is whether the stored states are alike. Of the last two kinds, `run`
    reproduces the run after the first `before_run` operations.
    """

    kind: str
    operation: Operation | None
    model: Transition | None
    observed: Outcome | Message | str | None
    differences: list[str]
    state: State | Message | None = None
    state_agrees: bool = False
    run: OrchestratedRun | None = None
    before_run: int = 0

    def __str__(self) -> str:
        return f"{self.kind}: " + "; ".join(self.differences)

    @cached_property
    def decision(self) -> DecisionSignature:
        """The decision of the model that is not shared."""
        assert self.operation is not None
        assert self.model is not None
        return decision_of(self.operation, self.model)

    @property
    def expected(self) -> Message:
        """The model's reply."""
        assert self.model is not None
        return outcome_to_json(self.model.outcome)

    @property
    def reply(self) -> Message:
        """The system's reply."""
        if isinstance(self.observed, dict):
            return self.observed
        if self.observed is None or isinstance(self.observed, str):
            return {"reply": "error", "message": str(self.observed)}
        return outcome_to_json(self.observed)

    @property
    def places(self) -> frozenset[str]:
        """The fields that differ, without their values and without where they stand."""
        return frozenset(map(place_of, self.differences))

    @property
    def breach(self) -> tuple[str, ...]:
        """What is wrong, without values: the kind, what was answered, and the fields that differ.

        A faulty implementation that does the same wherever it is asked has the same breach there.
        """
        return (self.kind, str(answer_kind(self.reply)), *sorted(self.places))

    @property
    def answers(self) -> tuple[object, ...]:
        """What kind of answers the model and the system gave to which kind of operation."""
        if self.model is None:
            return (type(self.operation),)
        return (type(self.operation), self.decision.answer, answer_kind(self.reply))


def is_known(known: Divergence, other: Divergence) -> bool:
    """Return whether a divergence is a known one: with the same fields, by at least its rules."""
    return (
        (known.kind, known.answers) == (other.kind, other.answers)
        and known.places == other.places
        and rules_of(known) <= rules_of(other)
    )


def is_same_fault(original: Divergence, other: Divergence) -> bool:
    """Return whether a shorter trace shows the same: no other fields, by no other rules."""
    if original.run is not None:
        return original.kind == other.kind
    return (
        (original.kind, original.answers) == (other.kind, other.answers)
        and other.places <= original.places
        and rules_of(other) <= rules_of(original)
    )


def rules_of(divergence: Divergence) -> frozenset[str]:
    """Return the rules that decided what the model did."""
    return frozenset(divergence.model.rules) if divergence.model else frozenset()


def place_of(line: str) -> str:
    """Return the field that a line is about; of a part that one side lacks, only that it lacks."""
    if line.startswith("the answer"):
        return "the answer"
    place, _, values = line.partition(": ")
    return values if values in PRESENCE else re.split(r"[ .]", place)[-1]


def answer_kind(reply: Message) -> object:
    """Return the name of an answer, or the code of a rejection; `None` for an error."""
    return reply.get("answer", reply.get("code"))
