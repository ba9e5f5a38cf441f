"""What a reviewer is given to read and to write: the review's file, and the prompt."""

import hashlib
import json
import os
import re
from pathlib import Path

from impl.store.review_stops import ReviewDue
from spec.vocabulary.review_cycles import ReviewPhase

NOT_PLAIN = re.compile(r"[^A-Za-z0-9_.-]|^[.-]")
LONGEST_ID = 60
MOST_TASKS = 200

TASK_FILE = re.compile(r"tasks\.md|task-.*\.md", re.DOTALL)
REVIEW_FILE = re.compile(r".*-review-\d+(\.earlier-\d+)?\.md", re.DOTALL)

PLAIN_PATH = re.compile(r"[\w@%+=:,./-]+")

ASSIGNMENTS = {
    ReviewPhase.PLAN_REVIEW: "Review the plan itself: the documents in the plan folder.",
    ReviewPhase.TASKS_REVIEW: (
        "Review how the plan is divided into tasks: the plan and its task files."
    ),
    ReviewPhase.CODE_REVIEW: (
        "Review the code that was written for the current task: read the plan, the task and the "
        "source files themselves."
    ),
    ReviewPhase.ALL_CODE_REVIEW: (
        "Review all of the code that was written for all tasks: read the plan, the tasks and the "
        "source files themselves."
    ),
}

PROMPT = """\
You are the reviewer of a plan and of the work on it.
Kind of review: {kind}, number {number} of at most {limit}.
{assignment}

Plan folder:
{folder}

{tasks}

Write your review to this file, and change no other file, `state.json` least of all:
{file}

The last line of the file is your verdict, alone on that line: `VERDICT: PASS` if nothing has to \
be changed, `VERDICT: FAIL` if anything has.
"""


def review_name(due: ReviewDue) -> str:
    """Name the file of a review; a code review also names its task, in letters that do no harm."""
    task = due.cycle.current_task
    of_task = due.phase == ReviewPhase.CODE_REVIEW and task is not None
    prefix = f"task-{plain_id(task)}-" if of_task and task is not None else ""
    return f"{prefix}{due.phase}-{due.number}.md"


def plain_id(task: str) -> str:
    """Give a task's id as a part of a file name that stays in its folder.

    An id that had to be changed for that ends in a piece of its hash, so that no two are the same.
    """
    plain = NOT_PLAIN.sub("_", task)[:LONGEST_ID]
    if plain == task:
        return task
    digest = hashlib.sha256(task.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{plain}-{digest[:8]}"


def prompt(due: ReviewDue, folder: Path, review: Path) -> str:
    """Write what a reviewer is told."""
    return PROMPT.format(
        kind=due.phase,
        number=due.number,
        limit=due.cycle.max_reviews,
        assignment=ASSIGNMENTS[due.phase],
        folder=shown(str(folder)),
        tasks=_tasks(due, folder),
        file=shown(str(review)),
    )


def shown(text: str) -> str:
    """Show a text in one line: a plain path as it is, all others as JSON, so that their ends show.

    A path is a plain one if it is made of letters, digits and the usual signs.
    """
    if PLAIN_PATH.fullmatch(text) and text.isprintable():
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """Write a text in one line, as JSON does, readable as far as it is made of whole characters."""
    printable = all(character.isprintable() for character in text)
    return json.dumps(text, ensure_ascii=not printable)


def _tasks(due: ReviewDue, folder: Path) -> str:
    """Say which tasks are reviewed, and in which files tasks are described."""
    names = sorted(
        entry.name
        for entry in os.scandir(folder)
        if TASK_FILE.fullmatch(entry.name) and not REVIEW_FILE.fullmatch(entry.name)
    )
    files = ", ".join(shown(name) for name in names[:MOST_TASKS]) or "none"
    if len(names) > MOST_TASKS:
        files += f" and {len(names) - MOST_TASKS} more"
    listed = f"Task files in the plan folder: {files}"
    if due.phase != ReviewPhase.CODE_REVIEW:
        return listed
    task = due.cycle.current_task
    current = "not named" if task is None else quoted(task[:1_000])
    return f"Current task, by its id: {current}\n{listed}"
