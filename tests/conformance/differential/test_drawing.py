"""Drawing fast: the choices are those that Hypothesis makes, as often each way."""

from collections import Counter
from random import Random

import pytest
from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.internal.conjecture.data import ConjectureData

from conformance.adapters.model import ModelSystem
from conformance.differential.drawing import Draws, IndependentProvider
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import Limits, run_examples
from conformance.differential.state_machine import PlanStateMachine
from conformance.generators.documents import workspaces
from spec.vocabulary.operations import Operation
from tests.profiles import requires_nightly_profile

DRAWN = 4_000
RANGES = [(0, 1), (0, 9), (-5, 200), (0, 2303), (100, 700), (-3000, 3000), (0, 10**12)]


class Model(PlanStateMachine):
    """The model beside itself."""

    orchestrator = None

    def open_runner(self) -> DifferentialRunner:
        return DifferentialRunner(ModelSystem())


def asked(seed: int) -> list[Operation]:
    """Return what a seed asks."""
    operations: list[Operation] = []

    class Keeping(Model):
        def ask(self, operation: Operation) -> None:
            operations.append(operation)
            super().ask(operation)

    run_examples(Keeping, Limits(examples=4, steps=30, seed=seed), lambda _: True)
    return operations


def quantiles(numbers: list[int]) -> list[int]:
    """Return the numbers below which one in ten, two in ten and so on are."""
    ordered = sorted(numbers)
    return [ordered[len(ordered) * tenth // 10] for tenth in range(1, 10)]


@requires_nightly_profile
@pytest.mark.parametrize(("lowest", "highest"), RANGES)
def test_numbers_are_drawn_as_often_as_hypothesis_draws_them(lowest: int, highest: int) -> None:
    # Given many numbers of a range, drawn fast and drawn by Hypothesis,
    draws = Draws(Random(1), Model())
    fast = [draws.draw_integer(lowest, highest) for _ in range(DRAWN)]
    data = ConjectureData(random=Random(2), provider=IndependentProvider)
    slow = [data.provider.draw_integer(lowest, highest) for _ in range(DRAWN)]
    # then all are in the range, small ranges are drawn whole,
    assert all(lowest <= number <= highest for number in fast)
    if highest - lowest < 300:
        assert set(fast) == set(range(lowest, highest + 1))
    # and as many are small and large.
    near = max((highest - lowest) / 20, 1)
    pairs = zip(quantiles(fast), quantiles(slow), strict=True)
    assert all(abs(ours - theirs) <= max(near, 0.5 * abs(theirs)) for ours, theirs in pairs)


@requires_nightly_profile
def test_an_option_is_drawn_as_often_as_any_other() -> None:
    # Given options, when one is drawn many times, then each comes about as often.
    draws = Draws(Random(1), Model())
    with BuildContext(draws, wrapped_test=asked):
        drawn = Counter(draws.draw(st.sampled_from("abcd")) for _ in range(DRAWN))
    assert set(drawn) == set("abcd")
    assert all(0.2 < count / DRAWN < 0.3 for count in drawn.values())


def test_options_that_a_test_refuses_are_not_drawn() -> None:
    # Given options of which some are refused, or made into others, then only the others are drawn.
    draws = Draws(Random(1), Model())
    options = st.sampled_from(range(10)).filter(lambda each: each % 2 == 0).map(str)
    with BuildContext(draws, wrapped_test=asked):
        assert {draws.draw(options) for _ in range(200)} == {"0", "2", "4", "6", "8"}


@requires_nightly_profile
def test_workspaces_are_as_varied() -> None:
    # Given workspaces that are drawn, then they have plans of several sizes.
    draws = Draws(Random(1), Model())
    with BuildContext(draws, wrapped_test=asked):
        drawn = [draws.draw(workspaces()) for _ in range(50)]
    sizes = {len(each.versions(path)[0].steps) for each in drawn for path in each.plans}
    assert len(sizes) > 3
    # And nothing that was begun was left open.
    assert draws.depth == 0


def test_a_seed_says_what_is_asked() -> None:
    # Given a seed, when it is run twice, then the same is asked, and something else by another.
    assert asked(0) == asked(0) != asked(1)
