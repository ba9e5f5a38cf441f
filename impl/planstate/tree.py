"""The tree of the subcommands of `planstate`, each described only when it is used."""

import argparse
import sys
from importlib import import_module
from itertools import groupby
from typing import NoReturn

from impl.planstate.arguments import name, wait
from impl.planstate.commands import REVIEW, STATE, TOP_LEVEL, Command

EXIT_CODES = """
exit codes: 0 done; 1 rejected; 2 wrong usage; 3 interrupted, so it is not known whether it was
done; 4 the environment broke: no repository, or no store that can be used
"""
DESCRIPTION = """
Work on the steps of plan documents: who holds which step under which lease, what became of its
checklist, and when it is complete. The state of all plans of a git repository is in one store,
which all its worktrees share.
"""
STORE_HELP = "the store (default $PLANSTATE_STORE, or .planstate/state.db under the main root)"
SYNCHRONOUS_HELP = (
    "`full` (the default): what was answered survives a loss of power; `normal`: faster, but a "
    "loss of power may undo the last answers"
)


class HelpFormatter(argparse.HelpFormatter):
    """Wraps what is said to the terminal's width, and leaves indented lines as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        import textwrap

        wrapped: list[str] = []
        for as_is, group in groupby(text.strip("\n").split("\n"), lambda line: line[:1] in " "):
            lines = list(group)
            wrapped += lines if as_is else textwrap.wrap(" ".join(lines), width)
        return "\n".join(indent + line for line in wrapped)


class CommandParser(argparse.ArgumentParser):
    """A parser that takes its arguments from the command's module, and only when it is used."""

    def __init__(self, *, command: Command | None = None, **settings: str | None) -> None:
        super().__init__(allow_abbrev=False, formatter_class=HelpFormatter, **settings)  # type: ignore[arg-type]
        self.command = command

    def describe(self) -> None:
        """Add the command's own arguments and its help, once."""
        if self.command is None:
            return
        module = import_module(self.command.module)
        self.description = module.DESCRIPTION
        exit_codes = getattr(module, "EXIT_CODES", EXIT_CODES)
        self.epilog = f"examples:\n{module.EXAMPLES}{exit_codes}"
        module.add_arguments(self)
        add_global_options(self, argparse.SUPPRESS)
        name = self.prog.partition(" ")[2]
        self.set_defaults(name=name, module=self.command.module)
        self.command = None

    def parse_known_args(  # type: ignore[override]
        self, args: list[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Describe the command before its arguments are read."""
        self.describe()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and exit with 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}; see `{self.prog} --help`\n")


def parser() -> CommandParser:
    """Describe all commands, those of modules only by name."""
    top = CommandParser(
        prog="planstate",
        description=DESCRIPTION,
        epilog=f"example:\n\n  planstate state init plans/bridge.md\n{EXIT_CODES}",
    )
    add_global_options(top, None)
    top.add_argument("--version", action=_Version, help="print the version and exit")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    state = commands.add_parser(
        "state",
        help="what is done, and by whom",
        description="Read and change the state of plans.",
        epilog=f"example:\n\n  planstate state claim plans/bridge.md --worktree ann\n{EXIT_CODES}",
    )
    add_global_options(state, argparse.SUPPRESS)
    state_commands = state.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in STATE:
        state_commands.add_parser(command.name, help=command.summary, command=command)
    review = commands.add_parser(
        "review",
        help="what is reviewed, and how to go on",
        description="Have the work on plans reviewed when an agent stops.",
        epilog=f"example:\n\n  planstate review continue\n{EXIT_CODES}",
    )
    add_global_options(review, argparse.SUPPRESS)
    review_commands = review.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in REVIEW:
        review_commands.add_parser(command.name, help=command.summary, command=command)
    for command in TOP_LEVEL:
        commands.add_parser(command.name, help=command.summary, command=command)
    return top


def add_global_options(described: argparse.ArgumentParser, default: str | None) -> None:
    """Describe the options that stand before or after a subcommand."""
    options = described.add_argument_group("global options")
    suppressed = default is not None
    flag = argparse.SUPPRESS if suppressed else False
    options.add_argument(
        "--json", action="store_true", default=flag, help="print one JSON document"
    )
    options.add_argument(
        "-q", "--quiet", action="store_true", default=flag, help="print no text unless it fails"
    )
    options.add_argument("--store", type=name, metavar="PATH", default=default, help=STORE_HELP)
    options.add_argument(
        "--synchronous",
        choices=("full", "normal"),
        default=default if suppressed else "full",
        help=SYNCHRONOUS_HELP,
    )
    options.add_argument(
        "--wait",
        type=wait,
        metavar="SECONDS",
        default=default if suppressed else 5,
        help="how long to wait for others who write to the store (default 5)",
    )


class _Version(argparse.Action):
    """Prints the version, which takes long enough to look up to do so only when asked."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"planstate {version('planspec')}")
        parser.exit()
