"""`planstate state show`: all fields for programs, a picture for people."""

import os
import subprocess
import sys

import pytest

from tests.impl.cli.desk import BRIDGE, NOW, PLAN, Desk

ANN = ("--worktree", "ann")
EMPTY: dict[str, object] = {
    "status": "pending",
    "claimed_by": None,
    "claim_id": None,
    "fenced": False,
    "lease_expires_at": None,
    "completed_at": None,
    "commit_hash": None,
    "complete_reason": None,
    "release_reason": None,
    "artifacts": [],
}
NO_ITEMS = {
    "tasks_total": 0,
    "tasks_completed": 0,
    "tests_total": 0,
    "tests_completed": 0,
    "checkpoints_total": 0,
    "checkpoints_completed": 0,
}


@pytest.fixture
def busy(desk: Desk) -> Desk:
    """Return a plan with a step of each status, with items."""
    desk.write(PLAN, BRIDGE + "\n### Step 4: Close it {#closing}\n")
    desk.state("init")
    for worktree in ("ann", "bob", "cid"):
        desk.state("claim", "--worktree", worktree)
    batch = '[{"kind": "task", "ordinal": 1, "status": "deferred", "reason": "no crane"}]'
    desk.state("update", "deck", *ANN, "--task", "1:completed")
    desk.state("update", "deck", *ANN, "--batch", given=batch)
    desk.state("start", "deck", *ANN)
    desk.at(NOW + 60_000)
    desk.state("complete", "paint", "--worktree", "bob", "--force", "--reason", "dry enough")
    return desk


def test_all_fields_of_a_plan(desk: Desk) -> None:
    stored_hash = desk.state("init")["plan_hash"]
    desk.at(NOW + 1_500)
    desk.state("claim", *ANN)
    desk.state("update", "deck", *ANN, "--task", "2:completed")
    plan = desk.state("show")["plan"]
    steps, items = plan.pop("steps"), plan.pop("checklist_items")
    assert plan == {
        "plan_path": PLAN,
        "plan_hash": stored_hash,
        "phase_title": "A bridge",
        "status": "active",
        "last_claim_id": 1,
        "iteration_loop": None,
        "created_at": "2026-01-01T00:00:00.000Z",
        "updated_at": "2026-01-01T00:00:01.500Z",
    }
    held = {"status": "claimed", "claimed_by": "ann", "claim_id": 1}
    lease = {"lease_expires_at": "2026-01-01T02:00:01.500Z"}
    piers = {
        **EMPTY, **held, **lease, "anchor": "piers", "title": "Build the piers", "step_index": 1,
        "parent_anchor": "deck", "checklist": {**NO_ITEMS, "tasks_total": 1}, "substeps": [],
    }  # fmt: skip
    counts = {
        "tasks_total": 2, "tasks_completed": 1, "tests_total": 1, "tests_completed": 0,
        "checkpoints_total": 1, "checkpoints_completed": 0,
    }  # fmt: skip
    assert steps[0] == {
        **EMPTY, **held, **lease, "anchor": "deck", "title": "Lay the deck", "step_index": 0,
        "parent_anchor": None, "checklist": counts, "substeps": [piers],
    }  # fmt: skip
    assert steps[1] == {
        **EMPTY, "anchor": "paint", "title": "Paint it", "step_index": 2,
        "parent_anchor": None, "checklist": NO_ITEMS, "substeps": [],
    }  # fmt: skip
    assert [step["anchor"] for step in steps] == ["deck", "paint", "opening"]
    keys = [(item["step_anchor"], item["kind"], item["ordinal"]) for item in items]
    assert keys == sorted(keys)
    assert items[2] == {
        "step_anchor": "deck", "kind": "task", "ordinal": 1, "text": "Lay",
        "status": "completed", "reason": None,
    }  # fmt: skip


@pytest.mark.parametrize("flag", ["--step", "--worktree"])
def test_show_takes_no_step_and_no_worktree(busy: Desk, flag: str) -> None:
    reply = busy.text("state", "show", PLAN, flag, "deck")
    assert (reply.code, reply.out) == (2, "")


def test_all_plans_are_shown_by_path(desk: Desk) -> None:
    for path in ("b.md", "a.md"):
        desk.write(path)
        assert desk.json("state", "init", path).code == 0
    plans = desk.json("state", "show").data["plans"]
    assert [plan["plan_path"] for plan in plans] == ["a.md", "b.md"]
    assert plans[0] == desk.json("state", "show", "a.md").data["plan"]
    assert desk.text("state", "show").out == (
        "○ a.md    0/3 steps  A bridge\n○ b.md    0/3 steps  A bridge\n"
    )


def test_drift_is_a_warning(desk: Desk) -> None:
    desk.state("init")
    desk.write(PLAN, BRIDGE + "\n")
    for arguments in (("state", "show", PLAN), ("state", "show")):
        reply = desk.json(*arguments)
        [issue] = reply.envelope["issues"]
        assert (reply.code, issue["code"], issue["severity"]) == (0, "E048", "warning")
    (desk.root / PLAN).unlink()
    assert "does not exist" in desk.text("state", "show", PLAN).err


PICTURE = """\
plans/bridge.md  A bridge
1 of 4 steps completed

  tasks        ██████▒▒▒▒▒▒▒░░░░░░░ 1/3, 1 deferred
  tests        ░░░░░░░░░░░░░░░░░░░░ 0/1
  checkpoints  ░░░░░░░░░░░░░░░░░░░░ 0/1

→ deck          1/4  Lay the deck
│   lease expires in 1 h 59 min, held by ann
│   tasks        ██████████▒▒▒▒▒▒▒▒▒▒ 1/2, 1 deferred
│   tests        ░░░░░░░░░░░░░░░░░░░░ 0/1
│   checkpoints  ░░░░░░░░░░░░░░░░░░░░ 0/1
└─ ◆ piers      0/1  Build the piers
✓ paint              Paint it
    completed by bob
    forced: dry enough
○ opening            Open it
    waits for deck
◆ closing            Close it
    lease expires in 1 h 59 min, held by cid
"""

DECK_IN_FULL = """\
→ deck          1/4  Lay the deck
│   lease expired 1 min ago, held by ann
│   [x] task 1: Measure
│   [~] task 2: Lay (deferred: no crane)
│   [ ] test 1: Load it
│   [ ] checkpoint 1: The engineer agrees
└─ ◆ piers      0/1  Build the piers
       [ ] task 1: Pour
"""


def test_the_picture(busy: Desk) -> None:
    assert busy.text("state", "show", PLAN).out == PICTURE


def test_the_picture_with_every_item(busy: Desk) -> None:
    busy.at(NOW + 7_260_000)
    assert DECK_IN_FULL in busy.text("state", "show", PLAN, "--checklist").out
    assert DECK_IN_FULL in busy.text("state", "show", "--checklist").out


@pytest.mark.usefixtures("busy")
def test_what_cannot_be_written_is_drawn_in_ascii() -> None:
    command = [sys.executable, "-m", "impl.cli", "state", "show", PLAN]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert b"> deck          1/4  Lay the deck\n|   lease expires" in done.stdout
