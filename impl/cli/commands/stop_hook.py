"""`planstate review stop-hook`: a Stop hook of Claude Code, which has reviews made (REV).

What it prints and how it ends is what such a hook has to, not what the other subcommands do.
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

from impl.cli.arguments import name
from impl.hooks import plan_folders, reviewer
from impl.hooks.hook_log import HookLog
from impl.hooks.stop_hook import HookAnswer, StopHook

DESCRIPTION = """
A Stop hook of Claude Code: when an agent tries to stop, have its work reviewed, and send it back
until two reviews in a row are clean. Reads the event from standard input: its `cwd`, and its
`stop_hook_active`, with which everything is approved.
The plan is the folder under `.taskie/plans/` whose files, other than those in subfolders and those
with a dot in front, were changed last. Its `state.json` says whether a review is due; without it,
or if it is malformed, every stop is approved.
While a review is made, other hooks on the same folder wait; the time limit is for waiting and
reviewer together, and a hook that has waited for all of it approves.
The reviewer is a program and never run by a shell. It gets no standard input, and the
variables PLANSTATE_REVIEW_FILE (what it has to write, a new name each time; the hook gives it the
review's name afterwards), PLANSTATE_REVIEW_KIND and PLANSTATE_PLAN_FOLDER; hooks that run inside it
approve at once.
If it fails, the stop is blocked and the attempt counts. What happens is logged in `logs/` in the
plan folder, an event that cannot be read in that under --root or the current folder; where there is
no plan folder, nothing can be logged.
Whatever goes wrong in the hook itself does not block.
In .claude/settings.json, with a limit that is longer than that of the reviewer:
  {"hooks": {"Stop": [{"hooks": [{"type": "command", "timeout": 1800,
    "command": "planstate review stop-hook"}]}]}}
"""
EXIT_CODES = """
exit codes: 0 approved, with JSON for Claude Code on standard output; 2 blocked, with the reason on
standard error; 1 wrong usage, which does not block
"""
EXAMPLES = """
  planstate review stop-hook --time-limit 600

  another reviewer; the prompt comes last if it has no place in the command:
  planstate review stop-hook --reviewer "my-reviewer --model {model} --ask {prompt}"
"""

APPROVED, BLOCKED = 0, 2
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class MalformedEvent(Exception):
    """What came on standard input is no event: says what was found."""


@dataclass(frozen=True, slots=True)
class Event:
    """An agent's attempt to stop: where it works, and whether a hook has sent it back before."""

    folder: Path
    stop_hook_active: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--root",
        type=name,
        metavar="DIR",
        help="where `.taskie/plans/` is (default: the event's `cwd`)",
    )
    parser.add_argument(
        "--reviewer",
        type=command,
        metavar="COMMAND",
        default=reviewer.DEFAULT_COMMAND,
        help="the reviewer's program and arguments, split like a shell would, with {model} and "
        f"{{prompt}} in their places (default: {' '.join(reviewer.DEFAULT_COMMAND)})",
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        default=reviewer.DEFAULT_SECONDS,
        help="after how long the reviewer and all its children are killed, and the wait for "
        "other hooks ends "
        f"(default {reviewer.DEFAULT_SECONDS:g})",
    )


def run(options: argparse.Namespace) -> NoReturn:
    """Answer the agent and end the program."""
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # as `nohup` wants it
            signal.signal(number, _end)  # so that the reviewer is killed with us
    try:
        answer = _answer(options)
    except Exception as error:  # a hook that breaks must not block, whatever it is
        message = f"the stop hook failed, no review was made: {type(error).__name__}: {error}"
        answer = HookAnswer(approved=True, message=message)
    raise SystemExit(_print(answer))


def command(given: str) -> tuple[str, ...]:
    """Read a command line as a shell would split it."""
    try:
        words = tuple(shlex.split(given))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{given!r} cannot be split ({error})") from error
    if not words:
        raise argparse.ArgumentTypeError("it is empty; give a program")
    return words


def seconds(given: str) -> float:
    """Read a time limit."""
    try:
        value = float(given)
    except ValueError:
        value = math.nan
    if not (0 < value < math.inf):
        raise argparse.ArgumentTypeError(f"{given!r} is not a number of seconds greater than 0")
    return value


def read_event(text: bytes) -> Event:
    """Read an event; what it does not say is the current folder, and a first stop.

    Raises `MalformedEvent`.
    """
    try:
        event = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise MalformedEvent(f"the event is no JSON ({error})") from error
    if not isinstance(event, dict):
        raise MalformedEvent("the event is no JSON object")
    folder = event.get("cwd", os.getcwd())
    active = event.get("stop_hook_active", False)
    if not isinstance(folder, str):
        raise MalformedEvent("the event's cwd is no text")
    if not isinstance(active, bool):
        raise MalformedEvent("the event's stop_hook_active is neither true nor false")
    return Event(Path(folder), active)


def _answer(options: argparse.Namespace) -> HookAnswer:
    try:
        event = read_event(sys.stdin.buffer.read())
    except MalformedEvent as error:
        _log_malformed(options, error)
        return HookAnswer(approved=True, message=f"no review was made: {error}")
    root = Path(os.path.abspath(options.root or event.folder))
    folder = plan_folders.newest(root)
    if folder is None:
        return HookAnswer(approved=True)
    hook = StopHook(folder, root, options.reviewer, options.time_limit, _clock)
    return hook.answer(stop_hook_active=event.stop_hook_active)


def _log_malformed(options: argparse.Namespace, error: MalformedEvent) -> None:
    """Log an event that does not say where the plan is, where it would most likely be."""
    folder = plan_folders.newest(Path(os.path.abspath(options.root or os.getcwd())))
    if folder is not None:
        log = HookLog(folder, _clock)
        log.write("answered", approved=True, reason="malformed_event", error=str(error))


def _print(answer: HookAnswer) -> int:
    """Print an answer as Claude Code reads it, and give the exit code."""
    if not answer.approved:
        print((answer.message or "").rstrip("\n"), file=sys.stderr)
        return BLOCKED
    said: dict[str, object] = {"suppressOutput": True}
    if answer.message:
        said["systemMessage"] = answer.message
    print(json.dumps(said))
    return APPROVED


def _clock() -> int:
    return time.time_ns() // 1_000_000


def _end(ended_by: int, _frame: FrameType | None) -> NoReturn:
    for number in ENDING:  # a second signal must not keep us from killing the reviewer
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + ended_by)
