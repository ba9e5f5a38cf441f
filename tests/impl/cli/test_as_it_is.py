"""Repositories, worktrees, branches and sessions as they are: who holds and completes what."""

import os
import re
import shlex
import sqlite3
import subprocess
from contextlib import closing

import pytest

from impl.git.repository import git
from tests.impl.cli.conftest import BuildYard
from tests.impl.cli.yard import DOCUMENT, PLAN, STEP, SUBSTEP, Yard
from tests.impl.git.sites import add_worktree


@pytest.fixture
def yard(build_yard: BuildYard) -> Yard:
    return build_yard(DOCUMENT + "\n### Step 2: Paint it {#paint}\n")


def test_a_worktree_has_one_name_however_it_is_written(yard: Yard) -> None:
    # Given two worktrees whose workers both call themselves `.`,
    other = add_worktree(yard.root, "bob")
    named = ("state", "claim", PLAN, "--worktree", ".", "--json")
    first, second = (
        yard.run(*named, folder=each).envelope["data"] for each in (yard.linked, other)
    )
    # then each has a step of its own, and any way to write the folder is that worker.
    assert (first["anchor"], second["anchor"]) == (STEP, "paint")
    for written in ("../bob", "../bob/", str(other), f"{yard.linked}/../bob"):
        yard.state("start", PLAN, "paint", "--worktree", written)
    # And any other name is taken literally, also that of a folder which is no worktree.
    assert yard.run("state", "start", PLAN, "paint", "--worktree", "plans").code == 1


def test_work_is_not_committed_on_another_branch(yard: Yard) -> None:
    # Given a step that was claimed on ann's branch, with all items done,
    yard.state("claim", PLAN, *yard.ann)
    yard.finish()
    # when its worktree is on another branch, or on none, then the commit is refused,
    for switched in (("-c", "other"), ("--detach",)):
        git(yard.linked, "switch", "--quiet", *switched)
        refused = yard.run(*yard.commit_arguments())
        assert refused.code == 1
        assert "was claimed on the branch ann" in refused.out
    # unless that is asked for.
    assert yard.run(*yard.commit_arguments(), "--any-branch").envelope["data"]["committed"]
    assert yard.step().status == "completed"


def test_a_substep_is_committed_again_though_its_step_is_held_on_another_branch(
    build_yard: BuildYard,
) -> None:
    # Given a substep that ann has committed, and whose step bob holds since, on his branch,
    yard = build_yard(DOCUMENT + SUBSTEP)
    yard.state("claim", PLAN, *yard.ann)
    piers = ["piers" if each == STEP else each for each in yard.commit_arguments()]
    first = yard.run(*piers).envelope["data"]
    other = str(add_worktree(yard.root, "bob"))
    yard.state("claim", PLAN, "--worktree", other, "--force")
    # when ann repeats it, then that is answered as before: bob's branch is none of hers.
    again = yard.run(*piers).envelope["data"]
    assert (again["already_committed"], again["commit_hash"]) == (True, first["commit_hash"])


def test_a_worktree_that_was_moved_is_told_how_to_get_its_name_back(yard: Yard) -> None:
    # Given a worktree that was moved while it holds a step, all of whose items are done,
    yard.state("claim", PLAN, *yard.ann)
    yard.finish()
    moved = yard.root.parent / "bob"
    git(yard.root, "worktree", "move", str(yard.linked), str(moved))
    # when it is committed under either name, then it is told what is wrong,
    old = yard.commit_arguments()
    new = [str(moved) if each == str(yard.linked) else each for each in old]
    assert "there is no folder" in yard.run(*old).out
    data = yard.run(*new).envelope["data"]
    # and what it is told to do completes the step.
    [told] = [each for each in data["warnings"] if "there is no folder" in each]
    command = re.findall("`(git [^`]* worktree move [^`]*)`", told)[0]
    (yard.linked.parent / "here").mkdir()
    words = shlex.split(command.replace("FROM", shlex.quote(str(moved))))
    subprocess.run(words, cwd=yard.linked.parent / "here", check=True)
    assert yard.run(*old).envelope["data"]["already_committed"]
    assert yard.step().status == "completed"


def test_a_later_commit_of_a_completed_step_is_advised_only_if_it_has_work(yard: Yard) -> None:
    # Given a step that is completed by its commit,
    yard.finish()
    yard.commit()
    in_words = [each for each in yard.commit_arguments() if each != "--json"]
    for work in (True, False):
        # when it is committed once more, with other work and then with the log alone,
        if work:
            (yard.linked / "rail.txt").write_text("steel\n")
        else:
            git(yard.linked, "commit", "--quiet", "--allow-empty", "--message=Begin again")
            (yard.linked / ".planstate" / "implementation-log.md").write_text("")
        reply = yard.run(*in_words)
        # then the step keeps its commit, and the newest one is advised only where it has work.
        assert reply.out.splitlines()[-1].endswith(f"; {STEP} was completed before")
        told = reply.out + reply.err
        assert "and keeps it" in told
        assert ("to record the newest one" in told) is work


def test_whoever_takes_a_step_over_is_told_what_git_has_committed(yard: Yard) -> None:
    # Given a commit of ann's whose step was not completed, as `planstate` was killed behind it,
    named = f"Tug-Step: {STEP}\nTug-Plan: {PLAN}\nTug-Claim: 1"
    git(yard.linked, "add", "--all")
    git(yard.linked, "commit", "--quiet", f"--message=Lay it\n\n{named}")
    made = git(yard.linked, "rev-parse", "HEAD").strip()
    # when ann claims the step again, then nothing is said, as her next commit finds hers;
    claim = ("state", "claim", PLAN, "--json", "--worktree")
    assert yard.run(*claim, str(yard.linked)).envelope["issues"] == []
    # when bob takes it over, then he is told, with the command that shows it.
    other = str(add_worktree(yard.root, "bob"))
    [told] = yard.run(*claim, other, "--force").envelope["issues"]
    assert f"has committed {STEP} under an earlier claim" in told["message"]
    shown = subprocess.run(
        shlex.split(told["message"].split("`")[1]), capture_output=True, text=True, check=True
    )
    assert made in shown.stdout


def test_a_session_that_starts_again_is_told_what_it_holds(yard: Yard) -> None:
    # Given a worktree that holds the second step, while the first is free again,
    yard.state("claim", PLAN, "--worktree", "bob")
    yard.state("release", PLAN, STEP, "--force")
    # when it claims, then it is told first what it holds, with the commands that take that up,
    told = yard.run("state", "claim", PLAN, "--worktree", "bob").out.splitlines()[0]
    assert told.startswith("bob also holds paint, until ")
    # and these work as they are printed.
    assert "claimed paint" in yard.shell(told.partition("`")[2].rpartition("`")[0]).out
    assert yard.step(STEP).claimed_by is None


def test_a_changed_step_is_not_completed_by_its_old_commit(yard: Yard) -> None:
    # Given a step that was committed and completed, and whose document then got another task,
    yard.finish()
    assert not yard.commit()["data"]["state_update_failed"]
    document = yard.root / PLAN
    document.write_text(document.read_text().replace("- [ ] Lay\n", "- [ ] Lay\n- [ ] Bolt\n"))
    yard.state("init", PLAN)
    # when the plan is reconciled, whether nobody or another worktree holds the step,
    assert yard.state("reconcile", PLAN)["reconciled_count"] == 0
    yard.state("claim", PLAN, "--worktree", "bob")
    assert yard.state("reconcile", PLAN)["reconciled_count"] == 0
    # then it is still to be done.
    yard.state("heartbeat", PLAN, STEP, "--worktree", "bob")


def test_a_plan_belongs_to_its_repository(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given two repositories with a plan of the same path, and one store for both,
    shared = str(yard.root.parent / "shared.db")
    monkeypatch.setenv("PLANSTATE_STORE", shared)
    yard.state("init", PLAN)
    yard.state("claim", PLAN, "--worktree", "bob")
    other = yard.root.parent / "other"
    git(yard.root, "clone", "--quiet", str(yard.root), str(other))
    (other / PLAN).write_text("## Another {#phase-1}\n\n### Step 1: Dig {#dig}\n")
    # when the second repository registers, shows or claims, then it is refused,
    for command in (("init", PLAN), ("show", PLAN), ("claim", PLAN, "--worktree", "cleo")):
        refused = yard.run("state", *command, folder=other)
        assert refused.code == 4
        assert f"is a plan of the repository {yard.root}" in refused.err
    # and the first one's step is still held.
    yard.state("heartbeat", PLAN, STEP, "--worktree", "bob")


def test_a_commit_elsewhere_is_refused_before_git_makes_it(yard: Yard) -> None:
    # Given a worktree of another repository, in which the plan is not registered,
    elsewhere = yard.root.parent / "elsewhere"
    git(yard.root, "clone", "--quiet", str(yard.root), str(elsewhere))
    git(elsewhere, "worktree", "add", "--quiet", "../there")
    named = ("commit", "--worktree", "../there", "--step", STEP, "--plan", PLAN)
    before = git(elsewhere, "rev-list", "--all")
    # when a step is committed there from here, then nothing is committed.
    refused = yard.run(*named, "--message", "m", "--summary", "s")
    assert "is not registered, and not of" in refused.err
    assert git(elsewhere, "rev-list", "--all") == before


def test_init_in_a_worktree_names_the_file_that_it_read(yard: Yard) -> None:
    (yard.linked / PLAN).write_text(DOCUMENT)
    told = yard.run("state", "init", PLAN, folder=yard.linked).err
    assert f"read {yard.root / PLAN}; {yard.linked / PLAN} is different" in told


def test_a_commit_that_git_lost_is_reported(yard: Yard) -> None:
    # Given a completed step whose commit git does not have any more, as after a loss of power,
    yard.finish()
    lost = yard.commit()["data"]["commit_hash"]
    object_file = yard.root / ".git" / "objects" / lost[:2] / lost[2:]
    object_file.chmod(0o600)
    object_file.unlink()
    git(yard.root, "update-ref", "refs/heads/ann", "main")
    # when the plan is reconciled, or the store is checked, then that is said.
    said = f"step {STEP} was completed by commit {lost}, which git does not have"
    assert said in yard.run("state", "reconcile", PLAN).err
    checked = yard.run("store", "check")
    assert (checked.code, said in checked.out) == (1, True)


def test_what_is_registered_is_what_is_there_once_the_store_is_locked(yard: Yard) -> None:
    # Given an `init` that has read the document and waits for the lock,
    document = yard.root / PLAN
    document.write_text(document.read_text() + "\n### Step 3: Open it {#open}\n")
    with closing(sqlite3.connect(yard.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        reading, writing = os.pipe()
        waiting = os.fork()
        if waiting == 0:  # in a process of its own
            os.close(reading)
            os.dup2(writing, 1)
            os.dup2(writing, 2)
            program = yard.programs / "planstate"
            os.chdir(yard.root)
            os.execv(program, [str(program), "--wait", "60", "state", "init", PLAN])
        os.close(writing)
        # when the document is changed before the lock is free,
        document.write_text(document.read_text() + "\n### Step 4: Close it {#close}\n")
        other.rollback()
    os.waitpid(waiting, 0)
    with os.fdopen(reading) as told:
        assert "4 steps" in told.read()
