"""The random driver: examples of the state machine in chunks, under a seed and a budget."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, PrimitiveProvider
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.strategies import SearchStrategy

from conformance.adapters.stores import OpenSystem
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample, Reducer
from conformance.differential.runner import CannotBeAsked
from conformance.differential.state_machine import PlanStateMachine
from conformance.differential.tally import Tally
from conformance.generators.documents import Workspace

BACKEND = "planspec"
"""The name of the backend in Hypothesis' settings."""

NARROW = 256
"""Whole numbers of a range up to this wide are drawn equally often, others by their magnitude."""


class SeededProvider(PrimitiveProvider):
    """Draws examples that do not depend on each other. A run begins with `seed`.

    Operations are made of choices and whole numbers: nothing else is ever drawn.
    """

    lifetime = "test_function"
    seed: ClassVar[int] = 0

    def __init__(self, conjecturedata: Any, /) -> None:
        super().__init__(conjecturedata)
        self.random = Random(self.seed)

    def draw_boolean(self, p: float = 0.5) -> bool:
        """Draw `True` with a probability."""
        return self.random.random() < p

    def draw_integer(
        self,
        min_value: int | None = None,
        max_value: int | None = None,
        *,
        weights: dict[int, float] | None = None,
        shrink_towards: int = 0,
    ) -> int:
        """Draw a whole number of a range: of a wide one, one near its preferred end."""
        if weights is not None:
            numbers, shares = zip(*weights.items(), strict=True)
            [number] = self.random.choices(numbers, shares)
            return int(number)
        lowest = -(2**64) if min_value is None else min_value
        highest = 2**64 if max_value is None else max_value
        start = min(max(shrink_towards, lowest), highest)
        if highest - lowest > NARROW:
            magnitude = 2 ** self.random.randint(1, (highest - lowest).bit_length())
            lowest, highest = max(lowest, start - magnitude), min(highest, start + magnitude)
        return self.random.randint(lowest, highest)

    def draw_float(self, **_: Any) -> float:
        """Raise `NotImplementedError`."""
        raise NotImplementedError

    def draw_string(self, intervals: Any, **_: Any) -> str:
        """Raise `NotImplementedError`."""
        raise NotImplementedError

    def draw_bytes(self, *_: Any, **__: Any) -> bytes:
        """Raise `NotImplementedError`."""
        raise NotImplementedError


AVAILABLE_PROVIDERS[BACKEND] = f"{__name__}.{SeededProvider.__name__}"


CHUNK = 20
"""Examples between two looks at the clock."""


@dataclass(frozen=True)
class Limits:
    """How much is tried: examples of so many steps, or until the budget in seconds ends."""

    examples: int
    steps: int
    seed: int
    budget: float | None = None


def chunks_of(limits: Limits) -> Iterator[Limits]:
    """Yield the examples in chunks, each with a seed of its own."""
    for start in range(0, limits.examples, CHUNK):
        count = min(CHUNK, limits.examples - start)
        yield Limits(count, limits.steps, limits.seed + start)


def run_chunk(machine: type[PlanStateMachine], chunk: Limits) -> None:
    """Run one chunk of examples. Raises what the machine raises.

    Nothing is shrunk: the reducer does that much faster.
    """
    SeededProvider.seed = chunk.seed
    only_run = settings(
        backend=BACKEND,
        max_examples=chunk.examples,
        stateful_step_count=chunk.steps,
        phases=(Phase.generate,),
        database=None,
        deadline=None,
        # Its advice would be about a test of its own, which nobody has.
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=only_run)


class SearchMachine(PlanStateMachine):
    """Keeps the divergence that ends the search in `failures`."""

    failures: list[Counterexample]

    def guarded(self, action: Callable[[], object]) -> None:
        """Do something on both sides, if it can be asked. Keeps and raises a `Divergence`."""

        def asked() -> None:
            with suppress(CannotBeAsked):
                action()

        try:
            super().guarded(asked)
        except Divergence as divergence:
            self.failures.append(Counterexample(divergence, tuple(self.runner.operations)))
            raise


def search_machine(
    open_system: OpenSystem,
    workspaces: SearchStrategy[Workspace],
    tally: Tally,
) -> type[SearchMachine]:
    """Return a state machine for a store."""
    return type(
        "Search",
        (SearchMachine,),
        {
            "open_system": staticmethod(open_system),
            "workspaces": workspaces,
            "tally": tally,
            "failures": [],
        },
    )


def search(
    open_system: OpenSystem,
    workspaces: SearchStrategy[Workspace],
    limits: Limits,
    tally: Tally,
    progress: Callable[[int], None] = lambda _: None,
) -> Counterexample | None:
    """Return the first divergence of random operations, with reduced operations, or `None`."""
    failure = first_failure(search_machine(open_system, workspaces, tally), limits, progress)
    if failure is None:
        return None
    return reduce_failure(open_system, failure)


def reduce_failure(open_system: OpenSystem, failure: Counterexample) -> Counterexample:
    """Shorten a failing sequence as long as it shows the same fault."""
    system = open_system()
    try:
        return Reducer(system).reduce(failure)
    finally:
        system.close()


def first_failure(
    machine: type[SearchMachine],
    limits: Limits,
    progress: Callable[[int], None] = lambda _: None,
) -> Counterexample | None:
    """Run a machine until it fails or the limits are reached; return the failure, or `None`."""
    begun, done = time.monotonic(), 0
    try:
        for chunk in chunks_of(limits):
            run_chunk(machine, chunk)
            done += chunk.examples
            progress(done)
            if limits.budget is not None and time.monotonic() - begun >= limits.budget:
                break
    except Exception:
        # A failure that is no divergence is a fault of this program.
        if not machine.failures:
            raise
    return machine.failures[0] if machine.failures else None
