"""The programs that agents should not run, and the words that may stand before a program.

Part of AGT-2 to AGT-4. `spec/formats/shell_commands.py` says how options differ from operands.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a program that take a value, by letter (`n` for `-n`) or by word (`--lines`).

    A long option that has its value behind `=` is in no list, because its value is no next word.
    """

    letters: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedProgram:
    """A program for which an agent has a tool of its own.

    `filters` says that it reads what a pipe brings if it is given no file. `operands` is how many
    operands are no names of files: the pattern of a search is one, unless one of the options in
    `pattern`, which all take a value, gives it. `may_stand_alone` says that the program, alone and
    without a file, reads nothing that the tool could read.
    """

    name: str
    rule: str
    instead: str
    valued: Options = Options()
    operands: int = 0
    pattern: Options = Options()
    may_stand_alone: bool = False
    filters: bool = True


@dataclass(frozen=True, slots=True)
class Prefix:
    """A word that may stand before a program which it runs, with its own options and operands.

    `operands` is how many operands come before that program. With an option that has one of the
    letters in `asking`, it runs none. `adds_operands` says that it gives the program more of them.
    """

    name: str
    valued: Options = Options()
    operands: int = 0
    asking: str = ""
    adds_operands: bool = False


_COUNTS = ("--lines", "--bytes")
_PATTERNS = ("--regexp", "--file")
_CONTEXTS = ("--max-count", "--after-context", "--before-context", "--context")
_GREP_WORDS = (
    *_PATTERNS,
    *_CONTEXTS,
    "--binary-files",
    "--devices",
    "--directories",
    "--exclude",
    "--exclude-dir",
    "--exclude-from",
    "--include",
    "--label",
)
_RG_WORDS = (
    *_PATTERNS,
    *_CONTEXTS,
    "--color",
    "--encoding",
    "--glob",
    "--iglob",
    "--max-columns",
    "--max-depth",
    "--replace",
    "--sort",
    "--sortr",
    "--threads",
    "--type",
    "--type-not",
)


def _search(name: str, letters: str, words: tuple[str, ...]) -> CheckedProgram:
    pattern = Options("ef", _PATTERNS)
    return CheckedProgram(name, "AGT-3", "Grep", Options(letters, words), 1, pattern)


CHECKED_PROGRAMS = (
    CheckedProgram("cat", "AGT-2", "Read", may_stand_alone=True),
    CheckedProgram("head", "AGT-2", "Read", Options("cn", _COUNTS), may_stand_alone=True),
    CheckedProgram(
        "tail",
        "AGT-2",
        "Read",
        Options("cns", (*_COUNTS, "--max-unchanged-stats", "--pid", "--sleep-interval")),
        may_stand_alone=True,
    ),
    _search("grep", "ABCDdefm", _GREP_WORDS),
    _search("egrep", "ABCDdefm", _GREP_WORDS),
    _search("fgrep", "ABCDdefm", _GREP_WORDS),
    _search("rg", "ABCEMTdefgjmrt", _RG_WORDS),
    CheckedProgram("find", "AGT-4", "Glob", filters=False),
    CheckedProgram("ls", "AGT-4", "Glob", Options("ITw", ("--hide", "--ignore")), filters=False),
)
"""Every program that a rule forbids, with the tool to use instead."""

RESERVED_WORDS = ("!", "{", "if", "then", "elif", "else", "while", "until", "do")
"""Words of the shell's own language that may stand before a command."""

PREFIXES = (
    *(Prefix(word) for word in RESERVED_WORDS),
    Prefix("builtin"),
    Prefix("command", asking="Vv"),
    Prefix("doas", Options("Cu")),
    Prefix("env", Options("CSu", ("--chdir", "--split-string", "--unset"))),
    Prefix("exec", Options("a")),
    Prefix("ionice", Options("cnPpu", ("--class", "--classdata"))),
    Prefix("nice", Options("n", ("--adjustment",))),
    Prefix("nohup"),
    Prefix("setsid"),
    Prefix("stdbuf", Options("eio", ("--error", "--input", "--output"))),
    Prefix(
        "sudo",
        Options("CDRTUghprtu", ("--chdir", "--chroot", "--group", "--host", "--prompt", "--user")),
    ),
    Prefix("time", Options("fo", ("--format", "--output"))),
    Prefix("timeout", Options("ks", ("--kill-after", "--signal")), operands=1),
    Prefix(
        "xargs",
        Options(
            "EILPadns",
            ("--arg-file", "--delimiter", "--max-args", "--max-chars", "--max-procs"),
        ),
        adds_operands=True,
    ),
)
"""Every word that is looked through to find the program."""
