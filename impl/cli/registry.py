"""The subcommands of `planstate`: the one place to register one.

Each subcommand is declared in a module of `impl.cli.commands`, which is imported when it is used:
importing all of them would take longer than most commands run.
"""

from importlib import import_module
from typing import NamedTuple

from impl.cli.command import Command


class Entry(NamedTuple):
    """A subcommand: its name, a summary, its module in `impl.cli.commands`, and its name there."""

    name: str
    summary: str
    module: str
    declared: str = "COMMAND"

    def load(self) -> Command:
        """Import and return the subcommand."""
        command: Command = getattr(import_module(f"impl.cli.commands.{self.module}"), self.declared)
        return command


class CommandGroup(NamedTuple):
    """Subcommands under a common name, with an example of one of them."""

    name: str
    summary: str
    example: str
    entries: tuple[Entry, ...]


STATE = (
    Entry("init", "register a plan, or update it from its document", "state.init"),
    Entry("claim", "claim the next step that is ready", "state.claim"),
    Entry("start", "record that work on a claimed step has started", "state.holding", "START"),
    Entry("heartbeat", "renew the lease of a held step", "state.holding", "HEARTBEAT"),
    Entry("update", "complete, defer or reopen checklist items", "state.checklists", "UPDATE"),
    Entry("artifact", "record a note on a held step", "state.checklists", "ARTIFACT"),
    Entry("complete", "complete a held step", "state.complete"),
    Entry("show", "show the progress of plans", "state.show"),
    Entry("ready", "list the steps that are ready, expired, blocked or completed", "state.ready"),
    Entry("reset", "return a step to pending, whoever holds it", "state.holding", "RESET"),
    Entry("release", "release a held step", "state.holding", "RELEASE"),
    Entry("reconcile", "complete the steps that are named by commits", "state.reconcile"),
)
REVIEW = (
    Entry("new-plan", "start the reviews of a plan", "review", "NEW"),
    Entry("create-tasks", "record that the plan is divided into tasks", "review", "CREATE_TASKS"),
    Entry("next-task", "record that work on a task begins, or none is left", "review", "NEXT_TASK"),
    Entry("complete-task", "record that a task is done", "review", "COMPLETE_TASK"),
    Entry("post-review", "record that findings are addressed", "review", "POST_REVIEW"),
    Entry("complete-plan", "record that the plan is complete", "review", "COMPLETE_PLAN"),
    Entry("set", "change the limit of reviews, or the next phase", "review", "SET"),
    Entry("show", "show the reviews of a plan, and what comes next", "review", "SHOW"),
    Entry("continue", "show how to continue after a crash", "review", "CONTINUE"),
    Entry("stop-hook", "run reviews when an agent stops", "stop_hook"),
)
ITERATIONS = (
    Entry("start", "start the iteration loop of a plan, or start it again", "iterations", "START"),
    Entry("report", "report an iteration of a loop that was started", "iterations", "REPORT"),
    Entry("show", "show the iteration loop of a plan", "iterations", "SHOW"),
)
STORE = (
    Entry("migrate", "migrate an older store to this version", "store", "MIGRATE"),
    Entry("check", "look for damage in the store", "store", "CHECK"),
)
ENTRIES: tuple[Entry | CommandGroup, ...] = (
    CommandGroup(
        "state",
        "read and change the state of plans",
        "state claim plans/bridge.md --worktree ann",
        STATE,
    ),
    CommandGroup(
        "review",
        "record progress, run reviews when an agent stops, and continue",
        "review new-plan --plan-folder .taskie/plans/bridge",
        REVIEW,
    ),
    Entry("commit", "commit the work on a step and complete it", "commit"),
    Entry("recover", "complete a step whose commit did not", "recover"),
    Entry("iterate", "report an iteration; learn whether to continue", "iterate"),
    CommandGroup(
        "iterations",
        "start, report and show the iterations of a plan one by one",
        "iterations start plans/bridge.md --max-iterations 8",
        ITERATIONS,
    ),
    Entry("check-command", "check whether an agent may run a command", "check_command"),
    CommandGroup("store", "maintain the store", "store migrate --check", STORE),
)
"""Everything that may follow `planstate`."""

HOOKS = ("review stop-hook",)
"""The hooks whose usage errors exit with 1, which does not block an agent.

Exit code 2 of a hook blocks. A hook that runs whenever an agent stops would then keep it from
stopping forever. `check-command` is deliberately not among them: a guard that is called wrongly
checks nothing, and must not let everything through.
"""
