"""Scopes of one theme each: reviews, iterations, and everything that is unknown."""

from model.explorer.scopes.areas import COMMIT_HASH
from model.explorer.scopes.scope import (
    PLAN,
    WORKTREES,
    committed,
    definition,
    scope,
    step,
)
from model.explorer.scopes.themes import STEP, UNKNOWN
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.readiness import Ready
from spec.vocabulary.review_cycles import ReviewPhase
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    SetMaxReviews,
    SetNextPhase,
    Stop,
)
from spec.vocabulary.state import Show

REPORTS = (
    IterationReport(("Phase_2",), True, context_usage_percent=81, phase_count=3),
    IterationReport((), False, context_exhausted=True, git_commits=(COMMIT_HASH,)),
    IterationReport(None, False, checkpoint_path="checkpoint.md", summary_path="summary.md"),
    IterationReport("[]", True, summary_path=""),
    IterationReport('["Phase_2"]', False, summary_path="summary.md", phase_count=0),
    IterationReport(" Phase_2\tPhase_3 ", True, stuck_detected=True),
    IterationReport(" \n", True, context_usage_percent=0),
)

PHASES = scope(
    "phases",
    "Reviews of two tasks, one by its tests first, with phases that a person sets and takes away.",
    (definition("a", step(STEP)),),
    1,
    (
        NewPlan(PLAN, 0, 2),
        CreateTasks(PLAN, 0),
        NextTask(PLAN, "1", 0),
        CompletePlan(PLAN, 0),
        PostReview(PLAN, 0),
        ContinuePlan(PLAN, 0),
        SetMaxReviews(PLAN, 2, 0),
        SetNextPhase(PLAN, None, 0),
        Stop(PLAN, ReviewResult.FAIL, 0),
        NextTask(PLAN, "2", 0, tests_first=True),
        NextTask(PLAN, None, 0, tests_first=True),
        CompleteTask(PLAN, "2", 0),
        Stop(PLAN, ReviewResult.PASS, 0),
        Stop(PLAN, ReviewResult.PASS, 0, stop_hook_active=True),
        SetMaxReviews(PLAN, 0, 0),
        SetNextPhase(PLAN, None, 0, by_hand=True),
        SetNextPhase(PLAN, ReviewPhase.CODE_REVIEW, 0),
    ),
    time_passes=False,
    max_rounds=2,
)

LOOPS = scope(
    "loops",
    "A loop with reports in every form, and summaries around two lengths that are the least.",
    (definition("a", step(STEP)),),
    1,
    (
        StartIterations(PLAN, 2, 0),
        StartIterations(PLAN, 3, 0),
        *(ReportIteration(PLAN, report, 200, 0) for report in REPORTS),
        *(
            ReportIteration(PLAN, REPORTS[4], length, 0, least)
            for length in (0, 49, 50, None)
            for least in (50, 0)
        ),
        *(CheckCommand(PLAN, command, 0) for command in ("git push", "cd /tmp && make", "")),
    ),
    time_passes=False,
    finishes=False,
)

UNKNOWN_STEPS = scope(
    "unknown-steps",
    "Everything that can be asked of a step that is unknown, or of one in an unknown plan.",
    (definition("a", step(STEP)),),
    1,
    (
        Claim(UNKNOWN, WORKTREES[0], "", 0, 1),
        *(
            operation
            for plan, anchor in ((UNKNOWN, STEP), (PLAN, "nowhere"), (PLAN, ""))
            for operation in (
                Start(plan, anchor, WORKTREES[0], 0),
                Heartbeat(plan, anchor, WORKTREES[0], 0, 1),
                Release(plan, anchor, 0, WORKTREES[0]),
                Release(plan, anchor, 0, None, force=True),
                Reset(plan, anchor, 0),
                Update(plan, anchor, WORKTREES[0], (StatusChange("completed"),), "", 0),
                Batch(plan, anchor, WORKTREES[0], (), "", 0, complete_remaining=True),
                RecordArtifact(plan, anchor, WORKTREES[0], "log", "built", 0),
                Complete(plan, anchor, WORKTREES[0], "", 0),
                Complete(plan, anchor, WORKTREES[0], "", 0, force=True),
            )
        ),
        Claim(PLAN, WORKTREES[0], "", 0, 1),
        Ready(UNKNOWN, 0),
        Show(UNKNOWN, "", 0),
        Reconcile(UNKNOWN, committed((STEP, "a")), 0),
    ),
)

UNKNOWN_PLANS = scope(
    "unknown-plans",
    "Everything about reviews and iterations that can be asked of a plan that is not registered.",
    (definition("a", step(STEP)),),
    1,
    (
        NewPlan(UNKNOWN, 0),
        CreateTasks(UNKNOWN, 0),
        NextTask(UNKNOWN, "1", 0),
        CompleteTask(UNKNOWN, "1", 0),
        CompletePlan(UNKNOWN, 0),
        PostReview(UNKNOWN, 0),
        ContinuePlan(UNKNOWN, 0),
        SetMaxReviews(UNKNOWN, 2, 0),
        SetNextPhase(UNKNOWN, None, 0),
        Stop(UNKNOWN, ReviewResult.FAIL, 0),
        StartIterations(UNKNOWN, 2, 0),
        ReportIteration(UNKNOWN, REPORTS[0], 200, 0),
        CheckCommand(UNKNOWN, "make test", 0),
    ),
)
