"""The amendments of commits, on the model: A05, A21, A28 and A30, and what A14 does to one."""

from dataclasses import replace
from typing import Any
from unittest.mock import ANY

from spec.editions import CURRENT, EDITION_2026_1, ORIGIN, SEEDS, Edition, edition_named
from spec.vocabulary.commits import Committed, FailureReason
from spec.vocabulary.completion import AlreadyCompleted
from spec.vocabulary.rejections import (
    Rejected,
    incomplete_checklist,
    incomplete_substeps,
    not_claimed,
    unknown_step,
)
from spec.vocabulary.state import StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.commits.causes import CAUSES
from tests.rules.suts import ModelSut

EDITIONS = [ORIGIN, SEEDS, CURRENT, edition_named("2026.1-A05"), edition_named("origin+A05")]

FAILURES = CAUSES | {
    "unknown step": ({"step": "x"}, FailureReason.DB_ERROR, unknown_step("x")),
    "pending": ({"step": "c"}, FailureReason.OWNERSHIP, not_claimed("c", "pending")),
    "open items": ({}, FailureReason.OPEN_ITEMS, incomplete_checklist(1)),
}


def held(edition: Edition) -> ModelSut:
    """Alice holds `a`, with an open item and an open substep; `b` and `c` are free."""
    sut = ModelSut(edition)
    sut.given(
        b.register(
            b.document(b.step("a", b.step("a1"), items=b.listed(b.TASK)), b.step("b"), b.step("c"))
        ),
        b.claim(),
    )
    return sut


@for_each("edition", EDITIONS)
@for_each(("wrong", "reason", "rejection"), FAILURES.values())
def test_a05_com_2_com_3_failure_reason(
    edition: Edition,
    wrong: dict[str, Any],
    reason: FailureReason,
    rejection: Rejected | None,
) -> None:
    # Given a commit whose update fails in one way or another
    sut = held(edition)
    before = sut.state()
    operation = replace(b.git_commit("a"), **wrong)
    outcome = sut.apply(operation)
    # Then without the amendment there is a failure and a rejection, but no word to decide from
    given = reason if "A05" in edition.amendments else None
    message = ANY
    assert outcome == Committed(b.COMMIT, message, True, given, rejection)
    assert sut.state() == before


@for_each(
    ("edition", "stored"),
    [
        (ORIGIN, None),
        (SEEDS, None),
        (CURRENT, b.COMMIT),
        (edition_named("2026.1-A21"), None),
        (edition_named("origin+A21"), b.COMMIT),
    ],
)
def test_a21_com_5_commit_records_hash(edition: Edition, stored: str | None) -> None:
    # Given a held step with nothing left to do
    sut = ModelSut(edition)
    sut.given(b.register(b.document(b.step("a"))), b.claim())
    # When it is committed, then it is completed everywhere
    assert sut.apply(b.git_commit("a")) == Committed(b.COMMIT, ANY, all_steps_completed=True)
    assert sut.step("a").status == StepStatus.COMPLETED
    # And only with the amendment it says by which commit
    assert sut.step("a").commit_hash == stored
    # Otherwise the commit log has to be read for that
    sut.given(b.reconcile(b.commit("a", b.COMMIT)))
    assert sut.step("a").commit_hash == b.COMMIT


@for_each("name", ["origin+A05", "seeds", "2026.1-A14"])
def test_a14_cmp_1_and_com_2_a_commit_looked_at_the_checklist_first(name: str) -> None:
    # Given a step that alice holds, with an open item and an open substep
    sut = held(edition_named(name))

    def refused(anchor: str, reason: FailureReason, rejection: Rejected) -> None:
        expected = Committed(b.COMMIT, ANY, True, reason, rejection)
        assert sut.apply(b.git_commit(anchor, b.BOB)) == expected

    # Then without the amendment bob is told about items and substeps that he cannot change
    refused("a", FailureReason.OPEN_ITEMS, incomplete_checklist(1))
    sut.given(b.batch("a", b.entry(b.TASK, 0)))
    refused("a", FailureReason.OPEN_ITEMS, incomplete_substeps(1))
    # And then that the step is not his, but never whose it is
    sut.given(b.git_commit("a1"))
    refused("a", FailureReason.OWNERSHIP, not_claimed("a", "claimed"))


def test_a28_cmp_11_and_com_5_completion_is_idempotent() -> None:
    again = b.git_commit("a", commit_hash="2" * 40)
    # Without it a step that is completed is not held, and a commit for it fails
    before = ModelSut(EDITION_2026_1)
    before.given(b.register(b.document(b.step("a"))), b.claim(), b.complete("a"))
    before.refuses(b.complete("a"), not_claimed("a", "completed"))
    reason, refusal = FailureReason.OWNERSHIP, not_claimed("a", "completed")
    assert before.apply(again) == Committed("2" * 40, ANY, True, reason, refusal)
    # With it the completion is answered, and the commit gives the step its hash
    now = ModelSut(CURRENT)
    now.given(b.register(b.document(b.step("a"))), b.claim(), b.complete("a"))
    assert now.apply(b.complete("a")) == AlreadyCompleted(all_steps_completed=True)
    assert now.apply(again) == Committed("2" * 40, ANY, all_steps_completed=True)
    assert now.step("a").commit_hash == "2" * 40


def test_a30_com_6_commit_once() -> None:
    # Given a commit that git has made, without new work since
    repeated = b.git_commit("a", found_commit="f" * 40, clean=True)
    for edition, commit_hash in ((EDITION_2026_1, b.COMMIT), (CURRENT, "f" * 40)):
        sut = ModelSut(edition)
        sut.given(b.register(b.document(b.step("a"))), b.claim())
        # Then without the amendment it is made again, and with it recorded
        made = Committed(commit_hash, ANY, all_steps_completed=True)
        assert sut.apply(repeated) == made
        assert sut.step("a").commit_hash == commit_hash
