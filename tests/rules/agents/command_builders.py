"""Short ways to write the findings in a command."""

from collections.abc import Callable

from spec.vocabulary.agents import CheckCommand, CommandChecked, Finding
from tests.cases import Check, for_each
from tests.rules.builders import PLAN

Commands = dict[str, list[Finding]]
"""Commands, and what is found in each of them."""


def each(commands: Commands) -> Callable[[Check], Check]:
    return for_each(("command", "findings"), list(commands.items()))


def check(command: str, *, plan: str = PLAN, now: int = 0) -> CheckCommand:
    return CheckCommand(plan, command, now)


def answer(*findings: Finding, not_judged: bool = False) -> CommandChecked:
    """Return the answer with these findings; the command is allowed if all are advice."""
    return CommandChecked(all(one.advice for one in findings), findings, not_judged)


def read(words: str, *, advice: bool = False) -> Finding:
    return Finding("AGT-2", words, "Read", advice)


def search(words: str, *, advice: bool = False) -> Finding:
    return Finding("AGT-3", words, "Grep", advice)


def files(words: str, *, advice: bool = False) -> Finding:
    return Finding("AGT-4", words, "Glob", advice)


def write(words: str) -> Finding:
    return Finding("AGT-7", words, "Write", advice=True)


def edit(words: str) -> Finding:
    return Finding("AGT-7", words, "Edit", advice=True)


def another(operator: str) -> Finding:
    return Finding("AGT-5", operator)


NEWLINE = Finding("AGT-1", "newline")
BACKSLASH = Finding("AGT-1", "trailing backslash")
HERE_DOCUMENT = Finding("AGT-1", "here-document")
UNCLOSED = Finding("AGT-1", "unclosed quote")
