"""The tables of the command format: the programs that tools replace, and words with a meaning."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckedProgram:
    """A program for which an agent has a tool of its own, by the rule that names it.

    `filters` says that it reads what a pipe brings.
    """

    name: str
    rule: str
    instead: str
    filters: bool = True


def _programs(
    rule: str, instead: str, *names: str, filters: bool = True
) -> tuple[CheckedProgram, ...]:
    return tuple(CheckedProgram(name, rule, instead, filters) for name in names)


CHECKED_PROGRAMS = (
    *_programs("AGT-2", "Read", "cat", "head", "tail"),
    *_programs("AGT-3", "Grep", "grep", "egrep", "fgrep", "rg"),
    *_programs("AGT-4", "Glob", "find", "ls", filters=False),
)
"""The programs that the seeds name, with `egrep` and `fgrep`."""

MORE_CHECKED_PROGRAMS = (
    *_programs("AGT-2", "Read", "less", "more", "bat", "batcat", "nl", "tac"),
    *_programs("AGT-2", "Read", "awk", "gawk", "mawk"),
    *_programs("AGT-3", "Grep", "ag", "ack", "rgrep"),
    *_programs("AGT-4", "Glob", "tree", "fd", "fdfind", filters=False),
)
"""The programs that agents use instead of those (since A47)."""

LISTING_WORDS = (
    *("-name", "-iname", "-path", "-ipath", "-regex", "-type", "-maxdepth", "-mindepth"),
    *("-not", "-a", "-and", "-o", "-or", "-prune", "-print", "-print0", "-L", "-H", "-P"),
)
"""The words of `find` that begin with `-` and only choose names (since A47)."""

KEYWORDS = (
    *("if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac"),
    *("select", "function", "coproc", "time", "{", "}", "!", "[["),
)
"""The words with which a shell begins or continues what is no simple command."""

RUNNERS = (
    *("sudo", "doas", "env", "xargs", "nohup", "nice", "ionice", "timeout", "setsid", "stdbuf"),
    *("exec", "command", "builtin", "eval", "source", ".", "sh", "bash", "dash", "zsh", "ksh"),
    *("watch", "parallel", "ssh", "su", "script", "time", "flock", "busybox"),
)
"""The programs that run another program, which the check does not look for."""
