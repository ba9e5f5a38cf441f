"""`planstate state init` of a changed document: what it costs is said before and after.

`planstate state reconcile` takes real commits at their word.
"""

import pytest

from impl.git.repository import git
from tests.impl.cli.desk import BRIDGE, PLAN, Desk, commit

ANN = ("--worktree", "ann")
BOB = ("--worktree", "bob")
CHANGED = BRIDGE.replace("Paint it", "Paint it red").replace("- [ ] Pour\n", "- [ ] Cast\n")


def worked_on(desk: Desk) -> None:
    """Ann has begun the deck; paint is completed, with an artifact."""
    desk.held()
    desk.state("update", "deck", *ANN, "--task", "1:completed")
    desk.state("claim", *BOB)
    desk.state("artifact", "paint", *BOB, "--kind", "note", "--summary", "red")
    desk.state("complete", "paint", *BOB, "--force")


def message(desk: Desk, command: str, *arguments: str) -> str:
    """Call `planstate state` on the plan, which must be stopped by drift; return the message."""
    [issue] = desk.json("state", command, PLAN, *arguments).envelope["issues"]
    assert issue["code"] == "E048"
    text: str = issue["message"]
    return text


def test_ticking_a_box_in_the_document_is_no_drift(desk: Desk) -> None:
    # Given a held step, when a box of it is ticked in the document, then work goes on.
    desk.held()
    desk.write(PLAN, BRIDGE.replace("- [ ] Measure", "- [x] Measure"))
    desk.state("update", "deck", *ANN, "--task", "1:completed")
    assert desk.json("state", "show", PLAN).envelope["issues"] == []
    assert desk.state("init")["already_initialized"]


def test_a_change_that_costs_nothing_keeps_a_live_claim(desk: Desk) -> None:
    # Given work under way, and a document with one more step,
    worked_on(desk)
    desk.write(PLAN, BRIDGE + "\n### Step 4: Light it {#light}\n")
    # when it is stopped by the drift, then updating is what to do,
    told = message(desk, "update", "deck", *ANN, "--task", "2:completed")
    assert f"register the changed document: run `planstate state init {PLAN}`" in told
    # and it costs nothing.
    assert desk.state("init")["kept_steps"] == ["deck", "piers", "paint"]
    desk.state("update", "deck", *ANN, "--task", "2:completed")


@pytest.mark.parametrize(
    ("arguments", "can_go_on"),
    [
        (("claim", *BOB), False),
        (("update", "deck", *ANN, "--task", "2:completed"), True),
        (("complete", "deck", *ANN, "--force"), True),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_drift_says_how_to_see_what_updating_takes_away_and_how_to_go_on_without(
    arguments: tuple[str, ...], can_go_on: bool, desk: Desk
) -> None:
    # Given work under way, and a document in which the steps of it changed,
    worked_on(desk)
    desk.write(PLAN, CHANGED.replace("{#deck}", "{#deck}\n\n**Depends on:** none\n- [ ] Look\n"))
    # when a command is stopped by the drift, then its message names the command that shows it,
    told = message(desk, *arguments)
    assert f"see what an update would discard: run `planstate state init {PLAN} --dry-run`" in told
    # and the way around it, which works.
    assert ("`--allow-drift` continues" in told) == can_go_on
    if can_go_on:
        desk.state(*arguments, "--allow-drift")


def test_a_dry_run_says_what_would_be_lost_and_loses_nothing(desk: Desk) -> None:
    # Given work under way, and a document without the finished step,
    worked_on(desk)
    before = desk.state("show")
    shorter = BRIDGE.replace("### Step 2: Paint it {#paint}\n", "").replace(", #paint", "")
    desk.write(PLAN, shorter)
    # when updating is tried, then it is told, and nothing is changed,
    reply = desk.text("state", "init", PLAN, "--dry-run").out
    assert "would be updated" in reply
    assert "2 kept, 1 not\n" in reply
    assert "dropped: paint (completed, 1 artifact)\n" in reply
    data = desk.state("init", "--dry-run")
    assert (data["dry_run"], data["removed_steps"]) == (True, ["paint"])
    assert desk.state("show") == before
    # and updating then does just that.
    assert desk.state("init") == {**data, "dry_run": False}


def test_updating_says_what_was_taken_from_each_step(desk: Desk) -> None:
    # Given work under way, when the document changes two steps of it,
    worked_on(desk)
    desk.write(PLAN, CHANGED)
    out = desk.text("state", "init", PLAN).out.splitlines()
    # then each is named, with what was done of it.
    assert out[0].endswith("of the steps with progress, 1 kept, 2 not")
    assert out[1:] == [
        "changed, pending again: piers (held by ann)",
        "changed, pending again: paint (completed, 1 artifact)",
    ]


def test_what_the_reader_reports_is_shown_when_registering_fails(desk: Desk) -> None:
    # Given a document that is rejected because of a heading that was not read,
    headings = "### Step 1: One\n\n## Step 2: Two {#two}\n\n### Step 3: Three\n"
    desk.write(PLAN, f"## Phase 1.0: A plan\n\n{headings}**Depends on:** #two\n")
    # when it is registered, then the heading is named, in text
    reply = desk.text("state", "init", PLAN)
    first, second = reply.err.splitlines()
    assert first.startswith(f"warning: {PLAN}: line 5: the heading `Step 2: Two` is not read")
    assert second.startswith("error: E010: ")
    # and in JSON.
    issues = desk.json("state", "init", PLAN).envelope["issues"]
    assert [(issue["code"], issue["severity"]) for issue in issues] == [
        ("E010", "error"),
        ("W001", "warning"),
    ]


def hashes(desk: Desk) -> dict[str, str | None]:
    steps = desk.state("show")["plan"]["steps"]
    return {step["anchor"]: step["commit_hash"] for step in steps}


def test_other_hashes_are_skipped_or_replaced(desk: Desk) -> None:
    desk.state("init")
    first = commit(desk, "deck")
    desk.state("reconcile")
    second = commit(desk, "deck")
    mismatch = {"step_anchor": "deck", "db_hash": first, "git_hash": second}
    answer = desk.state("reconcile")
    assert (answer["skipped_count"], answer["skipped_mismatches"]) == (1, [mismatch])
    assert f"skipped deck: {first} is stored" in desk.text("state", "reconcile", PLAN).out
    assert desk.state("reconcile", "--force")["reconciled_count"] == 1
    assert hashes(desk)["deck"] == second


def test_a_commit_that_is_replaced_counts_under_its_own_name(desk: Desk) -> None:
    # Given that git was told to see other parents of a commit than it has
    desk.state("init")
    commit(desk, "any", "other.md")
    done = commit(desk, "deck")
    commit(desk, "any", "other.md")
    git(desk.root, "replace", "--graft", done)
    # When the commit log is read, then what stands in for the commit is no commit of its own
    desk.state("reconcile")
    assert hashes(desk)["deck"] == done
