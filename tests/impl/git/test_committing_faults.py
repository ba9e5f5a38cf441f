"""Whatever fails after git has committed: the commit stands, nothing half-done is stored."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from impl.git.committing import CommitRecord
from impl.git.repository import git
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.completion import Reconciled
from spec.vocabulary.rejections import Code
from spec.vocabulary.state import StepStatus
from tests.impl.git import faults
from tests.impl.git.sites import Site, build_site

OPEN_ITEMS, DRIFT, OWNERSHIP, DB_ERROR = FailureReason

Fault = Callable[[Site], AbstractContextManager[None]]

# The fault, the reason, the code of the rejection if there is one, and words of the warning.
FAULTS: dict[Fault, tuple[FailureReason, Code | None, str]] = {
    faults.edited_document: (DRIFT, Code.PLAN_DRIFT, "plan_drift"),
    faults.missing_document: (DB_ERROR, None, "bridge.md cannot be read"),
    faults.folder_as_document: (DB_ERROR, None, "bridge.md cannot be read"),
    faults.missing_store: (DB_ERROR, Code.INVALID_REQUEST, "unknown_plan"),
    faults.folder_as_store: (DB_ERROR, Code.STORE_UNAVAILABLE, "is a folder"),
    faults.corrupted_header: (DB_ERROR, Code.STORE_UNAVAILABLE, "not a database"),
    faults.corrupted_pages: (DB_ERROR, Code.STORE_UNAVAILABLE, "malformed"),
    faults.store_of_something_else: (DB_ERROR, Code.STORE_UNAVAILABLE, "another application"),
    faults.locked_store: (DB_ERROR, Code.STORE_UNAVAILABLE, "timed out waiting for the write lock"),
    faults.no_main_worktree: (DB_ERROR, None, "does not name its main worktree"),
}


def then_git_has_committed(site: Site, record: CommitRecord, before: list[str]) -> None:
    assert site.commits() == [record.answer.commit_hash, *before]
    assert site.message() == record.answer.message
    assert git(site.linked, "show", "HEAD:pier.txt") == "concrete\n"
    assert git(site.linked, "status", "--porcelain") == ""
    assert "Poured both." in site.log.read_text()


def then_the_commit_log_completes_the_step(site: Site, record: CommitRecord) -> None:
    assert site.reconcile() == Reconciled(1)
    assert site.step().status is StepStatus.COMPLETED
    assert site.step().commit_hash == record.answer.commit_hash


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_fails_the_update_and_nothing_else(site: Site, fault: Fault) -> None:
    reason, code, words = FAULTS[fault]
    commits, state = site.commits(), site.stored()
    with fault(site):
        record = site.commit()
    then_git_has_committed(site, record, commits)
    assert site.stored() == state
    assert record.made.commit_hash
    assert record.answer.state_update_failed
    assert record.answer.state_failure_reason is reason
    rejection = record.answer.rejection
    assert (rejection.code if rejection else None) is code
    assert len(record.warnings) == 1
    assert words in record.warnings[0]
    then_the_commit_log_completes_the_step(site, record)


@pytest.fixture
def ordinary(site: Site) -> Iterator[faults.OrdinaryUser]:
    del site  # only because git knows ann there
    user = faults.OrdinaryUser(build_site)
    yield user
    user.remove()


@pytest.mark.parametrize("folder", [0o700, 0o500], ids=["file", "file and folder"])
def test_a_store_that_may_only_be_read_fails_the_update(
    ordinary: faults.OrdinaryUser, folder: int
) -> None:
    here = ordinary.site
    commits, state = here.commits(), here.stored()
    here.store.chmod(0o400)
    here.store.parent.chmod(folder)
    record = ordinary.commit()
    assert record.answer.state_failure_reason is DB_ERROR
    assert "readonly" in record.warnings[0]
    assert here.commits() == [record.answer.commit_hash, *commits]
    here.store.parent.chmod(0o700)
    here.store.chmod(0o600)
    assert here.stored() == state
    then_the_commit_log_completes_the_step(here, record)


def test_a_git_that_dies_after_its_commit_has_committed(site: Site) -> None:
    commits = site.commits()
    site.hook("post-commit", "kill -9 $PPID")
    record = site.commit()
    then_git_has_committed(site, record, commits)
    assert not record.answer.state_update_failed
    assert site.step().commit_hash == record.answer.commit_hash
    assert "git has committed, but: `git " in record.warnings[0]
