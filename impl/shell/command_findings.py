"""The findings in a command that an agent wants to run (AGT)."""

import re
from collections.abc import Iterator
from itertools import pairwise

from impl.shell.reading import Reading, SimpleCommand, read
from spec.formats.shell_programs import (
    CHECKED_PROGRAMS,
    LISTING_WORDS,
    MORE_CHECKED_PROGRAMS,
    RUNNERS,
    CheckedProgram,
)
from spec.vocabulary.agents import CommandChecked, Finding

# A newline or the end, after an odd number of backslashes.
TRAILING_BACKSLASH = re.compile(r"(?<!\\)(?:\\\\)*\\(?:\n|\Z)")
IN_PLACE = re.compile(r"-[Enrsuz]*i|--in-place")
PRINTING_ONLY = re.compile(r"--quiet\Z|--silent\Z|-[Ersuz]*n")
LINES_ALONE = re.compile(r"(?=.*[dpq])[0-9$][0-9$,;!{}dpq]*")
UNKNOWN_PROGRAM = re.compile(r"[$*?\[]")

GIT_VALUES = ("-C", "-c", "--git-dir", "--work-tree")
"""The options of git that the next word belongs to (AGT-3.9)."""

MOST_CHARACTERS = 200
"""The number of characters of a command's words that a finding shows."""

TOOLS = {program.name: program for program in (*CHECKED_PROGRAMS, *MORE_CHECKED_PROGRAMS)}
PRINTING = CheckedProgram("sed", "AGT-2", "Read")
SEARCHING = CheckedProgram("git", "AGT-3", "Grep")
NAMING_FILES = CheckedProgram("rg --files", "AGT-4", "Glob", filters=False)
WITH_A_SCRIPT = ("awk", "gawk", "mawk")

FOLLOWS = r"--retry|--follow.*|-[A-Za-z0-9]*[fF][A-Za-z0-9]*"
ONLY_TELLS = r"--quiet|--silent|-[A-Za-z]*q[A-Za-z]*"
DOES_MORE_THAN_LIST = rf"(?!({'|'.join(LISTING_WORDS)})\Z)-.*"
RUNS_PROGRAMS = r"-x|-X|--exec.*"
OTHER_USES = {
    **{name: ONLY_TELLS for name, tool in TOOLS.items() if tool.rule == "AGT-3"},
    "git": ONLY_TELLS,
    "tail": FOLLOWS,
    "find": DOES_MORE_THAN_LIST,
    "fd": RUNS_PROGRAMS,
    "fdfind": RUNS_PROGRAMS,
}
"""The arguments with which a program does what no tool does (AGT-8)."""


def check_command(command: str) -> CommandChecked:
    """Return whether a command may run, and all findings. Accepts any text."""
    text = command.removesuffix("\n")
    reading = read(text)
    findings = [*_lines(text, reading)]
    if reading.is_complete:
        findings += [*_programs(reading), *_separate(reading), *_uses(reading)]  # AGT-6.12
    not_judged = not reading.is_complete or not all(map(_is_judged, reading.commands))
    allowed = all(finding.advice for finding in findings)  # AGT-6.10
    return CommandChecked(allowed, tuple(findings), not_judged)


def _lines(text: str, reading: Reading) -> Iterator[Finding]:
    """Yield what makes a command span several lines (AGT-1)."""
    commits = any(_subcommand(command) == "commit" for command in reading.commands)
    instead = "git commit -m" if commits else None  # AGT-6.14
    if "\n" in text:
        yield Finding("AGT-1", "newline", instead)
    if TRAILING_BACKSLASH.search(text):
        yield Finding("AGT-1", "trailing backslash")
    if reading.here_document:
        yield Finding("AGT-1", "here-document", instead)
    if reading.unclosed:
        yield Finding("AGT-1", "unclosed quote")


def _is_judged(command: SimpleCommand) -> bool:
    """Return whether the text tells which program runs (SHL-12.6)."""
    if not command.called:
        return False
    program = command.called[0]
    known = program.value == "[" or not UNKNOWN_PROGRAM.search(program.value)
    return known and program.name not in RUNNERS


def _programs(reading: Reading) -> list[Finding]:
    """Return the programs for which agents have tools, by rule and position (AGT-2 to 4)."""
    found = [finding for pipeline in reading.pipelines for finding in _in_pipeline(pipeline)]
    return sorted(found, key=lambda finding: finding.rule)


def _in_pipeline(pipeline: list[SimpleCommand]) -> Iterator[Finding]:
    """Yield each finding of a pipeline."""
    forbidden_before = False
    for position, (command, tool) in enumerate(zip(pipeline, _serving(pipeline), strict=True)):
        if tool is None:
            continue
        advice = tool.filters and position > 0 and not forbidden_before
        forbidden_before = forbidden_before or not advice
        yield Finding(tool.rule, _words(command), tool.instead, advice)


def _serving(pipeline: list[SimpleCommand]) -> list[CheckedProgram | None]:
    """Return which tool serves instead of each command of a pipeline, or `None` (AGT-8.7)."""
    tools: list[CheckedProgram | None] = []
    for command in reversed(pipeline):
        tool = _tool(command)
        if tool is not None and tool.rule == "AGT-2":
            read_on = not tools or (tools[-1] is not None and tools[-1].rule in ("AGT-2", "AGT-3"))
            first = len(tools) + 1 == len(pipeline)
            if not read_on or (first and _reads_no_file(command)):
                tool = None
        tools.append(tool if tool is not None and not _does_more(command, tool) else None)
    return tools[::-1]


def _reads_no_file(command: SimpleCommand) -> bool:
    """Return whether the first command of a pipeline names no file (AGT-2.10, AGT-2.14)."""
    if "<" in command.inputs:
        return False
    values = [word.value for word in command.called]
    if values[0].rsplit("/", 1)[-1] in WITH_A_SCRIPT:
        operands = [
            value
            for before, value in pairwise(values)
            if not value.startswith("-") and before not in ("-F", "-v")
        ]
        return len(operands) < 2
    return all(value.startswith("-") for value in values[1:])


def _tool(command: SimpleCommand) -> CheckedProgram | None:
    """Return what replaces the program of a command, or `None`."""
    if not _is_judged(command):
        return None
    match command.called[0].name:
        case "sed":
            return PRINTING if _prints(command) and not _edits(command) else None
        case "git":
            return SEARCHING if _subcommand(command) == "grep" else None
        case "rg" if "--files" in _arguments(command):
            return NAMING_FILES
        case name:
            return TOOLS.get(name)


def _does_more(command: SimpleCommand, tool: CheckedProgram) -> bool:
    """Return whether no tool does what the command does (AGT-8)."""
    if command.writes:
        return True
    if "<<<" in command.inputs and tool.rule != "AGT-4":
        return True
    other = re.compile(OTHER_USES.get(tool.name, "(?!)") + "|--help|--version", re.DOTALL)
    return any(map(other.fullmatch, _arguments(command)))


def _separate(reading: Reading) -> Iterator[Finding]:
    """Yield the operators by which one call runs several commands (AGT-5)."""
    for position, operator in enumerate(reading.separators, start=1):
        between = position < len(reading.pipelines)
        if operator == "&" or (operator == ";" and between):
            yield Finding("AGT-5", operator)


def _uses(reading: Reading) -> Iterator[Finding]:
    """Yield the uses of the shell that another tool serves (AGT-7)."""
    for command in filter(_is_judged, reading.commands):
        name = command.called[0].name
        if name in ("echo", "printf") and command.writes:
            yield Finding("AGT-7", _words(command), "Write", advice=True)
        elif name == "sed" and _edits(command):
            yield Finding("AGT-7", _words(command), "Edit", advice=True)


def _edits(command: SimpleCommand) -> bool:
    """Return whether `sed` edits in place (AGT-7.3, AGT-7.5)."""
    return any(map(IN_PLACE.match, _arguments(command)))


def _prints(command: SimpleCommand) -> bool:
    """Return whether `sed` prints lines as they are (AGT-2.11 to AGT-2.13)."""
    arguments = _arguments(command)
    script = next((each for each in arguments if not each.startswith("-")), "")
    return any(map(PRINTING_ONLY.match, arguments)) or LINES_ALONE.fullmatch(script) is not None


def _subcommand(command: SimpleCommand) -> str | None:
    """Return the subcommand of git (AGT-3.9), or `None` if the program is another."""
    if not command.called or command.called[0].name != "git":
        return None
    values = [word.value for word in command.called]
    for before, value in pairwise(values):
        if not value.startswith("-") and before not in GIT_VALUES:
            return value
    return None


def _arguments(command: SimpleCommand) -> list[str]:
    """Return the values of the words behind the program."""
    return [word.value for word in command.called[1:]]


def _words(command: SimpleCommand) -> str:
    """Return the words of a finding (AGT-6.5 to AGT-6.7)."""
    return " ".join(word.text for word in command.words)[:MOST_CHARACTERS]
