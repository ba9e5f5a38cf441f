"""The tutorial is made of commands that really run, and they lead to what it tells."""

import re
from pathlib import Path

import pytest

from docs.build.sessions import UnexpectedExit, tutorial, tutorial_page
from tests.cases import for_each
from tests.profiles import IN_CI

pytestmark = pytest.mark.xdist_group("pages")


@pytest.fixture(scope="module")
def page() -> str:
    if not IN_CI:
        pytest.skip("the dev profile runs a part of a tutorial; set PLANSPEC_PROFILE=ci")
    return tutorial_page()


def answer(page: str, clock: str, command: str) -> str:
    """Return what a command of the tutorial printed, up to the next command."""
    [found] = re.findall(
        rf"^{clock} \$ {re.escape(command)}.*?\n(.*?)(?=^\d\d:\d\d \$ |^```)",
        page,
        flags=re.DOTALL | re.MULTILINE,
    )
    return str(found)


def state(page: str, clock: str, command: str) -> str:
    """Return what a subcommand of `planstate state` printed."""
    return answer(page, clock, f"planstate state {command} plans/bridge.md")


@for_each(
    ("clock", "command", "outcome"),
    [
        ("08:55", "init", "registered plans/bridge.md: 4 steps, 1 substeps"),
        ("09:01", "claim", "no step can be claimed: 4 steps are held or blocked"),
        ("09:01", "ready", "blocked: 4"),
        ("10:30", "show", "(deferred: the concrete is wet)"),
        ("10:40", "claim", "claimed deck"),
        ("11:30", "claim", "no step can be claimed"),
        ("12:45", "show", "lease expired 5 min ago, held by ../ann"),
        ("12:45", "claim", "reclaimed deck"),
        ("12:50", "update", "error: E049: step deck is held by ../bob"),
        ("13:00", "update", "error: E048: plans/bridge.md has changed"),
        ("13:05", "init", "of the steps with progress, 4 kept, 0 not"),
        ("13:05", "show", "held by ../bob"),
        ("14:05", "show", "[ ] task 1: Lay the beams"),
        ("14:05", "complete", "completed deck"),
        ("15:10", "complete", "error: E051: 1 item of the step is open"),
        ("15:15", "complete", "all steps of plans/bridge.md are completed"),
        ("15:15", "show", "forced: The mayor is ill, the bridge is open"),
        ("15:15", "show", "4 of 4 steps completed, the plan is done"),
        ("15:15", "claim", "all steps of plans/bridge.md are completed"),
    ],
)
def test_a_command_prints_what_the_tutorial_tells(
    page: str, clock: str, command: str, outcome: str
) -> None:
    assert outcome in state(page, clock, command)


def test_the_page_says_nothing_of_the_machine_that_built_it(page: str) -> None:
    assert str(Path.home()) not in page
    assert "/tmp" not in page


def test_the_same_commands_print_the_same_wherever_they_run() -> None:
    # Given a session whose output has the hash of a commit,
    template = "```console 10:00\n$ git log --format='%H %s'\n```\n"
    # when it is run in two places, then both print the same.
    assert tutorial(template) == tutorial(template)


@for_each("block", ["console 10:00\n$ false", "console 10:00 exit 1\n$ true"])
def test_a_command_that_ends_otherwise_than_told_stops_the_build(block: str) -> None:
    with pytest.raises(UnexpectedExit):
        tutorial(f"```{block}\n```\n")
