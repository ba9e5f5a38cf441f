"""The scopes of commits, reviews and iterations."""

from itertools import product

from model.explorer.scopes.scope import (
    PLAN,
    WORKTREES,
    Scope,
    completing,
    definition,
    holding,
    scope,
    step,
)
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
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

COMMIT_HASH = "c" * 40


def commits(anchor: str, worktree: str) -> tuple[Operation, ...]:
    """Return a commit that can succeed, and the ways in which one fails."""
    who = (PLAN, anchor, worktree)
    return (
        Commit(*who, "", 0, COMMIT_HASH),
        Commit(*who, None, 0, COMMIT_HASH),
        Commit(*who, "", 0, COMMIT_HASH, git_succeeds=False),
        Commit(*who, "", 0, COMMIT_HASH, root_found=False),
        Commit(*who, "", 0, COMMIT_HASH, store_reachable=False),
        Commit(*who, "", 0, "d" * 40, found_commit=COMMIT_HASH, clean=True),
    )


COMMITS = scope(
    "commits",
    "A step with a task and a substep, two worktrees, and git: why a commit completes nothing.",
    (
        definition("a", step("build", step("build-1"), tasks=1)),
        definition("b", step("build", step("build-1"), tasks=1)),
    ),
    2,
    (
        *holding(("build",), 2, lease=1),
        *completing(("build-1",), 2, force=(False,)),
        *(
            operation
            for worktree in WORKTREES[:2]
            for operation in (
                Batch(PLAN, "build", worktree, (), "", 0, complete_remaining=True),
                *commits("build", worktree),
                Commit(PLAN, "nowhere", worktree, "", 0, COMMIT_HASH),
                Commit("unknown.md", "build", worktree, "", 0, COMMIT_HASH),
            )
        ),
    ),
)

WORK = (Claim(PLAN, WORKTREES[0], "", 0, 0), *completing(("build",), 1, force=(False,)))
"""The operations that finish a plan of one step without items."""

REVIEWS = scope(
    "reviews",
    "One plan through all its reviews: agents that work, a reviewer, and a person who interferes.",
    (definition("a", step("build")),),
    1,
    (
        *WORK,
        *(NewPlan(PLAN, 0, most) for most in (3, 0, -1)),
        CreateTasks(PLAN, 0),
        NextTask(PLAN, "1", 0),
        NextTask(PLAN, None, 0),
        CompleteTask(PLAN, "1", 0),
        CompletePlan(PLAN, 0),
        PostReview(PLAN, 0),
        ContinuePlan(PLAN, 0),
        *(Stop(PLAN, result, 0) for result in ReviewResult),
        Stop(PLAN, ReviewResult.FAIL, 0, stop_hook_active=True),
        Stop(PLAN, ReviewResult.CRASHED, 0, stop_hook_active=True),
        *(SetMaxReviews(PLAN, most, 0) for most in (-1, 1)),
        SetNextPhase(PLAN, ReviewPhase.CODE_REVIEW, 0, by_hand=True),
        SetNextPhase(PLAN, ReviewPhase.CODE_REVIEW.post, 0, by_hand=True),
        *(SetNextPhase(PLAN, word, 0) for word in ("sleep", None, ReviewPhase.TASKS_REVIEW)),
    ),
    time_passes=False,
)

REPORTS = (
    *(
        IterationReport(work, requires, stuck_detected=stuck, summary_path="summary.md")
        for work, requires, stuck in product(("Phase_2", "0"), (False, True), (False, True))
    ),
    *(
        IterationReport(work, requires_continuation=True, summary_path="summary.md")
        for work in ("[broken", "[ ]", "none", "[Phase_2, Phase_3]")
    ),
)

COMMANDS = (
    *("make test", "make; make", "make \\", "cat a", "grep a b", "ls", "make | cat"),
    *("make || true", "cat a >b", "cat a > b", "git commit -m 'a\nb'", "echo a >b", "echo $(date)"),
)

ITERATIONS = scope(
    "iterations",
    "A loop of one to three iterations, every report that an agent can make, and its commands.",
    (definition("a", step("build")),),
    1,
    (
        *WORK,
        *(StartIterations(PLAN, most, 0) for most in (0, 1, 2, 3)),
        *(ReportIteration(PLAN, report, 100, 0) for report in REPORTS),
        ReportIteration(PLAN, REPORTS[0], None, 0),
        *(ReportIteration(PLAN, REPORTS[0], size, 0) for size in (9, 99)),
        *(CheckCommand(PLAN, command, 0) for command in COMMANDS),
    ),
    time_passes=False,
)

PLAN_SCOPES: tuple[Scope, ...] = (ITERATIONS, COMMITS, REVIEWS)
"""From the smallest to the largest."""
