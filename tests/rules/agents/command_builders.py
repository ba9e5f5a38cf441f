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


def answer(*findings: Finding) -> CommandChecked:
    """Return the answer with these findings; the command is allowed if all are advice."""
    return CommandChecked(all(one.advice for one in findings), findings, not_judged=False)


def read(words: str) -> Finding:
    return Finding("AGT-2", words, "Read")


def search(words: str) -> Finding:
    return Finding("AGT-3", words, "Grep")


def files(words: str) -> Finding:
    return Finding("AGT-4", words, "Glob")


def write(words: str) -> Finding:
    return Finding("AGT-7", words, "Write", advice=True)


def edit(words: str) -> Finding:
    return Finding("AGT-7", words, "Edit", advice=True)


def another(operator: str) -> Finding:
    return Finding("AGT-5", operator)
