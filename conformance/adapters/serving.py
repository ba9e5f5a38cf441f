"""The other end of the protocol: an implementation in Python answers requests.

To serve one of your own, give `Served` to `serve`:

    from conformance.adapters.serving import Served, serve

    class Mine(Served): ...

    serve(Mine(), sys.stdin, sys.stdout)
"""

from collections.abc import Iterable
from typing import Protocol, TextIO

from conformance.protocol.codec import (
    BadMessage,
    Message,
    outcome_to_json,
    parsed,
    reply_to_json,
    request_from,
    state_to_json,
    written,
)
from conformance.protocol.messages import (
    VERSION,
    Bye,
    Done,
    Failed,
    Hello,
    Identity,
    Observe,
    ResetStore,
    Unsupported,
)
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State


class UnsupportedRequest(Exception):
    """What was asked cannot be asked of this implementation; the text says why."""


class BrokenProgram(Exception):
    """What is behind an adapter broke, or said what it cannot say; the text says all about it."""


class Served(Protocol):
    """An implementation in Python that can be validated.

    Answers and states may be given as the classes of `spec.vocabulary`, or as the fields of the
    messages, which may then be partial.
    """

    @property
    def identity(self) -> Identity:
        """Who it is and what of it can be validated; may take time to find out."""

    def reset(self) -> None:
        """Forget everything."""

    def apply(self, operation: Operation) -> Outcome | Message:
        """Answer an operation; raise `UnsupportedRequest` if it cannot be asked here."""

    def observe(self) -> State | Message:
        """Give everything that is stored."""


class Answerer:
    """Answers every request to an implementation; whatever goes wrong is an answer too."""

    def __init__(self, served: Served) -> None:
        self.served = served

    def answer_line(self, line: str) -> Message:
        """Answer a line."""
        try:
            return self.answer(parsed(line))
        except BadMessage as error:
            return reply_to_json(Failed(str(error)))

    def answer(self, message: Message) -> Message:
        """Answer a message."""
        try:
            return self._answer(request_from(message))
        except UnsupportedRequest as error:
            return reply_to_json(Unsupported(str(error)))
        except (BadMessage, BrokenProgram) as error:
            return reply_to_json(Failed(str(error)))
        except Exception as error:
            return reply_to_json(Failed(f"{type(error).__name__}: {error}"))

    def _answer(self, request: Hello | ResetStore | Observe | Bye | Operation) -> Message:
        match request:
            case Hello():
                return self._greet(request)
            case ResetStore():
                self._reset(request)
                return reply_to_json(Done())
            case Observe():
                state = self.served.observe()
                return state_to_json(state) if isinstance(state, State) else state
            case Bye():
                return reply_to_json(Done())
        outcome = self.served.apply(request)
        return outcome if isinstance(outcome, dict) else outcome_to_json(outcome)

    def _greet(self, hello: Hello) -> Message:
        if VERSION not in hello.protocols:
            offered = ", ".join(hello.protocols) or "none"
            raise BadMessage(
                f"the protocols offered are {offered}; expected {VERSION!r} among them"
            )
        return reply_to_json(self.served.identity)

    def _reset(self, reset: ResetStore) -> None:
        self.served.reset()
        if reset.plan is not None and reset.definition is not None:
            self.served.apply(Register(reset.plan, reset.definition, reset.now))


def serve(served: Served, requests: Iterable[str], replies: TextIO) -> None:
    """Answer line by line until `bye`, or until there are no more."""
    answerer = Answerer(served)
    for line in requests:
        reply = answerer.answer_line(line)
        replies.write(written(reply) + "\n")
        replies.flush()
        if reply.get("reply") == "ok" and is_bye(line):
            return


def is_bye(line: str) -> bool:
    """Tell whether a line that was answered was the last."""
    return parsed(line).get("request") == "bye"
