"""Loop decisions: whether an iteration loop continues, or how it ends (ITR-3, ITR-4, ITR-8)."""

from dataclasses import dataclass

from spec.amendments.corrections import HALTING_WINS
from spec.amendments.seed import CONTINUATION_OVERRIDE
from spec.editions import Edition
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override
from spec.vocabulary.iterations import IterationReport


@dataclass(frozen=True, slots=True)
class LoopDecision:
    """The status of a loop, the clauses that decided it, and how the signal was overridden."""

    status: LoopStatus
    clauses: tuple[str, ...]
    override: Override | None = None

    @property
    def continues(self) -> bool:
        """Return whether there is another iteration."""
        return self.status is LoopStatus.CONTINUING


def decide_continuation(
    loop: IterationLoop, report: IterationReport, works: bool, edition: Edition
) -> LoopDecision:
    """Decide from the work that remains and from the signals."""
    # ITR-4.1, ITR-4.2: before A15, halting was not decided at all.
    if not edition.has(HALTING_WINS):
        return decide_by_signals(report, works, edition)
    # ITR-4.6: halting comes before the work and the signal that continue a loop.
    return decide_halting(loop, report, works) or decide_by_signals(report, works, edition)


def decide_halting(
    loop: IterationLoop, report: IterationReport, works: bool
) -> LoopDecision | None:
    """End a loop that is finished, stuck or out of iterations (ITR-4); otherwise return `None`."""
    if not works:
        return LoopDecision(LoopStatus.COMPLETE, ("ITR-4.3",), Override.FORCED_FALSE)
    if report.stuck_detected:
        return LoopDecision(LoopStatus.STUCK, ("ITR-4.4",))
    if loop.iteration >= loop.max_iterations:
        return LoopDecision(LoopStatus.MAX_ITERATIONS, ("ITR-4.5",))
    return None


def decide_by_signals(report: IterationReport, works: bool, edition: Edition) -> LoopDecision:
    """Decide a loop that does not halt (ITR-3, ITR-8)."""
    # ITR-3.3: remaining work forces the loop to continue.
    if edition.has(CONTINUATION_OVERRIDE):
        if works:
            return LoopDecision(LoopStatus.CONTINUING, ("ITR-3.3",), Override.FORCED_TRUE)
        status = LoopStatus.CONTINUING if report.requires_continuation else LoopStatus.COMPLETE
        return LoopDecision(status, ("ITR-3.4",))
    # ITR-8: otherwise the coordinator decides.
    if report.requires_continuation:
        return LoopDecision(LoopStatus.CONTINUING, ("ITR-8.1",))
    if not works:
        return LoopDecision(LoopStatus.COMPLETE, ("ITR-8.2", "ITR-8.3"))
    if report.stuck_detected:
        return LoopDecision(LoopStatus.STUCK, ("ITR-8.2", "ITR-8.4"))
    return LoopDecision(LoopStatus.MAX_ITERATIONS, ("ITR-8.2", "ITR-8.5"))
