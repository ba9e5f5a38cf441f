"""Review cycles: the phases of a plan's reviews, and what is stored of them."""

from dataclasses import dataclass
from enum import StrEnum

DEFAULT_MAX_REVIEWS = 8
"""The default limit of reviews in a cycle."""


class ReviewPhase(StrEnum):
    """The four kinds of review."""

    PLAN_REVIEW = "plan-review"
    TASKS_REVIEW = "tasks-review"
    CODE_REVIEW = "code-review"
    ALL_CODE_REVIEW = "all-code-review"

    @property
    def post(self) -> str:
        """The phase in which the findings of this kind of review are fixed."""
        return f"post-{self}"


POST_REVIEW_PHASES = tuple(phase.post for phase in ReviewPhase)


class WorkPhase(StrEnum):
    """The phases in which an agent works."""

    NEW_PLAN = "new-plan"
    CREATE_TASKS = "create-tasks"
    NEXT_TASK = "next-task"
    NEXT_TASK_TDD = "next-task-tdd"
    CONTINUE_TASK = "continue-task"
    COMPLETE = "complete"


TASK_PHASES = (WorkPhase.NEXT_TASK, WorkPhase.NEXT_TASK_TDD, WorkPhase.CONTINUE_TASK)
"""The phases in which an agent works on a task."""


PHASES = frozenset((*ReviewPhase, *POST_REVIEW_PHASES, *WorkPhase))
"""Every word that is a phase."""


class ReviewModel(StrEnum):
    """The models that take turns in reviewing."""

    OPUS = "opus"
    SONNET = "sonnet"


@dataclass(frozen=True, slots=True)
class ReviewCycle:
    """The review state of a plan: the contents of `state.json`.

    `phase_iteration` counts the reviews of the cycle, and is `None` when a person has started a
    review by hand. People edit the state: `max_reviews` may be negative, which makes the state
    malformed, and the phases in a file may be any words, which `SetNextPhase` rejects since A27.
    """

    max_reviews: int = DEFAULT_MAX_REVIEWS
    current_task: str | None = None
    phase: str = WorkPhase.NEW_PLAN
    phase_iteration: int | None = 0
    next_phase: str | None = ReviewPhase.PLAN_REVIEW
    review_model: ReviewModel = ReviewModel.OPUS
    consecutive_clean: int = 0
