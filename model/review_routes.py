"""How to continue with a plan: the route that its stored phases determine (REV-11)."""

from model.review_stops import TARGETS
from model.transition import Decision, accept
from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE
from spec.amendments.seed import CRASH_ROUTING
from spec.editions import Edition
from spec.vocabulary.review_cycles import (
    POST_REVIEW_PHASES,
    TASK_PHASES,
    ReviewCycle,
    ReviewPhase,
    WorkPhase,
)
from spec.vocabulary.reviews import Continuation, Route

REVIEWED_WORK = {
    ReviewPhase.PLAN_REVIEW: (WorkPhase.NEW_PLAN, "REV-11.16"),
    ReviewPhase.TASKS_REVIEW: (WorkPhase.CREATE_TASKS, "REV-11.17"),
}
"""The work that has no task and is reviewed, with the clause that names it."""


def route(cycle: ReviewCycle, edition: Edition) -> Decision:
    """Answer how to continue after a crash (REV-11)."""
    upcoming = cycle.next_phase
    if upcoming is None:
        return route_without_next_phase(cycle, edition)
    if upcoming in POST_REVIEW_PHASES:
        answer = Route(Continuation.POST_REVIEW, upcoming)
        return routed(edition, answer, "REV-11.3")
    if upcoming in list(ReviewPhase):
        return route_before_review(cycle, ReviewPhase(upcoming), edition)
    if upcoming in list(WorkPhase):
        return routed(edition, Route(Continuation.WORK, upcoming), "REV-11.7")
    return unnamed(edition, Continuation.ASK, "REV-11.11")


def route_before_review(cycle: ReviewCycle, due: ReviewPhase, edition: Edition) -> Decision:
    """Answer how to continue when a review is due: stop for it, or finish the work first."""
    # REV-11.4: before A10, it was unknown whether the work before the review was finished.
    if not edition.has(CRASH_ROUTING):
        return unnamed(edition, Continuation.ASK, "REV-11.4")
    done = cycle.phase in POST_REVIEW_PHASES
    if not edition.has(CONTINUING_EVERYWHERE):
        if done:
            return unnamed(edition, Continuation.STOP, "REV-11.5")
        return unnamed(edition, Continuation.CONTINUE_TASK, "REV-11.6")
    by_hand = cycle.phase_iteration is None
    if done and by_hand:
        return routed(edition, Route(Continuation.WORK, TARGETS[due]), "REV-11.15")
    if done:
        return unnamed(edition, Continuation.STOP, "REV-11.14")
    if due in REVIEWED_WORK:
        work, clause = REVIEWED_WORK[due]
        return routed(edition, Route(Continuation.CONTINUE_WORK, work), clause)
    if due is ReviewPhase.CODE_REVIEW and cycle.current_task is not None:
        return unnamed(edition, Continuation.CONTINUE_TASK, "REV-11.18")
    if by_hand:
        return unnamed(edition, Continuation.ASK, "REV-11.11")
    return unnamed(edition, Continuation.STOP, "REV-11.19")


def route_without_next_phase(cycle: ReviewCycle, edition: Edition) -> Decision:
    """Answer how to continue from the phase alone, and since A27 from the task too."""
    since_a27 = edition.has(CONTINUING_EVERYWHERE)
    if cycle.phase in TASK_PHASES and not (since_a27 and cycle.current_task is None):
        clause = "REV-11.20" if since_a27 else "REV-11.9"
        return unnamed(edition, Continuation.CONTINUE_TASK, clause)
    if cycle.phase == WorkPhase.COMPLETE:
        return unnamed(edition, Continuation.FINISHED, "REV-11.10")
    kind = kind_of_review(cycle.phase)
    worked_on = kind is not None and cycle.phase == kind.post
    if kind and worked_on and cycle.phase_iteration is None and since_a27:
        return routed(edition, Route(Continuation.WORK, TARGETS[kind]), "REV-11.21")
    return unnamed(edition, Continuation.ASK, "REV-11.11")


def kind_of_review(phase: str) -> ReviewPhase | None:
    """Return the kind of review that a review phase or post-review phase names, or `None`."""
    return next((kind for kind in ReviewPhase if phase in (kind, kind.post)), None)


def unnamed(edition: Edition, continuation: Continuation, clause: str) -> Decision:
    """Answer with a route that names no phase."""
    return routed(edition, Route(continuation), clause, "REV-11.12")


def routed(edition: Edition, outcome: Route, *clauses: str) -> Decision:
    """Answer with a route, which nothing but the phases decides, and which changes nothing."""
    if edition.has(CONTINUING_EVERYWHERE):
        return accept(outcome, *clauses, "REV-11.1", "REV-11.13")
    return accept(outcome, *clauses, "REV-11.1", "REV-11.2")
