"""A11 and A15 on the model: the decisions of iteration loops in every edition."""

from collections.abc import Callable

from spec.amendments.corrections import LARGER_SUMMARY
from spec.editions import EDITIONS, Edition, edition_named
from spec.vocabulary.iteration_loops import IterationLoop, Override
from spec.vocabulary.iterations import IterationDecided
from spec.vocabulary.rejections import (
    undersized_summary,
)
from tests.cases import Check, for_each
from tests.iteration_decisions import DECISION_INPUTS, DecisionInputs, decide, decision_table
from tests.rules.iterations import iteration_builders as i
from tests.rules.suts import ModelSut, with_loop

FORCED_TRUE, FORCED_FALSE = Override.FORCED_TRUE, Override.FORCED_FALSE

TRUSTED = ["origin", "2026.1-A11-A15", "seeds-A11"]
OVERRIDDEN = ["seeds", "origin+A11", "2026.1-A15"]
HALTED_FIRST = ["origin+A15", "2026.1-A11", "seeds-A11+A15"]
WITH_BOTH = ["2026.1", "2026.2", "seeds+A15", "origin+A11+A15"]
NAMES = [*TRUSTED, *OVERRIDDEN, *HALTED_FIRST, *WITH_BOTH]


def named(names: list[str]) -> Callable[[Check], Check]:
    return for_each("edition", [edition_named(one) for one in names])


@named(NAMES)
@for_each("situation", DECISION_INPUTS)
def test_a11_itr_3_itr_4_itr_6_and_itr_8_every_decision_is_that_of_the_table(
    edition: Edition, situation: DecisionInputs
) -> None:
    row = decide(decision_table(edition), situation)
    decided = i.decided_by(ModelSut(edition), situation)
    assert decided == (row.status, row.logged, row.override)


def decisions(
    edition: Edition,
    *,
    work_remains: bool | None = None,
    requires_continuation: bool | None = None,
    stuck_detected: bool | None = None,
    at_limit: bool | None = None,
) -> set[i.Decision]:
    """Return the decisions for all inputs that match these flags."""
    wanted = (work_remains, requires_continuation, stuck_detected, at_limit)
    return {
        i.decided_by(ModelSut(edition), situation)
        for situation in DECISION_INPUTS
        if all(
            want is None or want == found
            for want, found in zip(
                wanted,
                (
                    situation.work_remains,
                    situation.requires_continuation,
                    situation.stuck_detected,
                    situation.at_limit,
                ),
                strict=True,
            )
        )
    }


@named(TRUSTED)
def test_a11_itr_3_itr_5_itr_6_and_itr_8_without_it_the_signal_alone_decides(
    edition: Edition,
) -> None:
    # A signal to go on is followed, whatever remains, stuck or not, at the limit or not
    assert decisions(edition, requires_continuation=True) == {(i.CONTINUING, False, None)}
    # One to end ends the loop, and what remains only says how
    ends = {"requires_continuation": False}
    assert decisions(edition, work_remains=False, **ends) == {(i.COMPLETE, False, None)}
    remaining = {"work_remains": True, **ends}
    assert decisions(edition, **remaining, stuck_detected=True) == {(i.STUCK, False, None)}
    assert decisions(edition, **remaining, stuck_detected=False) == {
        (i.MAX_ITERATIONS, False, None)
    }


@named(WITH_BOTH)
def test_a15_itr_4_itr_5_and_itr_6_halting_wins_over_the_override(edition: Edition) -> None:
    nothing, remains = {"work_remains": False}, {"work_remains": True}
    goes_on, ends = {"requires_continuation": True}, {"requires_continuation": False}
    assert decisions(edition, **nothing, **goes_on) == {(i.COMPLETE, True, FORCED_FALSE)}
    assert decisions(edition, **nothing, **ends) == {(i.COMPLETE, False, None)}
    stuck = {**remains, "stuck_detected": True}
    assert decisions(edition, **stuck, **goes_on) == {(i.STUCK, False, None)}
    assert decisions(edition, **stuck, **ends) == {(i.STUCK, True, None)}
    at_limit = {**remains, "stuck_detected": False, "at_limit": True}
    assert decisions(edition, **at_limit, **goes_on) == {(i.MAX_ITERATIONS, False, None)}
    assert decisions(edition, **at_limit, **ends) == {(i.MAX_ITERATIONS, True, None)}
    below = {**remains, "stuck_detected": False, "at_limit": False}
    assert decisions(edition, **below, **goes_on) == {(i.CONTINUING, False, None)}
    assert decisions(edition, **below, **ends) == {(i.CONTINUING, True, FORCED_TRUE)}


@for_each("edition", EDITIONS)
def test_a34_itr_7_the_edition_decides_how_small_a_summary_may_be(edition: Edition) -> None:
    # Given a loop, and what an edition takes for the smallest summary,
    sut = ModelSut(edition)
    sut.load(with_loop(IterationLoop(5, 2)))
    least = 100 if edition.has(LARGER_SUMMARY) else 10
    # when a report that asks for nothing else has a smaller one, then it is refused,
    small = i.report("a", True, summary_bytes=least - 1, least=None)
    sut.refuses(small, undersized_summary(least - 1, least))
    # and one of this size is accepted.
    enough = i.report("a", True, summary_bytes=least, least=None)
    assert sut.apply(enough) == IterationDecided(i.CONTINUING, 3)
