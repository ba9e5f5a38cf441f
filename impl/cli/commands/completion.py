"""`planstate completion`: print a script by which a shell completes subcommands and options.

Print a script by which bash, zsh or fish complete the subcommands and options of planstate, and
file names elsewhere.
"""

import argparse
import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from impl.cli.answers import Answer
from impl.cli.arguments import GLOBAL_OPTIONS, Argument, Arguments, Exclusive, flag, option
from impl.cli.command import Command
from impl.cli.registry import ENTRIES, Entry, Group

EXAMPLES = """
  source <(planstate completion bash)
  planstate completion zsh > ~/.zsh/functions/_planstate
  planstate completion fish > ~/.config/fish/completions/planstate.fish
"""
SHELLS = ("bash", "zsh", "fish")
ARGUMENTS = (option("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish"),)

HELP = flag("-h", "--help", help="show this help message and exit")
VERSION = flag("--version", help="print the version and exit")


class Level(NamedTuple):
    """A position on the command line, such as ` state claim`, and what may follow it."""

    path: str
    commands: Sequence[tuple[str, str]]
    options: Sequence[Argument]


def run(options: argparse.Namespace) -> Answer:
    """Print the script."""
    found = list(levels("", ENTRIES, (VERSION,)))
    lines = {"bash": bash, "zsh": zsh, "fish": fish}[options.shell](found)
    return Answer({"shell": options.shell, "script": "\n".join([*lines, ""])}, lines)


def levels(
    path: str, entries: Sequence[Entry | Group], own: Sequence[Argument] = ()
) -> Iterator[Level]:
    """Yield a level with these entries, and all levels below it."""
    commands = [(entry.name, entry.summary) for entry in entries]
    yield Level(path, commands, (HELP, *GLOBAL_OPTIONS, *own))
    for entry in entries:
        below = f"{path} {entry.name}"
        if isinstance(entry, Group):
            yield from levels(below, entry.entries)
        else:
            own = tuple(options_of(entry.load().arguments))
            yield Level(below, (), (HELP, *own, *GLOBAL_OPTIONS))


def options_of(arguments: Arguments) -> Iterator[Argument]:
    """Yield the options among arguments."""
    for each in arguments:
        for argument in each.options if isinstance(each, Exclusive) else (each,):
            if argument.names[0].startswith("-"):
                yield argument


def bash(found: list[Level]) -> list[str]:
    """Return the script for bash."""
    return [
        "_planstate() {",
        '    local current="${COMP_WORDS[COMP_CWORD]}" commands="" options="" at="" word',
        "    COMPREPLY=()",
        '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
        '        case "$at $word" in',
        f'            {_alternatives(found)}) at="$at $word" ;;',
        "        esac",
        "    done",
        '    case "$at ${COMP_WORDS[COMP_CWORD-1]}" in',
        *(
            f'        {flag}) COMPREPLY=($(compgen -W "{choices}" -- "$current")); return ;;'
            for flag, choices in _with_choices(found)
        ),
        f"        {'|'.join(_with_values(found))}) return ;;",
        "    esac",
        '    case "$at" in',
        *(
            f'        "{level.path}") commands="{_names(level)}" options="{_flags(level)}" ;;'
            for level in found
        ),
        "    esac",
        '    [[ $current == -* ]] && commands="$options"',
        '    COMPREPLY=($(compgen -W "$commands" -- "$current"))',
        "}",
        "complete -o bashdefault -o default -F _planstate planstate",
    ]


def zsh(found: list[Level]) -> list[str]:
    """Return the script for zsh, to be sourced or to be autoloaded as a function."""
    return [
        "#compdef planstate",
        "_planstate() {",
        '    local at="" word; local -a commands options',
        '    for word in "${(@)words[2,CURRENT-1]}"; do',
        '        case "$at $word" in',
        f'            ({_alternatives(found)}) at="$at $word" ;;',
        "        esac",
        "    done",
        '    case "$at ${words[CURRENT-1]}" in',
        *(
            f"        ({flag}) compadd -- {choices}; return ;;"
            for flag, choices in _with_choices(found)
        ),
        f"        ({'|'.join(_with_values(found))}) _files; return ;;",
        "    esac",
        '    case "$at" in',
        *(line for level in found for line in _zsh_level(level)),
        "    esac",
        "    if [[ $PREFIX == -* ]]; then _describe -o option options",
        "    elif (( $#commands )); then _describe command commands",
        "    else _files; fi",
        "}",
        'if [[ "${funcstack[1]}" == _planstate ]]; then _planstate "$@"',
        "else compdef _planstate planstate; fi",
    ]


def fish(found: list[Level]) -> list[str]:
    """Return the script for fish."""
    quoted = " ".join(shlex.quote(level.path) for level in found[1:])
    return [
        "function __planstate_at",
        "    set -l at ''",
        "    for word in (commandline -opc)[2..-1]",
        f'        contains -- "$at $word" {quoted}; and set at "$at $word"',
        "    end",
        '    test "$at" = "$argv[1]"',
        "end",
        *(line for level in found for line in _fish_level(level)),
    ]


def _zsh_level(level: Level) -> Iterator[str]:
    described = [(flag, option.help) for option in level.options for flag in option.names]
    yield f'        ("{level.path}")'
    yield f"            commands=({_zsh_words(level.commands)})"
    yield f"            options=({_zsh_words(described)}) ;;"


def _zsh_words(described: Sequence[tuple[str, str]]) -> str:
    return " ".join(shlex.quote(f"{word}:{meaning}") for word, meaning in described)


def _fish_level(level: Level) -> Iterator[str]:
    start = f"complete -c planstate -n '__planstate_at \"{level.path}\"'"
    for name, meaning in level.commands:
        yield f"{start} -f -a {name} -d {_fish_quoted(meaning)}"
    for each in level.options:
        flags = " ".join(
            f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in each.names
        )
        value = " -r" if each.takes_value else ""
        value += f" -f -a {shlex.quote(' '.join(_choices(each)))}" if _choices(each) else ""
        yield f"{start} {flags}{value} -d {_fish_quoted(each.help)}"


def _choices(option: Argument) -> tuple[str, ...]:
    return tuple(option.settings.get("choices", ()))


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _alternatives(found: list[Level]) -> str:
    return "|".join(f'"{level.path}"' for level in found if level.path)


def _names(level: Level) -> str:
    return " ".join(name for name, _ in level.commands)


def _flags(level: Level) -> str:
    return " ".join(flag for option in level.options for flag in option.names)


def _with_choices(found: list[Level]) -> list[tuple[str, str]]:
    """Return the positions of options whose values are fixed words, with these words."""
    return [
        (_positions(level, option), " ".join(_choices(option)))
        for level in found
        for option in level.options
        if _choices(option)
    ]


def _with_values(found: list[Level]) -> list[str]:
    """Return the positions of options that take another value."""
    return [
        _positions(level, option)
        for level in found
        for option in level.options
        if option.takes_value and not _choices(option)
    ]


def _positions(level: Level, option: Argument) -> str:
    return "|".join(f'"{level.path} {flag}"' for flag in option.names)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run)
