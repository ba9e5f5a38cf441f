"""COM-6: a commit whose process was killed is repeated: git has it once, and so has the log."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from impl.git.repository import git
from spec.vocabulary.completion import Reconciled
from spec.vocabulary.state import StepStatus
from tests.impl.cli.calling import HOUR, call, end
from tests.impl.cli.committers import arguments, begin_commit, committed, killed_at
from tests.impl.git import faults
from tests.impl.git.sites import PLAN, Site, held_site, use_ann
from tests.profiles import AT_NIGHT, mostly_nightly

LOG = ".planstate/implementation-log.md"
LEAST_POINTS = 90
"""How many points a commit has at least at which it can be killed."""

OF_COMMAND = 'read own name state command rest <"/proc/$PPID/stat"'
"""How a hook finds the process that has started git."""


@pytest.fixture(autouse=True)
def _known_to_git(monkeypatch: pytest.MonkeyPatch) -> None:
    use_ann(monkeypatch)
    monkeypatch.setenv("PLANSTATE_NOW", "2060")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    built = held_site(tmp_path)
    yield built
    built.stored()


def then_all_is_there_once(site: Site, before: list[str]) -> None:
    """Check one commit with the work, one entry in the log, and a step that records the commit."""
    [made, *older] = site.commits()
    assert older == before
    assert git(site.linked, "show", f"HEAD:{LOG}").count("\n## ") == 1
    assert git(site.linked, "show", "HEAD:pier.txt") == "concrete\n"
    assert git(site.linked, "status", "--porcelain") == ""
    assert (site.step().status, site.step().commit_hash) == (StepStatus.COMPLETED, made)
    assert site.reconcile() == Reconciled(0)


@pytest.mark.parametrize("first", mostly_nightly(range(9), (0,), (0,)))
def test_a_commit_that_is_killed_at_any_point_is_finished_by_the_next(
    tmp_path: Path, first: int
) -> None:
    # Given a commit that is killed at one of its points, for every ninth of them or more rarely,
    for point in count(first, 9 if AT_NIGHT else 36):
        one = held_site(tmp_path / str(point))
        before = one.commits()
        if not killed_at(point, one.root, *arguments(one)):
            break
        # when the command is repeated,
        data = committed(one, wait=HOUR)
        # then there is one commit, one entry and one truth.
        assert not data["state_update_failed"], point
        then_all_is_there_once(one, before)
    assert point > LEAST_POINTS


def test_a_commit_that_was_answered_is_answered_again_in_the_same_words(site: Site) -> None:
    before = site.commits()
    first = committed(site)
    again = committed(site)
    assert again == {**first, "already_committed": True}
    then_all_is_there_once(site, before)


def test_new_work_is_committed_after_a_commit_that_was_killed(site: Site) -> None:
    # Given a commit whose process was killed before it could record it, and more work
    site.hook("post-commit", f"{OF_COMMAND}; kill -9 $command")
    assert end(begin_commit(site)).code == -signal.SIGKILL
    (site.root / ".git" / "hooks" / "post-commit").unlink()
    site.write("rail.txt", "steel\n")
    # When the command is repeated, then the step has the commit that holds all of it.
    data = committed(site)
    assert not data["already_committed"]
    assert site.step().commit_hash == data["commit_hash"] == site.commits()[0]
    assert len(site.commits()) == 3


@pytest.mark.parametrize("command", [("commit", "--amend"), ("rebase", "--force-rebase", "main")])
def test_a_commit_that_was_amended_or_rebased_is_found_under_its_new_hash(
    site: Site, command: tuple[str, ...]
) -> None:
    # Given a commit that the store could not record, and whose hash a person changes
    with faults.missing_store(site):
        assert committed(site)["state_failure_reason"] == "db_error"
    first = site.commits()[0]
    with_another_date = {**os.environ, "GIT_COMMITTER_DATE": "@1900000000 +0000"}
    git_command = [
        "git",
        "-C",
        str(site.linked),
        *command,
        *("--no-edit",) * ("--amend" in command),
    ]
    subprocess.run(git_command, env=with_another_date, capture_output=True, check=True)
    # When the command is repeated, then the step records the commit that is there now.
    data = committed(site)
    assert data["already_committed"]
    assert site.step().commit_hash == data["commit_hash"] == site.commits()[0] != first


def test_a_commit_that_was_recorded_and_amended_is_named_by_reconciling(site: Site) -> None:
    first = committed(site)["commit_hash"]
    git(
        site.linked,
        "commit",
        "--amend",
        "--quiet",
        "--message=Pour\n\nTug-Step: piers\nTug-Plan: plans/bridge.md\n",
    )
    data = committed(site)
    assert (data["already_committed"], data["state_update_failed"]) == (True, False)
    assert site.step().commit_hash == first
    assert "planstate state reconcile" in data["warnings"][0]
    reconciled = site.reconcile()
    assert isinstance(reconciled, Reconciled)
    [mismatch] = reconciled.skipped_mismatches
    assert (mismatch.stored_hash, mismatch.history_hash) == (first, site.commits()[0])


IN_2100 = 4_102_444_800_000


@pytest.mark.parametrize("by_claim_id", [False, True], ids=["claim time", "claim id"])
def test_work_that_is_committed_is_not_committed_again_under_a_new_claim(
    site: Site, by_claim_id: bool
) -> None:
    # Given a commit that the store refused, because the document had changed,
    before = site.commits()
    site.document.write_text(site.document.read_text().replace("- [ ] Dry", "- [ ] Dry it well"))
    assert committed(site)["state_failure_reason"] == "drift"
    # and a plan that was registered again, and its step claimed again.
    site.register()
    site.claim(site.holder, now=IN_2100)
    site.finish(worktree=site.holder)
    named = {"claim-id": str(site.step().claim_id)} if by_claim_id else {}
    # When the commit is repeated, then git has it once, so has the log, and the step records it.
    data = committed(site, **named)
    assert (data["already_committed"], data["state_update_failed"]) == (True, False)
    then_all_is_there_once(site, before)


def test_a_commit_of_an_earlier_claim_below_another_is_not_found(site: Site) -> None:
    # Given a step that was committed, work on something else, and a new claim in the year 2100
    with faults.missing_store(site):
        committed(site)
    git(site.linked, "commit", "--allow-empty", "--quiet", "--message=Something else")
    site.claim(site.holder, now=IN_2100)
    site.finish(worktree=site.holder)
    # When it is committed without new work, then git commits.
    assert not committed(site)["already_committed"]


def test_the_git_of_a_killed_command_holds_the_worktree_until_it_ends(site: Site) -> None:
    # Given a commit that is killed while a hook of its git is still at work
    gate, started = site.root / "gate", site.root / "started"
    for pipe in (gate, started):
        os.mkfifo(pipe)
    site.hook("pre-commit", f"echo >'{started}'; read answer <'{gate}'")
    before = site.commits()
    with begin_commit(site) as process:
        started.read_text()
        process.kill()
    # from here on no hook waits
    (site.root / ".git" / "hooks" / "pre-commit").unlink()
    # When the command is repeated, then it waits, and says for whom.
    refused = call(arguments(site, wait="0"), site.root)
    assert refused.code == 1
    assert "the git process of one that was killed, is still at work" in refused.out
    # When that git ends, then the command finds its commit.
    gate.write_text("go\n")
    assert committed(site, wait=HOUR)["already_committed"]
    then_all_is_there_once(site, before)


def test_a_stale_lock_of_the_index_is_told_with_its_owner(site: Site) -> None:
    # Given git killed while it commits, together with its command
    site.hook("pre-commit", f'touch "$GIT_DIR/index.lock"; {OF_COMMAND}; kill -9 $command $PPID')
    before = site.commits()
    assert end(begin_commit(site)).code == -signal.SIGKILL
    # When the command is repeated, then it says whose lock that may be and what to do.
    refused = call(arguments(site, wait="0"), site.root)
    assert refused.code == 1
    for words in (
        "index.lock, made at 20",
        "`planstate commit` that was killed",
        "remove the file",
    ):
        assert words in refused.out
    # When that is done, then all is well.
    own = Path(git(site.linked, "rev-parse", "--absolute-git-dir").strip())
    (own / "index.lock").unlink()
    site.hook("pre-commit", "exit 0")
    committed(site)
    then_all_is_there_once(site, before)


def test_a_lock_of_another_git_is_waited_for(site: Site) -> None:
    own = Path(git(site.linked, "rev-parse", "--absolute-git-dir").strip())
    (own / "index.lock").touch()
    refused = call(arguments(site, wait="0"), site.root)
    assert "another git process, such as that of an editor" in refused.out
    process = begin_commit(site, wait=HOUR)
    (own / "index.lock").unlink()
    assert end(process).code == 0


def test_a_program_that_a_hook_has_left_in_the_background_holds_nothing(site: Site) -> None:
    # Given a hook that starts a program which outlives the commit
    gate = site.root / "gate"
    os.mkfifo(gate)
    site.hook("post-commit", f"(read answer <'{gate}') >/dev/null 2>&1 </dev/null &")
    committed(site, wait=HOUR)
    # When more work is committed, then nobody is waited for.
    site.hook("post-commit", "exit 0")
    site.write("rail.txt", "steel\n")
    assert committed(site, wait="0")["files_staged"]
    with suppress(OSError):  # of a program that is gone
        os.close(os.open(gate, os.O_WRONLY | os.O_NONBLOCK))


@pytest.mark.parametrize("record", ["", "{}", "[1]", '{"before": 1, "after": 2, "archive": 3}'])
def test_a_damaged_record_of_a_killed_commit_is_named(site: Site, record: str) -> None:
    own = Path(git(site.linked, "rev-parse", "--absolute-git-dir").strip())
    (own / "planstate-log.json").write_text(record)
    before = site.commits()
    refused = call(arguments(site), site.root)
    assert refused.code == 1
    assert "planstate-log.json, the record of a change of" in refused.out
    assert site.commits() == before
    # What it says to do helps.
    (own / "planstate-log.json").unlink()
    committed(site)


DIES_BEFORE_IT_REPLACES = """
import os, signal, sys
replace = os.replace
def dying(source, target, **options):
    if os.path.basename(target).startswith(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGKILL)
    replace(source, target, **options)
os.replace = dying
from impl.cli.main import main
main(sys.argv[2:])
"""


@pytest.mark.parametrize("file", ["implementation-log-", "implementation-log.md"])
def test_a_rotation_that_was_killed_leaves_nothing(site: Site, file: str) -> None:
    # Given a log that the next entry makes too long, and a commit that is killed just before
    # the archive, or the log, is in its place,
    site.commit(step="deck", summary="x\n" * 490, claim_id=None)
    command = [sys.executable, "-c", DIES_BEFORE_IT_REPLACES, file, *arguments(site)]
    assert subprocess.run(command, cwd=site.root, check=False).returncode == -signal.SIGKILL
    assert [*site.log.parent.rglob(".*.tmp")]
    # when it is repeated, then the log is in one archive, and nothing else is left.
    assert committed(site)["log_rotated"]
    assert len([*(site.log.parent / "archive").iterdir()]) == 1
    assert [*site.log.parent.rglob(".*.tmp")] == []


def test_a_store_whose_creation_was_killed_leaves_nothing(site: Site) -> None:
    # Given what a process that was killed has left where it created a store,
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    left, foreign = (
        site.root / ".planstate" / f".other.db.{pid}.7.tmp" for pid in (process.pid, os.getpid())
    )
    for each in (left, foreign):
        each.write_bytes(b"half")
    # when the store is created, then that is removed, but not what a living process writes.
    assert call(["state", "init", PLAN, "--store", ".planstate/other.db"], site.root).code == 0
    assert (left.exists(), foreign.exists()) == (False, True)
