"""Review cycles: what is kept of them, what can happen in them, and what is answered."""

from dataclasses import dataclass
from enum import StrEnum

DEFAULT_MAX_REVIEWS = 8
"""How many reviews a cycle has at most unless somebody says otherwise."""


class ReviewPhase(StrEnum):
    """The four kinds of review."""

    PLAN_REVIEW = "plan-review"
    TASKS_REVIEW = "tasks-review"
    CODE_REVIEW = "code-review"
    ALL_CODE_REVIEW = "all-code-review"

    @property
    def post(self) -> str:
        """Name the phase in which the findings of this kind of review are worked on."""
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


class ReviewModel(StrEnum):
    """The models that review in turn."""

    OPUS = "opus"
    SONNET = "sonnet"


@dataclass(frozen=True, slots=True)
class ReviewCycle:
    """Where a plan stands in its reviews: what `state.json` holds.

    `phase_iteration` counts the reviews of the cycle, and is none when a person has started a
    review by hand. People edit the state: `max_reviews` may be negative, which makes the state
    malformed, and the phases may be any words.
    """

    max_reviews: int = DEFAULT_MAX_REVIEWS
    current_task: str | None = None
    phase: str = WorkPhase.NEW_PLAN
    phase_iteration: int | None = 0
    next_phase: str | None = ReviewPhase.PLAN_REVIEW
    review_model: ReviewModel = ReviewModel.OPUS
    consecutive_clean: int = 0


@dataclass(frozen=True, slots=True)
class NewPlan:
    """Write the plan, and have it reviewed. Starts anew if there are reviews of it already."""

    plan: str
    now: int
    max_reviews: int = DEFAULT_MAX_REVIEWS


@dataclass(frozen=True, slots=True)
class CreateTasks:
    """Divide the plan into tasks, and have them reviewed."""

    plan: str
    now: int


@dataclass(frozen=True, slots=True)
class NextTask:
    """Begin a task, or with none left have all code reviewed. `tests_first` begins it with TDD."""

    plan: str
    task: str | None
    now: int
    tests_first: bool = False


@dataclass(frozen=True, slots=True)
class CompleteTask:
    """Say that a task is done, and have its code reviewed."""

    plan: str
    task: str
    now: int


@dataclass(frozen=True, slots=True)
class CompletePlan:
    """Say that everything is done, after all code was reviewed."""

    plan: str
    now: int


class ReviewResult(StrEnum):
    """What comes of a reviewer that is run."""

    PASS = "pass"
    FAIL = "fail"
    NO_VERDICT = "no_verdict"
    TWO_VERDICTS = "two_verdicts"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    NO_FILE = "no_file"


@dataclass(frozen=True, slots=True)
class Stop:
    """The agent tries to stop. `review` is what a reviewer does if one is run."""

    plan: str
    review: ReviewResult
    now: int
    stop_hook_active: bool = False


@dataclass(frozen=True, slots=True)
class PostReview:
    """Say that the findings of the last review are worked on."""

    plan: str
    now: int


@dataclass(frozen=True, slots=True)
class ContinuePlan:
    """Ask how to go on after a crash."""

    plan: str
    now: int


@dataclass(frozen=True, slots=True)
class SetMaxReviews:
    """A person edits `max_reviews`. Nothing checks what people write."""

    plan: str
    max_reviews: int
    now: int


@dataclass(frozen=True, slots=True)
class SetNextPhase:
    """A person edits `next_phase`, to any word or to none.

    With `by_hand` also `phase_iteration` to none: the person wants no automation.
    """

    plan: str
    next_phase: str | None
    now: int
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class CycleChanged:
    """Where the plan stands now. With `cannot_pass`, no cycle can ever have two reviews."""

    phase: str
    next_phase: str | None
    cannot_pass: bool = False


class StopReason(StrEnum):
    """Why a stop was approved or blocked."""

    HOOK_ACTIVE = "hook_active"
    NO_STATE = "no_state"
    MALFORMED = "malformed"
    NO_REVIEW_DUE = "no_review_due"
    BY_HAND = "by_hand"
    REVIEWS_OFF = "reviews_off"
    LIMIT_REACHED = "limit_reached"
    ADVANCED = "advanced"
    REVIEWED = "reviewed"
    REVIEW_FAILED = "review_failed"


@dataclass(frozen=True, slots=True)
class StopAnswered:
    """Whether the agent may stop, and why.

    `review` is the number of the review that was run, and `model` what ran it; none if none was.
    `decided` is the state that the hook decided on, if it decided to change it.
    """

    approved: bool
    reason: StopReason
    review: int | None = None
    model: ReviewModel | None = None
    decided: ReviewCycle | None = None


class Continuation(StrEnum):
    """What to do after a crash. `ASK` means that a person has to say."""

    POST_REVIEW = "post_review"
    STOP = "stop"
    CONTINUE_TASK = "continue_task"
    WORK = "work"
    FINISHED = "finished"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Route:
    """How to go on, and the phase to go on with if the word alone does not say it."""

    continuation: Continuation
    phase: str | None = None


ReviewOperation = (
    NewPlan
    | CreateTasks
    | NextTask
    | CompleteTask
    | CompletePlan
    | Stop
    | PostReview
    | ContinuePlan
    | SetMaxReviews
    | SetNextPhase
)
