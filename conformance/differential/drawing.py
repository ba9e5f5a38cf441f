"""Drawing fast: what Hypothesis' strategies ask when nothing is to be shrunk or kept.

Hypothesis records each choice and each strategy that is drawn from, so that it can take a failing
example apart. A search keeps operations instead, and the reducer shortens those. So its choices are
only made: by the same strategies, and as often each way as Hypothesis makes them.
"""

from bisect import bisect_left
from functools import cache
from random import Random
from typing import Any

from hypothesis.control import BuildContext
from hypothesis.errors import StopTest
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.providers import (
    AVAILABLE_PROVIDERS,
    INTEGERS_DISTRIBUTION,
    HypothesisProvider,
)
from hypothesis.stateful import RuleBasedStateMachine
from hypothesis.strategies import SearchStrategy
from hypothesis.strategies._internal.lazy import unwrap_strategies
from hypothesis.strategies._internal.strategies import SampledFromStrategy

INDEPENDENT = "planspec-independent"
"""The backend with which Hypothesis itself runs a machine as a search does.

For any other backend than its default, Hypothesis makes every example independent of those before
it. It neither repeats parts of earlier examples, nor expects that what a store does depends on its
choices only.
"""
ALIKE = 256
"""Hypothesis draws whole numbers that lie between this one and its negative equally often."""
WIDEST = 10_000
"""The widest range for which it is kept how often Hypothesis draws each number."""


class IndependentProvider(HypothesisProvider):
    """Hypothesis' own generator, without the constants of whatever modules are loaded.

    With them, what a seed tries would depend on what else was imported before.
    """

    def _maybe_draw_constant(self, *_: Any, **__: Any) -> None:
        """Draw no constant."""


AVAILABLE_PROVIDERS[INDEPENDENT] = f"{__name__}.{IndependentProvider.__name__}"


class Draws(ConjectureData):
    """The choices of one example for a machine, none of which is recorded."""

    def __init__(self, random: Random, machine: RuleBasedStateMachine) -> None:
        super().__init__(random=random, provider=IndependentProvider)
        self.uniform = random.random
        self.hypothesis_runner = machine

    def draw(self, strategy: SearchStrategy[Any], *_: Any, **__: Any) -> Any:
        """Draw a value from a strategy."""
        found: Any = unwrap_strategies(strategy)  # type: ignore[no-untyped-call]
        if type(found) is SampledFromStrategy and not found._transformations:
            return found.elements[self.draw_integer(0, len(found.elements) - 1)]
        return found.do_draw(self)

    def draw_integer(
        self, min_value: int | None = None, max_value: int | None = None, **others: Any
    ) -> int:
        """Draw a whole number."""
        if min_value is None or max_value is None or any(others.values()):
            return super().draw_integer(min_value, max_value, **others)
        if min_value > -ALIKE and max_value < ALIKE:
            return min_value + int(self.uniform() * (max_value - min_value + 1))
        if max_value - min_value > WIDEST:
            return super().draw_integer(min_value, max_value, **others)
        shares = shares_up_to(min_value, max_value)
        wanted = shares[0] + self.uniform() * (shares[-1] - shares[0])
        return min_value + max(bisect_left(shares, wanted), 1) - 1

    def draw_boolean(self, p: float = 0.5, *, forced: bool | None = None, **_: Any) -> bool:
        """Draw whether something happens that has a probability."""
        return self.uniform() < p if forced is None else forced

    def start_span(self, label: int) -> None:  # noqa: ARG002
        """Begin a part of a value."""
        self.depth += 1

    def stop_span(self, *, discard: bool = False) -> None:  # noqa: ARG002
        """End a part of a value."""
        self.depth -= 1

    def _draw(  # type: ignore[override]
        self, choice_type: str, constraints: dict[str, Any], *, forced: Any, **_: Any
    ) -> Any:
        if forced is not None:
            return forced
        return getattr(self.provider, f"draw_{choice_type}")(**constraints)


@cache
def shares_up_to(lowest: int, highest: int) -> list[float]:
    """Return which share of all whole numbers lies below each of a range, and below its end."""
    return [INTEGERS_DISTRIBUTION.cdf(n - 0.5) for n in range(lowest, highest + 2)]


def run_example(machine: RuleBasedStateMachine, random: Random, steps: int) -> None:
    """Run a machine once, for so many steps after its beginning. Raises what the machine raises.

    An example ends early for which no value can be drawn.
    """
    draws = Draws(random, machine)
    try:
        with BuildContext(draws, wrapped_test=run_example):
            for rule in machine._initialize_rules_to_run:
                given = {name: draws.draw(each) for name, each in rule.arguments_strategies.items()}
                rule.function(machine, **given)
                check_invariants(machine)
            for _ in range(steps - 1):
                rule, given = draws.draw(machine._rules_strategy)
                rule.function(machine, **given)
                check_invariants(machine)
    except StopTest:
        return
    finally:
        machine.teardown()


def check_invariants(machine: RuleBasedStateMachine) -> None:
    """Check what is to hold between any two steps."""
    for invariant in machine.invariants:
        invariant.function(machine)
