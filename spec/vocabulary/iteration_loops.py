"""Iteration loops: what is kept of them."""

from dataclasses import dataclass
from enum import StrEnum


class LoopStatus(StrEnum):
    """Whether a loop goes on, or how it ended."""

    CONTINUING = "continuing"
    COMPLETE = "complete"
    STUCK = "stuck"
    MAX_ITERATIONS = "max_iterations"


class Override(StrEnum):
    """What was made of a signal that contradicted the work that remains."""

    FORCED_TRUE = "forced_true"
    FORCED_FALSE = "forced_false"


@dataclass(frozen=True, slots=True)
class Violation:
    """A report whose two signals contradicted each other, and which of them was overridden.

    `override` is none if the signal was overruled by the end of the loop, not by the work.
    """

    iteration: int
    work_remaining: tuple[str, ...]
    requires_continuation: bool
    override: Override | None = None


@dataclass(frozen=True, slots=True)
class IterationLoop:
    """How far a loop is. `iteration` counts from 1; `context` is the summary to go on with."""

    max_iterations: int
    iteration: int = 1
    work_remaining: tuple[str, ...] = ()
    status: LoopStatus = LoopStatus.CONTINUING
    halt_reason: str | None = None
    context: str | None = None
    violations: tuple[Violation, ...] = ()
