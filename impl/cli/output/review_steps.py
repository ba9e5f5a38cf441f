"""What comes next in the reviews of a plan, as a sentence and as a command."""

from typing import NamedTuple

from impl.cli.plan_folder import PlanFolder
from impl.hooks.prompts import quoted
from impl.store.review_actions import route
from spec.vocabulary.review_cycles import ReviewCycle, ReviewPhase, WorkPhase
from spec.vocabulary.reviews import Continuation, Route

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
