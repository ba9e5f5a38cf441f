"""Two sessions under one name, as real processes with real git: the claim's id tells them apart."""

import re
import shutil
import sys

import pytest

from impl.git.repository import git
from spec.vocabulary.state import StepStatus
from tests.impl.cli.calling import PROGRAM, Reply
from tests.impl.cli.conftest import BuildYard
from tests.impl.cli.yard import DOCUMENT, PLAN, STEP, Yard


@pytest.fixture
def yard(build_yard: BuildYard, monkeypatch: pytest.MonkeyPatch) -> Yard:
    """Return a yard whose step was claimed, as claim 1, by a session that has fallen asleep."""
    monkeypatch.delenv("PLANSTATE_CLAIM_ID", raising=False)
    return build_yard(DOCUMENT)


def claimed_again(yard: Yard, *more: str) -> int:
    """Have a person release the step, and a second session of the same name claim it."""
    yard.state("release", PLAN, STEP, "--force")
    claim_id: int = yard.state("claim", PLAN, *yard.ann, *more)["claim_id"]
    return claim_id


def stale(called: Reply) -> tuple[int | None, bool]:
    """Return the given claim that a rejection names, and whether it names a holder."""
    assert called.code == 1, called
    [issue] = called.envelope["issues"]
    data = called.envelope["data"]
    assert (issue["code"], data["reason"]) == ("E049", "stale_claim")
    assert not re.search(r"claim.id[ =]+[0-9]", issue["message"]), "no other id is given away"
    assert data.keys() & {"current", "claim_id"} == set()
    assert data["claimed_at"] is None or data["claimed_at"].endswith("Z")
    return data["given"], data["holder"] is not None


def commits(yard: Yard) -> list[str]:
    """List the hashes of all commits."""
    return git(yard.root, "rev-list", "--all").split()


def test_no_claim_of_a_place_has_an_id_twice(yard: Yard) -> None:
    # Given a store that is copied, and a claim after that, when the copy is restored,
    folder, kept = yard.store.parent, yard.root.parent / "kept"
    shutil.copytree(folder, kept)
    given = {claimed_again(yard)}
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)
    given |= {claimed_again(yard)}
    # or the store is deleted and made anew, then each claim has an id of its own,
    shutil.rmtree(folder)
    yard.state("init", PLAN)
    given |= {yard.state("claim", PLAN, *yard.ann)["claim_id"]}
    assert len(given) == 3
    # and a session of an earlier store is told that its claim is another.
    named = (*yard.ann, "--claim-id", str(min(given)), "--json")
    assert stale(yard.run("state", "start", PLAN, STEP, *named)) == (min(given), True)


@pytest.mark.parametrize(
    "command",
    [
        ("start", PLAN, STEP),
        ("heartbeat", PLAN, STEP),
        ("update", PLAN, STEP, "--task", "1:completed"),
        ("artifact", PLAN, STEP, "--kind", "log", "--summary", "laid"),
        ("complete", PLAN, STEP, "--force"),
        ("release", PLAN, STEP),
    ],
    ids=lambda command: command[0],
)
def test_a_session_that_slept_changes_nothing(
    yard: Yard, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a step that was claimed again under the sleeping session's name
    current = claimed_again(yard)
    before = yard.stored()
    # When the first session wakes up, with its id as an option or in its environment
    monkeypatch.setenv("PLANSTATE_CLAIM_ID", "1")
    for more in ((), ("--claim-id", "1")):
        called = yard.run("state", *command, *yard.ann, *more, "--json")
        assert stale(called) == (1, True)
    # Then it changes nothing, and the second session, whose option outranks the variable, goes on
    assert yard.stored() == before
    yard.state(*command, *yard.ann, "--claim-id", str(current))


def test_a_stale_session_makes_no_commit(yard: Yard) -> None:
    # Given a step that was claimed again, and all of whose items are done
    current = claimed_again(yard)
    before = commits(yard)
    # When the session that slept commits, then git is not asked at all
    called = yard.run(*yard.commit_arguments(), "--claim-id", "1")
    assert stale(called) == (1, True)
    assert not called.envelope["data"]["committed"]
    assert commits(yard) == before
    assert not (yard.linked / ".planstate" / "implementation-log.md").exists()
    assert git(yard.linked, "diff", "--cached", "--name-only") == ""
    # And the second session's commit names its claim
    done = yard.run(*yard.commit_arguments(), "--claim-id", str(current))
    assert done.envelope["data"]["committed"]
    message = git(yard.linked, "log", "-1", "--format=%B")
    assert f"Tug-Plan: {PLAN}\nTug-Claim: {current}\nTug-Text: " in message


def test_a_step_claimed_again_while_git_commits_is_not_completed(yard: Yard) -> None:
    # Given a hook of git, in which another session takes the step over
    yard.finish()
    taking = f'"{sys.executable}" -c "{PROGRAM}" state claim "{PLAN}" --worktree bob --force'
    yard.hook("pre-commit", f"unset GIT_DIR GIT_INDEX_FILE\ncd '{yard.root}' && {taking}")
    # When the first session commits under its claim
    called = yard.run(*yard.commit_arguments(), "--claim-id", "1")
    # Then git has committed, and the step is the other's
    data = called.envelope["data"]
    assert (data["committed"], data["state_failure_reason"]) == (True, "ownership")
    assert yard.step().claimed_by == "bob"


def test_a_recovery_goes_on_under_its_claim_only(yard: Yard) -> None:
    # Given a commit under a fenced claim that left items open
    current = claimed_again(yard, "--fenced")
    failed = yard.run(*yard.commit_arguments(), "--claim-id", str(current))
    commit = yard.given(failed.out, "commit.json")
    # When a stale session recovers it, then it is escalated, with the id in the manual command
    escalated = yard.recover("--commit", commit, "--review", yard.review, "--claim-id", "1")
    assert escalated.envelope["data"]["reason"] == "ownership"
    assert "--claim-id 1" in escalated.out
    # And under the current claim the step is completed
    done = yard.recover("--commit", commit, "--review", yard.review, "--claim-id", str(current))
    assert done.code == 0, done
    assert yard.step().status is StepStatus.COMPLETED
