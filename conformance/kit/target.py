"""The target of a run: how to name the system again, and how to ask it by hand."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import reset_request
from conformance.protocol.codec import operation_request, to_message
from conformance.protocol.lines import written
from conformance.protocol.messages import VERSION, Bye, Clock, Hello, ObserveStore
from spec.editions import Edition
from spec.formats.messages import Message
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register


@dataclass(frozen=True, slots=True)
class NamedSystem:
    """The system as it was named on the command line, with the edition if one was chosen.

    `command` answers requests, one a line. `script` writes a shell script that asks a command line
    for a trace, by a kind of clock. `options` are others that a replay needs as well.
    """

    words: tuple[str, ...]
    command: tuple[str, ...] = ()
    script: Callable[[Sequence[Operation], Clock], str] | None = None
    edition: str | None = None
    options: tuple[str, ...] = ()

    def replay(self, trace: str) -> str:
        """Return the command that runs a trace again."""
        chosen = () if self.edition is None else ("--edition", self.edition)
        return shlex.join(["planspec", "replay", trace, *chosen, *self.options, *self.words])

    def snippet(self, operations: Sequence[Operation], offered: Capabilities) -> str:
        """Return lines for a shell that ask for a trace and for the state, without waiting."""
        if self.script is not None:
            return self.script(operations, offered.identity.clock)
        requests = requests_of(operations, offered.registers, offered.edition)
        lines = "\n".join(written(request) for request in requests)
        return f"{shlex.join(self.command)} <<'REQUESTS'\n{lines}\nREQUESTS"


def requests_of(
    operations: Sequence[Operation], registers: bool, edition: Edition
) -> list[Message]:
    """Return the requests that ask for a trace."""
    first, reset = operations[0] if operations else None, reset_request()
    if isinstance(first, Register) and not registers:
        reset, operations = reset_request(first, edition), operations[1:]
    asked = [operation_request(operation, edition) for operation in operations]
    hello, *end = (to_message(each) for each in (Hello((VERSION,)), ObserveStore(), Bye()))
    return [hello, reset, *asked, *end]
