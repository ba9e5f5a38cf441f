"""Iterations: starting a loop, and reporting the end of an iteration."""

from dataclasses import dataclass
from typing import Annotated

from spec.vocabulary.domains import LIST, CommitHash, Limit, Names, Path, Size, Time, Word
from spec.vocabulary.iteration_loops import LoopStatus, Violation

LEAST_SUMMARY_BYTES = 100
"""The smallest summary of an iteration that is accepted, if the report says nothing else."""


@dataclass(frozen=True, slots=True)
class IterationReport:
    """What a coordinator reports at the end of an iteration, as it was received.

    `summary_path` is that of the copy of the summary, if the loop continues (ITR-5.15).
    Only the first three fields and `summary_path` affect the decision. `work_remaining` is a text
    of names, a text with a JSON array, or the names themselves.
    """

    work_remaining: Names | Annotated[tuple[Word, ...], LIST] | None
    requires_continuation: bool
    stuck_detected: bool = False
    context_exhausted: bool = False
    context_usage_percent: Limit | None = None
    checkpoint_path: Path | None = None
    summary_path: Path | None = None
    phase_count: Limit | None = None
    git_commits: Annotated[tuple[CommitHash, ...], LIST] = ()


@dataclass(frozen=True, slots=True)
class StartIterations:
    """Start a loop, or restart it."""

    plan: Path
    max_iterations: Limit
    now: Time


@dataclass(frozen=True, slots=True)
class ReportIteration:
    """Report the end of an iteration. `summary_bytes` is `None` without a summary file.

    Without `least_summary_bytes`, the edition decides how small a summary may be.
    """

    plan: Path
    report: IterationReport
    summary_bytes: Size | None
    now: Time
    least_summary_bytes: Size | None = None


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
