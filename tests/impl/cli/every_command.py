"""A call of every command of `planstate`, in an order in which each has something to do."""

from pathlib import Path
from typing import NamedTuple

from tests.impl.cli.yard import DOCUMENT

TWO_STEPS = DOCUMENT + "\n### Step 2: Paint it {#paint}\n"
REPORT = """{"requires_continuation": true, "work_remaining": "deck", "summary_path": "sum.md"}"""
STATE = """{"phase": "new-plan", "phase_iteration": 0, "next_phase": "plan-review"}"""
FOLDER = ("--plan-folder", "bridge")


class Call(NamedTuple):
    """A command, its arguments and its standard input."""

    command: str
    arguments: tuple[str, ...]
    given: str = ""


def prepare(root: Path) -> None:
    """Write a summary, and a plan folder with reviews."""
    (root / "sum.md").write_text("Measured.")
    folder = root / ".taskie" / "plans" / "bridge"
    folder.mkdir(parents=True)
    (folder / "plan.md").write_text("A bridge.")
    (folder / "state.json").write_text(STATE)


def every_command(plan: str, worktree: Path, review: str) -> list[Call]:
    """Return calls for a linked worktree, and a plan with the document of two steps."""
    step, ann = (plan, "deck"), ("--worktree", str(worktree))
    commit = ("--step", "deck", "--plan", plan, "--message", "Lay it", "--summary", "Laid.")
    return [
        Call("store migrate", ()),
        Call("state init", (plan,)),
        Call("state claim", (plan, *ann)),
        Call("state show", ()),
        Call("state show", (plan,)),
        Call("state ready", (plan,)),
        Call("state start", (*step, *ann)),
        Call("state heartbeat", (*step, *ann)),
        Call("state update", (*step, *ann, "--task", "1:completed")),
        Call("state artifact", (*step, *ann, "--kind", "note", "--summary", "it swings")),
        Call("state release", (*step, "--force")),
        Call("state claim", (plan, *ann)),
        Call("state reset", step),
        Call("state claim", (plan, *ann)),
        Call("commit", (*ann, *commit)),
        Call("recover", (*step, *ann, "--reason", "open_items", "--review", review)),
        Call("state claim", (plan, *ann)),
        Call("state complete", (plan, "paint", *ann, "--force")),
        Call("state claim", (plan, *ann)),
        Call("state reconcile", (plan,)),
        Call("state show", (plan,)),
        Call("iterate", (plan, "--least-summary-bytes", "1"), REPORT),
        Call("iterations start", (plan,)),
        Call("iterations report", (plan, "--least-summary-bytes", "1"), REPORT),
        Call("iterations show", (plan,)),
        Call("state show", (plan,)),
        Call("review new-plan", FOLDER),
        Call("review stop-hook", ("--reviewer", "false"), "{}"),
        Call("review create-tasks", ()),
        Call("review next-task", ("3",)),
        Call("review complete-task", ("3",)),
        Call("review set", ("--next-phase", "post-code-review")),
        Call("review post-review", ()),
        Call("review complete-plan", ()),
        Call("review show", ()),
        Call("review continue", ()),
        Call("check-command", (), "cat README.md"),
        Call("store check", ()),
    ]
