"""Many processes at once, stopped ones and killed ones: nothing is lost and nothing done twice."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from impl.git.repository import git
from tests.impl.cli.calling import HOUR, end
from tests.impl.cli.committers import begin_commit
from tests.impl.cli.crowd import CALLS, CLAIMABLE, CLAIMANTS
from tests.impl.cli.desk import make_repository
from tests.impl.git.sites import Site
from tests.profiles import requires_ci_profile


def play(scene: str, root: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.impl.cli.crowd", scene, str(make_repository(root))]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    seen = json.loads(done.stdout)
    assert isinstance(seen, dict)
    assert seen["problems"] == []
    return seen


def test_of_claims_at_the_same_moment_each_step_has_one_winner(tmp_path: Path) -> None:
    # Given more workers than steps, when all claim at once,
    seen = play("claims", tmp_path)
    assert seen["status"] == [0] * CLAIMANTS
    [*given] = [lines[-1] for lines in seen["told"]]
    # then every step is given to one of them, who holds it, and the others are given none.
    winners = {step: number for number, step in enumerate(given) if step != "None"}
    assert sorted(winners) == [f"step-{number}" for number in range(CLAIMABLE)]
    assert given.count("None") == CLAIMANTS - CLAIMABLE
    for step, number in winners.items():
        assert seen["steps"][step] == [f"worker {number}", "claimed"]


@requires_ci_profile
def test_a_call_that_is_killed_has_done_all_or_nothing_and_can_be_repeated(tmp_path: Path) -> None:
    # Given calls that are killed at their points, the first while it makes the store,
    seen = play("killed", tmp_path)
    # then what was answered is there, nothing was half done, and repeating a call completes it.
    assert seen["wrong"] == []
    assert [name for name in CALLS if not seen["kills"][name]] == []


LOG = ".planstate/implementation-log.md"


@requires_ci_profile
def test_commits_of_several_steps_have_an_entry_each(site: Site) -> None:
    # Given commits of steps that differ, begun at once in one worktree
    before = site.commits()
    steps = [f"step-{number}" for number in range(6)]
    processes = [begin_commit(site, step=step, summary=step, wait=HOUR) for step in steps]
    made = [end(process).data for process in processes]
    # Then git has one commit for each of them, and the log all entries in the same order.
    hashes = site.commits()[: -len(before)]
    assert sorted(hashes) == sorted(data["commit_hash"] for data in made)
    named = [re.findall("Tug-Step: (.*)", site.message(each))[0] for each in hashes]
    log = git(site.linked, "show", f"HEAD:{LOG}")
    assert re.findall(r"^## \S+ (.*)", log, re.MULTILINE) == named
    assert sorted(named) == steps
    # And each has staged its own entry only, beside the work of all in the first.
    assert sorted(len(data["files_staged"]) for data in made) == [1, 1, 1, 1, 1, 2]
    assert git(site.linked, "status", "--porcelain") == ""


@requires_ci_profile
def test_the_same_commit_several_times_at_once_is_made_once(site: Site) -> None:
    before = site.commits()
    processes = [begin_commit(site, wait=HOUR) for _ in range(6)]
    made = [end(process).data for process in processes]
    assert site.commits()[1:] == before
    assert {data["commit_hash"] for data in made} == {site.commits()[0]}
    assert sorted(data["already_committed"] for data in made) == [False, *[True] * 5]
    assert site.log.read_text().count("\n## ") == 1


@requires_ci_profile
def test_a_commit_that_is_refused_takes_back_its_own_entry_only(site: Site) -> None:
    # Given a hook that refuses every commit of a step that ends in an odd number
    site.hook("commit-msg", 'if grep -q "^Tug-Step: step-[135]" "$1"; then exit 1; fi')
    processes = [begin_commit(site, step=f"step-{number}", wait=HOUR) for number in range(6)]
    replies = [end(process) for process in processes]
    # Then the log has the entries of the others, as they are committed.
    assert [reply.code for reply in replies] == [0, 1, 0, 1, 0, 1]
    entries = re.findall(r"^## \S+ (.*)", site.log.read_text(), re.MULTILINE)
    assert sorted(entries) == ["step-0", "step-2", "step-4"]
    assert git(site.linked, "show", f"HEAD:{LOG}") == site.log.read_text()
    assert all("nothing was committed" in reply.out for reply in replies[1::2])
