"""Every subcommand does what it says, and answers with exactly the promised fields."""

import json

from tests.impl.cli.desk import BRIDGE, NOW, PLAN, Desk

ANN = ("--worktree", "ann")
TWO_HOURS_LATER = "2026-01-01T02:00:00.000Z"


def test_the_envelope_is_the_same_for_all(desk: Desk) -> None:
    envelope = desk.json("state", "init", PLAN).envelope
    assert list(envelope) == ["schema_version", "command", "status", "data", "issues"]
    assert (envelope["schema_version"], envelope["command"]) == ("1", "state init")
    assert (envelope["status"], envelope["issues"]) == ("ok", [])


def test_json_is_asked_for_before_or_after_the_subcommand(desk: Desk) -> None:
    before = desk.text("--json", "state", "init", PLAN)
    between = desk.text("state", "--json", "init", PLAN)
    after = desk.text("state", "init", PLAN, "--json")
    assert before.data["step_count"] == 3
    assert between.data == after.data
    assert after.data["already_initialized"]


def test_quiet_prints_nothing_but_what_goes_wrong(desk: Desk) -> None:
    assert desk.text("-q", "state", "init", PLAN) == (0, "", "")
    assert desk.text("state", "show", PLAN, "--quiet") == (0, "", "")
    failed = desk.text("--quiet", "state", "start", PLAN, "deck", *ANN)
    assert failed.err.startswith("error: E050: ")


def test_init_counts_what_it_stored(desk: Desk) -> None:
    data = desk.state("init")
    assert data.pop("plan_hash").isalnum()
    assert data == {
        "plan_path": PLAN,
        "already_initialized": False,
        "step_count": 3,
        "substep_count": 1,
        "dep_count": 2,
        "checklist_count": 5,
        "resynced": False,
        "kept": 0,
        "dropped": 0,
        "kept_steps": [],
        "changed_steps": [],
        "removed_steps": [],
        "dry_run": False,
    }


def test_init_warns_of_lines_that_were_meant_otherwise(desk: Desk) -> None:
    desk.write(PLAN, BRIDGE + "\n## Step 4: Close it\n")
    reply = desk.json("state", "init", PLAN)
    [issue] = reply.envelope["issues"]
    assert (reply.code, issue["code"], issue["severity"]) == (0, "W001", "warning")
    assert desk.text("state", "init", PLAN).err.startswith(f"warning: {PLAN}: line ")


def test_claim_gives_the_first_step(desk: Desk) -> None:
    desk.state("init")
    assert desk.state("claim", *ANN) == {
        "plan_path": PLAN,
        "claimed": True,
        "anchor": "deck",
        "title": "Lay the deck",
        "step_index": 0,
        "claim_id": 1,
        "lease_expires": TWO_HOURS_LATER,
        "reclaimed": False,
        "remaining_ready": 1,
        "total_remaining": 2,
        "all_completed": False,
        "also_held": [],
    }
    assert desk.state("claim", *ANN)["reclaimed"]


def test_force_takes_a_step_under_a_running_lease(desk: Desk) -> None:
    desk.held()
    taken = desk.state("claim", "--worktree", "bob", "--force")
    assert (taken["anchor"], taken["reclaimed"]) == ("deck", True)


def test_nothing_claimable_says_how_many_are_blocked(desk: Desk) -> None:
    desk.held()
    desk.state("claim", "--worktree", "bob")
    assert desk.state("claim", "--worktree", "cid") == {
        "plan_path": PLAN,
        "claimed": False,
        "reclaimed": False,
        "remaining_ready": 0,
        "total_remaining": 3,
        "all_completed": False,
    }


def test_start_begins_work(desk: Desk) -> None:
    desk.held()
    answer = desk.state("start", "#deck", *ANN)
    expected = {"plan_path": PLAN, "anchor": "deck", "started": True}
    assert answer == expected | {"already_started": False}
    # And who was interrupted may start again
    assert desk.state("start", "deck", *ANN) == expected | {"already_started": True}


def test_a_lease_lasts_two_hours_unless_another_is_asked_for(desk: Desk) -> None:
    # Given a claim, and later a heartbeat, neither with a lease,
    desk.state("init")
    assert desk.state("claim", *ANN)["lease_expires"] == "2026-01-01T02:00:00.000Z"
    desk.at(NOW + 1_000)
    assert desk.state("heartbeat", "deck", *ANN)["lease_expires"] == "2026-01-01T02:00:01.000Z"
    # then each lasts 7,200 s, to the end of which the step is nobody else's.
    desk.at(NOW + 1_000 + 7_200_000)
    assert desk.state("claim", "--worktree", "bob")["anchor"] == "paint"
    desk.at(NOW + 1_000 + 7_200_001)
    assert desk.state("claim", "--worktree", "cid")["anchor"] == "deck"


def test_heartbeat_renews_the_lease_from_now(desk: Desk) -> None:
    desk.held()
    desk.at(NOW + 1_000)
    answer = desk.state("heartbeat", "deck", *ANN, "--lease-duration", "10")
    expected = {"plan_path": PLAN, "anchor": "deck", "lease_expires": "2026-01-01T00:00:11.000Z"}
    assert answer == expected


def statuses(desk: Desk) -> dict[str, tuple[str, str | None]]:
    items = desk.state("show")["plan"]["checklist_items"]
    return {
        f"{item['kind']} {item['ordinal']}": (item["status"], item["reason"])
        for item in items
        if item["step_anchor"] == "deck"
    }


OPEN, COMPLETED = ("open", None), ("completed", None)


def test_update_counts_from_one(desk: Desk) -> None:
    desk.held()
    answer = desk.state("update", "deck", *ANN, "--task", "2:completed", "--test", "1:completed")
    assert answer == {"plan_path": PLAN, "anchor": "deck", "items_updated": 2}
    assert statuses(desk) == {
        "checkpoint 0": OPEN, "task 0": OPEN, "task 1": COMPLETED, "test 0": COMPLETED,
    }  # fmt: skip


def test_update_changes_whole_kinds_or_all_in_the_order_given(desk: Desk) -> None:
    desk.held()
    every = ("--all-tasks", "--all-tests", "--all-checkpoints")
    for option, count in zip(every, (2, 1, 1), strict=True):
        assert desk.state("update", "deck", *ANN, option, "completed")["items_updated"] == count
    reopened = ("--all", "open", "--task", "1:completed", "--allow-reopen")
    assert desk.state("update", "deck", *ANN, *reopened)["items_updated"] == 3
    assert statuses(desk)["task 0"] == COMPLETED


def test_a_batch_counts_from_zero_and_may_complete_the_rest(desk: Desk) -> None:
    desk.held()
    entry = {"kind": "task", "ordinal": 1, "status": "deferred", "reason": "no crane", "more": 1}
    rest = ("--batch", "--complete-remaining")
    answer = desk.state("update", "deck", *ANN, *rest, given=json.dumps([entry]))
    assert answer["items_updated"] == 4
    assert statuses(desk) == {
        "checkpoint 0": COMPLETED,
        "task 0": COMPLETED,
        "task 1": ("deferred", "no crane"),
        "test 0": COMPLETED,
    }
    assert desk.state("update", "deck", *ANN, *rest, given="[]")["items_updated"] == 0


def test_an_artifact_is_noted(desk: Desk) -> None:
    desk.held()
    answer = desk.state("artifact", "deck", *ANN, "--kind", "log", "--summary", "ü" * 501)
    assert answer == {"plan_path": PLAN, "anchor": "deck", "artifact_id": 1, "kind": "log"}
    [note] = desk.state("show")["plan"]["steps"][0]["artifacts"]
    at = "2026-01-01T00:00:00.000Z"
    assert note == {"kind": "log", "summary": "ü" * 500, "recorded_at": at}


def test_complete_is_strict_or_forced(desk: Desk) -> None:
    desk.held()
    desk.state("claim", "--worktree", "bob")
    completed = {
        "plan_path": PLAN,
        "anchor": "paint",
        "completed": True,
        "already_completed": False,
        "forced": False,
        "all_steps_completed": False,
    }
    assert desk.state("complete", "paint", "--worktree", "bob") == completed
    repeated = desk.state("complete", "paint", "--worktree", "bob")
    assert repeated == {**completed, "already_completed": True}
    forced = desk.state("complete", "deck", *ANN, "--force", "--reason", "by hand")
    assert forced["forced"]
    deck, paint, _ = desk.state("show")["plan"]["steps"]
    assert (deck["complete_reason"], paint["complete_reason"]) == ("by hand", "")


def test_a_reason_that_is_not_kept_is_a_warning(desk: Desk) -> None:
    desk.held()
    desk.state("claim", "--worktree", "bob")
    given = ("complete", PLAN, "paint", "--worktree", "bob", "--reason", "because")
    reply = desk.json("state", *given)
    assert (reply.code, reply.envelope["issues"][0]["severity"]) == (0, "warning")


def test_allow_drift_works_on_a_document_that_changed_or_is_gone(desk: Desk) -> None:
    desk.held()
    (desk.root / PLAN).unlink()
    done = desk.state("update", "deck", *ANN, "--all", "completed", "--allow-drift")
    assert done["items_updated"] == 4
    assert desk.refused("complete", "deck", *ANN, "--allow-drift")[0] == "E052"


def test_ready_lists_every_step_once(desk: Desk) -> None:
    desk.held()
    desk.at(NOW + 7_200_001)
    desk.state("claim", "--worktree", "bob")
    desk.state("claim", "--worktree", "cid")
    desk.state("complete", "paint", "--worktree", "cid")
    deck = {"anchor": "deck", "title": "Lay the deck", "step_index": 0}
    paint = {"anchor": "paint", "title": "Paint it", "step_index": 2}
    opening = {"anchor": "opening", "title": "Open it", "step_index": 3}
    assert desk.state("ready") == {
        "plan_path": PLAN,
        "ready": [],
        "expired_claim": [],
        "blocked": [deck, opening],
        "completed": [paint],
    }
    desk.at(NOW + 99_999_999)
    assert desk.state("ready")["expired_claim"] == [deck]


def test_reset_puts_a_step_back(desk: Desk) -> None:
    desk.held()
    assert desk.state("reset", "deck") == {"plan_path": PLAN, "anchor": "deck", "reset": True}


def test_release_tells_who_held_the_step(desk: Desk) -> None:
    for authority in (ANN, ("--force",)):
        desk.held()
        assert desk.state("release", "deck", *authority) == {
            "plan_path": PLAN,
            "anchor": "deck",
            "released": True,
            "was_claimed_by": "ann",
        }


def test_the_worktree_is_a_name_taken_as_it_is_given(desk: Desk) -> None:
    for name in ("../trees/ü 1/", "plans", "-x"):
        desk.state("init")
        desk.state("claim", f"--worktree={name}")
        assert desk.state("release", "deck", "--force")["was_claimed_by"] == name
