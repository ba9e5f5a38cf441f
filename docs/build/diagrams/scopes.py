"""The small scopes whose transitions the state diagrams show, each explored in about a second."""

from dataclasses import replace

from model.explorer.scopes.areas import COMMITS as COMMITS
from model.explorer.scopes.areas import ITERATIONS as ITERATIONS
from model.explorer.scopes.recovery import RECOVERY as ALL_OF_RECOVERY
from model.explorer.scopes.scope import (
    PLAN,
    committed,
    completing,
    correcting,
    definition,
    holding,
    reporting,
    scope,
    step,
)
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    Stop,
)

ALONE = ("build",)

PLANS = scope(
    "plans",
    "A document with two versions, one step and a worker.",
    (definition("a", step("build")), definition("b", step("build", tasks=1))),
    1,
    (Claim(PLAN, "one", "", 0, 0), *completing(ALONE, 1)),
)

CLAIMS = scope(
    "claims",
    "One step and two worktrees.",
    (definition("a", step("build")),),
    2,
    (*holding(ALONE, 2, lease=1), *completing(ALONE, 2)),
)

CHECKLISTS = scope(
    "checklists",
    "One step with a task and a worktree.",
    (definition("a", step("build", tasks=1)),),
    1,
    (
        *holding(ALONE, 1, lease=1),
        *completing(ALONE, 1),
        *reporting(ALONE, 1, tasks=1),
        *correcting(ALONE, 1),
        Reconcile(PLAN, committed(("build", "a")), 0),
    ),
)

COMPLETION = scope(
    "completion",
    "One step with a task and a substep, one worktree, and a commit log.",
    (definition("a", step("build", step("build-1"), tasks=1)),),
    1,
    (
        *holding(ALONE, 1, lease=1),
        *completing(("build", "build-1"), 1),
        *reporting(ALONE, 1, tasks=1),
        Reconcile(PLAN, committed(("build", "a")), 0),
    ),
)

REVIEWS = scope(
    "reviews",
    "One plan with at most two reviews in a cycle, without what people edit by hand.",
    (definition("a", step("build")),),
    1,
    (
        *(NewPlan(PLAN, 0, most) for most in (2, 0)),
        CreateTasks(PLAN, 0),
        NextTask(PLAN, "1", 0),
        NextTask(PLAN, None, 0),
        CompleteTask(PLAN, "1", 0),
        CompletePlan(PLAN, 0),
        PostReview(PLAN, 0),
        *(Stop(PLAN, result, 0) for result in (ReviewResult.PASS, ReviewResult.FAIL)),
    ),
    time_passes=False,
)

RECOVERY = replace(
    ALL_OF_RECOVERY,
    sentence="One step brought from its claim to its commit, and at most one disturbance anywhere.",
    max_disturbances=1,
)
