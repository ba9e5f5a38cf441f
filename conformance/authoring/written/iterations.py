"""Traces of iteration loops."""

from model.explorer.scopes.scope import definition, step
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register

PLAN, HASH = "plan.md", "a" * 64
REGISTERED = Register(PLAN, definition("a", step("build")), 0)
BEGUN = (REGISTERED, StartIterations(PLAN, 3, 0))
LAST = (REGISTERED, StartIterations(PLAN, 1, 0))

Work = str | tuple[str, ...] | None


def report(
    work: Work,
    *,
    requires: bool = True,
    stuck: bool = False,
    exhausted: bool = False,
    summary: str | None = "summary.md",
    size: int | None = 100,
    least: int | None = 100,
) -> ReportIteration:
    """Return the report of an iteration."""
    said = IterationReport(work, requires, stuck, exhausted, summary_path=summary)
    return ReportIteration(PLAN, said, size, 0, least)


WORKING = report("Phase_2")
SIGNALLED = report("Phase_2", requires=False)
DONE = report("0", requires=False)

ITERATION_TRACES: dict[str, tuple[Operation, ...]] = {
    "without-A11-continuation-override": (*BEGUN, SIGNALLED),
    "without-A15-halting-wins": (*BEGUN, report("0")),
    "without-A34-larger-summary": (*BEGUN, report("Phase_2", size=99, least=None)),
    "without-A35-checked-work": (*BEGUN, report(" 0 ")),
    "without-A36-work-as-written": (*BEGUN, report("none")),
    "none-taken-for-work": (*BEGUN, report("none")),
    "nothing-in-lower-case-alone": (*BEGUN, report("None.")),
    "bare-lists-rejected": (*BEGUN, report("[Phase_2, Phase_3]")),
    "bare-lists-in-double-quotes-alone": (*BEGUN, report("['Phase_2']")),
    "dash-taken-for-work": (*BEGUN, report("-")),
    "ambiguous-words-taken-for-names": (*BEGUN, report("[none]")),
    "two-words-taken-for-one-name": (*BEGUN, report("[Phase_2 Phase_3]")),
    "lists-not-closed-accepted": (*BEGUN, report("[Phase_2")),
    "commas-kept-between-names": (*BEGUN, report("Phase_2, Phase_3")),
    "ten-bytes-are-enough": (*BEGUN, report("Phase_2", size=99, least=None)),
    "work-remaining-names-missing-negated": (*BEGUN, report(None)),
    "work-remaining-names-a-list-dropped": (*BEGUN, report((" Phase_2",))),
    "only-spaces-stripped": (*BEGUN, report(("Phase_2\t",))),
    "listed-nought-dropped": (*BEGUN, report(("0",))),
    "array-without-its-brackets": (*BEGUN, report(' ["Phase_2"]')),
    "work-remaining-names-an-array-dropped": (*BEGUN, report('["Phase_2"]')),
    "repeated-names-dropped": (*BEGUN, report('["Phase_2", "Phase_2"]')),
    "names-between-single-spaces": (*BEGUN, report("Phase_2  Phase_3")),
    "names-between-ascii-white-space": (*BEGUN, report("Phase_2\u2003Phase_3")),
    "commas-divide-names": (*BEGUN, report("Phase_2,Phase_3")),
    "requested-iteration-granted": (*LAST, WORKING),
    "limit-before-stuck": (*LAST, report("Phase_2", stuck=True)),
    "signal-ends-the-loop": (*BEGUN, SIGNALLED),
    "exhausted-context-taken-for-stuck": (*BEGUN, report("Phase_2", exhausted=True)),
    "loop-of-a-completed-plan-ends": (
        *BEGUN,
        Claim(PLAN, "one", HASH, 0),
        Complete(PLAN, "build", "one", HASH, 0),
        WORKING,
    ),
    "restarted-loop-keeps-its-context": (*BEGUN, WORKING, StartIterations(PLAN, 3, 0)),
    "start-answered-with-the-iteration": BEGUN,
    "names-of-the-report-before-kept": (*BEGUN, WORKING, report("Phase_3")),
    "names-of-the-last-report-not-stored": (*BEGUN, WORKING, DONE),
    "iteration-not-counted": (*BEGUN, WORKING),
    "context-kept-without-a-path": (*BEGUN, WORKING, report("Phase_3", summary=None)),
    "ended-loop-still-continuing": (*BEGUN, DONE),
    "limit-without-a-halt-reason": (*LAST, WORKING),
    "last-iteration-counted-on": (*BEGUN, DONE),
    "ended-iteration-answered": (*BEGUN, WORKING),
    "violation-not-answered": (*BEGUN, SIGNALLED),
    "iterations-contract-violation-the-contract-is-kept-dropped": (*BEGUN, SIGNALLED, WORKING),
    "first-name-of-a-violation-alone": (*BEGUN, report("Phase_2 Phase_3", requires=False)),
    "forced-continuation-not-recorded": (*BEGUN, SIGNALLED),
    "halt-called-an-override": (*LAST, SIGNALLED),
    "least-summary-refused": (*BEGUN, report("Phase_2", size=99), WORKING),
    "sizes-of-a-summary-swapped": (*BEGUN, report("Phase_2", size=99)),
    "default-size-named": (*BEGUN, report("Phase_2", size=150, least=200)),
    "iterations-require-acceptable-no-summary-negated": (*BEGUN, report("Phase_2", size=None)),
    "work-read-before-the-summary": (*BEGUN, report("[broken", size=None)),
}
