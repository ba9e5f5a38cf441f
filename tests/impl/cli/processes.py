"""`planstate` in processes of its own, one or several at once."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.impl.cli.desk import Reply

HOUR = "3600"
"""Longer than a test may take: who waits for so long, in seconds, waits until the event."""

PROGRAM = "from impl.cli.main import main; raise SystemExit(main())"


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
