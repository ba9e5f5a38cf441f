"""Step properties of agent commands. They look at texts, never at how a text is read."""

from collections.abc import Iterator

from spec.amendments.changes_2026_2 import (
    CHAINS_BELONG_TOGETHER,
    COMMITS_IN_ONE_LINE,
    DECLARED_SHELL_SUBSET,
    TOOLS_THAT_SERVE,
)
from spec.properties.changes import Change, StepProperty
from spec.properties.predicate import properties_in
from spec.vocabulary.agents import CheckCommand, CommandChecked

_QUOTES = ("'", '"', "\\")


def text_of(change: Change) -> str:
    """Return the text of a command that was checked; nothing for another operation."""
    return change.operation.command if isinstance(change.operation, CheckCommand) else ""


def checked(change: Change) -> CommandChecked:
    """Return the answer to a command."""
    assert isinstance(change.outcome, CommandChecked)
    return change.outcome


def is_plain(text: str) -> bool:
    """Return whether a text quotes nothing, so that every sign in it means what it is."""
    return not any(quote in text for quote in _QUOTES)


def substitutes(change: Change) -> bool:
    """Return whether a command has a substitution."""
    text = text_of(change)
    return is_plain(text) and ("$(" in text or "`" in text)


def only_chains(change: Change) -> bool:
    """Return whether the only operators of a command are `&&` and `||`."""
    text = text_of(change)
    rest = text.replace("&&", "").replace("||", "")
    return is_plain(text) and rest != text and not any(sign in rest for sign in ";&|\n")


def writes_to_a_file(change: Change) -> bool:
    """Return whether a single command ends by writing its output to a file."""
    before, sign, target = text_of(change).partition(" >")
    whole = is_plain(before) and not any(each in before for each in ";&|<>`$\n")
    return whole and bool(sign) and target.strip(" ").isalnum()


def commits_in_several_lines(change: Change) -> bool:
    """Return whether a command is a commit of several lines."""
    text = text_of(change)
    return text.startswith("git commit ") and "\n" in text.removesuffix("\n")


@StepProperty.stated("STP-50", substitutes, (DECLARED_SHELL_SUBSET,), about=(CheckCommand,))
def is_not_judged(change: Change) -> Iterator[str]:
    """A command with a substitution is not checked, and the answer says so."""
    if not checked(change).not_judged:
        yield "a substitution looks judged"


@StepProperty.stated("STP-51", only_chains, (CHAINS_BELONG_TOGETHER,), about=(CheckCommand,))
def is_no_separate_command(change: Change) -> Iterator[str]:
    """Commands that only depend on each other's success are not reported as several."""
    for finding in checked(change).findings:
        if finding.rule == "AGT-5":
            yield f"{finding.words} is reported"


@StepProperty.stated("STP-52", writes_to_a_file, (TOOLS_THAT_SERVE,), about=(CheckCommand,))
def is_not_told_of_a_reader(change: Change) -> Iterator[str]:
    """No advice is to write a file with a tool that reads."""
    for finding in checked(change).findings:
        if finding.instead in ("Read", "Grep", "Glob"):
            yield f"{finding.instead} is to write a file"


@StepProperty.stated(
    "STP-53", commits_in_several_lines, (COMMITS_IN_ONE_LINE,), about=(CheckCommand,)
)
def names_another_way(change: Change) -> Iterator[str]:
    """The advice on a commit message of several lines names another way."""
    if not any(finding.instead for finding in checked(change).findings):
        yield "no other way is named"


AGENT_PROPERTIES = properties_in(globals(), StepProperty)
