"""Playing: a system is asked what is known in advance, with requests sent ahead of replies."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from conformance.adapters.connections import Broken, read_reply
from conformance.adapters.remote import OBSERVE, RemoteSystem, reset_request
from conformance.adapters.sut import EndedBadly, RequestFailed, UnsupportedRequest
from conformance.differential.comparator import Comparator
from conformance.differential.difference import Difference
from conformance.protocol.codec import operation_request
from conformance.protocol.lines import written
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.formats.messages import Message, outcome_to_json
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State

DONE = {"reply": "ok"}
LONGEST = 6
"""The most requests of a step: a reset, one with a plan, an operation, and a look after each."""


@dataclass(slots=True)
class KnownReply:
    """A request, and the reply or the state that is expected.

    `after_reset` is whether it looks at a store that was just emptied.
    """

    request: Message
    expected: Message | State
    after_reset: bool = False


@dataclass(frozen=True, slots=True)
class KnownStep:
    """Requests that belong together, for `what`: an operation, and what is stored after it."""

    what: Any
    replies: Sequence[KnownReply]


@dataclass(frozen=True, slots=True)
class UnexpectedReply:
    """A reply that is not the one expected: its message, and each field that differs.

    `unsupported` says why the system could not be asked, `error` what it failed with, and
    `broken` how it ended if it did.
    """

    request: Message
    reply: Message
    differences: tuple[Difference, ...] = ()
    unsupported: str = ""
    error: str = ""
    broken: Broken | None = None


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step that was played, and the replies that were not as expected."""

    step: KnownStep
    unexpected: tuple[UnexpectedReply, ...] = ()

    @property
    def state_agrees(self) -> bool:
        """Whether only answers differ, so that the next steps are known in advance too."""
        return not any(
            each.unsupported or each.error or each.request["request"] != "op"
            for each in self.unexpected
        )


def beginning(register: Register | None, edition: Edition = CURRENT) -> list[KnownReply]:
    """Return the requests for an empty store, or for one plan and what is stored then."""
    emptied = [KnownReply(reset_request(), DONE), replace(stored(State()), after_reset=True)]
    if register is None:
        return emptied
    done = KnownReply(reset_request(register, edition), DONE)
    return [*emptied, done, stored(apply(State(), register, edition).state)]


def step_replies(
    operation: Operation, transition: Transition, edition: Edition
) -> list[KnownReply]:
    """Return the requests for an operation and for what is stored after it."""
    reply = outcome_to_json(transition.outcome, edition)
    return [KnownReply(operation_request(operation, edition), reply), stored(transition.state)]


def stored(state: State) -> KnownReply:
    """Return the request for what is stored."""
    return KnownReply(OBSERVE, state)


class Player:
    """Plays steps on a system, with requests sent ahead of replies where it offers that."""

    def __init__(self, system: RemoteSystem, comparator: Comparator) -> None:
        self.system = system
        self.comparator = comparator
        self.connect()
        self.window = system.window if self.pipeline else 1
        self.timeout = system.timeouts.operation
        self.sent: deque[KnownStep] = deque()

    def connect(self) -> None:
        """Send what follows on the connection that the system has now."""
        self.connection, self.pipeline = self.system.connection, self.system.pipeline
        self.can_send = True

    def play(self, steps: Iterable[KnownStep]) -> Iterator[PlayedStep]:
        """Write as many steps as the window lets, then yield each with its replies compared.

        Raises `Broken`. After `abandon`, `steps` may take another course.
        """
        coming = iter(steps)
        while step := next(coming, None):
            sending, ahead = [step], len(step.replies)
            while ahead + LONGEST <= self.window and (step := next(coming, None)):
                sending.append(step)
                ahead += len(step.replies)
            self.send(sending)
            while self.sent:
                yield self.received(self.sent.popleft())

    def abandon(self) -> list[KnownStep]:
        """Read the replies to what was sent ahead, and return the steps that were not compared."""
        abandoned = list(self.sent)
        self.sent.clear()
        for step in abandoned:
            self.drain(step.replies)
        return abandoned

    @property
    def is_cut_off(self) -> bool:
        """Whether the system was started again, so that nothing answers what was sent ahead."""
        return self.connection is not self.system.connection

    def send(self, steps: Sequence[KnownStep]) -> None:
        """Send the requests of steps, unless they are asked one by one."""
        if self.is_cut_off:
            self.connect()
        self.sent.extend(steps)
        known = [each for step in steps for each in step.replies]
        self.system.resets += sum(each.request["request"] == "reset" for each in known)
        if known and self.pipeline is not None and self.can_send:
            try:
                self.pipeline.send([written(each.request) for each in known], self.timeout)
            except Broken:
                # The replies that are there already come first.
                self.can_send = False

    def received(self, step: KnownStep) -> PlayedStep:
        """Compare the replies to the requests of a step; after an error nothing is compared."""
        found: list[UnexpectedReply] = []
        for at, known in enumerate(step.replies):
            self.system.note(known.request)
            unexpected = self.unexpected(known)
            if unexpected is not None:
                found.append(unexpected)
                if not PlayedStep(step, (unexpected,)).state_agrees:
                    self.drain(step.replies[at + 1 :])
                    break
        else:
            self.system.in_a_row = 0
        return PlayedStep(step, tuple(found))

    def unexpected(self, known: KnownReply) -> UnexpectedReply | None:
        """Return the reply to a request if it is not the one that is expected, or `None`."""
        try:
            if self.pipeline is None:
                return self.compared(known, self.connection.exchange(known.request, self.timeout))
            line = self.pipeline.receive(known.request, self.timeout)
            return self.compared(known, read_reply(known.request, line))
        except Broken as broken:
            if broken.kind == "reset":  # a fresh start does not mend it
                raise
            return ended(known, self.system.recover(broken))

    def compared(self, known: KnownReply, message: Message) -> UnexpectedReply | None:
        """Return a reply if it is not the one that is expected; it is validated then."""
        try:
            match known.request["request"]:
                case "reset":
                    self.system.require_reset(message)
                    return None
                case "observe":
                    stored = self.system.require_state(message)
                    assert isinstance(known.expected, State)
                    found = self.comparator.state_differences(known.expected, stored)
                case _:
                    answer = self.system.require_answer(message)
                    assert isinstance(known.expected, dict)
                    found = self.comparator.reply_differences(known.expected, answer)
        except UnsupportedRequest as error:
            unsupported = str(error) or "unsupported"
            return UnexpectedReply(known.request, message, unsupported=unsupported)
        except EndedBadly as end:
            return ended(known, end)
        except RequestFailed as error:
            return UnexpectedReply(known.request, message, error=str(error) or "error")
        if found and known.after_reset:
            raise self.system.bad_reset([each.path for each in found])
        return UnexpectedReply(known.request, message, (*found,)) if found else None

    def drain(self, replies: Sequence[KnownReply]) -> None:
        """Read the replies to what was sent ahead of a difference. Nothing is learned from them."""
        for known in replies:
            if self.pipeline is None or self.is_cut_off:
                return
            try:
                self.pipeline.receive(known.request, self.timeout)
            except Broken as broken:
                # What breaks it is asked again, with what comes before it.
                self.system.recover(broken)


def ended(known: KnownReply, end: EndedBadly) -> UnexpectedReply:
    """Return that a request broke the system."""
    return UnexpectedReply(known.request, {}, error=str(end), broken=end.broken)
