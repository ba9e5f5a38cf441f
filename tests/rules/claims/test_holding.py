"""CLM-12, CLM-13: the holder starts a step and renews its lease; nobody else does."""

from collections.abc import Callable
from dataclasses import replace

from spec.editions import edition_named
from spec.vocabulary.claims import Claimed
from spec.vocabulary.holding import AlreadyStarted, LeaseRenewed, Started
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected, not_claimed, ownership_violation, stale_claim
from spec.vocabulary.state import StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import ModelSut, Sut

Request = Callable[..., Operation]

each_request = for_each("request_for", [b.start, b.heartbeat])


def test_clm_12_starting_sets_status_and_time_and_nothing_else(sut: Sut) -> None:
    sut.given(b.register(b.FAMILY), b.claim(now=3))
    before = sut.plan()
    sut.refuses(b.start("a", b.BOB), ownership_violation("a", b.ALICE, b.BOB))
    # When the holder starts the step, after the end of its lease
    assert sut.apply(b.start("a", now=900)) == Started("a")
    # Then only that row changes, its substeps do not
    started = replace(before.steps[0], status=StepStatus.IN_PROGRESS, started_at=900)
    assert sut.plan() == replace(before, steps=(started, *before.steps[1:]))


@for_each("step", ["a", "a1"])
def test_clm_12_who_starts_again_is_answered_and_changes_nothing(sut: Sut, step: str) -> None:
    # Given a step, or a substep, that its holder has started
    sut.given(b.register(b.FAMILY), b.claim(lease=9))
    assert sut.apply(b.start(step, b.ALICE, now=5)) == Started(step)
    before = sut.state()
    # When it was interrupted and starts again, also after the end of the lease
    for now in (6, 5000):
        assert sut.apply(b.start(step, b.ALICE, now=now)) == AlreadyStarted(step)
    # Then nothing has changed, and nobody else can do so
    assert sut.state() == before
    sut.refuses(b.start(step, b.BOB), ownership_violation(step, b.ALICE, b.BOB))


@for_each("edition", ["origin", "seeds", "2026.1", "2026.2-A27"])
def test_a27_clm_12_continuing_everywhere_without_it_nothing_is_started_again(edition: str) -> None:
    sut = ModelSut(edition_named(edition))
    sut.given(b.register(b.FAMILY), b.claim(), b.start("a"))
    sut.refuses(b.start("a"), not_claimed("a", "in_progress"))


@each_request
def test_clm_12_and_clm_13_a_step_that_nobody_holds(sut: Sut, request_for: Request) -> None:
    # Given pending steps, and one that was completed by the commit log, so that nobody is on record
    sut.given(b.register(b.FAMILY), b.reconcile(b.commit("c", "c1")))
    # Then the status of the very row is named, also for a substep and for what is unknown
    sut.refuses(request_for("a"), not_claimed("a", "pending"))
    sut.refuses(request_for("a1"), not_claimed("a1", "pending"))
    sut.refuses(request_for("c"), not_claimed("c", "completed"))
    sut.refuses(request_for("x"), not_claimed("x", "unknown"))


@each_request
def test_clm_12_and_clm_13_who_completed_a_substep_lost_it_with_the_parent(
    sut: Sut, request_for: Request
) -> None:
    # Given a substep that alice completed, in a step that bob took over
    sut.given(b.register(b.FAMILY), b.claim(), b.batch("a1", remaining=True), b.complete("a1"))
    sut.given(b.claim(b.BOB, force=True))
    # Then the parent's holder decides, although alice is on record for the row
    sut.refuses(request_for("a1", b.ALICE), ownership_violation("a1", b.BOB, b.ALICE))
    sut.refuses(request_for("a1", b.BOB), not_claimed("a1", "completed"))


HELD_IN_VAIN: list[tuple[str, Operation, Rejected]] = [
    ("given back alone", b.start("a1"), not_claimed("a1", "pending")),
    ("its lease too", b.heartbeat("a1"), not_claimed("a1", "pending")),
    ("completed", b.start("c"), not_claimed("c", "completed")),
    ("completed, under another claim", b.start("c", claim_id=9), stale_claim(9, b.ALICE, 0)),
    ("completed, by another", b.start("c", b.BOB), ownership_violation("c", b.ALICE, b.BOB)),
    ("completed, for a lease", b.heartbeat("c"), not_claimed("c", "completed")),
]


@for_each(
    ("operation", "expected"),
    [one[1:] for one in HELD_IN_VAIN],
)
def test_clm_12_and_clm_13_the_holder_of_a_row_with_the_wrong_status(
    sut: Sut, operation: Operation, expected: Rejected
) -> None:
    # Given rows that alice holds or held
    sut.given(b.register(b.FAMILY), b.claim(b.BOB), b.claim(b.ALICE), b.complete("c"), b.reset("a"))
    sut.given(b.claim(), b.start("a"), b.reset("a1"))
    sut.refuses(operation, expected)


def test_clm_13_a_heartbeat_renews_the_lease_from_now(sut: Sut) -> None:
    sut.given(b.register(b.FAMILY), b.claim(now=10), b.start("a", now=11))
    before = sut.plan()
    # When the holder renews
    assert sut.apply(b.heartbeat("a", now=20, lease=100)) == LeaseRenewed(120)
    # Then heartbeat and lease of that row change, and nothing else, substeps included
    renewed = replace(before.steps[0], heartbeat_at=20, lease_expires_at=120)
    assert sut.plan() == replace(before, steps=(renewed, *before.steps[1:]))


def test_clm_13_an_expired_lease_may_be_renewed_until_somebody_takes_over(
    sut: Sut,
) -> None:
    # Given a lease that is long over
    sut.given(b.register(b.document(b.step("a"))), b.claim(lease=1))
    # When nobody took the step, then its holder renews it
    assert sut.apply(b.heartbeat("a", now=900)) == LeaseRenewed(1000)
    # And after bob took it, it does not
    sut.given(b.claim(b.BOB, now=1001))
    sut.refuses(b.heartbeat("a", now=1002), ownership_violation("a", b.BOB, b.ALICE))


def test_clm_4_and_clm_13_renewing_only_the_substep_loses_both_when_the_parents_lease_ends(
    sut: Sut,
) -> None:
    # Given a worker that goes on renewing the lease of its substep, but not of the step
    sut.given(b.register(b.FAMILY), b.claim(lease=100), b.start("a1"))
    sut.given(b.update("a1", b.change("completed")), b.heartbeat("a1", now=90, lease=1000))
    # When the parent's lease has ended, which alone counts for a claim
    outcome = sut.apply(b.claim(b.BOB, now=101, lease=100))
    # Then bob has both, the substep's work is to be done again, and the worker lost both
    assert outcome == Claimed("a", "Title of a", 0, 201, True, 1, 2, 2)
    assert (sut.step("a1").claimed_by, sut.step("a1").lease_expires_at) == (b.BOB, 201)
    assert sut.step("a1").status == StepStatus.CLAIMED
    assert sut.checklist("a1") == [("open", None)]
    sut.refuses(b.heartbeat("a1", now=102), ownership_violation("a1", b.BOB, b.ALICE))
    sut.refuses(b.heartbeat("a", now=102), ownership_violation("a", b.BOB, b.ALICE))
    sut.refuses(b.complete("a1", now=102), ownership_violation("a1", b.BOB, b.ALICE))


def test_a51_clm_13_only_a_heartbeat_that_shortens_moves_the_end_earlier(sut: Sut) -> None:
    # Given a lease that ends late,
    sut.given(b.register(b.FAMILY), b.claim(lease=100))
    # When it is renewed for less, then its end stays; when that is asked for, it is earlier;
    assert sut.apply(b.heartbeat("a", now=5, lease=10)) == LeaseRenewed(100)
    shorter = b.heartbeat("a", now=5, lease=10, shorten=True)
    assert sut.apply(shorter) == LeaseRenewed(15)
    # And a longer one is later, with it or without
    assert sut.apply(b.heartbeat("a", now=6, lease=20)) == LeaseRenewed(26)
    assert sut.apply(replace(shorter, lease=30)) == LeaseRenewed(35)
    assert sut.step("a").lease_expires_at == 35
