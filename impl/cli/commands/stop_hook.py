"""`planstate review stop-hook`: a Stop hook of Claude Code that runs reviews (REV).

When an agent tries to stop, runs a review of its work if one is due, and blocks the stop until two
reviews in a row are clean. Reads the event from standard input. Unless it is named, the plan is the
folder under `.taskie/plans/` whose files, except dotfiles and files in subfolders, were changed
last; its `state.json` determines whether a review is due. With `--json`, the answer is the envelope
of the other commands, for programs that are no agent.
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
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import NoReturn, TypedDict

from impl.cli.answers import DONE, Positive
from impl.cli.command import Command, name, option
from impl.cli.output.printing import print_json
from impl.cli.plan_folder import PLAN_FOLDER
from impl.files import LinkInTheWay
from impl.hooks import plan_folders, reviewer
from impl.hooks.hook_log import HookLog
from impl.hooks.prompts import shown
from impl.hooks.stop_hook import HookAnswer, StopHook
from impl.json_text import parse_json
from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel
from spec.vocabulary.reviews import StopReason

EXIT_CODES = """
exit codes: 0 answered, with JSON for Claude Code on standard output: a blocked stop has
"decision": "block" and a "reason" there, or with --json "approved": false; 1 usage error, which
does not block
"""
EXAMPLES = """
  planstate review stop-hook --time-limit 600

  another reviewer; without {prompt}, the prompt is the last argument:
  planstate review stop-hook --reviewer "my-reviewer --model {model} --ask {prompt}"
"""

MALFORMED_EVENT = "malformed_event"
PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"
"""Where an agent program says in which folder it was started."""

LONGEST_PATH = 200

READ: dict[str, tuple[type, str]] = {
    "cwd": (str, "a string"),
    "stop_hook_active": (bool, "a boolean"),
    "session_id": (str, "a string"),
}
"""The fields of an event that are read, with their types."""

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


@dataclass(frozen=True, slots=True)
class Event:
    """An agent's attempt to stop: where it works, and whether a hook has blocked it before.

    `unread` says what could not be read of the event.
    """

    folder: Path
    stop_hook_active: bool
    session: str | None
    unread: tuple[str, ...] = ()


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
        help="the folder that contains `.taskie/plans/` (default: the event's `cwd` or the nearest "
        f"one above it in its repository; without a `cwd`, ${PROJECT_VARIABLE} or the current "
        "folder)",
    ),
    PLAN_FOLDER,
    option(
        "--reviewer",
        type=command,
        metavar="COMMAND",
        default=reviewer.DEFAULT_COMMAND,
        help="the reviewer's program and arguments, split as a shell would, with {model} and "
        f"{{prompt}} as placeholders (default: {shlex.join(reviewer.DEFAULT_COMMAND)})",
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


class StopData(TypedDict):
    """The answer to a stop, the review that ran, if one did, and the state that was decided on.

    `to_agent` is what a blocked agent is told, `to_person` what a person should know.
    """

    approved: bool
    reason: str
    review: Positive | None
    model: ReviewModel | None
    decided: ReviewCycle | None
    to_agent: str
    to_person: str | None


def run(options: argparse.Namespace) -> NoReturn:
    """Answer the agent and end the program."""
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # `nohup` ignores it
            signal.signal(number, _end)  # so that the reviewer is killed too
    try:
        answer = _answer(options)
    except Exception as error:  # a hook that fails must not block, whatever the reason
        message = f"no review ran: {error}"
        if not isinstance(error, LinkInTheWay):
            kind = type(error).__name__
            message = f"internal error in the stop hook, no review ran: {kind}: {error}"
        answer = HookAnswer(approved=True, reason="hook_failed", to_person=message)
    if options.json:
        answered = answer.answered
        data = StopData(
            approved=answer.approved,
            reason=answer.reason,
            review=None if answered is None else answered.review,
            model=None if answered is None else answered.model,
            decided=None if answered is None else answered.decided,
            to_agent=answer.to_agent,
            to_person=answer.to_person,
        )
        print_json(options.name, "ok", data, ())
    else:
        _print(answer)
    raise SystemExit(DONE)


def read_event(text: bytes) -> Event:
    """Parse an event, by default a first stop in the project's folder. Raises `ValueError`."""
    try:
        event = parse_json(text) if text.strip() else {}
    except ValueError as error:
        raise ValueError(f"the event is not JSON ({error})") from error
    if not isinstance(event, dict):
        raise ValueError("the event is not a JSON object")
    unread = [
        f"the event's {name} is not {expected}"
        for name, (kind, expected) in READ.items()
        if name in event and not isinstance(event[name], kind)
    ]
    known = {name: event[name] for name in READ if isinstance(event.get(name), READ[name][0])}
    if "cwd" in known and not os.path.isdir(known["cwd"] or os.curdir):
        unread.append(f"the event's cwd {shown(known.pop('cwd')[:LONGEST_PATH])} is not a folder")
    folder = known.get("cwd") or os.environ.get(PROJECT_VARIABLE) or os.getcwd()
    active = known.get("stop_hook_active", False)
    return Event(Path(folder), active, known.get("session_id"), tuple(unread))


def _answer(options: argparse.Namespace) -> HookAnswer:
    given = sys.stdin.buffer.read()
    try:
        event = read_event(given)
    except ValueError as error:
        # Logged in the plan folder that the event was most likely about.
        above = Path(os.path.abspath(options.root or os.getcwd()))
        about = plan_folders.chosen(options.plan_folder, above)
        if about is not None:
            details = {"reason": MALFORMED_EVENT, "error": str(error)}
            HookLog(about, _clock).write("answered", approved=True, **details)
        message = f"no review ran: {error}"
        return HookAnswer(approved=True, reason=MALFORMED_EVENT, to_person=message)
    root = Path(os.path.abspath(options.root or plan_folders.project_of(event.folder)))
    folder = plan_folders.chosen(options.plan_folder, root)
    if folder is None or not os.path.isdir(folder):
        where = f"no plan was found in {shown(str(folder or root))}, so no review ran"
        answer = HookAnswer(approved=True, reason=StopReason.NO_STATE)
        return _warned(answer, (*event.unread, where) if event.unread or folder else ())
    hook = StopHook(folder, root, options.reviewer, options.time_limit, _clock)
    answer = hook.answer(stop_hook_active=event.stop_hook_active, session=event.session)
    return _warned(answer, event.unread)


def _warned(answer: HookAnswer, unread: tuple[str, ...]) -> HookAnswer:
    """Return an answer that also tells the person what could not be read."""
    told = (*unread, *([answer.to_person] if answer.to_person else []))
    return replace(answer, to_person="; ".join(told) or None)


def _print(answer: HookAnswer) -> None:
    """Print an answer for Claude Code.

    A block is JSON too: exit code 2 is taken for a failure where the hook comes with a plugin.
    """
    output: dict[str, object] = {"suppressOutput": True}
    if not answer.approved:
        output = {"decision": "block", "reason": answer.to_agent.rstrip("\n")}
    if answer.to_person:
        output["systemMessage"] = answer.to_person
    print(json.dumps(output))


def _clock() -> int:
    return time.time_ns() // 1_000_000


def _end(ended_by: int, _frame: FrameType | None) -> NoReturn:
    for number in ENDING:  # a second signal must not stop us from killing the reviewer
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + ended_by)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, StopData, EXIT_CODES)
