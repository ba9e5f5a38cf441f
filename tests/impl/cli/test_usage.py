"""Wrong usage ends with 2 and says what to do; help has examples that work."""

import re
import shlex

import pytest

from conformance.protocol.documents.planstate import planstate_commands
from impl.cli.command import Command
from impl.cli.parser import parse
from tests.cases import for_each
from tests.impl.cli.desk import PLAN, Desk

CLAIM = ("state", "claim", PLAN, "--worktree")
RELEASE = ("state", "release", PLAN, "deck")
UPDATE = ("state", "update", PLAN, "deck", "--worktree", "ann")
MISUSES = {
    "no command": ((), "required: COMMAND"),
    "no subcommand": (("state",), "required: COMMAND"),
    "an unknown subcommand": (("state", "steal", PLAN), "invalid choice: 'steal'"),
    "no plan": (("state", "init"), "required: PLAN"),
    "an empty plan": (("state", "init", ""), "it is empty; give a name"),
    "no worker": (("state", "claim", PLAN), "required: --worktree"),
    "an abbreviation": (("state", "claim", PLAN, "--work", "ann"), "required: --worktree"),
    "half a lease": (
        (*CLAIM, "ann", "--lease-duration", "0.5"),
        "'0.5' is not a whole number of seconds",
    ),
    "an endless lease": ((*CLAIM, "ann", "--lease-duration", "9" * 99), "from 0 to 3153600000"),
    "a name that is no text": ((*CLAIM, "\udcff"), "is not UTF-8; give valid text"),
    "release on no authority": (RELEASE, "--worktree --force is required"),
    "release on both": ((*RELEASE, "--worktree", "ann", "--force"), "not allowed with argument"),
    "a batch and options": ((*UPDATE, "--batch", "--all", "completed"), "exclude each other"),
    "the rest without a batch": ((*UPDATE, "--complete-remaining"), "needs --batch; add it"),
    "reopening by batch": ((*UPDATE, "--batch", "--allow-reopen"), "never opens items"),
    "an item without status": ((*UPDATE, "--task", "1"), "count from 1, as in 1:completed"),
    "an item numbered 0": ((*UPDATE, "--task", "0:completed"), "count from 1, as in 1:completed"),
    "an unknown safety": (("state", "show", "--synchronous", "off"), "invalid choice: 'off'"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misused_by(name: str, desk: Desk) -> None:
    arguments, expected = MISUSES[name]
    desk.state("init")
    for reply in (desk.text(*arguments), desk.json(*arguments)):
        assert (reply.code, reply.out) == (2, "")
        assert expected in reply.err
        assert "see `planstate" in reply.err


def test_the_version_and_the_edition_are_printed(desk: Desk) -> None:
    said = desk.text("--version").out
    assert re.fullmatch(r"planstate \d+\.\d+\.\d+\nedition 2026\.2\n", said)


COMMANDS = {name: entry.load() for name, entry in planstate_commands()}


@for_each(("name", "command"), COMMANDS.items())
def test_help_explains_and_its_examples_are_accepted(
    desk: Desk, name: str, command: Command
) -> None:
    reply = desk.text(*name.split(), "--help")
    assert reply.code == 0
    assert "\nexit codes: 0 " in reply.out
    text = command.examples.replace("\\\n", "")
    examples = re.findall(r'(?<!")planstate ([^)>\n]*)', text)
    assert examples
    for example in examples:
        assert parse(shlex.split(example))[0] in COMMANDS.values()


@pytest.mark.parametrize("option", ["--bogus", "--worktre=ann"])
def test_what_a_subcommand_does_not_know_is_explained_by_its_own_help(
    option: str, desk: Desk
) -> None:
    reply = desk.text("state", "show", PLAN, option)
    assert reply.code == 2
    assert f"unrecognized arguments: {option}; see `planstate state show --help`" in reply.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("review", "stop-hook", "--bogus"), 1),
        (("--json", "review", "stop-hook", "--wait", "soon"), 1),
        (("state", "artifact", PLAN, "s1", "--worktree", "stop-hook", "--bogus"), 2),
        (("state", "show", "stop-hook", "--bogus"), 2),
        (("review", "continue", "--bogus", "stop-hook"), 2),
        (("--bogus", "review", "stop-hook"), 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_wrong_usage_is_another_code_only_of_the_hook_itself(
    desk: Desk, arguments: tuple[str, ...], code: int
) -> None:
    reply = desk.text(*arguments)
    assert (reply.code, reply.out) == (code, "")
    assert "error: " in reply.err
