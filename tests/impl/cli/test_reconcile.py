"""Reconciling takes real commits at their word."""

from impl.git.repository import git
from tests.impl.cli.desk import PLAN, Desk, commit


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
