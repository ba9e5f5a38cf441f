"""Every message of an escalation names what a person needs, and no way that loses deferrals."""

import json
import re
import shlex
from itertools import product
from typing import NamedTuple

import pytest

from impl.orchestrator.escalations import PROGRAM, escalation, manual_command
from impl.orchestrator.recovery import MOST_ATTEMPTS
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.recovery import Checkpoint, Ending, Judgement, Result, Review, Work

PLAN, STEP, WORKTREE, HASH = "plans/the bridge.md", "deck", "../bridge-1", "c0ffee" * 6 + "aced"
ELSEWHERE = ("planstate", "--store", "/srv/all plans.db")

ITEMS = (Item(ItemKind.TASK, 1, "Lay the planks"), Item(ItemKind.CHECKPOINT, 0, "Carries a truck"))
SEEN: dict[str, tuple[Item, ...] | None] = {"some": ITEMS, "none": (), "unknown": None}
SUBSTEPS: dict[str, tuple[str, ...]] = {"all done": (), "two left": ("piers", "rails")}

FAILED = Checkpoint(0, Judgement.FAIL, "it swings")
UNVERIFIED = Checkpoint(2, Judgement.UNVERIFIED)
JUDGED = {
    "nothing judged": (),
    "all passed": (Checkpoint(0, Judgement.PASS),),
    "some failed": (UNVERIFIED, Checkpoint(1, Judgement.PASS), FAILED),
}

# Every spelling in which somebody could be told to reconcile, to force, or to overlook drift.
FORBIDDEN = re.compile(r"reconcil|forc(e|ing)|(^|\s)-[A-Za-z]*f\b|allow.?drift|override", re.I)


class Case(NamedTuple):
    """An escalation that can be."""

    ending: Ending
    work: Work
    commit_hash: str | None
    program: tuple[str, ...]

    @property
    def message(self) -> str:
        return "\n".join(escalation(self.ending, self.work, self.commit_hash, self.program))


def cases() -> dict[str, Case]:
    found = {}
    varied = product(
        FailureReason, SEEN, SUBSTEPS, JUDGED, range(MOST_ATTEMPTS + 1), (HASH, None), (0, 1)
    )
    for reason, seen, substeps, judged, attempts, commit_hash, elsewhere in varied:
        items = SEEN[seen]
        left = None if items is None else SUBSTEPS[substeps]
        ending = Ending(Result.ESCALATED, STEP, attempts, reason, items, left)
        work = Work(PLAN, STEP, WORKTREE, Review(True, JUDGED[judged]))
        program = ELSEWHERE if elsewhere else PROGRAM
        name = f"{reason}, {seen} open, {substeps}, {judged}, {attempts}, {commit_hash}, {program}"
        found[name] = Case(ending, work, commit_hash, program)
    return found


CASES = cases()


def test_no_message_says_how_to_lose_deferrals() -> None:
    for name, case in CASES.items():
        assert not FORBIDDEN.search(case.message), name


def test_every_message_names_plan_step_reason_and_the_commit_that_stands() -> None:
    for name, case in CASES.items():
        first, second = escalation(*case)[:2]
        assert f"Step {STEP} of {PLAN} is not completed: {case.ending.reason}, " in first, name
        commit = f"The git commit {HASH}" if case.commit_hash else "The git commit of the step"
        assert second == f"{commit} stands: the work is safe.", name


def test_every_message_names_what_is_open_or_that_this_is_not_known() -> None:
    for name, case in CASES.items():
        lines = escalation(*case)
        unknown = "Its open items and unfinished substeps are not known: no query was answered."
        assert (unknown in lines) == (case.ending.open_items is None), name
        for item in ITEMS:
            line = f"  {item.kind} {item.ordinal + 1}: {item.text}"
            assert (line in lines) == (item in (case.ending.open_items or ())), name
        for substep in ("piers", "rails"):
            open_substeps = case.ending.open_substeps or ()
            assert (f"  {substep}" in lines) == (substep in open_substeps), name


def test_every_message_ends_with_the_manual_command() -> None:
    for name, case in CASES.items():
        *_, first, second = (line.removeprefix("  ") for line in escalation(*case))
        assert f"{first}\n{second}" == manual_command(case.work, case.program), name


def test_the_manual_command_is_an_empty_batch_if_everything_passed() -> None:
    for judged in ("nothing judged", "all passed"):
        work = Work(PLAN, STEP, WORKTREE, Review(True, JUDGED[judged]))
        assert manual_command(work) == (
            "printf '%s\\n' '[]' | planstate state update 'plans/the bridge.md' deck "
            "--worktree ../bridge-1 --batch --complete-remaining &&\n"
            "planstate state complete 'plans/the bridge.md' deck --worktree ../bridge-1"
        )


def test_a40_rec_2_the_manual_command_defers_what_did_not_pass() -> None:
    work = Work(PLAN, STEP, WORKTREE, Review(True, JUDGED["some failed"]))
    words = shlex.split(manual_command(work))
    assert json.loads(words[2]) == [
        {"kind": "checkpoint", "ordinal": 0, "status": "deferred", "reason": "it swings"},
        {"kind": "checkpoint", "ordinal": 2, "status": "deferred", "reason": "UNVERIFIED"},
    ]


def test_names_that_look_like_options_are_not_taken_for_them() -> None:
    words = shlex.split(manual_command(Work("-plan.md", "-step", "-ann", Review(True))))
    assert words[words.index("complete") + 1 :] == ["./-plan.md", "#-step", "--worktree=-ann"]


def test_a_step_whose_name_begins_with_a_hash_is_named_whole() -> None:
    words = shlex.split(manual_command(Work(PLAN, "#deck", WORKTREE, Review(True))))
    assert words[words.index("complete") + 2] == "##deck"


@pytest.mark.parametrize("reason", FailureReason)
def test_every_message_says_what_to_do_for_its_reason(reason: FailureReason) -> None:
    ending = Ending(Result.ESCALATED, STEP, 1, reason, ITEMS, ("piers",))
    lines = escalation(ending, Work(PLAN, STEP, WORKTREE, Review(True)))
    plan, held = "'plans/the bridge.md'", "--worktree ../bridge-1"
    expected = {
        FailureReason.OPEN_ITEMS: [f"show {plan} --checklist"],
        FailureReason.DRIFT: [f"init {plan}", f"claim {plan} {held}"],
        FailureReason.OWNERSHIP: [f"show {plan}", f"claim {plan} {held}"],
        FailureReason.DB_ERROR: [f"show {plan}"],
    }
    commands = [line for line in lines if line.startswith("  planstate")]
    finish = f"complete {plan} piers {held}"
    complete = f"complete {plan} deck {held}"
    wanted = [*expected[reason], finish, complete]
    assert commands == [f"  planstate state {command}" for command in wanted]


@pytest.mark.parametrize("reason", FailureReason)
@pytest.mark.parametrize("attempts", [0, 1])
def test_the_warnings_of_a_commit_are_shown_where_the_store_was_at_fault(
    reason: FailureReason, attempts: int
) -> None:
    # Given a commit with two warnings, when a person is told of it,
    ending = Ending(Result.ESCALATED, STEP, attempts, reason)
    warnings = ("the disk is full", "no log")
    lines = escalation(ending, Work(PLAN, STEP, WORKTREE, Review(True)), HASH, PROGRAM, warnings)
    # then they are shown for an error of the store that the commit itself has met.
    at_fault = reason is FailureReason.DB_ERROR and not attempts
    assert (lines[2:5] == ("The commit warned:", "  the disk is full", "  no log")) == at_fault
    assert ("  the disk is full" in lines) == at_fault


def test_after_a_lost_step_the_worktree_is_to_be_checked() -> None:
    ending = Ending(Result.ESCALATED, STEP, 0, FailureReason.OWNERSHIP)
    message = " ".join(escalation(ending, Work(PLAN, STEP, WORKTREE, Review(True))))
    assert f"held by {WORKTREE}. Check that this is the worktree" in message
