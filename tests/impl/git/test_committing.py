"""A step is really committed: by git, in a linked worktree, and then in the store."""

import os
import subprocess
from pathlib import Path

import pytest

from impl.git.commit_log import commit_log
from impl.git.repository import git
from impl.store.commits import with_trailers
from spec.vocabulary.state import StepStatus
from tests.cases import for_each
from tests.impl.git.sites import ANN, PLAN, Site

LOG = ".planstate/implementation-log.md"
TRAILERS = f"\n\nTug-Step: piers\nTug-Plan: {PLAN}\n"
TEXT = "f3ce3e944934ca50b12417f4bdbb962f9a870c8f1ecbb586089e1e868302e17d"
"""The hash of what the document asks for in the step."""

ALL_TRAILERS = f"{TRAILERS}Tug-Claim: 1\nTug-Text: {TEXT}\n"


def test_a_commit_takes_everything_along_and_completes_the_step(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANSTATE_NOW", "60")
    (site.linked / PLAN).unlink()
    site.write("ümläut file.txt")
    record = site.commit()
    assert record.made.commit_hash
    assert record.answer.commit_hash == site.commits()[0]
    assert record.made.files == (LOG, "pier.txt", PLAN, "ümläut file.txt")
    assert record.warnings == ()
    assert not record.answer.state_update_failed
    assert record.answer.state_failure_reason is None
    assert git(site.linked, "status", "--porcelain") == ""
    assert site.message() == record.answer.message == "Pour the piers" + ALL_TRAILERS
    step = site.step()
    assert step.status is StepStatus.COMPLETED
    assert step.commit_hash == record.answer.commit_hash
    assert step.completed_at == 60


def test_git_records_the_message_to_the_byte(site: Site) -> None:
    message = "# Pour  \n\n\n\n# no comment\nTug-Step: old\ttab \r\nend \u00a0é\n\n"
    record = site.commit(message=message)
    assert site.message() == record.answer.message
    assert site.message() == "# Pour  \n\n\n\n# no comment\nend \u00a0é" + ALL_TRAILERS


@for_each("text", ["Lay it", "Tug-Step: a", "Lay it\n\nA: b\nTug-Step: a", "a: b", "---\nx"])
def test_git_reads_the_two_trailers_and_no_others(text: str) -> None:
    message = with_trailers(text, "piers", PLAN)
    command = ["git", "interpret-trailers", "--parse", "--no-divider"]
    done = subprocess.run(command, input=message.encode(), capture_output=True, check=True)
    assert done.stdout.decode().split("\n")[:-1] == TRAILERS.strip().splitlines()


def test_git_is_not_told_that_the_message_is_in_another_encoding(site: Site) -> None:
    git(site.root, "config", "i18n.commitEncoding", "ISO-8859-1")
    site.commit(message="Pfähle", plan="pläne/brücke.md")
    entry = next(commit_log(site.root))
    assert entry.plan == "pläne/brücke.md"


def test_the_hooks_of_the_repository_run_and_may_change_what_is_committed(site: Site) -> None:
    site.hook("pre-commit", "echo 1 > counted && git add counted")
    site.hook("commit-msg", 'sed -i "1s/$/ now/" "$1"')
    site.commit()
    assert site.message().startswith("Pour the piers now\n")
    assert git(site.linked, "show", "HEAD:counted") == "1\n"


def test_another_store_than_the_default_one_is_used_if_named(site: Site, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.db"
    site.store.rename(elsewhere)
    record = site.commit(store=elsewhere)
    assert not record.answer.state_update_failed
    assert not site.store.exists()
    elsewhere.rename(site.store)


def test_a_relative_repository_path_and_a_hostile_environment_do_no_harm(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site.linked)
    monkeypatch.setenv("GIT_DIR", str(site.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", os.devnull)
    assert not site.commit(folder=Path(), holder=ANN).answer.state_update_failed
