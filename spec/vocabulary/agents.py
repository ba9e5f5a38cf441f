"""Agent commands: whether an agent may run a shell command."""

from dataclasses import dataclass

from spec.vocabulary.domains import Command, Path, Time


@dataclass(frozen=True, slots=True)
class CheckCommand:
    """Check whether an agent that works on a plan may run a command. No store is read."""

    plan: Path
    command: Command
    now: Time


@dataclass(frozen=True, slots=True)
class Finding:
    """A part of a command that breaks a rule: the words, and the tool to use instead, if any.

    A finding that is only `advice` does not forbid the command.
    """

    rule: str
    words: str
    instead: str | None = None
    advice: bool = False


@dataclass(frozen=True, slots=True)
class CommandChecked:
    """Whether the command may be run, and everything that was found, in the order of AGT-6.

    `not_judged` says that the check did not read or judge all of it.
    """

    allowed: bool
    findings: tuple[Finding, ...] = ()
    not_judged: bool | None = None
