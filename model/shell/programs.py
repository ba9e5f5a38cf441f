"""What a simple command does that a tool of the agent could do instead (AGT-2 to 4, 7, 8)."""

import re
from dataclasses import dataclass

from model.shell.commands import ShellCommand
from spec.amendments.changes_2026_2 import TOOLS_THAT_SERVE
from spec.editions import Edition
from spec.formats.shell_programs import (
    CHECKED_PROGRAMS,
    LISTING_WORDS,
    MORE_CHECKED_PROGRAMS,
)

NAMED = {program.name: program for program in CHECKED_PROGRAMS}
NAMED_LATER = {program.name: program for program in MORE_CHECKED_PROGRAMS}
MORE_CLAUSES = {"AGT-2": "AGT-2.8", "AGT-3": "AGT-3.7", "AGT-4": "AGT-4.4"}
"""The clauses that name further programs."""

OF_LINES = ("--quiet", "--silent")
EDITS = re.compile(r"-[Enrsuz]+i")
PRINTS_ON_DEMAND = re.compile(r"-[Ersuz]*n")
OF_GIT = ("-C", "-c", "--git-dir", "--work-tree")
"""The options of git whose value is the next word (AGT-3.9)."""
SIGNS = set(",;!{}")
"""What may stand in a script of `sed` beside numbers and commands (AGT-2.12)."""

SEARCHES = ("grep", "egrep", "fgrep", "rg", "ag", "ack", "rgrep", "git")
FOLLOWS = re.compile(r"-[A-Za-z0-9]*[fF][A-Za-z0-9]*")
ONLY_TELLS = re.compile(r"-[A-Za-z]*q[A-Za-z]*")


@dataclass(frozen=True, slots=True)
class ReplacedProgram:
    """A program that a tool replaces, and the clause that names it.

    `kept` is the clause by which this use of the program is not reported, or empty.
    """

    rule: str
    instead: str
    clause: str
    kept: str = ""


def replaced_program(command: ShellCommand, edition: Edition) -> ReplacedProgram | None:
    """Return which tool replaces a command by its program, or `None` if none does."""
    program = command.program
    if program is None or not command.is_judged:
        return None
    later = edition.has(TOOLS_THAT_SERVE)
    kept = what_no_tool_does(command, program.name) if later else ""
    if later and lists_files(command):
        return ReplacedProgram("AGT-4", "Glob", "AGT-4.5", kept)
    if named := NAMED.get(program.name):
        return ReplacedProgram(named.rule, named.instead, f"{named.rule}.1", kept)
    if not later:
        return None
    if named := NAMED_LATER.get(program.name):
        return ReplacedProgram(named.rule, named.instead, MORE_CLAUSES[named.rule], kept)
    if program.name == "sed" and prints_lines(command):
        kept = "AGT-2.9" if edits_in_place(command, edition) else kept
        return ReplacedProgram("AGT-2", "Read", "AGT-2.9", kept)
    if subcommand_of_git(command) == "grep":
        return ReplacedProgram("AGT-3", "Grep", "AGT-3.8", kept)
    return None


def what_no_tool_does(command: ShellCommand, name: str) -> str:
    """Return the clause by which a use of a program is not reported (AGT-8); nothing if none."""
    values = [word.value for word in command.arguments]
    is_search = name in SEARCHES and not lists_files(command)
    is_listing = name in ("find", "ls", "tree", "fd", "fdfind") or lists_files(command)
    kept = {
        "AGT-8.1": command.writes,
        "AGT-8.2": name == "tail" and any(map(follows, values)),
        "AGT-8.3": is_search and any(map(only_tells, values)),
        "AGT-8.4": name == "find" and any(map(is_no_listing_word, values)),
        "AGT-8.5": name in ("fd", "fdfind") and any(map(runs_programs, values)),
        "AGT-8.6": not is_listing and command.has("<<<"),
        "AGT-8.8": "--help" in values or "--version" in values,
    }
    return next((clause for clause, keeps in kept.items() if keeps), "")


def follows(value: str) -> bool:
    """Return whether a word makes `tail` wait for more."""
    return value == "--retry" or value.startswith("--follow") or bool(FOLLOWS.fullmatch(value))


def only_tells(value: str) -> bool:
    """Return whether a word makes a search tell only whether it found something."""
    return value in ("--quiet", "--silent") or bool(ONLY_TELLS.fullmatch(value))


def is_no_listing_word(value: str) -> bool:
    """Return whether a word of `find` does more than choose names."""
    return value.startswith("-") and value not in LISTING_WORDS


def runs_programs(value: str) -> bool:
    """Return whether a word makes `fd` run programs."""
    return value in ("-x", "-X") or value.startswith("--exec")


def lists_files(command: ShellCommand) -> bool:
    """Return whether `rg` lists the files that it would search (AGT-4.5)."""
    assert command.program is not None
    is_ripgrep = command.program.name == "rg"
    return is_ripgrep and any(word.value == "--files" for word in command.arguments)


def prints_lines(command: ShellCommand) -> bool:
    """Return whether `sed` prints only the lines that it is told to (AGT-2.11, AGT-2.12)."""
    values = [word.value for word in command.arguments]
    script = next((value for value in values if value[:1] != "-"), "")
    return any(
        value in OF_LINES or PRINTS_ON_DEMAND.match(value) for value in values
    ) or selects_lines(script)


def selects_lines(script: str) -> bool:
    """Return whether a script of `sed` only chooses lines by their numbers (AGT-2.12)."""
    numbers = set("0123456789$")
    commands = set("dpq")
    used = set(script)
    return script[:1] in numbers and bool(used & commands) and used <= numbers | commands | SIGNS


def operands_of_awk(command: ShellCommand) -> list[str]:
    """Return the operands of `awk`: its program, unless it is in a file, and files (AGT-2.15)."""
    values = [word.value for word in command.arguments]
    return [
        value
        for before, value in zip(["", *values], values, strict=False)
        if not value.startswith("-") and before not in ("-F", "-v")
    ]


def edits_in_place(command: ShellCommand, edition: Edition) -> bool:
    """Return whether `sed` changes files (AGT-7.3, AGT-7.5)."""
    values = [word.value for word in command.arguments]
    together = edition.has(TOOLS_THAT_SERVE) and any(map(EDITS.match, values))
    return together or any(value.startswith(("-i", "--in-place")) for value in values)


def subcommand_of_git(command: ShellCommand) -> str | None:
    """Return the subcommand of git that a command runs, or `None` (AGT-3.9)."""
    if command.program is None or command.program.name != "git":
        return None
    before = ""
    for word in command.arguments:
        if not word.value.startswith("-") and before not in OF_GIT:
            return word.value
        before = word.value
    return None


def use_of_the_shell(command: ShellCommand, edition: Edition) -> tuple[str | None, str] | None:
    """Return the tool that serves instead, if any, and the clause that decides it (AGT-7).

    It is `None` for a program that AGT-7 does not name.
    """
    program = command.program
    if program is None or not command.is_judged:
        return None
    if program.name in ("echo", "printf"):
        return "Write" if command.writes else None, "AGT-7.2"
    if program.name == "sed":
        return ("Edit" if edits_in_place(command, edition) else None), clause_of_sed(
            command, edition
        )
    return None


def clause_of_sed(command: ShellCommand, edition: Edition) -> str:
    """Return the clause that decides whether `sed` changes files."""
    alone = any(word.value.startswith(("-i", "--in-place")) for word in command.arguments)
    return "AGT-7.5" if not alone and edits_in_place(command, edition) else "AGT-7.3"
