"""`planstate completion`: print a script that teaches a shell the subcommands and their options."""

import argparse
import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from impl.cli.answers import Answer
from impl.cli.parser import Deferred, parser

DESCRIPTION = """
Print a script by which bash, zsh or fish complete the subcommands and options of planstate. Where
none fits, they complete file names.
"""
EXAMPLES = """
  source <(planstate completion bash)
  planstate completion zsh > ~/.zsh/functions/_planstate
  planstate completion fish > ~/.config/fish/completions/planstate.fish
"""


class Option(NamedTuple):
    """An option: how it is written, what it is for, and what may follow it."""

    flags: Sequence[str]
    help: str
    takes_value: bool
    choices: Sequence[str]


class Level(NamedTuple):
    """A place in the tree, such as ` state claim`: the commands and options that may follow."""

    path: str
    commands: Sequence[tuple[str, str]]
    options: Sequence[Option]


def add_arguments(described: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    described.add_argument("shell", metavar="SHELL", choices=SCRIPTS, help="bash, zsh or fish")


def run(options: argparse.Namespace) -> Answer:
    """Write the script."""
    lines = SCRIPTS[options.shell](list(levels("", parser())))
    return Answer({"shell": options.shell, "script": "\n".join([*lines, ""])}, lines)


def levels(path: str, described: argparse.ArgumentParser) -> Iterator[Level]:
    """Walk through the tree of commands."""
    commands: list[tuple[str, str]] = []
    below: list[Level] = []
    options: list[Option] = []
    for action in described._actions:
        if isinstance(action, argparse._SubParsersAction):
            commands += [(choice.dest, choice.help or "") for choice in action._choices_actions]
            for name, deferred in action.choices.items():
                assert isinstance(deferred, Deferred)
                below += levels(f"{path} {name}", deferred.parser())
        elif action.option_strings:
            choices = [str(choice) for choice in action.choices or ()]
            takes_value = action.nargs != 0
            flags = action.option_strings
            options.append(Option(flags, _one_line(action.help), takes_value, choices))
    yield Level(path, commands, options)
    yield from below


def bash(found: list[Level]) -> list[str]:
    """Write the script for bash."""
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
    """Write the script for zsh, to be sourced or to be found as a function."""
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
    """Write the script for fish."""
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


SCRIPTS = {"bash": bash, "zsh": zsh, "fish": fish}


def _zsh_level(level: Level) -> Iterator[str]:
    described = [(flag, option.help) for option in level.options for flag in option.flags]
    yield f'        ("{level.path}")'
    yield f"            commands=({_zsh_words(level.commands)})"
    yield f"            options=({_zsh_words(described)}) ;;"


def _zsh_words(described: Sequence[tuple[str, str]]) -> str:
    return " ".join(shlex.quote(f"{word}:{meaning}") for word, meaning in described)


def _fish_level(level: Level) -> Iterator[str]:
    start = f"complete -c planstate -n '__planstate_at \"{level.path}\"'"
    for name, meaning in level.commands:
        yield f"{start} -f -a {name} -d {_fish_quoted(meaning)}"
    for option in level.options:
        flags = " ".join(
            f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags
        )
        value = " -r" if option.takes_value else ""
        value += f" -f -a {shlex.quote(' '.join(option.choices))}" if option.choices else ""
        yield f"{start} {flags}{value} -d {_fish_quoted(option.help)}"


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def _alternatives(found: list[Level]) -> str:
    return "|".join(f'"{level.path}"' for level in found if level.path)


def _names(level: Level) -> str:
    return " ".join(name for name, _ in level.commands)


def _flags(level: Level) -> str:
    return " ".join(flag for option in level.options for flag in option.flags)


def _with_choices(found: list[Level]) -> list[tuple[str, str]]:
    """Give the places of all flags whose values are known words, with these words."""
    return [
        (_places(level, option), " ".join(option.choices))
        for level in found
        for option in level.options
        if option.choices
    ]


def _with_values(found: list[Level]) -> list[str]:
    """Give the places of all flags that take another value."""
    return [
        _places(level, option)
        for level in found
        for option in level.options
        if option.takes_value and not option.choices
    ]


def _places(level: Level, option: Option) -> str:
    return "|".join(f'"{level.path} {flag}"' for flag in option.flags)
