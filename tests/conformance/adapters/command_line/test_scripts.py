"""A trace as a shell script asks a program what the adapter asks it."""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.adapters.command_line.processes import Ended
from conformance.adapters.command_line.program import DrivenProgram
from conformance.adapters.command_line.scripts import script_of
from conformance.protocol.messages import Clock
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Reconcile
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import Operation
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import NewPlan
from spec.vocabulary.state import Show
from tests.conformance.adapters.command_line.bridge import (
    CLAIM,
    COMMIT,
    HASH,
    HOUR,
    PLAN,
    REGISTER,
)
from tests.conformance.adapters.command_line.conftest import Opened
from tests.profiles import mostly_in_ci

FOLDER = re.compile(r"/[^\"\s]*?/(?=main|linked|bare)")
ON_NO_BRANCH = re.compile(r'\{"code": "W005"[^}]*on no branch any more[^}]*\}')
COMMITTED = re.compile(r"\b[0-9a-f]{40}\b")
FINISH = Batch(PLAN, "piers", "ann", (), HASH, 15, complete_remaining=True)
DONE = CommitLogEntry(PLAN, "piers", COMMIT.commit_hash, claim_id=1)
INVENTED = replace(DONE, commit_hash="d" * 40)
STORIES: dict[str, Sequence[Operation]] = {
    "claims": [
        *(REGISTER, CLAIM, Heartbeat(PLAN, "piers", "bob", 13, HOUR)),
        *(Show(PLAN, "b" * 64, 17), Claim(PLAN, "bob", HASH, 2 * HOUR, HOUR)),
    ],
    "commit logs": [
        *(REGISTER, CLAIM, FINISH, COMMIT, Reconcile(PLAN, (INVENTED, DONE), 30)),
        *(Reconcile(PLAN, (), 35), replace(COMMIT, now=40, commit_hash="9" * 40)),
    ],
    "faults": [
        *(REGISTER, CLAIM, replace(COMMIT, git_succeeds=False)),
        replace(COMMIT, root_found=False, commit_hash="1" * 40),
        replace(COMMIT, store_reachable=False, commit_hash="2" * 40),
        replace(COMMIT, document_hash=None, commit_hash="3" * 40),
        replace(COMMIT, git_succeeds=False, root_found=False, commit_hash="5" * 40),
        replace(COMMIT, commit_hash="4" * 40),
    ],
    "commits that are found": [
        *(REGISTER, CLAIM, FINISH, replace(COMMIT, clean=True, git_succeeds=False)),
        replace(COMMIT, clean=True, found_commit="6" * 40, commit_hash="5" * 40),
    ],
}


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return what programs print that the adapter runs, from each time that it asks something."""
    outputs: list[list[str]] = [[]]
    ask, run = CommandLineSystem.ask, DrivenProgram.run

    def noted(*arguments: Any) -> object:
        outputs.append([])
        return ask(*arguments)

    def kept(*arguments: Any) -> Ended:
        ended = run(*arguments)
        outputs[-1].append(ended.output.decode())
        return ended

    monkeypatch.setattr(CommandLineSystem, "ask", noted)
    monkeypatch.setattr(DrivenProgram, "run", kept)
    return outputs


def comparable(text: str) -> list[str]:
    """Return printed lines without what is another one in every repository.

    Which commits are on a branch while a log is read is arranged by each in its own way.
    """
    text = ON_NO_BRANCH.sub("", text)
    return COMMITTED.sub("a commit", FOLDER.sub("", text)).splitlines()


@pytest.mark.parametrize("story", mostly_in_ci(STORIES, in_dev=()))
def test_a_script_asks_what_the_adapter_asks(
    opened: Opened, planstate: str, printed: list[list[str]], story: str
) -> None:
    # Given operations that the adapter has asked
    line = opened(planstate)
    for operation in STORIES[story]:
        line.apply(operation)
    line.observe()
    # when the script of them is run by a shell,
    script = script_of(STORIES[story], line.program, None, Clock.VIRTUAL)
    shown = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    # then the program prints the same.
    assert comparable(shown.stdout) == comparable("".join(first for first, *_ in printed[1:]))


def test_a_script_waits_where_time_cannot_be_set(opened: Opened, planstate: str) -> None:
    # Given claims of which the second comes later, by a clock that nobody can set
    line = opened(planstate)
    first, second = Ready(PLAN, 1_000), Ready(PLAN, 3_500)
    # when the script of them is written in real time, then it waits between them.
    script = script_of([first, second], line.program, None, Clock.NONE, real_time=True)
    assert script.splitlines().count("sleep 2.5") == 1


def test_a_script_names_what_it_leaves_out(opened: Opened, planstate: str) -> None:
    line = opened(planstate)
    script = script_of(
        [CheckCommand(PLAN, "cat a", 0), NewPlan(PLAN, 0)],
        line.program,
        None,
        Clock.VIRTUAL,
    )
    assert "check-command" in script
    assert "# NewPlan is left out here: it needs files of its own" in script
