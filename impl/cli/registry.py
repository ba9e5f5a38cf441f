"""All subcommands of `planstate`: the one place to register one.

A subcommand's module has `DESCRIPTION` and `EXAMPLES` for its help, `add_arguments(parser)`, and
`run(options)`, which gives an `Answer` or raises a `Failure` or a `UsageError`; and `EXIT_CODES`
for its help if its own are others. It is imported when the subcommand is used and not before, and
imports nothing heavy itself.
"""

from typing import NamedTuple


class Command(NamedTuple):
    """A subcommand: its name, the module that runs it, and what it does in a few words."""

    name: str
    module: str
    summary: str


class Group(NamedTuple):
    """Subcommands under a common name, and an example of one of them."""

    name: str
    summary: str
    example: str
    commands: tuple["Command | Group", ...]


STATE = (
    Command("init", "impl.cli.commands.init", "make a plan known, or bring it up to date"),
    Command("claim", "impl.cli.commands.claim", "take the next step that may be worked on"),
    Command("start", "impl.cli.commands.start", "say that work on a claimed step has begun"),
    Command("heartbeat", "impl.cli.commands.heartbeat", "renew the lease of a held step"),
    Command("update", "impl.cli.commands.update", "complete, defer or reopen checklist items"),
    Command("artifact", "impl.cli.commands.artifact", "leave a note on a held step"),
    Command("complete", "impl.cli.commands.complete", "complete a held step"),
    Command("show", "impl.cli.commands.show", "show how far the work on plans is"),
    Command("ready", "impl.cli.commands.ready", "list the steps by what can be done with them"),
    Command("reset", "impl.cli.commands.reset", "put a step back to pending, whoever holds it"),
    Command("release", "impl.cli.commands.release", "give a held step back"),
    Command("reconcile", "impl.cli.commands.reconcile", "complete what the commits say is done"),
)

REVIEW = (
    Command("stop-hook", "impl.cli.commands.stop_hook", "have reviews made when an agent stops"),
    Command("continue", "impl.cli.commands.continue_plan", "say how to go on after a crash"),
)

COMMANDS: tuple[Command | Group, ...] = (
    Group(
        "state",
        "read and change the state of plans",
        "state claim plans/bridge.md --worktree ann",
        STATE,
    ),
    Group(
        "review",
        "have work reviewed when an agent stops, and go on",
        "review continue",
        REVIEW,
    ),
    Command("commit", "impl.cli.commands.commit", "commit the work on a step and complete it"),
    Command("recover", "impl.cli.commands.recover", "complete a step whose commit did not"),
    Command("iterate", "impl.cli.commands.iterate", "report an iteration; learn whether to go on"),
    Command("check-command", "impl.cli.commands.check_command", "ask whether an agent may run it"),
    Command("completion", "impl.cli.commands.completion", "print a completion script for a shell"),
)
"""Everything that may follow `planstate`."""

HOOKS = ("review stop-hook",)
"""The hooks whose wrong usage ends with 1, and so lets an agent go on.

Of a hook, exit code 2 blocks. One that is called whenever an agent stops would then keep it from
stopping for ever. `check-command` is not among them on purpose: a guard that is called wrongly
looks at nothing, and must not let everything through.
"""
