"""Beside: the model and the implementation under test, asked the same and compared each time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.agreement import Tally
from conformance.conform.evidence import Evidence, Signature, signature_of
from conformance.conform.reach import Reach
from conformance.protocol.codec import Message, outcome_to_json, state_to_json
from conformance.protocol.comparing import Judging
from conformance.protocol.messages import Failed, Unsupported
from conformance.protocol.subject import Subject
from model.apply import apply
from model.transition import Transition
from spec.vocabulary import Commit, Committed, HistoryEntry, Operation, Register, State

PRESENCE = ("there -> missing", "missing -> there")
"""What is told of a step, an item or a note that only one side has."""


class NotAsked(Exception):
    """An operation was not asked: it cannot be, or its difference is known already."""


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


class Beside:
    """Drives the model and the implementation with the same operations, from an empty store."""

    def __init__(self, subject: Subject, judging: Judging, reach: Reach) -> None:
        self.subject = subject
        self.judging = judging
        self.reach = reach
        self.tally: Tally | None = None
        self._last: tuple[State, Message] | None = None
        self._forget()

    def start(self, operations: Sequence[Operation]) -> Sequence[Operation]:
        """Empty the store and give what is left to ask.

        A plan that comes first is brought along where plans cannot be registered.
        """
        self._forget()
        first = operations[0] if operations else None
        if not isinstance(first, Register) or self.reach.registers:
            self.subject.reset()
            return operations
        self.subject.reset(first.plan, first.definition, first.now)
        transition = apply(self.state, first)
        self.operations.append(first)
        self._observe(first, transition, {"reply": "ok"}, [])
        self._go_on(first, transition)
        return operations[1:]

    def decided(self, operation: Operation) -> tuple[Operation, Transition]:
        """Give an operation as it can be asked, with the model's answer; raise `NotAsked`."""
        fitted = self.reach.fitted(operation, self.state, self.now)
        if fitted is None:
            raise NotAsked
        return fitted, apply(self.state, fitted)

    def apply(self, operation: Operation) -> Transition:
        """Ask both; raise `Difference`, or `NotAsked` if it is not supported."""
        fitted, transition = self.decided(operation)
        reply = self.subject.apply(fitted)
        if isinstance(reply, Unsupported):
            self.unsupported(signature_of(fitted, transition), reply.why)
            raise NotAsked
        self.operations.append(fitted)
        if isinstance(reply, Failed):
            self.differing(error(fitted, transition, reply))
        else:
            expected = outcome_to_json(transition.outcome)
            lines = self.judging.answer_differences(expected, reply)
            self._observe(fitted, transition, reply, lines)
        self._go_on(fitted, transition)
        return transition

    def unsupported(self, signature: Signature, why: str) -> None:
        """Take note of what the implementation cannot be asked."""

    def differing(self, difference: Difference) -> None:
        """Decide what a difference leads to: here to an end."""
        raise difference

    def _observe(
        self, operation: Operation, transition: Transition, reply: Message, lines: list[str]
    ) -> None:
        observed = self.subject.observe()
        if isinstance(observed, Failed):
            self.differing(error(operation, transition, observed))
            return
        stored = self.judging.state_differences(self._told(transition.state), observed)
        if not lines and not stored:
            return
        kind = "answer" if lines else "state"
        if reply["reply"] == "rejected" and self._changed(transition, observed, stored):
            kind = "atomicity"
        elif "answer" not in reply and reply["reply"] == "ok":
            kind = "observation"
        self.differing(
            Difference(kind, operation, transition, reply, observed, [*lines, *stored], not stored)
        )

    def _changed(self, transition: Transition, observed: Message, stored: list[str]) -> bool:
        """Tell whether what is stored is no longer what was stored before the operation."""
        if transition.state is self.state:
            return bool(stored)
        return bool(self.judging.state_differences(self._told(self.state), observed))

    def _forget(self) -> None:
        self.state, self.now = State(), 0
        self.operations: list[Operation] = []
        self.history: tuple[HistoryEntry, ...] = ()

    def _told(self, state: State) -> Message:
        if self._last is None or self._last[0] is not state:
            self._last = (state, state_to_json(state))
        return self._last[1]

    def _go_on(self, operation: Operation, transition: Transition) -> None:
        self.state, self.now = transition.state, operation.now
        if isinstance(operation, Commit) and isinstance(transition.outcome, Committed):
            entry = HistoryEntry(operation.plan, operation.step, transition.outcome.commit_hash)
            self.history = (entry, *self.history)


class Exploring(Beside):
    """Keeps evidence, steers round what is known to differ, and goes on where nothing is lost."""

    def __init__(self, subject: Subject, judging: Judging, reach: Reach) -> None:
        super().__init__(subject, judging, reach)
        self.evidence = Evidence()
        self.tally = Tally()
        # The orchestrator counts there which of its own rules it followed.
        self.tally.rules = self.evidence.orchestrated
        self.known: list[Difference] = []

    def apply(self, operation: Operation) -> Transition:
        """Ask both and keep the evidence; raise `Difference` or `NotAsked`."""
        fitted, transition = self.decided(operation)
        signature = signature_of(fitted, transition)
        if self.evidence.avoids(signature):
            self.evidence.avoided[signature] += 1
            raise NotAsked
        differed = self.evidence.differed[signature]
        self.evidence.asked += 1
        super().apply(fitted)
        if self.evidence.differed[signature] == differed:
            self.evidence.agreed[signature] += 1
        return transition

    def unsupported(self, signature: Signature, why: str) -> None:
        """Take note of what the implementation cannot be asked."""
        self.evidence.unsupported[signature] = why

    def differing(self, difference: Difference) -> None:
        """Go on after a known difference that left the states alike; raise any other."""
        self.evidence.differed[difference.signature] += 1
        if not difference.state_agrees or not self.is_known(difference):
            self.evidence.halting[difference.signature] += not difference.state_agrees
            raise difference

    def is_known(self, difference: Difference) -> bool:
        """Tell whether a difference is that of a finding, met on another way."""
        return any(alike(known, difference) for known in self.known)


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
