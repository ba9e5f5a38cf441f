"""Beside: the model and the implementation under test, asked the same and compared each time."""

from collections.abc import Sequence

from conformance.adapters.subject import Subject
from conformance.differential.agreement import Tally
from conformance.differential.comparing import Judging
from conformance.differential.difference import Difference, error
from conformance.kit.evidence import Signature, signature_of
from conformance.kit.reach import Reach
from conformance.protocol.codec import Message, outcome_to_json, state_to_json
from conformance.protocol.messages import Failed, Unsupported
from model.apply import apply
from model.transition import Transition
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import HistoryEntry
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State


class NotAsked(Exception):
    """An operation was not asked: it cannot be, or its difference is known already."""


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
        if not isinstance(first, Register) or not self.reach.starts_with_plan(tuple(operations)):
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
