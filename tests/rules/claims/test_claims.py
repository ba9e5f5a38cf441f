"""CLM-1 to CLM-7: which step a claim is given."""

from spec.vocabulary.claims import Claimed, NothingClaimable
from spec.vocabulary.operations import Outcome
from spec.vocabulary.rejections import plan_drift
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

PAIR = b.document(b.step("a"), b.step("b"))


def given_step(outcome: Outcome) -> str:
    assert isinstance(outcome, Claimed), outcome
    return outcome.anchor


def test_clm_1_and_clm_3_a_claim_takes_the_lowest_index_and_only_top_level_steps(
    sut: Sut,
) -> None:
    # Given a step with two substeps, a blocked one and a free one
    sut.given(b.register(b.FAMILY))
    # When two workers claim, and the first gives a substep back
    answers = [sut.apply(b.claim(worktree)) for worktree in ("one", "two")]
    sut.given(b.release("a1", "one"))
    # Then the top-level steps go in document order, and no substep is given
    assert [given_step(answer) for answer in answers] == ["a", "c"]
    assert sut.apply(b.claim("three")) == NothingClaimable(False, 3)
    # And who holds a later step is given the first one, too, be it pending or expired
    sut.given(b.release("a", "one"))
    assert given_step(sut.apply(b.claim("two", now=900))) == "a"
    sut.given(b.release("c", "two"))
    assert given_step(sut.apply(b.claim("three", now=5000))) == "a"


def test_clm_1_a_completed_step_is_not_claimable_even_by_force(sut: Sut) -> None:
    # Given a step that its holder completed, and whose claim stands on record
    sut.given(b.register(PAIR), b.claim(), b.complete("a"))
    # When its worker claims, with force and long after the lease
    outcome = sut.apply(b.claim(force=True, now=10_000))
    # Then it is given the other
    assert given_step(outcome) == "b"


def test_clm_2_a_step_waits_for_all_its_dependencies(sut: Sut) -> None:
    # Given a first step that waits for two later ones
    sut.given(b.register(b.document(b.step("last", needs=("a", "b")), b.step("a"), b.step("b"))))
    # When one of them is completed
    sut.given(b.claim(), b.complete("a"))
    # Then the waiting step is still not claimable
    assert given_step(sut.apply(b.claim(b.BOB))) == "b"
    # And with the other one it is
    sut.given(b.complete("b", b.BOB))
    assert given_step(sut.apply(b.claim(b.BOB))) == "last"


def test_clm_2_force_does_not_waive_dependencies(sut: Sut) -> None:
    # Given a step that waits for a held one, before it in the document, and behind it in another
    waiting, held = b.step("b", needs=("a",)), b.step("a")
    for path, steps in ((b.PLAN, (waiting, held)), (b.OTHER_PLAN, (held, waiting))):
        sut.given(b.register(b.document(*steps), plan=path), b.claim(plan=path))
        # When another worker forces two claims, then it gets the held step, never the waiting
        assert given_step(sut.apply(b.claim(b.BOB, force=True, plan=path))) == "a"
        assert given_step(sut.apply(b.claim(b.BOB, force=True, plan=path))) == "a"


def test_clm_2_a_dependency_on_a_substep_is_fulfilled_by_the_substep(sut: Sut) -> None:
    # Given a step that waits for a substep of another
    sut.given(
        b.register(b.document(b.step("a", b.step("a1"), b.step("a2")), b.step("b", needs=("a1",))))
    )
    sut.given(b.claim())
    assert sut.apply(b.claim(b.BOB)) == NothingClaimable(False, 2)
    # When the substep is completed, though its parent is not
    sut.given(b.complete("a1"))
    # Then the step is claimable
    assert given_step(sut.apply(b.claim(b.BOB))) == "b"


def test_clm_2_dependencies_of_substeps_do_not_gate_the_claim(sut: Sut) -> None:
    # Given a step whose substep waits for a later step
    sut.given(b.register(b.document(b.step("a", b.step("a1", needs=("b",))), b.step("b"))))
    # Then the step is claimable all the same, with its substep
    assert given_step(sut.apply(b.claim())) == "a"
    assert sut.step("a1").claimed_by == b.ALICE


def test_clm_3_a_pending_step_is_free_for_everyone(sut: Sut) -> None:
    # Given a step that was held and given back
    sut.given(b.register(PAIR), b.claim(), b.release("a", b.ALICE))
    # Then any worker may claim it at once, and it is no reclaim
    assert sut.apply(b.claim(b.BOB)) == Claimed("a", "Title of a", 0, 100, False, 1, 1, 2)


@for_each("started", [False, True])
def test_clm_4_a_lease_still_holds_in_its_last_millisecond(sut: Sut, started: bool) -> None:
    # Given a lease that ends at 100
    sut.given(b.register(b.document(b.step("a"))), b.claim(lease=100))
    if started:
        sut.given(b.start("a"))
    # When others claim before its end and exactly then, then they get nothing
    assert sut.apply(b.claim(b.BOB, now=99)) == NothingClaimable(False, 1)
    assert sut.apply(b.claim(b.BOB, now=100)) == NothingClaimable(False, 1)
    # And one millisecond later they do
    outcome = sut.apply(b.claim(b.BOB, now=101, lease=5))
    assert outcome == Claimed("a", "Title of a", 0, 106, True, 0, 0, 2)


@for_each("now", [0, 50, 100, 101])
def test_clm_5_the_holder_may_claim_its_own_step_at_any_time(sut: Sut, now: int) -> None:
    # Given a started step under a lease until 100
    sut.given(b.register(b.document(b.step("a"))), b.claim(), b.start("a"))
    # When its holder claims again, then it gets the step, as a reclaim
    outcome = sut.apply(b.claim(now=now))
    assert outcome == Claimed("a", "Title of a", 0, now + 100, True, 0, 0, 2)


def test_clm_5_the_holder_is_told_by_the_exact_name(sut: Sut) -> None:
    sut.given(b.register(b.document(b.step("a"))), b.claim("alice"))
    # Then neither another case nor white space makes the same worktree
    assert sut.apply(b.claim("Alice")) == NothingClaimable(False, 1)
    assert sut.apply(b.claim("alice ")) == NothingClaimable(False, 1)


def test_clm_6_and_clm_9_force_takes_a_step_under_a_live_lease(sut: Sut) -> None:
    sut.given(b.register(PAIR), b.claim(), b.start("a"))
    # When another worker forces a claim
    outcome = sut.apply(b.claim(b.BOB, now=1, force=True))
    # Then it takes the lowest index, held or not, although a pending step is there
    assert outcome == Claimed("a", "Title of a", 0, 101, True, 1, 1, 2)
    assert (sut.step("a").claimed_by, sut.step("a").started_at) == (b.BOB, None)
    # And so it does where that one is pending, and the other held
    sut.given(b.claim(), b.release("a", b.BOB))
    assert given_step(sut.apply(b.claim(b.BOB, force=True))) == "a"


def test_clm_7_drift_is_answered_even_if_no_step_is_claimable(sut: Sut) -> None:
    # Given a plan of which everything is done, and one of which everything is held
    sut.given(b.register(PAIR), b.reconcile(b.commit("a", "c1"), b.commit("b", "c2")))
    sut.given(b.register(b.document(b.step("a")), plan=b.OTHER_PLAN), b.claim(plan=b.OTHER_PLAN))
    # When a claim comes with another hash, then drift is answered before any choice
    for path in (b.PLAN, b.OTHER_PLAN):
        sut.refuses(
            b.claim(b.BOB, plan=path, document_hash=b.NEW_HASH), plan_drift(b.HASH, b.NEW_HASH)
        )
