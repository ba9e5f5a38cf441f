"""The target of a run: how to name the implementation again, and how to ask it by hand."""

import argparse
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.adapters.opening import host_and_port
from conformance.cli.kit_arguments import CLOCK_VARIABLE
from conformance.protocol.codec import Message, operation_request, request_to_json, written
from conformance.protocol.messages import VERSION, Bye, Hello, Observe, ResetStore
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register


@dataclass(frozen=True, slots=True)
class Target:
    """The implementation as it was named on the command line."""

    words: tuple[str, ...]
    command: tuple[str, ...] = ()
    connect: str | None = None
    made: str = ""

    def replay(self, trace: str) -> str:
        """Give the command that runs a trace again."""
        return shlex.join(["planspec", "replay", trace, *self.words])

    def snippet(self, operations: Sequence[Operation], registers: bool) -> str:
        """Give lines to run that ask the implementation for a trace, and for its state."""
        requests = requests_of(operations, registers)
        if self.made:
            return python_snippet(self.made, requests)
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
        return Target(("--python", options.python), made=loading(options.python))
    if options.cli:
        return Target(tuple(cli_words(options)), made=driving(options))
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


def cli_words(options: argparse.Namespace) -> Iterator[str]:
    """Give the words that name a program with the command line of planstate again."""
    yield from ("--cli", options.cli)
    if options.clock_variable != CLOCK_VARIABLE:
        yield from ("--clock-variable", options.clock_variable)
    if options.store is not None:
        yield from ("--store", options.store)


def loading(place: str) -> str:
    """Give the lines of Python that make an implementation in the same process."""
    return (
        "from conformance.adapters.in_process import PythonConnection, loaded\n\n"
        f"connection = PythonConnection(loaded({place!r}))\n"
    )


def driving(options: argparse.Namespace) -> str:
    """Give the lines of Python that drive a program with the command line of planstate."""
    habits = f"Habits({options.clock_variable!r}, {options.store!r})"
    return (
        "from conformance.adapters.command_line.adapter import Habits\n"
        "from conformance.adapters.command_line.connection import CommandLineConnection\n\n"
        f"connection = CommandLineConnection({options.cli!r}, {habits}, {options.timeout!r})\n"
    )


def python_snippet(made: str, requests: Sequence[Message]) -> str:
    """Give a Python program that asks an implementation, made by the lines given."""
    lines = "".join(f"    {request!r},\n" for request in requests)
    return f"{made}for request in [\n{lines}]:\n    print(connection.exchange(request, 5.0))"
