"""The target of a run: how to name the system again, and how to ask it by hand."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.protocol.codec import Message, operation_request, request_to_json, written
from conformance.protocol.messages import VERSION, Bye, Hello, Observe, ResetStore
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register


@dataclass(frozen=True, slots=True)
class NamedSystem:
    """The system as it was named on the command line."""

    words: tuple[str, ...]
    command: tuple[str, ...] = ()
    connect: str | None = None
    made: str = ""

    def replay(self, trace: str) -> str:
        """Return the command that runs a trace again."""
        return shlex.join(["planspec", "replay", trace, *self.words])

    def snippet(self, operations: Sequence[Operation], registers: bool) -> str:
        """Return lines to run that ask the system for a trace and for its state."""
        requests = requests_of(operations, registers)
        if self.made:
            return python_snippet(self.made, requests)
        lines = "\n".join(written(request) for request in requests)
        program = shlex.join(self.command)
        if self.connect:
            host, _, port = self.connect.rpartition(":")
            program = f"nc {shlex.quote(host)} {port}"
        return f"{program} <<'REQUESTS'\n{lines}\nREQUESTS"


def requests_of(operations: Sequence[Operation], registers: bool) -> list[Message]:
    """Return the requests that ask for a trace."""
    first = operations[0] if operations else None
    reset = ResetStore()
    if isinstance(first, Register) and not registers:
        reset, operations = ResetStore(first.plan, first.definition, first.now), operations[1:]
    asked = [operation_request(operation) for operation in operations]
    around = [request_to_json(each) for each in (Hello((VERSION,)), reset, Observe(), Bye())]
    return [*around[:2], *asked, *around[2:]]


def python_snippet(made: str, requests: Sequence[Message]) -> str:
    """Return a Python program that asks a system, which the lines given make."""
    lines = "".join(f"    {request!r},\n" for request in requests)
    return f"{made}for request in [\n{lines}]:\n    print(connection.exchange(request, 5.0))"
