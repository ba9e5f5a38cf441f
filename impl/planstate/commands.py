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
    Command("init", "impl.planstate.init", "make a plan known, or bring it up to date"),
    Command("claim", "impl.planstate.claim", "take the next step that may be worked on"),
    Command("start", "impl.planstate.start", "say that work on a claimed step has begun"),
    Command("heartbeat", "impl.planstate.heartbeat", "renew the lease of a held step"),
    Command("update", "impl.planstate.update", "complete, defer or reopen checklist items"),
    Command("artifact", "impl.planstate.artifact", "leave a note on a held step"),
    Command("complete", "impl.planstate.complete", "complete a held step"),
    Command("show", "impl.planstate.show", "show how far the work on plans is"),
    Command("ready", "impl.planstate.ready", "list the steps by what can be done with them"),
    Command("reset", "impl.planstate.reset", "put a step back to pending, whoever holds it"),
    Command("release", "impl.planstate.release", "give a held step back"),
    Command("reconcile", "impl.planstate.reconcile", "complete what the commits say is done"),
)

REVIEW = (
    Command("stop-hook", "impl.planstate.stop_hook", "have reviews made when an agent stops"),
    Command("continue", "impl.planstate.continuing", "say how to go on after a crash"),
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
    Command("commit", "impl.planstate.commit", "commit the work on a step, and complete the step"),
    Command("recover", "impl.planstate.recover", "complete a step whose commit did not"),
    Command("iterate", "impl.planstate.iterate", "report an iteration, and learn whether to go on"),
    Command("check-command", "impl.planstate.check_command", "ask whether an agent may run it"),
    Command("completion", "impl.planstate.completion", "print a completion script for a shell"),
)
"""Everything that may follow `planstate`."""

HOOKS = ("review stop-hook",)
"""The hooks whose wrong usage ends with 1, and so lets an agent go on.

Of a hook, exit code 2 blocks. One that is called whenever an agent stops would then keep it from
stopping for ever. `check-command` is not among them on purpose: a guard that is called wrongly
looks at nothing, and must not let everything through.
"""
