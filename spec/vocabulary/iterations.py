"""Iterations: starting a loop, reporting the end of an iteration, and what is decided."""

from dataclasses import dataclass

from spec.vocabulary.iteration_loops import LoopStatus, Violation

LEAST_SUMMARY_BYTES = 100
"""How large the summary of an iteration must be unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class IterationReport:
    """What a coordinator says at the end of an iteration, as it came.

    Only the first three fields and `summary_path` decide anything. `work_remaining` may be a text
    of names, a JSON array in a text, or the names themselves.
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
    """Begin a loop, or begin it anew."""

    plan: str
    max_iterations: int
    now: int


@dataclass(frozen=True, slots=True)
class ReportIteration:
    """Report the end of an iteration. `summary_bytes` is none if there is no summary file."""

    plan: str
    report: IterationReport
    summary_bytes: int | None
    now: int
    least_summary_bytes: int = LEAST_SUMMARY_BYTES


@dataclass(frozen=True, slots=True)
class IterationsStarted:
    """The loop has begun with iteration 1."""

    max_iterations: int


@dataclass(frozen=True, slots=True)
class IterationDecided:
    """Whether the loop goes on, and with which iteration; or how it ended, and with which.

    `violation` is what was logged, if the report broke the contract.
    """

    status: LoopStatus
    iteration: int
    violation: Violation | None = None
