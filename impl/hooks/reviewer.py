"""Running a reviewer: a program that reads a prompt and writes a review, within a time limit."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

DEFAULT_COMMAND = (
    "claude",
    "--print",
    "--model",
    "{model}",
    "--output-format",
    "json",
    "--dangerously-skip-permissions",
    "{prompt}",
)
DEFAULT_SECONDS = 1_700.0

GUARD_VARIABLE = "PLANSTATE_REVIEWING"
"""Set for a reviewer and all that it starts: a hook that finds it must not review again."""

MOST_OUTPUT = 16 * 1024 * 1024
"""How many bytes of what a reviewer prints are read; of more, only the end."""

INTERRUPTING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)

PR_SET_PDEATHSIG = 1
"""From Linux's `prctl.h`: which signal a process gets when its parent dies."""

PLACEHOLDER = re.compile(r"\{(model|prompt)\}")


@dataclass(frozen=True, slots=True)
class Run:
    """How a reviewer ended: its exit code, none if it was out of time or did not begin at all."""

    exit_code: int | None
    timed_out: bool = False
    output: bytes = b""
    complaint: str = ""


def command_line(command: Sequence[str], model: str, prompt: str) -> list[str]:
    """Put the model and the prompt into a command, the prompt at its end if it has no place there.

    Nothing in the model or the prompt is taken for a placeholder, and no shell ever sees them.
    """
    values = {"model": model, "prompt": prompt}
    filled = [PLACEHOLDER.sub(lambda found: values[found[1]], word) for word in command]
    has_place = any("{prompt}" in word for word in command)
    return filled if has_place else [*filled, prompt]


def run(command: Sequence[str], folder: Path, variables: Mapping[str, str], seconds: float) -> Run:
    """Run a reviewer in a folder to its end, or kill it and all its children at the time limit.

    It gets an empty standard input, the guard variable, and `variables` on top of the environment.
    A program that cannot be started is a run without exit code, with the complaint. Should this
    process be killed, Linux kills the program too, but not what that has started.
    """
    environment = {**os.environ, **variables, GUARD_VARIABLE: "1"}
    # Into files, because a grandchild that lives on would keep pipes open.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        # Whoever is interrupted while starting a process has no way to kill it.
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
            return Run(None, complaint=f"it could not be started ({error})")
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        complaint = _end_of(complaints, 2_000).decode("utf-8", "replace").strip()
        return Run(exit_code, exit_code is None, _end_of(output, MOST_OUTPUT), complaint)


def _beginning(parent: int, mask: set[int]) -> Callable[[], None]:
    """Make what a new process does first: let itself be interrupted, and die with its parent."""
    die_with_parent = _dying_with_parent()

    def begin() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        die_with_parent()
        if os.getppid() != parent:  # it has died before we could ask
            os.kill(os.getpid(), signal.SIGKILL)

    return begin


def _dying_with_parent() -> Callable[[], object]:
    """Make what asks to be killed when the parent dies; it does nothing where there is no way."""
    if sys.platform == "linux":
        import ctypes

        try:
            prctl = ctypes.CDLL(None).prctl
        except (OSError, AttributeError):
            return lambda: None
        kill = ctypes.c_ulong(signal.SIGKILL)
        return lambda: prctl(PR_SET_PDEATHSIG, kill)
    return lambda: None


def _wait(process: subprocess.Popen[bytes], seconds: float, mask: set[int]) -> int | None:
    """Wait for a process that leads its own group, or kill the group; none if it was killed.

    Only now may signals interrupt us again, those of `mask` excepted.
    """
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        # Also when we are interrupted. As long as nobody has waited for it, its id is its own.
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _end_of(file: IO[bytes], most: int) -> bytes:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - most))
    return file.read()
