"""Calling `planstate`: in this process, and in processes of its own, one or several at once."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir, nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from jsonschema import Draft202012Validator

from conformance.protocol.documents.catalog import document_schemas
from conformance.protocol.documents.planstate import PLANSTATE_DATA, schema_name
from impl.cli.main import main

HOUR = "3600"
"""Longer than a test may take: who waits for so long, in seconds, waits until the event."""

PROGRAM = "from impl.cli.main import main; raise SystemExit(main())"

_SCHEMAS = document_schemas()
DOCUMENTS = {
    command: Draft202012Validator(_SCHEMAS[f"document-{schema_name(command)}"])
    for command in PLANSTATE_DATA
}
"""The published schemas of what each command prints with `--json`."""

HANDLED = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""The signals that a command handles until its process ends."""


class Reply(NamedTuple):
    """How a call ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def envelope(self) -> dict[str, Any]:
        """The envelope that was printed, and nothing beside it."""
        envelope = self.document
        DOCUMENTS[envelope["command"]].validate(envelope)
        return envelope

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document that was printed, and nothing beside it."""
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document

    @property
    def data(self) -> dict[str, Any]:
        """What was answered with success."""
        assert (self.code, self.envelope["status"]) == (0, "ok"), self
        data = self.envelope["data"]
        assert isinstance(data, dict)
        return data


def call(
    arguments: Sequence[str],
    folder: Path | None = None,
    given: str = "",
    variables: Mapping[str, str] = {},
) -> Reply:
    """Call `planstate` in a folder; everything that it changes in this process is restored."""
    content = io.BytesIO(given.encode("utf-8", "surrogateescape"))
    stdin = io.TextIOWrapper(content, encoding="utf-8")
    stdout, stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    handlers = {number: signal.getsignal(number) for number in HANDLED}
    with (
        chdir(folder) if folder else nullcontext(),
        patch.dict(os.environ, variables),
        patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
    ):
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
    return Reply(code, text_of(stdout), text_of(stderr))


def text_of(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream."""
    stream.seek(0)
    return stream.read()


def begin(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Begin a process in a folder."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def end(process: subprocess.Popen[bytes], given: bytes = b"") -> Reply:
    """Send a process its input and wait for its end."""
    output, errors = process.communicate(given)
    return Reply(process.returncode, output.decode(), errors.decode())


def together(folder: Path, arguments: Sequence[str], inputs: Sequence[str]) -> list[Reply]:
    """Run a process for each input; all have begun before any has its input."""
    processes = [begin(folder, *arguments) for _ in inputs]
    for process, given in zip(processes, inputs, strict=True):
        assert process.stdin is not None
        process.stdin.write(given.encode())
        process.stdin.close()
        process.stdin = None
    return [end(process) for process in processes]


def run_program(
    *command: str,
    folder: Path | None = None,
    given: str = "",
    variables: Mapping[str, str] = {},
    **options: Any,
) -> Reply:
    """Run a program in a process of its own."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=folder, input=given, env=environment, capture_output=True, text=True, **options
    )
    return Reply(done.returncode, done.stdout, done.stderr)
