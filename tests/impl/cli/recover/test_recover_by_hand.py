"""What `planstate recover` tells a person to do is done in a real shell, and completes the step."""

import json
import re
import shutil
from pathlib import Path

import pytest

from impl.cli.commands import recover
from impl.cli.main import main
from impl.orchestrator.escalations import escalation, manual_command
from impl.store.store import Store
from spec.vocabulary.checklists import StatusChange, Update
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Checkpoint, Ending, Judgement, Result, Review, Work
from spec.vocabulary.state import Show, StepStatus
from tests.impl.cli.conftest import BuildYard
from tests.impl.cli.recover.test_recover import then_escalated
from tests.impl.cli.yard import CLOSED, DOCUMENT, OPEN, PLAN, SUBSTEP, Yard
from tests.profiles import requires_ci_profile

SHELLS = ["sh", "bash", "dash", "zsh"]
HARD_TO_QUOTE = 'it\'s "not" $HOME `safe`\\n\n\ttrüb\x7f\x1b[1m 🌉'


def then_completed_by(yard: Yard, script: str, shell: str = "sh") -> None:
    """Run what somebody was told to, and look at the step."""
    called = yard.shell(script, shell)
    assert called.code == 0, called
    assert yard.step().status is StepStatus.COMPLETED


def commands_of(message: str) -> str:
    """Return all commands in a message, to be run one after the other."""
    return "\n".join(re.findall(r"^  ((?:printf|planstate) .*)$", message, re.MULTILINE))


@pytest.mark.parametrize("shell", SHELLS)
def test_the_manual_command_completes_the_step_and_keeps_the_deferral(
    yard: Yard, shell: str
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    # Given open items, and a review whose words are hard to quote,
    review = Review(True, (Checkpoint(1, Judgement.FAIL, HARD_TO_QUOTE),))
    work = Work(PLAN, "deck", str(yard.linked), review)
    ending = Ending(Result.ESCALATED, "deck", 3, FailureReason.OPEN_ITEMS, yard.step().items, ())
    # when somebody runs the last two lines of the message,
    script = "\n".join(escalation(ending, work)[-2:])
    assert script.replace("\n  ", "\n").strip() == manual_command(work)
    then_completed_by(yard, script, shell)
    # then the step is completed, and the deferral kept with its reason.
    assert yard.items() == [("completed", None)] * 3 + [("deferred", HARD_TO_QUOTE)]


def test_it_is_the_same_command_when_the_store_is_elsewhere(yard: Yard, tmp_path: Path) -> None:
    elsewhere = tmp_path / "all plans.db"
    yard.store.rename(elsewhere)
    given = ("--review", yard.review, "--reason", "ownership", "--store", str(elsewhere))
    data = then_escalated(yard.recover(*given), "ownership", attempts=0)
    assert yard.shell(data["manual_command"]).code == 0
    assert not yard.store.exists()
    elsewhere.rename(yard.store)
    assert yard.items() == CLOSED


class Reopened(Store):
    """A store in which somebody opens an item again before every query."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Show):
            plan = self.snapshot(PLAN)
            assert plan is not None
            holder = plan.steps[0].claimed_by or ""
            change = StatusChange(ItemStatus.OPEN, ItemKind.TASK, 1)
            hashed, now = operation.document_hash, operation.now
            super().apply(Update(PLAN, "deck", holder, (change,), hashed, now, allow_reopen=True))
        return super().apply(operation)


def test_items_that_do_not_stay_closed_are_named_and_closed_by_hand(
    yard: Yard, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given somebody who opens an item again and again, when the step is to be recovered,
    monkeypatch.setattr(recover, "open_store", lambda _, path: Reopened.open(path))
    monkeypatch.chdir(yard.root)
    named = ["recover", PLAN, "deck", "--worktree", str(yard.linked), "--json"]
    assert main([*named, "--review", yard.review]) == 1
    data = json.loads(capsys.readouterr().out)["data"]
    # then after three attempts a person is told which item that is,
    assert (data["result"], data["reason"], data["attempts"]) == ("escalated", "open_items", 3)
    assert data["open_items"] == [{"kind": "task", "number": 2, "ordinal": 1, "text": "Lay"}]
    assert data["open_substeps"] == []
    assert "\n  task 2: Lay\n" in data["message"]
    # and can do what could not be done.
    then_completed_by(yard, data["manual_command"])
    assert yard.items() == CLOSED


@requires_ci_profile
def test_an_open_substep_is_named_and_everything_completed_by_hand(
    build_yard: BuildYard,
) -> None:
    yard = build_yard(DOCUMENT + SUBSTEP)
    yard.commit()
    data = then_escalated(yard.recover("--review", yard.review), "open_items", attempts=1)
    assert (data["open_items"], data["open_substeps"]) == ([], ["piers"])
    assert yard.shell(data["manual_command"]).code == 1
    then_completed_by(yard, commands_of(data["message"]))
    assert yard.step("piers").status is StepStatus.COMPLETED
    assert yard.items() == CLOSED


def test_drift_is_taken_over_and_everything_completed_by_hand(yard: Yard) -> None:
    yard.commit()
    yard.edit()
    data = then_escalated(yard.recover("--review", yard.review), "drift", attempts=1)
    assert [item["number"] for item in data["open_items"]] == [1, 2, 1, 2]
    assert yard.items() == OPEN
    assert yard.shell(data["manual_command"]).code == 1
    then_completed_by(yard, commands_of(data["message"]))
    assert yard.items() == CLOSED


@requires_ci_profile
def test_a_lost_step_is_completed_by_hand_once_it_is_given_back(yard: Yard) -> None:
    yard.commit()
    yard.state("claim", PLAN, "--worktree", "bob", "--force")
    data = then_escalated(yard.recover("--review", yard.review), "ownership", attempts=1)
    assert yard.items() == OPEN
    assert yard.shell(data["manual_command"]).code == 1
    yard.state("release", PLAN, "deck", "--worktree", "bob")
    then_completed_by(yard, commands_of(data["message"]))
    assert yard.items() == CLOSED


def test_a_store_that_is_away_is_completed_by_hand_once_it_is_back(yard: Yard) -> None:
    yard.commit()
    aside = yard.store.with_suffix(".aside")
    yard.store.rename(aside)
    yard.store.mkdir()
    data = then_escalated(yard.recover("--review", yard.review), "db_error", attempts=1)
    assert (data["open_items"], data["open_substeps"]) == (None, None)
    yard.store.rmdir()
    aside.rename(yard.store)
    then_completed_by(yard, commands_of(data["message"]))
    assert yard.items() == CLOSED
