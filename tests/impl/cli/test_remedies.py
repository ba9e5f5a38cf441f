"""Every refusal names one command that works: it is run for real, as a shell reads it."""

import json
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from impl.cli.command import LONGEST_LEASE_SECONDS
from impl.cli.output.command_lines import NAMES, command_line
from impl.cli.parser import parse
from spec.editions import CURRENT
from spec.remedies.catalog import CODES, REMEDIES, remedy_of
from spec.vocabulary.commits import Commit
from spec.vocabulary.iterations import ReportIteration
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import REASON_WORDS
from tests.impl.cli.calling import Reply, run_program
from tests.impl.cli.conftest import BuildYard
from tests.impl.cli.desk import BRIDGE, NOW, PLAN, Desk
from tests.impl.cli.iterate.reports import BLOCK, FINISHED, SUMMARY, write_summary
from tests.impl.cli.refusals import ANN, BATCH, REFUSALS, UPDATE, code_of, entry, held
from tests.impl.cli.yard import DOCUMENT
from tests.met_refusals import refusals
from tests.profiles import requires_ci_profile

RULED = {
    name: call
    for name, (call, reason) in REFUSALS.items()
    if code_of(reason) in CODES and reason != "invalid_request" and name != "no such document"
}
"""The refusals by rules; what cannot be read as a request reaches none."""


def remedy(reply: Reply) -> str:
    """Return the remedy of a refusal, which its message ends with."""
    assert reply.envelope["status"] == "error"
    data, (issue,) = reply.envelope["data"], reply.envelope["issues"]
    command: str = data["remedy"]
    assert issue["message"].endswith(f"run `{command}`")
    assert data["remedy_for"] in ("caller", "holder", "person")
    return command


def pasted(command: str, desk: Desk, given: str = "") -> Reply:
    """Run a command in a shell, where it answers in JSON."""
    searched = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    words = ("sh", "-c", f"{command} --json")
    return run_program(*words, folder=desk.root, given=given, variables=searched)


def question(reply: Reply) -> tuple[Any, ...]:
    """Return which question a refusal answered: the code, the reason and what it is about."""
    data, (issue, *_) = reply.envelope["data"], reply.envelope["issues"]
    about = ("plan", "plan_path", "anchor", "step", "kind", "ordinal")
    return (issue["code"], data["reason"], *(data.get(name) for name in about))


def then_it_works(desk: Desk, refused: Reply) -> Reply:
    """Run the remedy, which is accepted or refused for another question."""
    found = pasted(remedy(refused), desk)
    assert found.code in (0, 1), found
    if found.code == 1:
        assert question(found) != question(refused)
    return found


@requires_ci_profile
@pytest.mark.parametrize("name", RULED)
def test_the_remedy_of_a_refusal_works(name: str, desk: Desk) -> None:
    # Given a refusal, when its remedy is pasted into a shell, then it works.
    RULED[name](desk)
    then_it_works(desk, desk.last)


def test_every_reason_word_has_a_remedy_that_was_run() -> None:
    words = {word for code in CODES for word in REASON_WORDS[code]}
    assert words == REMEDIES.keys()
    run = {REFUSALS[name][1] for name in RULED}
    assert words - run == {"invalid_request", "missing_summary", "undersized_summary"}


COMMANDS = (*NAMES, Commit, ReportIteration)
"""The operations of commands on the store; those on reviews are for a folder."""


LONGEST_LEASE = LONGEST_LEASE_SECONDS * 1_000


@requires_ci_profile
def test_every_remedy_can_be_written_as_a_command() -> None:
    # Given every refusal that the vectors meet, of operations that are commands,
    met = [found for edition, _, found in refusals() if edition == CURRENT]
    asked = [found for found in met if isinstance(found.request, COMMANDS)]
    asked = [found for found in asked if getattr(found.request, "lease", 0) <= LONGEST_LEASE]
    assert {type(found.request) for found in asked} >= {*NAMES} - {Register}
    for found in asked:
        advised = remedy_of(found).operation(found)
        if isinstance(advised, (*NAMES,)):
            # when what is advised is written as a command, then `planstate` takes its arguments.
            command = command_line(advised, (), None).rpartition(" | ")[2]
            program, *words = shlex.split(command)
            assert program == "planstate"
            parse(words)


@requires_ci_profile
@pytest.mark.parametrize(
    "arguments",
    [
        ("complete", "deck", "--worktree", "bob", "--force"),
        ("release", "deck", "--worktree", "bob"),
        ("update", "deck", "--worktree", "bob", "--all", "completed"),
        ("artifact", "deck", "--worktree", "bob", "--kind", "log", "--summary", "it swings"),
        ("heartbeat", "deck", "--worktree", "bob"),
        ("complete", "deck", *ANN),
        ("complete", "roof", *ANN),
        ("reset", "deck", "--claim-id", "7"),
        ("start", "deck", *ANN, "--claim-id", "7"),
        ("start", "paint", "--worktree", "bob"),
        (*UPDATE, "--task", "1:open"),
        (*UPDATE, "--task", "1:done"),
        (*UPDATE, "--all", "deferred"),
        UPDATE,
    ],
    ids=" ".join,
)
def test_a_remedy_is_accepted(arguments: tuple[str, ...], desk: Desk) -> None:
    # Given a refusal that can be settled at once, when the remedy is pasted, then it is accepted.
    held(*arguments)(desk)
    assert then_it_works(desk, desk.last).code == 0


def test_remedies_lead_to_what_was_refused(desk: Desk) -> None:
    # Given a step of a plan that is not registered yet, when somebody tries to complete it,
    # and follows each remedy, also those of remedies, until the step is completed,
    commands: list[str] = []
    while (reply := desk.json("state", "complete", PLAN, "deck", *ANN)).code:
        while reply.code:
            assert len(commands) < 12, commands
            commands.append(remedy(reply))
            reply = pasted(commands[-1], desk)
    # then it went from one question to the next.
    assert [command.partition(PLAN)[0].split()[-1] for command in commands] == [
        *("init", "claim", "update", "complete", "update", "complete"),
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("start", "deck", *ANN),
        ("update", "deck", *ANN, "--all", "completed", "--claim-id", "7"),
        ("complete", "deck", "--worktree", "bob", "--force"),
        ("heartbeat", "deck", "--worktree", "bob", "--lease-duration", "60"),
        ("update", "piers", "--worktree", "bob", "--all", "completed"),
    ],
    ids=" ".join,
)
def test_a_refusal_gives_no_claim_away_and_says_what_a_person_can_do(
    arguments: tuple[str, ...], desk: Desk
) -> None:
    # Given a step under the second claim, which is fenced, when somebody else wants to work on it,
    desk.held()
    desk.state("claim", *ANN, "--fenced")
    desk.at(NOW + 60_000)
    desk.refused(*arguments)
    # then the refusal says who holds it since when and until when, and names no other claim,
    [issue] = desk.last.envelope["issues"]
    assert "ann" in issue["message"]
    assert "claimed 1 min ago (lease expires in 1 h 59 min)" in issue["message"]
    assert "--claim-id 2" not in desk.last.out
    assert "--worktree ann" not in remedy(desk.last).replace(" ".join(arguments), "")
    # and both what it advises and what a person can do work.
    assert then_it_works(desk, desk.last).code == 0
    [person] = re.findall(r"a person can run `([^`]+)`", issue["message"])
    assert pasted(person, desk).code == 0


def test_whoever_holds_a_step_is_not_told_to_claim_it_again(desk: Desk) -> None:
    # Given two sessions under one name, of which one has claimed the step anew,
    desk.held()
    desk.state("claim", *ANN)
    # when the other goes on, then what it is told to do takes nothing from the first.
    desk.refused("start", "deck", *ANN, "--claim-id", "1")
    assert remedy(desk.last) == f"planstate state ready {PLAN}"


def test_a_batch_is_piped_into_the_command(desk: Desk) -> None:
    desk.held()
    twice = [entry("task", 0, "deferred", reason="it's late"), entry("task", 0, "completed")]
    assert desk.refused(*BATCH, given=json.dumps(twice)) == ("E047", "duplicate_entry")
    assert then_it_works(desk, desk.last).data["items_updated"] == 1


def test_another_store_and_strange_names_are_quoted(desk: Desk) -> None:
    # Given a plan, a worker and a store with names that a shell reads in another way,
    desk.write("-a plan's.md")
    store = ("--store", "the store.db")
    plan = ("--", "-a plan's.md")
    desk.state("init", *store)
    refused = desk.json("state", "claim", *store, "--worktree=-$HOME", *plan)
    # when what is advised is pasted, then it is done there.
    assert then_it_works(desk, refused).code == 0
    assert desk.json("state", "claim", *store, "--worktree=-$HOME", *plan).code == 0
    bob = ("--worktree", "bob", "--force")
    refused = desk.json("state", "complete", *store, *bob, *plan, "deck")
    assert then_it_works(desk, refused).code == 0


@pytest.mark.parametrize("summary", [None, "short"])
def test_a_summary_is_written_and_reported_again(desk: Desk, summary: str | None) -> None:
    # Given a report whose summary is missing or too short,
    desk.write(PLAN, BRIDGE)
    desk.state("init")
    if summary is not None:
        desk.write(SUMMARY, summary)
    refused = desk.json("iterate", PLAN, given=BLOCK)
    # when it is written as advised, then the advised command takes the report.
    desk.write(SUMMARY, "s" * 100)
    assert pasted(remedy(refused), desk, BLOCK).code == 0


@pytest.mark.parametrize(
    ("given", "again"),
    [(BLOCK, BLOCK), (BLOCK.replace("Phase_6 Phase_7", '["Phase_6" Phase_7'), BLOCK)],
    ids=["an ended loop", "unreadable work"],
)
def test_a_report_is_made_again(desk: Desk, given: str, again: str) -> None:
    # Given a report that no loop takes, or that cannot be read,
    desk.write(PLAN, BRIDGE)
    desk.state("init")
    write_summary(desk.root)
    if given == BLOCK:
        assert desk.json("iterate", PLAN, given=FINISHED).code == 0
    refused = desk.json("iterate", PLAN, given=given)
    assert refused.envelope["data"]["reason"] == "invalid_request"
    # when it is made as advised, then it is taken.
    assert pasted(remedy(refused), desk, again).code == 0


def test_when_a_commit_leaves_its_step_the_warning_ends_with_the_remedy(
    build_yard: BuildYard,
) -> None:
    # Given a commit that did not complete its step, because items are open,
    yard = build_yard(DOCUMENT)
    data = yard.commit()["data"]
    (told,) = data["warnings"]
    assert data["state_failure_reason"] == "open_items"
    # when the command in the warning is pasted, and the commit is repeated,
    command = told.partition("run `")[2].partition("`")[0]
    assert yard.shell(command).code == 0
    # then the step is completed.
    assert not yard.commit()["data"]["state_update_failed"]
