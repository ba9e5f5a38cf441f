"""Iterations: starting a loop, and reporting the end of an iteration."""

from dataclasses import dataclass

from spec.vocabulary.iteration_loops import LoopStatus, Violation

LEAST_SUMMARY_BYTES = 100
"""The default for the smallest summary of an iteration that is accepted."""


@dataclass(frozen=True, slots=True)
class IterationReport:
    """What a coordinator reports at the end of an iteration, as it was received.

    Only the first three fields and `summary_path` affect the decision. `work_remaining` is a text
    of names, a text with a JSON array, or the names themselves.
    """

    work_remaining: str | tuple[str, ...] | None
    requires_continuation: bool
    stuck_detected: bool = False
    context_exhausted: bool = False
    context_usage_percent: int | None = None
    checkpoint_path: str | None = None
    summary_path: str | None = None
    phase_count: int | None = None
    git_commits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StartIterations:
    """Start a loop, or restart it."""

    plan: str
    max_iterations: int
    now: int


@dataclass(frozen=True, slots=True)
class ReportIteration:
    """Report the end of an iteration. `summary_bytes` is `None` without a summary file."""

    plan: str
    report: IterationReport
    summary_bytes: int | None
    now: int
    least_summary_bytes: int = LEAST_SUMMARY_BYTES


@dataclass(frozen=True, slots=True)
class IterationsStarted:
    """The loop has started with iteration 1."""

    max_iterations: int


@dataclass(frozen=True, slots=True)
class IterationDecided:
    """Whether the loop continues or how it ended, and the number of the iteration.

    `violation` is what was logged, if the report broke the contract.
    """

    status: LoopStatus
    iteration: int
    violation: Violation | None = None
