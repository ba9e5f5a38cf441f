"""Commits and commit logs are real ones, whatever an operation calls them."""

from dataclasses import replace

import pytest

from conformance.adapters.command_line.probing import CommandLineSystem
from spec.vocabulary.checklists import Batch
from spec.vocabulary.completion import CommitLogEntry, Reconcile
from tests.conformance.adapters.command_line.bridge import CLAIM, COMMIT, HASH, PLAN, REGISTER
from tests.conformance.adapters.command_line.driving import Driven
from tests.profiles import requires_ci_profile

FINISH = Batch(PLAN, "piers", "ann", (), HASH, 15, complete_remaining=True)


@pytest.fixture
def driven(known: CommandLineSystem) -> Driven:
    made = Driven(known)
    made.agrees(REGISTER, CLAIM)
    return made


@requires_ci_profile
def test_commits_complete_a_step_unless_something_fails(driven: Driven) -> None:
    driven.agrees(
        replace(COMMIT, git_succeeds=False),
        replace(COMMIT, root_found=False, commit_hash="1" * 40),
        replace(COMMIT, store_reachable=False, commit_hash="2" * 40),
        replace(COMMIT, document_hash=None, commit_hash="3" * 40),
        replace(COMMIT, document_hash="b" * 64, commit_hash="4" * 40),
        replace(COMMIT, commit_hash="5" * 40),
        FINISH,
        replace(COMMIT, message="Größe\n\nTug-Step: other\n"),
        every=4,
    )
    assert driven.seen["Commit committed"] == 6
    assert driven.seen["Commit not_committed"] == 1


@requires_ci_profile
def test_any_commit_log_can_be_read(driven: Driven) -> None:
    # Given a step that was committed
    done = CommitLogEntry(PLAN, "piers", COMMIT.commit_hash, claim_id=1)
    earlier, later = replace(done, commit_hash="d" * 40), replace(done, commit_hash="e" * 40)
    deck = CommitLogEntry(PLAN, "deck", "f" * 40)
    another = CommitLogEntry("plans/other.md", "deck", "f" * 40)
    driven.agrees(FINISH, COMMIT)
    # When commit logs name commits in one order and in the other, with and without the real one
    for commit_log in ((), (done,), (earlier, done), (done, earlier, earlier), (another,)):
        driven.agrees(Reconcile(PLAN, commit_log, 30))
    for commit_log in ((earlier, later, done), (later, earlier), (deck, done)):
        driven.agrees(Reconcile(PLAN, commit_log, 40, force=True))
    # Then the program answers as the model does, and its branches are as they were
    driven.agrees(replace(COMMIT, now=50, commit_hash="9" * 40))


@requires_ci_profile
def test_a_commit_of_a_step_that_has_changed_counts_as_the_log_says(driven: Driven) -> None:
    # Given a commit that did not complete its step, which the document then changes,
    first, *others = REGISTER.definition.steps
    assert first.anchor == "piers"
    driven.agrees(COMMIT)
    steps = (replace(first, items=first.items[:-1]), *others)
    changed = replace(REGISTER.definition, document_hash="b" * 64, steps=steps)
    driven.agrees(replace(REGISTER, definition=changed, now=30))
    # when commit logs have it as one of an earlier text, and of this one,
    named = CommitLogEntry(PLAN, "piers", COMMIT.commit_hash, claim_id=1)
    for entry in (replace(named, earlier_text=True), named):
        # then the program answers as the model does.
        driven.agrees(Reconcile(PLAN, (entry,), 40))


@requires_ci_profile
def test_a_commit_that_names_no_claim_is_no_commit_that_names_one(driven: Driven) -> None:
    # Given a step that was completed by a commit that git had, which names no claim,
    driven.agrees(FINISH, replace(COMMIT, found_commit="0" * 40, clean=True))
    # when a log calls it one of a claim, which only another commit could name,
    named = CommitLogEntry(PLAN, "piers", "0" * 40, claim_id=1)
    log = Reconcile(PLAN, (named,), 40, force=True)
    # then the program is not asked, rather than given another commit.
    driven.agrees(log)
    assert driven.seen[f"unsupported: {'0' * 40} was recorded, and names another commit"] == 1
    # As it is, it changes nothing.
    driven.agrees(replace(log, history=(replace(named, claim_id=None),)))


@requires_ci_profile
def test_a_commit_that_was_recorded_is_no_other_one_of_that_name(driven: Driven) -> None:
    # Given a step that a log has completed by a commit that names a claim,
    named = CommitLogEntry(PLAN, "piers", "c" * 40, claim_id=1)
    log = Reconcile(PLAN, (named,), 40)
    driven.agrees(log)
    # when a log gives its name to one that names none, or to that of another step,
    for entry in (replace(named, claim_id=None), replace(named, step="deck")):
        # then the program is not asked, as it would see two commits where the log says one,
        driven.agrees(replace(log, history=(entry,), now=50))
    assert driven.seen[f"unsupported: {'c' * 40} was recorded, and names another commit"] == 2
    # unless the name is free.
    free = replace(named, commit_hash="d" * 40, claim_id=None)
    driven.agrees(replace(log, history=(free,), now=60))
