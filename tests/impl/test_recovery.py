"""The orchestrator's procedures on a real store, with everything that can happen between calls."""

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial

import pytest

from impl.committing import CommitRequest, document_hash
from impl.recovery import Surroundings, commit_with_git, drive, open_existing
from impl.store import Store
from spec.editions import CURRENT
from spec.orchestration import implement, recover
from spec.vocabulary import (
    Batch,
    Checkpoint,
    Claim,
    Code,
    Committed,
    Complete,
    Count,
    Ending,
    FailureReason,
    ItemKind,
    ItemStatus,
    Judgement,
    Operation,
    Outcome,
    Rejected,
    Result,
    Review,
    Show,
    StatusChange,
    StepStatus,
    Update,
    Work,
)
from tests.impl import faults
from tests.impl.sites import ANN, PLAN, Site

OPEN_ITEMS, DRIFT, OWNERSHIP, DB_ERROR = FailureReason

DOCUMENT = """## Phase 1: A bridge

### Step 0: Build the piers {#piers}

**Tasks:**
- [ ] Pour
- [ ] Dry

**Checkpoint:**
- [ ] They stand
- [ ] They carry

#### Step 0.1: Dig {#dig}
"""
WITHOUT_SUBSTEP = DOCUMENT.partition("####")[0]

REVIEW = Review(True, (Checkpoint(1, Judgement.BLOCKED, "no truck"),))
WORK = Work(PLAN, "piers", ANN, REVIEW)

Disturbance = Callable[[Site], None]


class Works:
    """A site whose step has open items, and a recovery that something disturbs."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.calls: list[tuple[Operation, Outcome]] = []
        self.before: dict[int, Disturbance] = {}
        self.now = 100
        self.given(WITHOUT_SUBSTEP)

    def given(self, document: str) -> None:
        """Register another document, and let ann hold its step."""
        self.site.document.write_text(document)
        self.site.register()
        self.site.claim()

    def disturbed(self, call: int, disturbance: Disturbance) -> None:
        """Let something happen before a call, which is counted from 0."""
        self.before[call] = disturbance

    def opener(self) -> Store:
        """Open the store for a call, after what happens before that."""
        disturbance = self.before.pop(len(self.calls), None)
        if disturbance is not None:
            disturbance(self.site)
        return open_existing(self.site.store, PLAN, timeout_seconds=0.05)

    def clock(self) -> int:
        """Tell a time at which nobody has called yet."""
        self.now += 1
        return self.now

    def surroundings(self) -> Surroundings:
        """Give what the calls meet: this site."""
        request = CommitRequest(
            self.site.linked, "", "", "", "Build", "Built.", 0, timeout_seconds=0.05
        )
        return Surroundings(
            self.opener,
            partial(document_hash, self.site.root, PLAN),
            self.clock,
            partial(commit_with_git, request),
        )

    def recover(self, reason: FailureReason | None = OPEN_ITEMS) -> Ending:
        """Recover the step."""
        procedure = recover(WORK, reason, CURRENT)
        return drive(procedure, self.surroundings(), self.tell)

    def implement(self, review: Review = REVIEW) -> Ending:
        """Claim, report and commit, and recover if need be."""
        procedure = implement(PLAN, ANN, review, Count(), CURRENT)
        return drive(procedure, self.surroundings(), self.tell)

    def tell(self, operation: Operation, outcome: Outcome) -> None:
        """Keep a call."""
        self.calls.append((operation, outcome))

    def made(self) -> list[str]:
        """List the calls by name, with the codes of those that were rejected."""
        return [
            type(call).__name__ + (f" {outcome.code}" if isinstance(outcome, Rejected) else "")
            for call, outcome in self.calls
        ]

    def items(self) -> list[tuple[str, str | None]]:
        """Give status and reason of each item of the step."""
        return [(item.status, item.reason) for item in self.site.step().items]


@pytest.fixture
def works(site: Site) -> Works:
    return Works(site)


OPEN = [("open", None)] * 4
CLOSED = [("completed", None)] * 3 + [("deferred", "no truck")]
ATTEMPT = ["Show", "Batch", "Show", "Complete"]


def then_escalated(works: Works, ending: Ending, reason: FailureReason, attempts: int = 1) -> None:
    assert (ending.result, ending.reason, ending.attempts) == (Result.ESCALATED, reason, attempts)
    assert works.site.step().status is not StepStatus.COMPLETED


def reopen(site: Site) -> None:
    change = StatusChange(ItemStatus.OPEN, ItemKind.TASK, 0)
    site.do(Update(PLAN, "piers", ANN, (change,), site.document_hash(), 30, allow_reopen=True))


def take_over(site: Site) -> None:
    site.do(Claim(PLAN, "bob", site.document_hash(), 40, force=True))


def edit(site: Site) -> None:
    site.document.write_text(site.document.read_text().replace("Pour", "Pour slowly"))


def test_what_the_reviewer_passed_is_completed_and_the_rest_deferred(works: Works) -> None:
    ending = works.recover()
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 1)
    assert works.made() == ATTEMPT
    assert works.items() == CLOSED
    assert works.site.step().status is StepStatus.COMPLETED


def test_every_call_has_its_own_time_and_the_hash_of_the_document(works: Works) -> None:
    works.recover()
    expected = hashlib.sha256(works.site.document.read_bytes()).hexdigest()
    for number, (call, _) in enumerate(works.calls, 101):
        assert isinstance(call, Show | Batch | Complete)
        assert (call.now, call.document_hash) == (number, expected)


@pytest.mark.parametrize("reason", [DRIFT, OWNERSHIP, DB_ERROR])
def test_what_a_retry_cannot_cure_asks_the_store_nothing(
    works: Works, reason: FailureReason
) -> None:
    then_escalated(works, works.recover(reason), reason, attempts=0)
    assert works.calls == []


def test_without_a_reason_it_is_tried(works: Works) -> None:
    assert works.recover(None).result is Result.COMPLETED


@pytest.mark.parametrize("call", range(4))
def test_a_second_worktree_that_takes_over_ends_it(works: Works, call: int) -> None:
    works.disturbed(call, take_over)
    ending = works.recover()
    then_escalated(works, ending, OWNERSHIP)
    assert works.made()[-1].endswith(Code.OWNERSHIP_VIOLATION)
    assert works.site.step().claimed_by == "bob"
    assert works.items() == (CLOSED if call > 1 else OPEN)
    assert len(ending.open_items or ()) == (0 if call > 1 else 4)


@pytest.mark.parametrize("call", range(4))
def test_a_document_that_is_edited_ends_it(works: Works, call: int) -> None:
    def edited_meanwhile(site: Site) -> None:
        # The hash of this call is read before its store is opened, so this comes after it.
        edit(site)

    works.disturbed(call, edited_meanwhile)
    ending = works.recover()
    if call == 3:
        assert ending.result is Result.COMPLETED  # it was what was registered when it was looked at
        return
    then_escalated(works, ending, DRIFT)
    assert works.made()[-1].endswith(Code.PLAN_DRIFT)


@pytest.mark.parametrize("call", range(4))
@pytest.mark.parametrize(
    "fault",
    [
        faults.folder_as_store,
        faults.missing_store,
        faults.corrupted_header,
        faults.corrupted_pages,
        faults.store_of_something_else,
    ],
    ids=lambda fault: fault.__name__,
)
def test_a_store_that_goes_away_ends_it_and_nothing_is_half_done(
    works: Works, fault: Callable[[Site], AbstractContextManager[None]], call: int
) -> None:
    fault_there = fault(works.site)
    works.disturbed(call, lambda _: fault_there.__enter__())
    ending = works.recover()
    fault_there.__exit__(None, None, None)
    then_escalated(works, ending, DB_ERROR)
    unknown = fault is faults.missing_store
    code = Code.INVALID_REQUEST if unknown else Code.STORE_UNAVAILABLE
    assert works.made() == [*ATTEMPT[:call], f"{ATTEMPT[call]} {code}"]
    assert works.items() == (CLOSED if call > 1 else OPEN)
    assert (ending.open_items is None) == (call == 0)


def test_others_who_do_not_make_way_end_it(works: Works) -> None:
    with faults.locked_store(works.site):
        ending = works.recover()
    then_escalated(works, ending, DB_ERROR)
    assert works.made() == ["Show", f"Batch {Code.STORE_UNAVAILABLE}"]
    assert [item.kind for item in ending.open_items or ()] == ["task"] * 2 + ["checkpoint"] * 2


def test_a_recovery_makes_no_store(works: Works) -> None:
    with faults.missing_store(works.site):
        works.recover()


def test_a_document_that_cannot_be_read_ends_it(works: Works) -> None:
    with faults.put_aside(works.site.document):
        ending = works.recover()
    then_escalated(works, ending, DB_ERROR)
    assert works.made() == ["Show", f"Batch {Code.STORE_UNAVAILABLE}"]
    assert works.items() == OPEN


def test_a_completed_step_is_recognised_without_its_document(works: Works) -> None:
    works.recover()
    works.calls.clear()
    with faults.put_aside(works.site.document):
        assert works.recover().result is Result.COMPLETED
    assert works.made() == ["Show"]


@pytest.mark.parametrize("call", [2, 3])
def test_items_that_are_opened_again_are_closed_in_the_next_attempt(
    works: Works, call: int
) -> None:
    works.disturbed(call, reopen)
    ending = works.recover()
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 2)
    assert works.items() == CLOSED


def test_items_that_are_opened_again_and_again_are_told_to_a_person(works: Works) -> None:
    for call in (2, 5, 8):
        works.disturbed(call, reopen)
    ending = works.recover()
    then_escalated(works, ending, OPEN_ITEMS, attempts=3)
    assert works.made() == ["Show", "Batch", "Show"] * 3
    assert [item.text for item in ending.open_items or ()] == ["Pour"]
    assert ending.open_substeps == ()


def test_an_open_substep_is_told_to_a_person_at_once(works: Works) -> None:
    works.given(DOCUMENT)
    ending = works.recover()
    then_escalated(works, ending, OPEN_ITEMS)
    assert works.made() == ["Show", "Batch", "Show", f"Complete {Code.INCOMPLETE_SUBSTEPS}"]
    assert (ending.open_items, ending.open_substeps) == ((), ("dig",))
    assert works.items() == CLOSED


def test_a_step_without_open_items_is_completed_without_a_batch(works: Works) -> None:
    works.site.finish()
    assert works.recover().result is Result.COMPLETED
    assert works.made() == ["Show", "Complete"]


def test_a_step_that_somebody_else_completes_is_a_success(works: Works) -> None:
    def completed(site: Site) -> None:
        site.finish()
        site.do(Complete(PLAN, "piers", ANN, site.document_hash(), 50))

    works.disturbed(0, completed)
    assert works.recover().result is Result.COMPLETED
    assert works.made() == ["Show"]


def test_a_judged_checkpoint_that_the_step_lacks_is_told_to_a_person(works: Works) -> None:
    point = Checkpoint(2**70, Judgement.FAIL)
    work = replace(WORK, review=Review(True, (point,)))
    ending = drive(recover(work, OPEN_ITEMS, CURRENT), works.surroundings(), works.tell)
    then_escalated(works, ending, DB_ERROR)
    assert works.made() == ["Show", f"Batch {Code.INVALID_REQUEST}"]


@pytest.fixture
def unclaimed(works: Works) -> Works:
    edit(works.site)
    works.site.register()
    return works


def test_a_step_is_brought_from_its_claim_to_a_real_commit(unclaimed: Works) -> None:
    before = unclaimed.site.commits()
    assert unclaimed.implement().result is Result.COMPLETED
    assert unclaimed.made() == ["Claim", "Start", "Batch", "Commit"]
    [commit, *rest] = unclaimed.site.commits()
    assert rest == before
    step = unclaimed.site.step()
    assert (step.status, step.commit_hash) == (StepStatus.COMPLETED, commit)
    assert unclaimed.items() == CLOSED
    assert unclaimed.site.message().startswith("Build\n\nTug-Step: piers\n")


def test_a_step_whose_commit_could_not_complete_it_is_recovered(unclaimed: Works) -> None:
    def unreported(site: Site) -> None:
        site.store.rename(site.store.with_suffix(".away"))
        site.hook("post-commit", f"mv '{site.store.with_suffix('.away')}' '{site.store}'")

    unclaimed.disturbed(2, unreported)
    ending = unclaimed.implement()
    assert unclaimed.made()[2:4] == [f"Batch {Code.INVALID_REQUEST}", "Commit"]
    committed = unclaimed.calls[3][1]
    assert isinstance(committed, Committed)
    assert committed.state_failure_reason is OPEN_ITEMS
    assert unclaimed.made()[4:] == ATTEMPT
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 1)
    assert unclaimed.items() == CLOSED


def test_where_git_refuses_there_is_nothing_to_recover(unclaimed: Works) -> None:
    unclaimed.site.hook("pre-commit", "exit 1")
    assert unclaimed.implement().result is Result.NOT_COMMITTED
    assert unclaimed.made() == ["Claim", "Start", "Batch", "Commit"]


def test_a_drifted_plan_is_not_begun(unclaimed: Works) -> None:
    edit(unclaimed.site)
    assert unclaimed.implement().result is Result.NOT_STARTED
    assert unclaimed.made() == [f"Claim {Code.PLAN_DRIFT}"]


def test_without_approval_nothing_is_reported_or_committed(unclaimed: Works) -> None:
    before = unclaimed.site.commits()
    assert unclaimed.implement(replace(REVIEW, approved=False)).result is Result.NOT_APPROVED
    assert unclaimed.made() == ["Claim", "Start"]
    assert unclaimed.site.commits() == before
    assert unclaimed.items() == OPEN
