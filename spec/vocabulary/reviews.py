"""Reviews: the operations of a review cycle, and the stop hook."""

from dataclasses import dataclass
from enum import StrEnum

from spec.vocabulary.domains import Limit, Path, Phase, Task, Time
from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS, ReviewCycle, ReviewModel


@dataclass(frozen=True, slots=True)
class NewPlan:
    """Start the reviews of a plan, or restart them."""

    plan: Path
    now: Time
    max_reviews: Limit = DEFAULT_MAX_REVIEWS


@dataclass(frozen=True, slots=True)
class CreateTasks:
    """Declare the plan divided into tasks; their review is due next."""

    plan: Path
    now: Time


@dataclass(frozen=True, slots=True)
class NextTask:
    """Start a task, by its tests if `tests_first`; without a task, have all code reviewed."""

    plan: Path
    task: Task | None
    now: Time
    tests_first: bool = False


@dataclass(frozen=True, slots=True)
class CompleteTask:
    """Declare a task done; the review of its code is due next."""

    plan: Path
    task: Task
    now: Time


@dataclass(frozen=True, slots=True)
class CompletePlan:
    """Declare the plan done, after all code was reviewed."""

    plan: Path
    now: Time


class ReviewResult(StrEnum):
    """The result of running a reviewer."""

    PASS = "pass"
    FAIL = "fail"
    NO_VERDICT = "no_verdict"
    TWO_VERDICTS = "two_verdicts"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    NO_FILE = "no_file"


@dataclass(frozen=True, slots=True)
class Stop:
    """An agent tries to stop. `review` is the result of the reviewer, if one is run."""

    plan: Path
    review: ReviewResult
    now: Time
    stop_hook_active: bool = False


@dataclass(frozen=True, slots=True)
class PostReview:
    """Declare the findings of the last review fixed."""

    plan: Path
    now: Time


@dataclass(frozen=True, slots=True)
class ContinuePlan:
    """Query how to continue after a crash."""

    plan: Path
    now: Time


@dataclass(frozen=True, slots=True)
class SetMaxReviews:
    """A person edits `max_reviews`, to any number."""

    plan: Path
    max_reviews: Limit
    now: Time


@dataclass(frozen=True, slots=True)
class SetNextPhase:
    """A person edits `next_phase`, to a phase (before A27: to any word) or to `None`.

    With `by_hand`, `phase_iteration` becomes `None` too: the review is not automatic.
    """

    plan: Path
    next_phase: Phase | None
    now: Time
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class CycleChanged:
    """The phases of the plan. With `cannot_pass`, no cycle can have the two reviews it needs."""

    phase: str
    next_phase: str | None
    cannot_pass: bool = False


class StopReason(StrEnum):
    """Why a stop was approved or blocked; `hook_active` only without A24, so not in 2026.2."""

    HOOK_ACTIVE = "hook_active"
    NO_STATE = "no_state"
    MALFORMED = "malformed"
    NO_REVIEW_DUE = "no_review_due"
    BY_HAND = "by_hand"
    REVIEWS_OFF = "reviews_off"
    LIMIT_REACHED = "limit_reached"
    FINDINGS_OPEN = "findings_open"
    ADVANCED = "advanced"
    REVIEWED = "reviewed"
    REVIEW_FAILED = "review_failed"


@dataclass(frozen=True, slots=True)
class StopAnswered:
    """Whether the agent may stop, and why.

    `review` is the number of the review that was run, and `model` the model that ran it, or `None`.
    `decided` is the state that the hook decided on, if it decided to change it.
    """

    approved: bool
    reason: StopReason
    review: int | None = None
    model: ReviewModel | None = None
    decided: ReviewCycle | None = None


class Continuation(StrEnum):
    """What to do after a crash. `ASK` means that a person must decide.

    `CONTINUE_WORK` means to finish the work of a phase whose review is due already, and to stop.
    """

    POST_REVIEW = "post_review"
    STOP = "stop"
    CONTINUE_TASK = "continue_task"
    CONTINUE_WORK = "continue_work"
    WORK = "work"
    FINISHED = "finished"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Route:
    """How to continue, and the phase to continue with if the word alone does not say it."""

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
