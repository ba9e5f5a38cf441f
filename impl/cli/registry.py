"""The subcommands of `planstate`: the one place to register one.

Each subcommand is a module in `impl.cli.commands` that ends with its `COMMAND`. The functions here
import one when it is used: importing all of them would take longer than most commands run.
"""

from collections.abc import Callable
from typing import NamedTuple

from impl.cli.command import Command


class Entry(NamedTuple):
    """A subcommand: its name, a summary, and the function that imports it."""

    name: str
    summary: str
    load: Callable[[], Command]


class Group(NamedTuple):
    """Subcommands under a common name, with an example of one of them."""

    name: str
    summary: str
    example: str
    entries: tuple[Entry, ...]


def _init() -> Command:
    from impl.cli.commands.init import COMMAND

    return COMMAND


def _claim() -> Command:
    from impl.cli.commands.claim import COMMAND

    return COMMAND


def _start() -> Command:
    from impl.cli.commands.start import COMMAND

    return COMMAND


def _heartbeat() -> Command:
    from impl.cli.commands.heartbeat import COMMAND

    return COMMAND


def _update() -> Command:
    from impl.cli.commands.update import COMMAND

    return COMMAND


def _artifact() -> Command:
    from impl.cli.commands.artifact import COMMAND

    return COMMAND


def _complete() -> Command:
    from impl.cli.commands.complete import COMMAND

    return COMMAND


def _show() -> Command:
    from impl.cli.commands.show import COMMAND

    return COMMAND


def _ready() -> Command:
    from impl.cli.commands.ready import COMMAND

    return COMMAND


def _reset() -> Command:
    from impl.cli.commands.reset import COMMAND

    return COMMAND


def _release() -> Command:
    from impl.cli.commands.release import COMMAND

    return COMMAND


def _reconcile() -> Command:
    from impl.cli.commands.reconcile import COMMAND

    return COMMAND


def _stop_hook() -> Command:
    from impl.cli.commands.stop_hook import COMMAND

    return COMMAND


def _continue_plan() -> Command:
    from impl.cli.commands.continue_plan import COMMAND

    return COMMAND


def _commit() -> Command:
    from impl.cli.commands.commit import COMMAND

    return COMMAND


def _recover() -> Command:
    from impl.cli.commands.recover import COMMAND

    return COMMAND


def _iterate() -> Command:
    from impl.cli.commands.iterate import COMMAND

    return COMMAND


def _check_command() -> Command:
    from impl.cli.commands.check_command import COMMAND

    return COMMAND


def _completion() -> Command:
    from impl.cli.commands.completion import COMMAND

    return COMMAND


STATE = (
    Entry("init", "register a plan, or update it from its document", _init),
    Entry("claim", "claim the next step that can be worked on", _claim),
    Entry("start", "record that work on a claimed step has started", _start),
    Entry("heartbeat", "renew the lease of a held step", _heartbeat),
    Entry("update", "complete, defer or reopen checklist items", _update),
    Entry("artifact", "record a note on a held step", _artifact),
    Entry("complete", "complete a held step", _complete),
    Entry("show", "show the progress of plans", _show),
    Entry("ready", "list steps: ready, expired, blocked, completed", _ready),
    Entry("reset", "return a step to pending, whoever holds it", _reset),
    Entry("release", "release a held step", _release),
    Entry("reconcile", "complete the steps that commits name", _reconcile),
)

REVIEW = (
    Entry("stop-hook", "run reviews when an agent stops", _stop_hook),
    Entry("continue", "show how to continue after a crash", _continue_plan),
)

ENTRIES: tuple[Entry | Group, ...] = (
    Group(
        "state",
        "read and change the state of plans",
        "state claim plans/bridge.md --worktree ann",
        STATE,
    ),
    Group("review", "run reviews when an agent stops, and continue", "review continue", REVIEW),
    Entry("commit", "commit the work on a step and complete it", _commit),
    Entry("recover", "complete a step whose commit did not", _recover),
    Entry("iterate", "report an iteration; learn whether to continue", _iterate),
    Entry("check-command", "check whether an agent may run a command", _check_command),
    Entry("completion", "print a completion script for a shell", _completion),
)
"""Everything that may follow `planstate`."""

HOOKS = ("review stop-hook",)
"""The hooks whose usage errors exit with 1, which does not block an agent.

Exit code 2 of a hook blocks. A hook that runs whenever an agent stops would then keep it from
stopping forever. `check-command` is deliberately not among them: a guard that is called wrongly
checks nothing, and must not let everything through.
"""
