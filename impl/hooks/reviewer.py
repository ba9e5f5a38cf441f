"""Running a reviewer: a program that reads a prompt and writes a review, within a time limit."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

SCHEMA = """\
{"type": "object", "required": ["verdict"], \
"properties": {"verdict": {"enum": ["PASS", "FAIL"]}, "summary": {"type": "string"}}}"""
"""What the structured output of a reviewer has to be."""

DEFAULT_COMMAND = (
    "claude",
    "--print",
    "--model",
    "{model}",
    "--output-format",
    "json",
    "--json-schema",
    SCHEMA,
    "--dangerously-skip-permissions",
    "{prompt}",
)
DEFAULT_SECONDS = 1_700.0

GUARD_VARIABLE = "PLANSTATE_REVIEWING"
"""Set for a reviewer and its children: a hook that finds it must not start a review."""

MOST_OUTPUT = 16 * 1024 * 1024
"""The number of bytes of a reviewer's output that are read, from its end."""

INTERRUPTING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)

PR_SET_PDEATHSIG = 1
"""From Linux's `prctl.h`: the signal that a process gets when its parent dies."""

PLACEHOLDER = re.compile(r"\{(model|prompt)\}")


@dataclass(frozen=True, slots=True)
class ReviewerRun:
    """How a reviewer ended: its exit code is `None` after a timeout, or if it did not start."""

    exit_code: int | None
    timed_out: bool = False
    output: bytes = b""
    complaint: str = ""


def command_line(command: Sequence[str], model: str, prompt: str) -> list[str]:
    """Return a command with model and prompt; without a placeholder, the prompt comes last.

    Placeholders inside model and prompt are not replaced, and no shell is involved.
    """
    values = {"model": model, "prompt": prompt}
    filled = [PLACEHOLDER.sub(lambda found: values[found[1]], word) for word in command]
    has_place = any("{prompt}" in word for word in command)
    return filled if has_place else [*filled, prompt]


def run(
    command: Sequence[str], folder: Path, variables: Mapping[str, str], seconds: float
) -> ReviewerRun:
    """Run a reviewer in a folder; at the time limit, kill it and all its children.

    It gets an empty standard input, the environment, the guard variable and `variables`. If it
    cannot be started, the run has no exit code but an error message. If this process is killed,
    Linux kills the reviewer too, but not its children.
    """
    environment = {**os.environ, **variables, GUARD_VARIABLE: "1"}
    # Into files, because a surviving grandchild would keep pipes open.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        # After an interrupt while a process starts, there would be no way to kill it.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTING)
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=complaints,
                start_new_session=True,
                preexec_fn=_beginning(os.getpid(), mask),
            )
            exit_code = _wait(process, seconds, mask)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            return ReviewerRun(None, complaint=f"it could not be started ({error})")
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        complaint = _end_of(complaints, 2_000).decode("utf-8", "replace").strip()
        return ReviewerRun(exit_code, exit_code is None, _end_of(output, MOST_OUTPUT), complaint)


def _beginning(parent: int, mask: set[int]) -> Callable[[], None]:
    """Return what a new process runs first: it unblocks signals, and dies with its parent."""
    die_with_parent = _dying_with_parent()

    def begin() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        die_with_parent()
        if os.getppid() != parent:  # the parent has died already
            os.kill(os.getpid(), signal.SIGKILL)

    return begin


def _dying_with_parent() -> Callable[[], object]:
    """Return a function that arranges to be killed with the parent, if the system supports it."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            prctl, kill = ctypes.CDLL(None).prctl, ctypes.c_ulong(signal.SIGKILL)
            return lambda: prctl(PR_SET_PDEATHSIG, kill)
    return lambda: None


def _wait(process: subprocess.Popen[bytes], seconds: float, mask: set[int]) -> int | None:
    """Return the exit code of a process, or `None` after killing its process group.

    Signals are unblocked here, except those in `mask`.
    """
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        # Also on an interrupt. The id is not reused before somebody has waited for the process.
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            # An interrupt may have left `process.wait` with a lock that nobody releases.
            with suppress(ChildProcessError):
                os.waitpid(process.pid, 0)
            process.returncode = -signal.SIGKILL


def _end_of(file: IO[bytes], most: int) -> bytes:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - most))
    return file.read()
