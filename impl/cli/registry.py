"""The subcommands of `planstate`: the one place to register one.

Each subcommand is a module in `impl.cli.commands` that ends with its `COMMAND`. The functions here
import one when it is used: importing all of them would take longer than most commands run.

The classes here and in `impl.cli.command` are plain ones: Python compiles code for each named tuple
and dataclass, and a dozen of them would take a tenth of the time of a command.
"""

from collections.abc import Callable

from impl.cli.command import Command


class Entry:
    """A subcommand: its name, a summary, and the function that imports it by its name."""

    def __init__(self, name: str, summary: str, imported: Callable[[str], Command]) -> None:
        self.name = name
        self.summary = summary
        self.imported = imported

    def load(self) -> Command:
        """Import and return the subcommand."""
        return self.imported(self.name)


class Group:
    """Subcommands under a common name, with an example of one of them."""

    def __init__(self, name: str, summary: str, example: str, entries: tuple[Entry, ...]) -> None:
        self.name = name
        self.summary = summary
        self.example = example
        self.entries = entries


def _state_command(name: str) -> Command:
    """Import a subcommand of `planstate state`."""
    match name:
        case "init":
            from impl.cli.commands.state.init import COMMAND
        case "claim":
            from impl.cli.commands.state.claim import COMMAND
        case "start":
            from impl.cli.commands.state.start import COMMAND
        case "heartbeat":
            from impl.cli.commands.state.heartbeat import COMMAND
        case "update":
            from impl.cli.commands.state.update import COMMAND
        case "artifact":
            from impl.cli.commands.state.artifact import COMMAND
        case "complete":
            from impl.cli.commands.state.complete import COMMAND
        case "show":
            from impl.cli.commands.state.show import COMMAND
        case "ready":
            from impl.cli.commands.state.ready import COMMAND
        case "reset":
            from impl.cli.commands.state.reset import COMMAND
        case "release":
            from impl.cli.commands.state.release import COMMAND
        case "reconcile":
            from impl.cli.commands.state.reconcile import COMMAND
    return COMMAND


def _review_command(name: str) -> Command:
    """Import a subcommand of `planstate review`."""
    match name:
        case "stop-hook":
            from impl.cli.commands.stop_hook import COMMAND
        case "continue":
            from impl.cli.commands.continue_plan import COMMAND
        case "new-plan":
            from impl.cli.commands.review.new_plan import COMMAND
        case "create-tasks":
            from impl.cli.commands.review.create_tasks import COMMAND
        case "next-task":
            from impl.cli.commands.review.next_task import COMMAND
        case "complete-task":
            from impl.cli.commands.review.complete_task import COMMAND
        case "post-review":
            from impl.cli.commands.review.post_review import COMMAND
        case "complete-plan":
            from impl.cli.commands.review.complete_plan import COMMAND
        case "set":
            from impl.cli.commands.review.set_fields import COMMAND
        case "show":
            from impl.cli.commands.review.show import COMMAND
    return COMMAND


def _iterations_command(name: str) -> Command:
    """Import a subcommand of `planstate iterations`."""
    match name:
        case "start":
            from impl.cli.commands.iterations.start import COMMAND
        case "report":
            from impl.cli.commands.iterations.report import COMMAND
        case "show":
            from impl.cli.commands.iterations.show import COMMAND
    return COMMAND


def _store_command(name: str) -> Command:
    """Import a subcommand of `planstate store`."""
    match name:
        case "migrate":
            from impl.cli.commands.store.migrate import COMMAND
        case "check":
            from impl.cli.commands.store.check import COMMAND
        case "copy":
            from impl.cli.commands.store.copy import COMMAND
    return COMMAND


def _other_command(name: str) -> Command:
    """Import a subcommand without a group of its own."""
    match name:
        case "commit":
            from impl.cli.commands.commit import COMMAND
        case "recover":
            from impl.cli.commands.recover import COMMAND
        case "iterate":
            from impl.cli.commands.iterate import COMMAND
        case "check-command":
            from impl.cli.commands.check_command import COMMAND
        case "completion":
            from impl.cli.commands.completion import COMMAND
    return COMMAND


STATE = (
    Entry("init", "register a plan, or update it from its document", _state_command),
    Entry("claim", "claim the next step that can be worked on", _state_command),
    Entry("start", "record that work on a claimed step has started", _state_command),
    Entry("heartbeat", "renew the lease of a held step", _state_command),
    Entry("update", "complete, defer or reopen checklist items", _state_command),
    Entry("artifact", "record a note on a held step", _state_command),
    Entry("complete", "complete a held step", _state_command),
    Entry("show", "show the progress of plans", _state_command),
    Entry("ready", "list steps: ready, expired, blocked, completed", _state_command),
    Entry("reset", "return a step to pending, whoever holds it", _state_command),
    Entry("release", "release a held step", _state_command),
    Entry("reconcile", "complete the steps that commits name", _state_command),
)
REVIEW = (
    Entry("new-plan", "start the reviews of a plan", _review_command),
    Entry("create-tasks", "record that the plan is divided into tasks", _review_command),
    Entry("next-task", "record that work on a task begins, or none is left", _review_command),
    Entry("complete-task", "record that a task is done", _review_command),
    Entry("post-review", "record that findings are addressed", _review_command),
    Entry("complete-plan", "record that the plan is complete", _review_command),
    Entry("set", "change the limit of reviews, or the next phase", _review_command),
    Entry("show", "show the reviews of a plan, and what comes next", _review_command),
    Entry("continue", "show how to continue after a crash", _review_command),
    Entry("stop-hook", "run reviews when an agent stops", _review_command),
)
ITERATIONS = (
    Entry("start", "start the iteration loop of a plan, or start it again", _iterations_command),
    Entry("report", "report an iteration of a loop that was started", _iterations_command),
    Entry("show", "show the iteration loop of a plan", _iterations_command),
)
STORE = (
    Entry("migrate", "bring an older store along to this version", _store_command),
    Entry("check", "look for damage in the store", _store_command),
    Entry("copy", "copy everything into another store", _store_command),
)
ENTRIES: tuple[Entry | Group, ...] = (
    Group(
        "state",
        "read and change the state of plans",
        "state claim plans/bridge.md --worktree ann",
        STATE,
    ),
    Group(
        "review",
        "record what is done, run reviews when an agent stops, and continue",
        "review new-plan --plan-folder .taskie/plans/bridge",
        REVIEW,
    ),
    Entry("commit", "commit the work on a step and complete it", _other_command),
    Entry("recover", "complete a step whose commit did not", _other_command),
    Entry("iterate", "report an iteration; learn whether to continue", _other_command),
    Group(
        "iterations",
        "start, report and show the iterations of a plan one by one",
        "iterations start plans/bridge.md --max-iterations 8",
        ITERATIONS,
    ),
    Entry("check-command", "check whether an agent may run a command", _other_command),
    Group("store", "look after the store itself", "store migrate --check", STORE),
    Entry("completion", "print a completion script for a shell", _other_command),
)
"""Everything that may follow `planstate`."""

HOOKS = ("review stop-hook",)
"""The hooks whose usage errors exit with 1, which does not block an agent.

Exit code 2 of a hook blocks. A hook that runs whenever an agent stops would then keep it from
stopping forever. `check-command` is deliberately not among them: a guard that is called wrongly
checks nothing, and must not let everything through.
"""
