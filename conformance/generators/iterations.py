"""Operations on iteration loops: start, and report an iteration with its signals."""

from itertools import product

from hypothesis import strategies as st

from conformance.generators.boundary_values import values_of
from conformance.generators.context import about_plan
from conformance.generators.draws import booleans_with_odds, mostly_usual, values
from spec.vocabulary.domains import Limit, Names, Size
from spec.vocabulary.iteration_loops import LoopStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.state import Plan

limits = values(Limit)
summary_sizes = st.sampled_from((*mostly_usual(Size), None, None, 9, 10))
least_sizes = st.sampled_from((*(None,) * 32, *values_of(Size).boundary))
listed = ((), ("Phase_2", " "), ("größe",), ("0",), ("same", "same"))
WORDS = ("a", "Phase 4", "0", "none", "-", "", "''", "'b c'", '"d"')
work_lists = [
    form.format(joint.join(pair))
    for form in ("{}", "[{}]", "[{},]", "[{}", "[a, {}]", "e, {}")
    for joint in (",", ", ", " ", ",,")
    for pair in (*product(WORDS), *product(WORDS, repeat=2))
]
"""Lists in brackets and without, and what is nearly one."""
work_left = st.sampled_from((*mostly_usual(Names, "", "0", None, *listed) * 20, *work_lists))
commits = ((), ("a" * 40, "a" * 40))
phases = (None, None, 3)
details = st.sampled_from(
    list(product((None, 75), ("summaries/001.md", None), commits, phases, (None, "checkpoint.md")))
)
"""The used context in percent, the paths of summary and checkpoint, the commits, the phases."""


@st.composite
def reports(draw: st.DrawFn) -> IterationReport:
    """Report an iteration. The signals often contradict each other."""
    continuation, stuck, exhausted = draw(booleans_with_odds(continuation=2, stuck=4, exhausted=4))
    percent, summary, made, count, checkpoint = draw(details)
    return IterationReport(
        work_remaining=draw(work_left),
        requires_continuation=continuation,
        stuck_detected=stuck,
        context_exhausted=exhausted,
        context_usage_percent=percent,
        summary_path=summary,
        git_commits=made,
        phase_count=count,
        checkpoint_path=checkpoint,
    )


def is_iterating(plan: Plan) -> bool:
    """Return whether the loop of a plan continues."""
    loop = plan.iteration_loop
    return loop is not None and loop.status == LoopStatus.CONTINUING


def is_idle(plan: Plan) -> bool:
    """Return whether the plan has no loop that continues."""
    return not is_iterating(plan)


start_iterations = about_plan(StartIterations, is_idle, max_iterations=limits)
report_iterations = about_plan(
    ReportIteration,
    is_iterating,
    summary_bytes=summary_sizes,
    least_summary_bytes=least_sizes,
    report=reports(),
)
