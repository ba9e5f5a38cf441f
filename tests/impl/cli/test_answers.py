"""Every subcommand does what it says, and answers with exactly the promised fields."""

import json

from tests.impl.cli.desk import BRIDGE, NOW, PLAN, Desk, commit

ANN = ("--worktree", "ann")


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


def test_init_warns_of_lines_that_were_meant_otherwise(desk: Desk) -> None:
    desk.write(PLAN, BRIDGE + "\n## Step 4: Close it\n")
    reply = desk.json("state", "init", PLAN)
    [issue] = reply.envelope["issues"]
    assert (reply.code, issue["code"], issue["severity"]) == (0, "W001", "warning")
    assert desk.text("state", "init", PLAN).err.startswith(f"warning: {PLAN}: line ")


def test_force_takes_a_step_under_a_running_lease(desk: Desk) -> None:
    desk.held()
    taken = desk.state("claim", "--worktree", "bob", "--force")
    assert (taken["anchor"], taken["reclaimed"]) == ("deck", True)


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


def test_why_a_step_was_released_is_shown_until_it_is_claimed(desk: Desk) -> None:
    # Given a step that was released with a reason,
    desk.held()
    desk.state("release", "deck", *ANN, "--reason", "needs the crane")
    # when it is looked at or claimed, then the reason is there, for programs and for people,
    assert desk.state("ready")["ready"][0]["release_reason"] == "needs the crane"
    assert desk.state("show")["plan"]["steps"][0]["release_reason"] == "needs the crane"
    for command in ("ready", "show"):
        assert "released: needs the crane" in desk.text("state", command, PLAN).out
    assert desk.state("claim", *ANN)["release_reason"] == "needs the crane"
    # and then it is gone;
    assert desk.state("show")["plan"]["steps"][0]["release_reason"] is None
    # nor is it shown of a step that is completed without a claim.
    desk.state("release", "deck", *ANN, "--reason", "needs the crane")
    commit(desk, "deck")
    desk.state("reconcile")
    assert "released" not in desk.text("state", "ready", PLAN).out


def test_release_tells_who_held_the_step(desk: Desk) -> None:
    for authority in (ANN, ("--force",)):
        desk.held()
        assert desk.state("release", "deck", *authority) == {
            "plan_path": PLAN,
            "anchor": "deck",
            "released": True,
            "was_claimed_by": "ann",
        }


def test_quiet_prints_nothing_but_what_goes_wrong(desk: Desk) -> None:
    assert desk.text("-q", "state", "init", PLAN) == (0, "", "")
    assert desk.text("state", "show", PLAN, "--quiet") == (0, "", "")
    failed = desk.text("--quiet", "state", "start", PLAN, "deck", *ANN)
    assert failed.err.startswith("error: E050: ")
