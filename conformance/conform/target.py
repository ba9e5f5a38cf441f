"""The target of a run: how to name the implementation again, and how to ask it by hand."""

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.protocol.codec import Message, operation_request, request_to_json, written
from conformance.protocol.messages import VERSION, Bye, Hello, Observe, ResetStore
from conformance.protocol.opening import host_and_port
from spec.vocabulary import Operation, Register


@dataclass(frozen=True, slots=True)
class Target:
    """The implementation as it was named on the command line."""

    words: tuple[str, ...]
    command: tuple[str, ...] = ()
    python: str | None = None
    connect: str | None = None

    def replay(self, trace: str) -> str:
        """Give the command that runs a trace again."""
        return shlex.join(["planspec", "replay", trace, *self.words])

    def snippet(self, operations: Sequence[Operation], registers: bool) -> str:
        """Give lines to run that ask the implementation for a trace, and for its state."""
        requests = requests_of(operations, registers)
        if self.python:
            return python_snippet(self.python, requests)
        lines = "\n".join(written(request) for request in requests)
        program = shlex.join(self.command)
        if self.connect:
            host, port = host_and_port(self.connect)
            program = f"nc {shlex.quote(host)} {port}"
        return f"{program} <<'REQUESTS'\n{lines}\nREQUESTS"


def target_of(options: argparse.Namespace) -> Target:
    """Read which implementation is meant."""
    command = tuple(word for word in options.command if word != "--")
    if options.python:
        return Target(("--python", options.python), python=options.python)
    if options.connect:
        return Target(("--connect", options.connect), connect=options.connect)
    return Target(("--", *command), command)


def requests_of(operations: Sequence[Operation], registers: bool) -> list[Message]:
    """List the requests that ask for a trace."""
    first = operations[0] if operations else None
    reset = ResetStore()
    if isinstance(first, Register) and not registers:
        reset, operations = ResetStore(first.plan, first.definition, first.now), operations[1:]
    asked = [operation_request(operation) for operation in operations]
    around = [request_to_json(each) for each in (Hello((VERSION,)), reset, Observe(), Bye())]
    return [*around[:2], *asked, *around[2:]]


def python_snippet(place: str, requests: Sequence[Message]) -> str:
    """Give a Python program that asks an implementation in the same process."""
    lines = "".join(f"    {request!r},\n" for request in requests)
    return (
        "from conformance.protocol.in_process import PythonConnection, loaded\n\n"
        f"connection = PythonConnection(loaded({place!r}))\n"
        f"for request in [\n{lines}]:\n"
        "    print(connection.exchange(request, 5.0))"
    )
