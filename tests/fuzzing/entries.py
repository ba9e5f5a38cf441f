"""The entry points of the programs, taken from their parsers, so that none can be forgotten."""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.cli.main import COMMANDS
from conformance.cli.main import parser as planspec_parser
from conformance.protocol.documents.planstate import planstate_commands
from impl.cli.command import GLOBAL_OPTIONS, Argument, Exclusive
from tests.fuzzing import inputs, sites
from tests.impl.cli.desk import PLAN


@dataclass(frozen=True)
class Word:
    """An option, or a positional argument if it has no name, and the values that it may have."""

    name: str
    takes_value: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """Words of which at most one may be given, and exactly one if it is required."""

    words: tuple[Word, ...]
    required: bool


@dataclass(frozen=True)
class EntryPoint:
    """An entry point: its words, its arguments, and the exit codes that are documented."""

    program: str
    words: tuple[str, ...]
    arguments: tuple[Choice, ...]
    exit_codes: frozenset[int]

    @property
    def name(self) -> str:
        """The command, as it is typed."""
        return " ".join((self.program, *self.words))


VALUES: dict[str, tuple[str, ...]] = {
    "plan": (PLAN, "summary.md", "plans"),
    "plans": (PLAN, "summary.md"),
    "--plan": (PLAN,),
    "step": ("deck", "#piers", "paint"),
    "--step": ("deck", "paint"),
    "--worktree": (sites.WORKTREE, "."),
    "--claim-id": ("1", "2"),
    "--store": (".planstate/state.db", "new.db"),
    "--root": (".", ".taskie"),
    "--plan-folder": ("bridge", ".taskie/plans/bridge"),
    "--next-phase": ("code-review", "next-task"),
    "--review": ("review.json", "-"),
    "--commit": ("commit.json", "-"),
    "--reason": ("open_items",),
    "--task": ("1:completed", "2:open"),
    "--all": ("completed", "open"),
    "trace": ("trace.json",),
    "file": ("archive.tar.gz",),
    "word": ("CLM-5", "E049", "plan_drift", "A14", "INV-4", "CLM-5.2"),
    "a": ("seeds", "2026.1"),
    "b": ("2026.1", "2026.2-A16"),
    "--edition": ("seeds", "2026.1", "2026.2", "2026.2-A16"),
    "--deviations": ("deviations.toml",),
    "--dialect": ("dialect.toml",),
    "--mapping": ("mapping.toml",),
    "--journal": ("journal.jsonl", "."),
    "history": ("log.jsonl", "history.jsonl"),
    "--folder": ("vectors",),
    "source": (".planstate/state.db", "new.db"),
    "target": ("new.db", ".planstate/state.db"),
}
"""Values that are valid somewhere."""

ONLY: dict[str, tuple[str, ...]] = {
    "--reviewer": ("true", "no-such-program {prompt}", "'", "cat {model}", "\udc80", "false"),
    "--cli": ("cat", "no-such-program", "plans", "\udc80", "./plans"),
    "--python": ("trace.json:made", "none.py:make", "plans:x", ":", "\udc80", "x" * 5_000 + ":x"),
    "--connect": ("127.0.0.1:1", "127.0.0.1:²", f"127.0.0.1:{inputs.MANY_DIGITS}", ":", "x"),
    "--time-limit": ("1", "0.5", "nan", inputs.MANY_DIGITS, "-1", ""),
    "--start-timeout": ("1", "nan", inputs.MANY_DIGITS),
    "--timeout": ("1", "inf", inputs.MANY_DIGITS),
    "--budget": ("1", "0", inputs.MANY_DIGITS + "s", "²"),
    "--layer": ("vectors", "\udc80"),
    "--lease-duration": ("1", "0", inputs.MANY_DIGITS),
    "--wait": ("0", inputs.MANY_DIGITS),
}
"""The only values of arguments that start programs, connect somewhere, or take their time."""

REPORT = (
    b'{"summary_path": "summary.md", "work_remaining": "[a, b]", "x": 1, '
    b'"requires_continuation": true, "context_percent": 50}'
)

GIVEN: dict[str, bytes] = {
    "state update": b'[{"kind": "task", "ordinal": 0, "status": "deferred", "reason": "rain"}]',
    "iterate": REPORT,
    "iterations report": REPORT,
    "review stop-hook": b'{"cwd": ".", "session_id": "s", "stop_hook_active": true, "x": [1]}',
    "check-command": b'{"tool_name": "Bash", "tool_input": {"command": "git log | head -5"}}',
    "recover": json.dumps(sites.REVIEW).encode(),
    "serve": b'{"request": "hello", "protocols": ["planspec 1"]}\n'
    b'{"request": "reset", "plan": null}\n'
    b'{"request": "ready", "plan": "plan.md", "now": 5}\n{"request": "observe"}\n',
}
"""Valid standard input."""

ALWAYS: dict[str, tuple[str, ...]] = {
    "review stop-hook": ("--reviewer", "true", "--time-limit", "1"),
    "check": ("--examples", "1", "--steps", "1"),
    "conform": ("--operations", "1"),
    "deviations update": ("--operations", "1"),
    "vectors run": ("--folder", "vectors"),
    "vectors export": ("--folder", "vectors"),
}
"""Arguments that are always given, so that no call takes long."""

FOR_INPUT = {"state update": ("--batch",)}
"""Arguments with which a command reads standard input."""

ENDLESS = {
    "explore": ("--scope", "none"),
    "diff": ("--scope", "none"),
    "mutants": ("--only", "none"),
    "vectors build": ("no such argument",),
}
"""Commands that run for minutes, with words that always end them."""

SPEAKS_TO_PROGRAMS = ("conform", "deviations update", "doctor", "vectors run")
"""Commands that ask a program under test."""

OTHERWISE = {"--cli", "--python", "--connect"}
"""Options that name another program."""

_STORE = (".planstate/state.db", ".planstate", ".git/HEAD", ".git/config", ".git", PLAN)
_REPORTED = ("summary.md", ".planstate/errors.jsonl", *_STORE)
_PROGRAMS = ("replies.jsonl", "dialect.toml", "deviations.toml", "trace.json")
READ: dict[str, tuple[str, ...]] = {
    "state": _STORE,
    "store": _STORE,
    "review": (".taskie/plans", *(name for name in sites.FILES if ".taskie" in name)),
    "recover": ("review.json", "commit.json", *_STORE),
    "iterate": _REPORTED,
    "iterations": _REPORTED,
    "commit": (
        f"{sites.WORKTREE}/.planstate/implementation-log.md",
        f"{sites.WORKTREE}/.git",
        f".git/worktrees/{sites.WORKTREE}/commondir",
        f".git/worktrees/{sites.WORKTREE}/planstate-log.json",
        *_STORE,
    ),
    "replay": ("trace.json", "replies.jsonl"),
    "vectors": ("vectors/claims/rule-CLM-5.json", "vectors", "replies.jsonl"),
    "check": (PLAN,),
    "audit": ("log.jsonl", "history.jsonl", "mapping.toml"),
    "": _PROGRAMS,
}
"""The files that the commands read whose words begin so."""


VARIABLES = (
    "PLANSTATE_NOW",
    "PLANSTATE_STORE",
    "PLANSTATE_JOURNAL",
    "PLANSTATE_CLAIM_ID",
    "PLANSTATE_WORKER",
    "PLANSTATE_REVIEWING",
    "CLAUDE_PROJECT_DIR",
    "COLUMNS",
    "LINES",
    "TERM",
    "FORCE_COLOR",
    "GIT_DIR",
    "GIT_AUTHOR_DATE",
    "TMPDIR",
)
"""The environment variables that the programs read."""


def planstate_entries() -> Iterator[EntryPoint]:
    """Yield every command of `planstate`."""
    for name, entry in planstate_commands():
        command = entry.load()
        choices = tuple(map(choice_of, (*command.arguments, *GLOBAL_OPTIONS)))
        codes = frozenset(map(int, re.findall(r"\b(\d) [a-z]", command.exit_codes)))
        yield EntryPoint("planstate", (*name.split(),), choices, codes)


def choice_of(argument: Argument | Exclusive) -> Choice:
    """Return an argument of `planstate`, or several that exclude each other."""
    if isinstance(argument, Exclusive):
        return Choice(tuple(map(word_of, argument.options)), argument.required)
    is_positional = not argument.names[0].startswith("-") and "nargs" not in argument.settings
    required = is_positional or bool(argument.settings.get("required"))
    return Choice((word_of(argument),), required)


def word_of(argument: Argument) -> Word:
    """Return an argument of `planstate` as a word of the command line."""
    return Word(argument.names[-1], argument.takes_value, argument.settings.get("choices", ()))


def planspec_entries() -> Iterator[EntryPoint]:
    """Yield every command of `planspec`."""
    for name in COMMANDS:
        [top] = subcommands(planspec_parser([name]))
        yield from below((name,), top.choices[name])


def below(words: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[EntryPoint]:
    """Yield a command, or all that are below it."""
    groups = subcommands(parser)
    for group in groups:
        for name, each in group.choices.items():
            yield from below((*words, name), each)
    if not groups:
        actions = (each for each in parser._actions if each.dest not in ("help", "command"))
        arguments = tuple(map(choice_of_action, actions))
        yield EntryPoint("planspec", words, arguments, frozenset(range(5)))


def choice_of_action(action: argparse.Action) -> Choice:
    """Return an argument of `planspec`; one without which nobody would answer is always given."""
    name = (action.option_strings or [action.dest])[-1]
    choices = tuple(map(str, action.choices or ()))
    is_given = action.required or action.nargs == argparse.OPTIONAL
    return Choice((Word(name, action.nargs != 0, choices),), is_given)


def subcommands(
    parser: argparse.ArgumentParser,
) -> list["argparse._SubParsersAction[argparse.ArgumentParser]"]:
    """Return the choices of subcommands that a parser has."""
    return [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]


ENTRY_POINTS = (*planstate_entries(), *planspec_entries())


def may_be_pipe(key: str, name: str) -> bool:
    """Return whether a command may well wait for a pipe in place of a file.

    A caller may name one, as in `replay <(...)`, and git waits for one in its folder.
    """
    named = {word for words in VALUES.values() for word in words} | {"replies.jsonl"}
    return name.startswith(".git/") or (name in named and (name != PLAN or key == "check"))


def read_by(key: str) -> tuple[str, ...]:
    """Return the files that a command reads."""
    return next(names for prefix, names in READ.items() if key.startswith(prefix))


def ending(entry: EntryPoint, words: Sequence[str]) -> tuple[str, ...]:
    """Return the words that end a call: a program under test, or what keeps it from taking long."""
    key = " ".join(entry.words)
    if key in SPEAKS_TO_PROGRAMS and not OTHERWISE & {*words}:
        return sites.PROGRAM
    return ENDLESS.get(key, ())


def as_words(word: Word, value: str) -> list[str]:
    """Return an argument with a value as words of the command line."""
    name = [word.name] if word.name.startswith("-") else []
    return [*name, value] if word.takes_value else name


def valid_values(word: Word) -> tuple[str, ...]:
    """Return valid values of an argument."""
    return word.choices or VALUES.get(word.name) or ONLY.get(word.name, ("1",))[:1]
