"""The tree of the subcommands of `planstate`, each described only when it is used."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import groupby
from typing import NoReturn, cast

from impl.cli.answers import FAILED, USAGE
from impl.cli.arguments import name, wait
from impl.cli.registry import COMMANDS, HOOKS, Command, Group

EXIT_CODES = """
exit codes: 0 done; 1 rejected; 2 wrong usage; 3 interrupted, so it is not known whether it was
done; 4 the environment broke: no repository, or no store that can be used
"""
DESCRIPTION = """
Work on the steps of plan documents: who holds which step under which lease, what became of its
checklist, and when it is complete. The state of all plans of a git repository is in one store,
which all its worktrees share. Beside that: commit a step, have work reviewed, report iterations,
and check the commands of agents.
"""
STORE_HELP = "the store (default $PLANSTATE_STORE, or .planstate/state.db under the main root)"
SYNCHRONOUS_HELP = (
    "`full` (the default): what was answered survives a loss of power; `normal`: faster, but a "
    "loss of power may undo the last answers"
)
DEFAULT_WIDTH = 80


class HelpFormatter(argparse.HelpFormatter):
    """Wraps what is said to the terminal's width, and leaves indented lines as they are."""

    def __init__(self, prog: str) -> None:
        # Otherwise argparse would import much to find the width, also when no help is wanted.
        super().__init__(prog, width=_width() - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        import textwrap

        wrapped: list[str] = []
        for as_is, group in groupby(text.strip("\n").split("\n"), lambda line: line[:1] in " "):
            lines = list(group)
            wrapped += lines if as_is else textwrap.wrap(" ".join(lines), width)
        return "\n".join(indent + line for line in wrapped)


class Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations, and whose errors say where help is."""

    def __init__(self, prog: str, description: str, epilog: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            formatter_class=HelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and exit with 2, or with 1 for some hooks."""
        self.print_usage(sys.stderr)
        # Of such a hook, 2 would mean that it blocks, and it would do so for ever.
        code = FAILED if self.prog.partition(" ")[2] in HOOKS else USAGE
        self.exit(code, f"{self.prog}: error: {message}; see `{self.prog} --help`\n")


class Deferred:
    """Stands for the parser of a subcommand until that is used: most are not.

    Newer versions of argparse hand over more than they did, and look at the help.
    """

    def __init__(self, prog: str, build: Callable[[str], Parser], **_: object) -> None:
        self.prog = prog
        self.build = build

    def parse_known_args(
        self, args: list[str], namespace: None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Make the real parser, and let it read the arguments, and refuse what it does not know."""
        return self.parser().parse_args(args, namespace), []

    def parser(self) -> Parser:
        """Make the real parser."""
        return self.build(self.prog)

    def _check_help(self, _: argparse.Action) -> None:
        """Leave that to the real parser."""


def parser() -> Parser:
    """Describe all commands."""
    top = Parser("planstate", DESCRIPTION, _example("state init plans/bridge.md"))
    add_global_options(top, None)
    top.add_argument("--version", action=_Version, help="print the version and exit")
    add_commands(top, COMMANDS)
    return top


def group_parser(group: Group, prog: str) -> Parser:
    """Describe the subcommands under a common name."""
    summary = f"{group.summary[0].upper()}{group.summary[1:]}."
    described = Parser(prog, summary, _example(group.example))
    add_global_options(described, argparse.SUPPRESS)
    add_commands(described, group.commands)
    return described


def command_parser(command: Command, prog: str) -> Parser:
    """Describe a command as its module does."""
    module = import_module(command.module)
    exit_codes = getattr(module, "EXIT_CODES", EXIT_CODES)
    described = Parser(prog, module.DESCRIPTION, f"examples:\n{module.EXAMPLES}{exit_codes}")
    module.add_arguments(described)
    add_global_options(described, argparse.SUPPRESS)
    described.set_defaults(name=prog.partition(" ")[2], module=command.module)
    return described


def add_commands(described: Parser, commands: Sequence[Command | Group]) -> None:
    """Describe subcommands, each by no more than its name for now."""
    subparsers = described.add_subparsers(
        title="commands",
        metavar="COMMAND",
        required=True,
        prog=described.prog,
        parser_class=cast("type[Parser]", Deferred),
    )
    for command in commands:
        build: Callable[[str], Parser]
        if isinstance(command, Group):
            build = partial(group_parser, command)
        else:
            build = partial(command_parser, command)
        subparsers.add_parser(command.name, help=command.summary, build=build)


def add_global_options(described: argparse.ArgumentParser, default: str | None) -> None:
    """Describe the options that stand before or after a subcommand."""
    options = described.add_argument_group("global options")
    suppressed = default is not None
    flag = argparse.SUPPRESS if suppressed else False
    options.add_argument(
        "--json", action="store_true", default=flag, help="print one JSON document"
    )
    options.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        default=flag,
        help="print no text but warnings and failures",
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


def _example(arguments: str) -> str:
    return f"example:\n\n  planstate {arguments}\n{EXIT_CODES}"


def _width() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or DEFAULT_WIDTH
    except (OSError, ValueError, AttributeError):
        return DEFAULT_WIDTH
