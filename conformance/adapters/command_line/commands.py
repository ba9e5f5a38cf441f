"""The fixed command line: its subcommands, and the arguments that each of them takes."""

from dataclasses import dataclass
from pathlib import Path

CLOCK_VARIABLE = "PLANSTATE_NOW"
"""The environment variable from which a program may take the time."""
PLAN, STEP, WORKTREE = "PLAN", "STEP", "--worktree"
PLAN_FOLDER, TASK = "--plan-folder", "TASK"
PLANS = (PLAN, "--plan", PLAN_FOLDER)
"""The arguments that are paths of plans, or of the folders that hold their reviews."""
CLAIM_ID = "--claim-id"
GLOBAL = ("--json", "--help", "--version")
"""The options that every subcommand has, or that the program has without one."""
ITEMS = (
    *("--task", "--test", "--checkpoint", "--all"),
    *("--all-tasks", "--all-tests", "--all-checkpoints"),
)

COMMANDS: dict[str, tuple[str, ...]] = {
    "state init": (PLAN,),
    "state claim": (
        *(PLAN, WORKTREE, CLAIM_ID, "--lease-duration", "--force", "--fenced"),
        *("--resume", "--lowest-id"),
    ),
    "state start": (PLAN, STEP, WORKTREE, CLAIM_ID),
    "state heartbeat": (PLAN, STEP, WORKTREE, CLAIM_ID, "--lease-duration", "--shorten"),
    "state update": (
        *(PLAN, STEP, WORKTREE, CLAIM_ID, *ITEMS, "--allow-reopen", "--allow-drift"),
        *("--batch", "--complete-remaining"),
    ),
    "state artifact": (PLAN, STEP, WORKTREE, CLAIM_ID, "--kind", "--summary"),
    "state complete": (PLAN, STEP, WORKTREE, CLAIM_ID, "--reason", "--force", "--allow-drift"),
    "state show": (PLAN,),
    "state ready": (PLAN,),
    "state reset": (PLAN, STEP, CLAIM_ID),
    "state release": (PLAN, STEP, WORKTREE, CLAIM_ID, "--force", "--reason"),
    "state reconcile": (PLAN, "--force"),
    "commit": (WORKTREE, "--step", "--plan", "--message", "--summary", CLAIM_ID),
    "review new-plan": (PLAN_FOLDER, "--max-reviews"),
    "review create-tasks": (PLAN_FOLDER,),
    "review next-task": (PLAN_FOLDER, TASK, "--tests-first"),
    "review complete-task": (PLAN_FOLDER, TASK),
    "review post-review": (PLAN_FOLDER,),
    "review complete-plan": (PLAN_FOLDER,),
    "review set": (PLAN_FOLDER, "--max-reviews", "--no-next-phase", "--next-phase", "--by-hand"),
    "review continue": (PLAN_FOLDER,),
    "review show": (PLAN_FOLDER,),
    "review stop-hook": (PLAN_FOLDER, "--reviewer", "--time-limit"),
    "iterations start": (PLAN, "--max-iterations"),
    "iterations report": (PLAN, "--least-summary-bytes"),
    "check-command": (),
}
"""The arguments of each subcommand that operations become."""
MAY_END_AS_REJECTED = frozenset({"check-command", "iterations report"})
"""The subcommands whose answers may be no success: they end with the exit code of a rejection."""


@dataclass(frozen=True, slots=True)
class PassedArgument:
    """An argument by its fixed name, such as `PLAN` or `--force`; a flag has no value."""

    name: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Invocation:
    """A call of a subcommand: its name, its arguments, its standard input."""

    command: str
    arguments: tuple[PassedArgument, ...] = ()
    standard_input: str = ""

    @property
    def worktree(self) -> str | None:
        """The folder of the worker that calls, if one does."""
        return next((each.value for each in self.arguments if each.name == WORKTREE), None)

    def folder(self, run_in: str, root: Path) -> Path:
        """Return the folder in which the program is run: the root, or the worktree if there is one.

        `run_in` is what the dialect says.
        """
        return Path(self.worktree) if run_in == "worktree" and self.worktree else root
