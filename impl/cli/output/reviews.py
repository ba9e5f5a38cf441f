"""The output of `planstate review`: the reviews, what comes next, and rejections as sentences."""

from contextlib import suppress
from typing import NamedTuple, TypedDict

from impl.cli.answers import Answer, Failure, warning
from impl.cli.output.refusals import advise
from impl.cli.plan_folder import PlanFolder
from impl.hooks.prompts import quoted
from impl.hooks.review_state import ReviewFolder
from impl.hooks.state_file import MalformedState
from impl.store.review_actions import route
from spec.remedies.catalog import remedy_of
from spec.remedies.refusal import Refusal
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.review_cycles import (
    PHASES,
    POST_REVIEW_PHASES,
    ReviewCycle,
    ReviewPhase,
    WorkPhase,
)
from spec.vocabulary.reviews import (
    Continuation,
    NewPlan,
    PostReview,
    ReviewOperation,
    Route,
    SetNextPhase,
)
from spec.vocabulary.state import Plan, PlanStatus

CANNOT_PASS = (
    "max_reviews is 1, and no cycle can have the two clean reviews in a row that it needs: choose "
    "another number with `{command}`"
)
NO_FOLDER = (
    "there is no plan folder {path}; expected a folder with the plan in it: create it, then run "
    "`{command}`"
)
NOT_STARTED = "the reviews of {path} have not started: it has no state.json"
REFUSALS: dict[type, str] = {
    NewPlan: "max_reviews is {given}; expected a whole number from 0",
    PostReview: f"next_phase is {{given}}; expected one of {', '.join(POST_REVIEW_PHASES)}, "
    "because no findings are to be addressed otherwise",
    SetNextPhase: f"{{given}} is no phase; expected one of {', '.join(sorted(PHASES))}",
}


class ReviewData(TypedDict):
    """The reviews of a plan now, and what comes next.

    With `cannot_pass`, no cycle can have the two clean reviews that it needs. `next_command` is to
    be run when `instruction` is done; it is `null` where a stop or nothing comes next.
    """

    plan_folder: str
    phase: str
    next_phase: str | None
    cannot_pass: bool
    review_cycle: ReviewCycle
    instruction: str
    next_command: str | None


class ContinueData(TypedDict):
    """How to continue with a plan after a crash."""

    plan_folder: str
    route: Continuation
    phase: str | None
    current_task: str | None
    instruction: str
    next_command: str | None


def answer(folder: PlanFolder, cycle: ReviewCycle) -> Answer:
    """Return the reviews of a folder as an answer, with what comes next."""
    step = next_step(cycle, folder)
    data = ReviewData(
        plan_folder=str(folder.path),
        phase=cycle.phase,
        next_phase=cycle.next_phase,
        cannot_pass=cycle.max_reviews == 1,  # REV-1.19
        review_cycle=cycle,
        instruction=step.instruction,
        next_command=step.command,
    )
    next_phase = "null" if cycle.next_phase is None else quoted(cycle.next_phase)
    line = f"{folder.plan}: phase {quoted(cycle.phase)}, next_phase {next_phase}"
    command = folder.command("set", "--max-reviews", "N")
    told = [warning("cannot_pass", CANNOT_PASS.format(command=command))]
    return Answer(data, [line, *step.lines], told if data["cannot_pass"] else ())


def continued(folder: PlanFolder, cycle: ReviewCycle, found: Route) -> Answer:
    """Return how to continue by a route as an answer."""
    step = continuing(cycle, found, folder)
    data = ContinueData(
        plan_folder=str(folder.path),
        route=found.continuation,
        phase=found.phase,
        current_task=cycle.current_task,
        instruction=step.instruction,
        next_command=step.command,
    )
    first, *others = step.lines
    return Answer(data, [f"{folder.plan}: {first}", *others])


SENTENCES = {
    Continuation.POST_REVIEW: "address the findings of the last review: do {phase}",
    Continuation.STOP: "nothing is left to do before the next review: stop, and it will run",
    Continuation.CONTINUE_TASK: "continue the task {task}",
    Continuation.CONTINUE_WORK: "finish the work of {phase}, then stop: its review is due",
    Continuation.WORK: "do {phase}",
    Continuation.FINISHED: "everything is complete: report this to the user",
    Continuation.ASK: "ask the user what to do: phase {given_phase}, next_phase {given_next_phase}",
}

REVIEW_DUE = "stop: the {phase} is due, and the stop hook runs it"

WORK_COMMANDS = {
    WorkPhase.NEW_PLAN.value: ("new-plan",),
    WorkPhase.CREATE_TASKS.value: ("create-tasks",),
    WorkPhase.NEXT_TASK.value: ("next-task", "TASK"),
    WorkPhase.NEXT_TASK_TDD.value: ("next-task", "TASK", "--tests-first"),
    WorkPhase.COMPLETE.value: ("complete-plan",),
}
"""The command that records the work of each phase; TASK stands for the next task's id."""


class NextStep(NamedTuple):
    """What to do now, and the command to run when it is done, or `None` if none is needed."""

    instruction: str
    command: str | None

    @property
    def lines(self) -> list[str]:
        """The step for people."""
        return [self.instruction, *([f"then run: {self.command}"] if self.command else [])]


def next_step(cycle: ReviewCycle, folder: PlanFolder) -> NextStep:
    """Return what comes after an action: a review that is due, or what crashed work would need."""
    if cycle.next_phase in tuple(ReviewPhase) and cycle.phase_iteration is not None:
        return NextStep(REVIEW_DUE.format(phase=cycle.next_phase), None)
    return continuing(cycle, route(cycle), folder)


def continuing(cycle: ReviewCycle, found: Route, folder: PlanFolder) -> NextStep:
    """Return how to continue by a route (REV-11)."""
    instruction = SENTENCES[found.continuation].format(
        phase=found.phase,
        task=quoted(cycle.current_task or ""),
        given_phase=quoted(cycle.phase),
        given_next_phase="null" if cycle.next_phase is None else quoted(cycle.next_phase),
    )
    words = _words(cycle, found)
    return NextStep(instruction, folder.command(*words) if words else None)


def _words(cycle: ReviewCycle, found: Route) -> tuple[str, ...]:
    """Return the subcommand that records what a route says to do, and its arguments."""
    match found.continuation:
        case Continuation.POST_REVIEW:
            return ("post-review",)
        case Continuation.CONTINUE_TASK if cycle.current_task is not None:
            return ("complete-task", *_named(cycle.current_task))
        case Continuation.WORK:
            return WORK_COMMANDS.get(found.phase or "", ("continue",))
        case Continuation.ASK:
            return ("set", "--next-phase", "PHASE")
    return ()


def _named(task: str) -> tuple[str, ...]:
    """Return a task as an argument; one that cannot be read on a line is left to the caller."""
    if not task.isprintable():
        return ("TASK",)
    return ("--", task) if task.startswith("-") else (task,)


def refusal(rejected: Rejected, operation: ReviewOperation, folder: PlanFolder) -> Failure:
    """Return the failure for a rejection: what was found, what was expected, what to do."""
    if rejected.reason == "unknown_plan":
        message = NO_FOLDER.format(path=folder.path, command=folder.command("new-plan"))
        return Failure.of(rejected, message)
    given = dict(rejected.details)["given"]
    sentence = NOT_STARTED if given == "not_started" else REFUSALS[type(operation)]
    shown = quoted(given) if isinstance(given, str) else given
    failure = Failure.of(rejected, sentence.format(given=shown, path=folder.path))
    refused = Refusal(_stored(folder), operation, rejected)
    remedy = remedy_of(refused)
    starts = isinstance(remedy.operation(refused), NewPlan)
    advise(failure, remedy, folder.command("new-plan" if starts else "continue"))
    return failure


def _stored(folder: PlanFolder) -> Plan:
    """Return the plan that the folder stands for, with its reviews."""
    cycle = None
    with suppress(MalformedState):
        cycle = ReviewFolder(folder.path).cycle()
    return Plan(folder.plan, "", folder.plan, PlanStatus.ACTIVE, (), review_cycle=cycle)
