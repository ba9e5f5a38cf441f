"""Divergences: the model and a system differ, and whether a shorter trace shows the same.

Whether two findings are one is decided in `kit/signatures.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from conformance.adapters.connections import Broken
from conformance.differential.difference import Difference
from conformance.differential.tally import DecisionSignature, decision_of
from model.transition import Transition
from spec.formats.messages import Message, outcome_to_json
from spec.properties.predicate import BrokenProperty
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import State


@dataclass(eq=False)
class Divergence(Exception):
    """The model and a system differ, or a property of the specification is broken.

    `kind` is `answer`, `state`, `atomicity` (a rejection changed something), `observation` (the
    state differs before anything was asked), `error` (the system replied with an error), `crash`,
    `integrity`, `property`, `run` for a property of a whole run of the orchestrator, or
    `orchestrator` if the two orchestrators differ. `observed` is the system's answer, or the text
    of its error, `state` what it stored then. `differences` are the places of the answer and of the
    stored state that differ; `problems` are violated properties, or
    sentences, where it is no place that differs.
    `state_agrees` is whether the stored states are alike. `before` is what the model stored before,
    and a run can go on from `resume`: what the model stores then, or else what the system does if
    that is legal. `bad_end` says how the system ended, if that is the error.
    """

    kind: str
    operation: Operation | None
    model: Transition | None
    observed: Outcome | Message | str | None
    differences: tuple[Difference, ...] = ()
    problems: tuple[BrokenProperty | str, ...] = ()
    state: State | Message | None = None
    state_agrees: bool = False
    before: State | None = None
    resume: State | None = None
    bad_end: Broken | None = None

    def __str__(self) -> str:
        return f"{self.kind}: " + "; ".join((*sorted(self.places), *map(str, self.problems)))

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
        """The fields that differ, without their values and without where they stand.

        Where none does, the id of a property that is violated, or else the kind.
        """
        ids = (each.property for each in self.problems if isinstance(each, BrokenProperty))
        broken = set(ids) or ({self.kind} if self.problems else set())
        return frozenset(each.field for each in self.differences).union(broken)

    def is_stored(self, difference: Difference) -> bool:
        """Return whether a difference is in what is stored, not in the answer."""
        states = [self.model.state if self.model else None, self.before]
        plans = {plan.path for state in states if state for plan in state.plans}
        named = plans | {getattr(self.operation, "plan", "")}
        return bool(difference.place) and difference.place[0] in named

    @property
    def parts_of_answer(self) -> frozenset[str]:
        """The parts of the answer in which a field differs, such as `decided`."""
        return frozenset(each.place[0] for each in self.differences if len(each.place) > 1)

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


def is_same_fault(original: Divergence, other: Divergence) -> bool:
    """Return whether a shorter trace shows the same: the same fields, by no other rules."""
    return (
        (original.kind, original.answers) == (other.kind, other.answers)
        and original.places == other.places
        and rules_of(other) <= rules_of(original)
    )


def rules_of(divergence: Divergence) -> frozenset[str]:
    """Return the rules that decided what the model did."""
    return frozenset(divergence.model.rules) if divergence.model else frozenset()


def answer_kind(reply: Message) -> object:
    """Return the name of an answer, or the code of a rejection, if it has one; `None` for an error.

    A rejection without a code is `rejected`.
    """
    bare = "rejected" if reply["reply"] == "rejected" else None
    return reply.get("answer", reply.get("code", bare))


class Policy:
    """Decides which operations are asked, and whether a run goes on after a divergence.

    This one asks everything and raises every divergence.
    """

    def admit(self, operation: Operation, transition: Transition) -> None:
        """Raise `CannotBeAsked` for an operation that is not to be asked."""

    def unsupported(self, operation: Operation, transition: Transition, why: str) -> None:
        """Take note of an operation that the system does not support."""

    def diverged(self, divergence: Divergence) -> None:
        """Raise the divergence, or return to go on."""
        raise divergence


class RaiseWanted(Policy):
    """Goes on after divergences that nobody wants, as long as the stored states are alike.

    With `adopts`, it also goes on from the state that the system shows, if that is a legal one.
    """

    def __init__(self, wanted: Callable[[Divergence], bool], adopts: bool = False) -> None:
        self.wanted = wanted
        self.adopts = adopts

    def diverged(self, divergence: Divergence) -> None:
        """Raise what is wanted, and what ends the run in any case."""
        can_go_on = divergence.state_agrees or (self.adopts and divergence.resume is not None)
        if self.wanted(divergence) or not can_go_on:
            raise divergence
