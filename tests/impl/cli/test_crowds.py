"""Many processes at once, stopped ones and killed ones: nothing is lost and nothing done twice."""

import re
import shutil
from itertools import count
from pathlib import Path

import pytest

from impl.git.repository import git
from impl.store.store import Store
from spec.properties.invariants import INVARIANTS
from spec.properties.predicate import broken
from spec.vocabulary.state import Plan
from tests.impl.cli.calling import HOUR, begin, end
from tests.impl.cli.committers import begin_commit, run_to
from tests.impl.cli.desk import BRIDGE, NOW, PLAN, Desk
from tests.impl.git.sites import Site
from tests.profiles import AT_NIGHT, requires_ci_profile

CLAIMANTS = 8
ANN, BOB = ("--worktree", "ann"), ("--worktree", "bob")
HELD = (PLAN, "deck", *ANN)
CALLS: dict[str, tuple[str, ...]] = {
    "register": ("init", PLAN),
    "register again": ("init", PLAN),
    "claim": ("claim", PLAN, *BOB),
    "take over": ("claim", PLAN, *BOB, "--force"),
    "start": ("start", *HELD),
    "heartbeat": ("heartbeat", *HELD),
    "update": ("update", *HELD, "--batch", "--complete-remaining"),
    "artifact": ("artifact", *HELD, "--kind", "n", "--summary", "n"),
    "complete": ("complete", *HELD, "--force"),
    "release": ("release", PLAN, "deck", "--force"),
    "reset": ("reset", PLAN, "deck"),
}
"""What is killed: the first where no store is, all others where ann holds the first step."""

STRIDE = 1 if AT_NIGHT else 11


def test_of_claims_at_the_same_moment_each_step_has_one_winner(desk: Desk) -> None:
    # Given more workers than steps, which register the plan at once, creating the store,
    registering = [begin(desk.root, "state", "init", PLAN) for _ in range(CLAIMANTS)]
    assert {end(process).code for process in registering} == {0}
    # when all claim at once,
    claim = ("--json", "--wait", HOUR, "state", "claim", PLAN, "--worktree")
    claiming = [begin(desk.root, *claim, f"w{number}") for number in range(CLAIMANTS)]
    given = [end(process).data.get("anchor") for process in claiming]
    # then every step that can be claimed is given to one of them, who holds it.
    winners = {step: f"w{number}" for number, step in enumerate(given) if step}
    assert sorted(filter(None, given)) == ["deck", "paint"]
    steps = {step["anchor"]: step["claimed_by"] for step in desk.state("show")["plan"]["steps"]}
    assert steps == {**winners, "opening": None}


def stored(desk: Desk) -> tuple[Plan, ...]:
    """Return all plans of the store, which need not be there yet, after looking for damage."""
    if not desk.store.exists():
        return ()
    with Store.open(desk.store) as store:
        assert store.integrity_problems() == []
        plans = store.snapshot_state().plans
    assert [each for plan in plans for each in broken(INVARIANTS, plan)] == []
    return plans


@requires_ci_profile
@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_is_killed_has_done_all_or_nothing_and_can_be_repeated(
    desk: Desk, tmp_path: Path, name: str
) -> None:
    # Given a call, and what it changes,
    desk.held()
    desk.at(NOW + 5)
    template = desk.store.parent.rename(tmp_path / "template")
    words = ("--json", "state", *CALLS[name])

    def prepare() -> tuple[Plan, ...]:
        shutil.rmtree(desk.store.parent, ignore_errors=True)
        if name != "register":
            shutil.copytree(template, desk.store.parent)
        desk.write(PLAN, BRIDGE.replace("Paint it", "Paint all") if "again" in name else BRIDGE)
        return stored(desk)

    def done() -> tuple[Plan, ...]:
        assert desk.text(*words, given="[]").code == 0
        return stored(desk)

    before, after = prepare(), done()
    assert before != after
    # when it is killed at one of its points,
    for point in count(0, STRIDE):
        prepare()
        reply = run_to(point, desk.root, *words, given="[]")
        left = stored(desk)
        # then what was answered is there, nothing is half done, and repeating it completes it.
        assert left in ([after] if reply.out else [before, after]), point
        assert left == after or done() == after, point
        if reply.code == 0:
            break
    assert point > 0


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
