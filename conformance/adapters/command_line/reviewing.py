"""Reviews by the program: the actions of agents and people, and stops with a real reviewer.

A plan folder under `.taskie/plans/` stands for each registered plan. Nothing in it is read or
written here but the plan's document: all that a program keeps there is asked of its command line.
"""

import json
import shlex
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.adapters.command_line.answers import accepted, printed
from conformance.adapters.command_line.arguments import PLAN_FOLDER, TASK, Argument, Words
from conformance.adapters.command_line.envelopes import Envelope, Fields, rejection
from conformance.adapters.command_line.words import flag, option, require_argument
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.codec import Message
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    CycleChanged,
    NewPlan,
    NextTask,
    PostReview,
    ReviewOperation,
    ReviewResult,
    Route,
    SetMaxReviews,
    SetNextPhase,
    Stop,
    StopAnswered,
)

if TYPE_CHECKING:
    from conformance.adapters.command_line.adapter import CommandLine

NAMES: dict[type, str] = {
    NewPlan: "review new-plan",
    CreateTasks: "review create-tasks",
    NextTask: "review next-task",
    CompleteTask: "review complete-task",
    CompletePlan: "review complete-plan",
    PostReview: "review post-review",
    SetMaxReviews: "review set",
    SetNextPhase: "review set",
    ContinuePlan: "review continue",
    Stop: "review stop-hook",
}
"""The subcommand for each operation on reviews."""
SHOW = "review show"
FOLDERS = Path(".taskie", "plans")

TEXT = (str, type(None))
CHANGED: Fields = {
    **printed(str, "phase"),
    "next_phase": ("next_phase", TEXT),
    **printed(bool, "cannot_pass"),
}
ROUTE: Fields = {"continuation": ("route", (str,)), "phase": ("phase", TEXT)}
ANSWERED: Fields = {
    **printed(bool, "approved"),
    **printed(str, "reason"),
    "review": ("review", (int, type(None))),
    "model": ("model", TEXT),
    "decided": ("decided", (dict, type(None))),
}

REVIEWER = """\
#!/bin/sh
# Makes the review whose result is the first argument.
case $1 in
pass) printf 'Nothing to change.\\nVERDICT: PASS\\n' > "$PLANSTATE_REVIEW_FILE" ;;
fail) printf 'Something to change.\\nVERDICT: FAIL\\n' > "$PLANSTATE_REVIEW_FILE" ;;
no_verdict) printf 'Something to change.\\n' > "$PLANSTATE_REVIEW_FILE" ;;
two_verdicts) printf 'VERDICT: PASS\\nVERDICT: FAIL\\n' > "$PLANSTATE_REVIEW_FILE" ;;
crashed) exit 3 ;;
timed_out) exec sleep 3600 ;;
esac
"""
TIME_LIMIT = "1"
"""The seconds after which a reviewer that does not end is to be killed."""


def review(operation: ReviewOperation, line: "CommandLine") -> Message:
    """Apply an operation on reviews by the program."""
    line.reviewed.add(operation.plan)
    envelope = line.ask(review_words(operation, line))
    if envelope.failed:
        return rejection(envelope)
    match operation:
        case Stop():
            return accepted(StopAnswered, envelope.taken(envelope.data, ANSWERED))
        case ContinuePlan():
            return accepted(Route, envelope.taken(envelope.data, ROUTE))
    return accepted(CycleChanged, envelope.taken(envelope.data, CHANGED))


def review_words(operation: ReviewOperation, line: "CommandLine") -> Words:
    """Return an operation in words. Raises `UnsupportedRequest` if that cannot be done."""
    given = ""
    if isinstance(operation, Stop):
        event = {"cwd": str(line.site.root), "stop_hook_active": operation.stop_hook_active}
        given = json.dumps({"hook_event_name": "Stop", "session_id": "planspec", **event})
    arguments = (*folder_of(operation.plan, line), *particular(operation, line))
    for argument in arguments:
        require_argument(argument)
    return Words(NAMES[type(operation)], arguments, given)


def particular(operation: ReviewOperation, line: "CommandLine") -> list[Argument]:
    """Return the arguments that are one operation's own."""
    match operation:
        case NewPlan(max_reviews=limit) | SetMaxReviews(max_reviews=limit):
            return option("--max-reviews", str(limit))
        case NextTask(task=task):
            named = [] if task is None else [task_argument(task)]
            return [*named, *flag("--tests-first", operation.tests_first)]
        case CompleteTask(task=task):
            return [task_argument(task)]
        case SetNextPhase(next_phase=phase):
            chosen = flag("--no-next-phase", phase is None)
            named = [] if phase is None else option("--next-phase", phase)
            return [*chosen, *named, *flag("--by-hand", operation.by_hand)]
        case Stop(review=result):
            return reviewing(result, line)
    return []


def task_argument(task: str) -> Argument:
    """Return a task as an argument."""
    if task.startswith("-"):
        raise UnsupportedRequest(f"the task {task!r} would be taken for an option")
    return Argument(TASK, task)


def reviewing(result: ReviewResult, line: "CommandLine") -> list[Argument]:
    """Return the options by which a stop gets a reviewer with a result."""
    script = line.site.repository.folder / "reviewer.sh"
    if not script.exists():
        # Another client may be running it, so it must never be there in part.
        written = script.with_name(f"reviewer-{threading.get_ident()}.sh")
        written.write_text(REVIEWER)
        written.replace(script)
    limited = option("--time-limit", TIME_LIMIT) if result is ReviewResult.TIMED_OUT else []
    return [*option("--reviewer", shlex.join(("sh", str(script), result))), *limited]


def folder_of(plan: str, line: "CommandLine") -> list[Argument]:
    """Return the option for the folder that stands for a plan, which exists if it is registered."""
    number = line.plan_numbers.setdefault(plan, len(line.plan_numbers) + 1)
    folder = FOLDERS / f"plan-{number}"
    if plan in line.plans:
        place = line.site.root / folder
        place.mkdir(parents=True, exist_ok=True)
        if not (place / "plan.md").exists():
            (place / "plan.md").write_text(plan)
    return option(PLAN_FOLDER, str(folder))


def cycle_shown(plan: str, line: "CommandLine") -> Message | None:
    """Return the reviews of a plan as they are shown, or `None` if it has none."""
    envelope: Envelope = line.ask(Words(SHOW, tuple(folder_of(plan, line))))
    if envelope.failed:
        return None
    found: Message = envelope.required("review_cycle", dict)
    return found
