"""`planstate review stop-hook`: a Stop hook of Claude Code that runs reviews (REV).

When an agent tries to stop, runs a review of its work if one is due, and blocks the stop until two
reviews in a row are clean. Reads the event from standard input. The plan is the folder under
`.taskie/plans/` whose files, except dotfiles and files in subfolders, were changed last; its
`state.json` determines whether a review is due.
The time limit covers the reviewer and waiting for other hooks on the same folder together; a hook
whose time runs out while waiting approves.
The reviewer is never run by a shell. It gets no standard input, and the variables
PLANSTATE_REVIEW_FILE (the file to write, a new name each time; the hook renames it afterwards),
PLANSTATE_REVIEW_KIND and PLANSTATE_PLAN_FOLDER. Hooks inside the reviewer approve at once.
The hook logs to `logs/` in the plan folder. An error in the hook itself never blocks.
In .claude/settings.json, with a timeout longer than the reviewer's:
  {"hooks": {"Stop": [{"hooks": [{"type": "command", "timeout": 1800,
    "command": "planstate review stop-hook"}]}]}}
"""

import argparse
import json
import math
import os
import shlex
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from impl.cli.command import Command, name, option
from impl.hooks import plan_folders, reviewer
from impl.hooks.hook_log import HookLog
from impl.hooks.stop_hook import HookAnswer, StopHook

EXIT_CODES = """
exit codes: 0 approved, with JSON for Claude Code on standard output; 2 blocked, with the reason on
standard error; 1 usage error, which does not block
"""
EXAMPLES = """
  planstate review stop-hook --time-limit 600

  another reviewer; without {prompt}, the prompt is the last argument:
  planstate review stop-hook --reviewer "my-reviewer --model {model} --ask {prompt}"
"""

APPROVED, BLOCKED = 0, 2
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class MalformedEvent(Exception):
    """Standard input is not an event."""


@dataclass(frozen=True, slots=True)
class Event:
    """An agent's attempt to stop: where it works, and whether a hook has blocked it before."""

    folder: Path
    stop_hook_active: bool


def command(given: str) -> tuple[str, ...]:
    """Split a command line as a shell would."""
    try:
        words = tuple(shlex.split(given))
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{given!r} cannot be split into words ({error})"
        ) from error
    if not words:
        raise argparse.ArgumentTypeError("it is empty; give a program")
    return words


def seconds(given: str) -> float:
    """Parse a time limit."""
    try:
        value = float(given)
    except ValueError:
        value = math.nan
    if not (0 < value < math.inf):
        raise argparse.ArgumentTypeError(f"{given!r} is not a number of seconds greater than 0")
    return value


ARGUMENTS = (
    option(
        "--root",
        type=name,
        metavar="DIR",
        help="the folder that contains `.taskie/plans/` (default: the event's `cwd`)",
    ),
    option(
        "--reviewer",
        type=command,
        metavar="COMMAND",
        default=reviewer.DEFAULT_COMMAND,
        help="the reviewer's program and arguments, split as a shell would, with {model} and "
        f"{{prompt}} as placeholders (default: {' '.join(reviewer.DEFAULT_COMMAND)})",
    ),
    option(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        default=reviewer.DEFAULT_SECONDS,
        help="when to kill the reviewer with all its children, and to stop waiting for other hooks "
        f"(default {reviewer.DEFAULT_SECONDS:g})",
    ),
)


def run(options: argparse.Namespace) -> NoReturn:
    """Answer the agent and end the program."""
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # `nohup` ignores it
            signal.signal(number, _end)  # so that the reviewer is killed too
    try:
        answer = _answer(options)
    except Exception as error:  # a hook that fails must not block, whatever the reason
        message = f"internal error in the stop hook, no review ran: {type(error).__name__}: {error}"
        answer = HookAnswer(approved=True, message=message)
    raise SystemExit(_print(answer))


def read_event(text: bytes) -> Event:
    """Parse an event; by default it is a first stop in the current folder.

    Raises `MalformedEvent`.
    """
    try:
        event = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise MalformedEvent(f"the event is not JSON ({error})") from error
    if not isinstance(event, dict):
        raise MalformedEvent("the event is not a JSON object")
    folder = event.get("cwd", os.getcwd())
    active = event.get("stop_hook_active", False)
    if not isinstance(folder, str):
        raise MalformedEvent("the event's cwd is not a string")
    if not isinstance(active, bool):
        raise MalformedEvent("the event's stop_hook_active is not a boolean")
    return Event(Path(folder), active)


def _answer(options: argparse.Namespace) -> HookAnswer:
    try:
        event = read_event(sys.stdin.buffer.read())
    except MalformedEvent as error:
        _log_malformed(options, error)
        return HookAnswer(approved=True, message=f"no review ran: {error}")
    root = Path(os.path.abspath(options.root or event.folder))
    folder = plan_folders.newest(root)
    if folder is None:
        return HookAnswer(approved=True)
    hook = StopHook(folder, root, options.reviewer, options.time_limit, _clock)
    return hook.answer(stop_hook_active=event.stop_hook_active)


def _log_malformed(options: argparse.Namespace, error: MalformedEvent) -> None:
    """Log a malformed event in the plan folder that it was most likely about."""
    folder = plan_folders.newest(Path(os.path.abspath(options.root or os.getcwd())))
    if folder is not None:
        log = HookLog(folder, _clock)
        log.write("answered", approved=True, reason="malformed_event", error=str(error))


def _print(answer: HookAnswer) -> int:
    """Print an answer for Claude Code, and return the exit code."""
    if not answer.approved:
        print((answer.message or "").rstrip("\n"), file=sys.stderr)
        return BLOCKED
    output: dict[str, object] = {"suppressOutput": True}
    if answer.message:
        output["systemMessage"] = answer.message
    print(json.dumps(output))
    return APPROVED


def _clock() -> int:
    return time.time_ns() // 1_000_000


def _end(ended_by: int, _frame: FrameType | None) -> NoReturn:
    for number in ENDING:  # a second signal must not stop us from killing the reviewer
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + ended_by)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, EXIT_CODES)
