"""Parsing the command line of `planstate`, importing only the subcommand that is used."""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NoReturn

from impl.cli.answers import FAILED, USAGE
from impl.cli.command import EXIT_CODES, GLOBAL_OPTIONS, Argument, Arguments, Command, Exclusive
from impl.cli.registry import ENTRIES, HOOKS, CommandGroup, Entry
from impl.given_text import hidden

PROGRAM = "planstate"
DESCRIPTION = """
Track the steps of plan documents: the holder and lease of each step, its checklist, and its
completion. The state of all plans of a git repository is in one store, shared by all its
worktrees. Further commands commit a step, run reviews, report iterations, and check the commands
of agents.
"""
EXAMPLE = "state init plans/bridge.md"
USUAL_WIDTH, NARROWEST = 78, 18

GLOBAL_DEFAULTS = {
    each.names[-1].removeprefix("--"): each.settings.get(
        "default", None if each.takes_value else False
    )
    for each in GLOBAL_OPTIONS
}


class PlanstateParser(argparse.ArgumentParser):
    """A parser that takes no abbreviations, and whose errors name the help."""

    def __init__(
        self, prog: str, description: str | None, epilog: str, arguments: Arguments = ()
    ) -> None:
        # With a width of its own, or argparse imports a module to find it, even without `--help`.
        formatter = partial(argparse.RawDescriptionHelpFormatter, width=USUAL_WIDTH)
        super().__init__(
            prog, None, description, epilog, formatter_class=formatter, allow_abbrev=False
        )
        self._add_arguments(arguments)

    def format_help(self) -> str:
        """Return the help, with its paragraphs wrapped to the width of the terminal."""
        import shutil

        width = max(shutil.get_terminal_size().columns - 2, NARROWEST)
        self.formatter_class = partial(argparse.RawDescriptionHelpFormatter, width=width)
        self.description = _wrapped(self.description or "", width)
        self.epilog = _wrapped(self.epilog or "", width)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the error and how to get help; exit with 2, or with 1 for some hooks."""
        self.print_usage(sys.stderr)
        code = FAILED if self.prog.removeprefix(f"{PROGRAM} ") in HOOKS else USAGE
        self.exit(code, f"{self.prog}: error: {hidden(message)}; see `{self.prog} --help`\n")

    def _add_arguments(self, arguments: Arguments) -> None:
        """Add arguments, and the global options, which have no defaults here."""
        for each in arguments:
            if isinstance(each, Exclusive):
                group = self.add_mutually_exclusive_group(required=each.required)
                for one in each.options:
                    _add(group, one)
            else:
                _add(self, each)
        options = self.add_argument_group("global options")
        for option in GLOBAL_OPTIONS:
            if option.names[-1] not in self._option_string_actions:  # a command's own goes first
                _add(options, option, default=argparse.SUPPRESS)

    def add_entries(self, entries: Sequence[Entry | CommandGroup]) -> None:
        """Add a choice of subcommands; the arguments after one are left unparsed."""
        width = max(len(entry.name) for entry in entries) + 2
        listing = [f"  {entry.name:<{width}}{entry.summary}" for entry in entries]
        group = self.add_argument_group("commands", "\n".join(listing))
        group.add_argument(
            "words",
            metavar="COMMAND",
            nargs=argparse.PARSER,
            choices=[entry.name for entry in entries],
            help=f"see `{self.prog} COMMAND --help`",
        )


def parse(arguments: Sequence[str]) -> tuple[Command, argparse.Namespace]:
    """Return the subcommand that is meant, and its options; exit on help and on usage errors."""
    options = argparse.Namespace(words=arguments, **GLOBAL_DEFAULTS)
    entry = _chosen(ENTRIES, options, _top_parser)
    prog = f"{PROGRAM} {entry.name}"
    if isinstance(entry, CommandGroup):
        parser = partial(_group_parser, entry, prog)
        entry = _chosen(entry.entries, options, parser)
        prog = f"{prog} {entry.name}"
    assert isinstance(entry, Entry)
    command, rest = entry.load(), options.words
    del options.words
    options.name = prog.removeprefix(f"{PROGRAM} ")
    epilog = f"examples:\n{command.examples}{command.exit_codes}"
    of_command = PlanstateParser(prog, command.description, epilog, command.arguments)
    return command, of_command.parse_args(rest, options)


def _chosen(
    entries: Sequence[Entry | CommandGroup],
    options: argparse.Namespace,
    parser: Callable[[], PlanstateParser],
) -> Entry | CommandGroup:
    """Return the entry that the next word names, and keep the words after it.

    A parser is built only if there is something else to parse: each takes a hundredth of the time
    of a command.
    """
    names = [entry.name for entry in entries]
    if not options.words or options.words[0] not in names:
        parser().parse_args(options.words, options)
    name, *options.words = options.words
    return entries[names.index(name)]


def _top_parser() -> PlanstateParser:
    parser = PlanstateParser(PROGRAM, DESCRIPTION, _example(EXAMPLE))
    parser.add_argument("--version", action=_Version, help="print version and edition and exit")
    parser.add_entries(ENTRIES)
    return parser


def _group_parser(group: CommandGroup, prog: str) -> PlanstateParser:
    summary = f"{group.summary[0].upper()}{group.summary[1:]}."
    parser = PlanstateParser(prog, summary, _example(group.example))
    parser.add_entries(group.entries)
    return parser


class _Version(argparse.Action):
    """Prints version and edition, looked up only when asked for, because that takes long."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        from spec.editions import CURRENT

        print(f"{PROGRAM} {version('planspec')}\nedition {CURRENT.name}")
        parser.exit()


def _add(target: Any, argument: Argument, **settings: Any) -> None:
    target.add_argument(*argument.names, **{**argument.settings, **settings})


def _example(arguments: str) -> str:
    return f"example:\n\n  {PROGRAM} {arguments}\n{EXIT_CODES}"


def _wrapped(text: str, width: int) -> str:
    """Wrap paragraphs to a width, but keep indented and empty lines."""
    import textwrap

    wrapped: list[str] = []
    for as_is, group in groupby(text.strip("\n").split("\n"), lambda line: line[:1] in " "):
        lines = list(group)
        wrapped += lines if as_is else textwrap.wrap(" ".join(lines), width)
    return "\n".join(wrapped)
