"""Running a reviewer: a program that reads a prompt and writes a review, within a time limit."""

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
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
    A program that cannot be started is a run without exit code, with the complaint.
    """
    environment = {**os.environ, **variables, GUARD_VARIABLE: "1"}
    # Into files, because a grandchild that lives on would keep pipes open.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=complaints,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return Run(None, complaint=f"it could not be started ({error})")
        exit_code = _wait(process, seconds)
        complaint = _end_of(complaints, 2_000).decode("utf-8", "replace").strip()
        return Run(exit_code, exit_code is None, _end_of(output, MOST_OUTPUT), complaint)


def _wait(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Wait for a process that leads its own group, or kill the group; none if it was killed."""
    try:
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
