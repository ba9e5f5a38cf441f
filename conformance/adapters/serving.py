"""The other end of the protocol: a system in Python answers requests.

from conformance.adapters.serving import serve

serve(Mine(), sys.stdin, sys.stdout)  # Mine is a SystemUnderTest
"""

from collections.abc import Iterable
from functools import cached_property
from typing import TextIO

from conformance.adapters.sut import RequestFailed, SystemUnderTest, UnsupportedRequest
from conformance.protocol.codec import reply_to_json, request_from
from conformance.protocol.lines import BadMessage, parsed, written
from conformance.protocol.messages import (
    VERSION,
    Bye,
    Done,
    Failed,
    Hello,
    ObserveStore,
    ResetStore,
    Unsupported,
)
from spec.editions import CURRENT, EDITIONS, Edition
from spec.formats.messages import Message, outcome_to_json, state_to_json
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State


class Answerer:
    """Answers every request to a system; whatever goes wrong is a reply too.

    Objects are written as the newest edition that the system declares has them.
    """

    def __init__(self, system: SystemUnderTest) -> None:
        self.system = system

    @cached_property
    def edition(self) -> Edition:
        """The edition of the replies, found out when it is first needed."""
        known = [each for each in EDITIONS if each.name in self.system.identity.editions]
        return known[-1] if known else CURRENT

    def answer_line(self, line: str) -> Message:
        """Answer a line."""
        try:
            return self.answer(parsed(line))
        except BadMessage as error:
            return reply_to_json(Failed(str(error)))

    def answer(self, message: Message) -> Message:
        """Answer a message."""
        try:
            if message.get("request") == "open" and hasattr(self.system, "open"):
                self.system.open(message["store"])
                return reply_to_json(Done())
            return self._answer(request_from(message))
        except UnsupportedRequest as error:
            return reply_to_json(Unsupported(str(error)))
        except (BadMessage, RequestFailed) as error:
            return reply_to_json(Failed(str(error)))
        except Exception as error:
            return reply_to_json(Failed(f"{type(error).__name__}: {error}"))

    def _answer(self, request: Hello | ResetStore | ObserveStore | Bye | Operation) -> Message:
        match request:
            case Hello():
                if VERSION not in request.protocols:
                    offered = ", ".join(request.protocols) or "none"
                    raise BadMessage(
                        f"the protocols offered are {offered}; expected {VERSION!r} among them"
                    )
                return reply_to_json(self.system.identity)
            case ResetStore():
                self.system.reset()
                if request.plan is not None and request.definition is not None:
                    self.system.apply(Register(request.plan, request.definition, request.now))
                return reply_to_json(Done())
            case ObserveStore():
                state = self.system.observe()
                return state_to_json(state, self.edition) if isinstance(state, State) else state
            case Bye():
                return reply_to_json(Done())
        outcome = self.system.apply(request)
        return outcome if isinstance(outcome, dict) else outcome_to_json(outcome, self.edition)


def serve(system: SystemUnderTest, requests: Iterable[str], replies: TextIO) -> None:
    """Answer requests line by line until `bye`, or until there are no more."""
    answerer = Answerer(system)
    for line in requests:
        reply = answerer.answer_line(line)
        replies.write(written(reply) + "\n")
        replies.flush()
        if reply.get("reply") == "ok" and parsed(line).get("request") == "bye":
            return
