"""The input and output of a reviewer: its prompt, and the review's file."""

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
    ReviewPhase.PLAN_REVIEW: (
        "Review the plan itself: `plan.md` and the other documents in the plan folder."
    ),
    ReviewPhase.TASKS_REVIEW: (
        "Review how the plan is divided into tasks: `plan.md`, and `tasks.md` or the other task "
        "files."
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
Ground rules of every review:
- Change nothing: write your review to the file named below, and change no other file, \
`state.json` least of all.
- Read the work itself, not only what is written about it, and check every claim that you make.
- Give for each finding its place, what goes wrong there, and what would be right.
- Judge what is there now, whatever earlier reviews have found.
{own_rules}
You are the reviewer of a plan and of the work on it.
Kind of review: {kind}, number {number} of at most {limit}.
{assignment}

Plan folder:
{folder}

{tasks}

Write your review to this file:
{file}

The last line of the file is your verdict, alone on that line: `VERDICT: PASS` if nothing has to \
be changed, `VERDICT: FAIL` if anything has. If you are asked for structured output, its `verdict` \
is the same word.
"""

OWN_RULES = "ground-rules.md"
"""A file with a project's own ground rules, in `.taskie` or in the plan's folder."""


def review_name(due: ReviewDue) -> str:
    """Return the name of a review's file; for a code review, with its task in safe characters."""
    return f"{_stem(due.phase, due.cycle.current_task)}-{due.number}.md"


def natural_names(due: ReviewDue) -> tuple[str, ...]:
    """Return other names under which a reviewer may write a review that say what it is."""
    task, end = due.cycle.current_task, f"{due.phase}-{due.number}.md"
    if due.phase != ReviewPhase.CODE_REVIEW or task is None:
        return ()
    return (end, f"{plain_id(task)}-{end}")


def latest_review(phase: ReviewPhase, task: str | None, folder: Path) -> Path | None:
    """Return the file of the last review of a kind, for a code review of its task, or `None`.

    That is the one written last: numbers begin again with every cycle.
    """
    name = re.compile(re.escape(_stem(phase, task)) + r"-(\d+)\.md")
    found = (
        (entry.stat().st_mtime_ns, int(named[1]), entry.path)
        for entry in os.scandir(folder)
        if (named := name.fullmatch(entry.name)) and entry.is_file()
    )
    latest = max(found, default=None)
    return None if latest is None else Path(latest[2])


def _stem(phase: ReviewPhase, task: str | None) -> str:
    of_task = phase == ReviewPhase.CODE_REVIEW and task is not None
    return f"task-{plain_id(task)}-{phase}" if of_task and task is not None else str(phase)


def plain_id(task: str) -> str:
    """Return a task's id as a part of a file name.

    An id with other characters ends in a part of its hash, so that no two are the same.
    """
    plain = NOT_PLAIN.sub("_", task)[:LONGEST_ID]
    if plain == task:
        return task
    digest = hashlib.sha256(task.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{plain}-{digest[:8]}"


def prompt(due: ReviewDue, folder: Path, review: Path) -> str:
    """Return the prompt of a reviewer."""
    own = (each / OWN_RULES for each in (folder.parent.parent, folder))
    return PROMPT.format(
        own_rules="".join(f"- Read first: {shown(str(each))}\n" for each in own if each.is_file()),
        kind=due.phase,
        number=due.number,
        limit=due.cycle.max_reviews,
        assignment=ASSIGNMENTS[due.phase],
        folder=shown(str(folder)),
        tasks=_tasks(due, folder),
        file=shown(str(review)),
    )


def shown(text: str) -> str:
    """Return a text on one line: a plain path as it is, any other text as JSON.

    A plain path consists of letters, digits and common punctuation.
    """
    if PLAIN_PATH.fullmatch(text) and text.isprintable():
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """Return a text as JSON on one line, without escapes for valid Unicode."""
    printable = all(character.isprintable() for character in text)
    return json.dumps(text, ensure_ascii=not printable)


def _tasks(due: ReviewDue, folder: Path) -> str:
    """Return which tasks are reviewed, and the files that describe tasks."""
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
