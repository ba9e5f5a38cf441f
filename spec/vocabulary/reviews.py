"""Reviews: what can happen in a review cycle, and what is answered."""

from dataclasses import dataclass
from enum import StrEnum

from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS, ReviewCycle, ReviewModel


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
