"""Operations on iteration loops: start, and report an iteration with its signals."""

from hypothesis import strategies as st

from conformance.generators.situation import choose_plan, one_in, situations
from spec.vocabulary.iteration_loops import LoopStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.state import Plan

limits = st.sampled_from((3, 1, 2, 5, 3, 1, 2, 0, -1))
summary_sizes = st.sampled_from((100, 4096) * 6 + (99, 0, None))
work_left = st.sampled_from(
    (
        "Phase_2 Phase_3",
        "",
        "0",
        " \n",
        "[]",
        '["Phase 4", " "]',
        "[broken",
        "[1]",
        None,
        "Phase_2,\t\n Phase_3",
        (),
        ("Phase_2", " "),
        ("größe",),
        ("0",),
    )
)
reports = st.builds(
    IterationReport,
    work_remaining=work_left,
    requires_continuation=st.booleans(),
    stuck_detected=one_in(4),
    context_exhausted=one_in(4),
    context_usage_percent=st.sampled_from((None, 75)),
    summary_path=st.sampled_from(("summaries/001.md", None)),
    git_commits=st.sampled_from(((), ("a" * 40,))),
)
"""Reports of iterations. Their signals often contradict each other."""


def is_iterating(plan: Plan) -> bool:
    """Return whether the loop of a plan goes on."""
    loop = plan.iteration_loop
    return loop is not None and loop.status == LoopStatus.CONTINUING


def is_idle(plan: Plan) -> bool:
    """Return whether no loop of a plan goes on."""
    return not is_iterating(plan)


@st.composite
def start_iterations(draw: st.DrawFn) -> StartIterations:
    """Start a loop."""
    situation = draw(situations)
    plan = choose_plan(draw, situation, is_idle)
    return StartIterations(plan, draw(limits), situation.now)


@st.composite
def report_iterations(draw: st.DrawFn) -> ReportIteration:
    """Report the end of an iteration."""
    situation = draw(situations)
    plan = choose_plan(draw, situation, is_iterating)
    return ReportIteration(plan, draw(reports), draw(summary_sizes), situation.now)
