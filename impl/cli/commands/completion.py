"""`planstate completion`: print a script by which a shell completes subcommands and options.

It completes file names elsewhere.
"""

import argparse
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

from impl import cli
from impl.cli.answers import Answer
from impl.cli.command import GLOBAL_OPTIONS, Argument, Arguments, Command, Exclusive, flag, option
from impl.cli.registry import ENTRIES, CommandGroup, Entry

EXAMPLES = """
  source <(planstate completion bash)
  planstate completion zsh > ~/.zsh/functions/_planstate
  planstate completion fish > ~/.config/fish/completions/planstate.fish
"""
SHELLS = ("bash", "zsh", "fish")
ARGUMENTS = (option("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish"),)

HELP = flag("-h", "--help", help="show this help message and exit")
VERSION = flag("--version", help="print the version and exit")

TEMPLATES = Path(cli.__path__[0]) / "completions"


class Level(NamedTuple):
    """A position on the command line, such as ` state claim`, and what may follow it."""

    path: str
    commands: Sequence[tuple[str, str]]
    options: Sequence[Argument]


class CompletionData(TypedDict):
    """The completion script for a shell."""

    shell: Literal["bash", "zsh", "fish"]
    script: str


def run(options: argparse.Namespace) -> Answer:
    """Print the script."""
    text = script(options.shell)
    return Answer(CompletionData(shell=options.shell, script=text), text.splitlines())


def script(shell: str) -> str:
    """Return the script for a shell."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"quoted": '"{}"'.format, "shell": shlex.quote, "fish": fish_quoted}
    found = list(levels("", ENTRIES, (VERSION,)))
    valued = [(level, each) for level in found for each in level.options if each.takes_value]
    return environment.get_template(f"{shell}.jinja").render(
        levels=found,
        paths=[level.path for level in found if level.path],
        with_choices=[(level, each) for level, each in valued if each.choices],
        other_values="|".join(positions(*pair) for pair in valued if not pair[1].choices),
        positions=positions,
    )


def levels(
    path: str, entries: Sequence[Entry | CommandGroup], own: Sequence[Argument] = ()
) -> Iterator[Level]:
    """Yield a level with these entries, and all levels below it."""
    commands = [(entry.name, entry.summary) for entry in entries]
    yield Level(path, commands, (HELP, *GLOBAL_OPTIONS, *own))
    for entry in entries:
        below = f"{path} {entry.name}"
        if isinstance(entry, CommandGroup):
            yield from levels(below, entry.entries)
        else:
            own = tuple(options_of(entry.load().arguments))
            names = [each.names for each in own]
            rest = (each for each in GLOBAL_OPTIONS if each.names not in names)
            yield Level(below, (), (HELP, *own, *rest))


def options_of(arguments: Arguments) -> Iterator[Argument]:
    """Yield the options among arguments."""
    for each in arguments:
        for argument in each.options if isinstance(each, Exclusive) else (each,):
            if argument.names[0].startswith("-"):
                yield argument


def positions(level: Level, option: Argument) -> str:
    """Return the places at which the value of an option stands, as alternatives for a shell."""
    return "|".join(f'"{level.path} {name}"' for name in option.names)


def fish_quoted(text: str) -> str:
    """Return a text, quoted for fish."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, CompletionData)
