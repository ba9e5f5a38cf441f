"""CLM-17: ready sorts the top-level steps by what a claim would find."""

from spec.vocabulary.claims import Claimed, NothingClaimable
from spec.vocabulary.readiness import Readiness, Ready
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut


def ready_at(sut: Sut, now: int) -> Readiness:
    before = sut.state()
    outcome = sut.apply(Ready(b.PLAN, now))
    assert isinstance(outcome, Readiness)
    assert sut.state() == before
    return outcome


def test_clm_17_a_new_plan_has_ready_and_blocked_steps_and_no_substeps(
    sut: Sut,
) -> None:
    sut.given(b.register(b.FAMILY))
    assert ready_at(sut, 0) == Readiness((), (), ("a", "c"), ("b",))


def test_clm_17_every_top_level_step_is_in_exactly_one_list(sut: Sut) -> None:
    # Given steps that are completed, under an expired and a live lease, pending and waiting
    steps = [
        b.step("done"),
        b.step("over"),
        b.step("live"),
        b.step("free"),
        b.step("wait", needs=("free",)),
        b.step("committed"),
    ]
    sut.given(b.register(b.document(*steps)), b.claim(), b.complete("done"))
    sut.given(b.reconcile(b.commit("committed", "c1")))
    sut.given(b.claim("one", lease=10), b.start("over", "one"), b.claim("two", lease=99))
    # When asked while the first lease is over
    answer = ready_at(sut, 11)
    # Then a step under a live lease is blocked, as is one that waits
    assert answer == Readiness(("done", "committed"), ("over",), ("free",), ("live", "wait"))


@for_each(("now", "over"), [(99, False), (100, False), (101, True)])
def test_clm_17_a_lease_is_over_for_ready_exactly_when_it_is_for_a_claim(
    sut: Sut, now: int, over: bool
) -> None:
    # Given a single step under a lease until 100
    sut.given(b.register(b.document(b.step("a"))), b.claim(lease=100))
    # When ready is asked and another worktree claims at the same moment
    answer = ready_at(sut, now)
    outcome = sut.apply(b.claim(b.BOB, now=now))
    # Then they agree
    assert answer == (Readiness((), ("a",), (), ()) if over else Readiness((), (), (), ("a",)))
    assert isinstance(outcome, Claimed if over else NothingClaimable)


def test_clm_17_a_dependency_on_a_completed_substep_makes_ready(sut: Sut) -> None:
    sut.given(
        b.register(b.document(b.step("a", b.step("a1")), b.step("b", needs=("a1",)))), b.claim()
    )
    assert ready_at(sut, 0) == Readiness((), (), (), ("a", "b"))
    sut.given(b.complete("a1"))
    assert ready_at(sut, 0) == Readiness((), (), ("b",), ("a",))
