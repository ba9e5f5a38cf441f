"""Iteration loops, as they are stored."""

from dataclasses import dataclass
from enum import StrEnum


class LoopStatus(StrEnum):
    """Whether a loop continues, or how it ended."""

    CONTINUING = "continuing"
    COMPLETE = "complete"
    STUCK = "stuck"
    MAX_ITERATIONS = "max_iterations"


class Override(StrEnum):
    """How a signal was overridden that contradicted the work that remains."""

    FORCED_TRUE = "forced_true"
    FORCED_FALSE = "forced_false"


@dataclass(frozen=True, slots=True)
class Violation:
    """A report whose two signals contradicted each other, and which of them was overridden.

    `override` is `None` if the end of the loop overruled the signal, not the work.
    """

    iteration: int
    work_remaining: tuple[str, ...]
    requires_continuation: bool
    override: Override | None = None


@dataclass(frozen=True, slots=True)
class IterationLoop:
    """The state of a loop.

    `iteration` counts from 1; `context` is the summary for the next iteration.
    """

    max_iterations: int
    iteration: int = 1
    work_remaining: tuple[str, ...] = ()
    status: LoopStatus = LoopStatus.CONTINUING
    halt_reason: str | None = None
    context: str | None = None
    violations: tuple[Violation, ...] = ()
