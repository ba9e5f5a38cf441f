"""What follows the rules of some areas: tables of decisions, and a run of the orchestrator."""

from collections.abc import Callable
from itertools import product
from typing import Any

from conformance.differential.recovery_situations import recovery_situations
from docs.build.traces import steps_of, then_of, trace_rows
from impl.orchestrator.escalations import escalation
from model.apply import apply
from model.commits import reason_of
from model.explorer.graphs.runs import replay_run
from model.explorer.scopes.recovery import DISTURBANCES, PASSED, RECOVERY
from model.explorer.scopes.recovery import WORK as BEGINNINGS
from model.explorer.situations import Event, NextCall
from model.recovery import recover
from model.transition import rules_cited
from spec.editions import CURRENT
from spec.formats import shell_programs
from spec.rules.iteration_decisions import DECISION_TABLES
from spec.rules.rule import Area
from spec.troubleshooting import QUESTIONS
from spec.vocabulary.checklists import Update
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.operations import Outcome
from spec.vocabulary.recovery import (
    Checkpoint,
    Ending,
    Judgement,
    Procedure,
    Result,
    Review,
    SentCall,
    Work,
)
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.review_cycles import ReviewCycle, ReviewPhase
from spec.vocabulary.reviews import ReviewResult, Stop, StopAnswered
from spec.vocabulary.state import Plan, PlanStatus, State

PLAN = "plan.md"
WORK = Work(PLAN, "step", "one", Review(True, (Checkpoint(0, Judgement.PASS),)))
CALLS_BEFORE, CALLS_AFTER = 3, 5
"""Calls of the run before the item is opened again, and after that."""

APPENDICES: dict[str, Callable[[], dict[str, Any]]] = {
    "iterations": lambda: {"tables": DECISION_TABLES, "questions": QUESTIONS},
    "commits": lambda: {"reasons": failure_reasons()},
    "recovery": lambda: {
        **example_run(),
        **recovery_decisions(),
        "situations": recovery_situations(),
    },
    "reviews": lambda: {"stops": stop_decisions(), "all": len(ReviewResult)},
    "agents": lambda: {
        "programs": (*shell_programs.CHECKED_PROGRAMS, *shell_programs.MORE_CHECKED_PROGRAMS),
        "words": {
            "Keywords": shell_programs.KEYWORDS,
            "Programs that run others": shell_programs.RUNNERS,
            "Listing words": shell_programs.LISTING_WORDS,
        },
    },
}
"""The data of `templates/parts/appendix-AREA.md`."""


def appendix_of(area: Area) -> dict[str, Any]:
    """Return what the appendix of an area shows; nothing if it has none."""
    return APPENDICES[area.name]() if area.name in APPENDICES else {}


def failure_reasons() -> list[tuple[str, str]]:
    """Return which rejection determines which failure reason."""
    reasons = [(code_in_words(code), str(reason_of(code))) for code in Code]
    return [*reasons, ("any other code", str(reason_of("E000")))]


def recovery_decisions() -> dict[str, Any]:
    """Return what the orchestrator does after a failed commit, and after a rejected call."""
    return {
        "reasons": [
            {"reason": reason or "none", **then(recover(WORK, reason, CURRENT))}
            for reason in (*FailureReason, None)
        ],
        "rejections": [
            {
                "code": code_in_words(code),
                **then(recover(WORK, FailureReason.OPEN_ITEMS, CURRENT), Rejected(code, "")),
            }
            for code in Code
        ],
    }


def code_in_words(code: Code) -> str:
    """Return the code of a rejection with its name."""
    return f"{code} {code.name.replace('_', ' ').lower()}"


def then(procedure: Procedure, answer: Outcome | None = None) -> dict[str, Any]:
    """Return what the orchestrator does next, after the reply to its first call if one is given."""
    try:
        decided: SentCall | Ending = next(procedure)
        decided = decided if answer is None else procedure.send(answer)
    except StopIteration as stop:
        decided = stop.value
    if isinstance(decided, Ending):
        sentence = f"ends: {decided.result}, with the reason `{decided.reason}`"
    else:
        sentence = f"{'tries again' if answer else 'recovers'}, beginning with a query"
    return {"then": sentence, "rules": rules_cited(decided.clauses)}


def stop_decisions() -> list[tuple[tuple[Any, ...], list[str]]]:
    """Return the rows about a stop when a code review is due, with the results that lead to each.

    If all results of a review lead to the same, no review is made.
    """
    rows: dict[tuple[Any, ...], list[str]] = {}
    for limit, done, clean, result in product((0, 2), (None, 0, 1, 2), (0, 1), ReviewResult):
        cycle = ReviewCycle(
            limit,
            phase_iteration=done,
            next_phase=ReviewPhase.CODE_REVIEW,
            consecutive_clean=clean,
        )
        results = rows.setdefault(stop_row(cycle, result), [])
        results += [] if result in results else [result]
    return list(rows.items())


def stop_row(cycle: ReviewCycle, result: ReviewResult) -> tuple[Any, ...]:
    """Return the limit, the review, how many were clean, and what the model answers to a stop."""
    before = State((Plan(PLAN, "", "", PlanStatus.ACTIVE, (), cycle),))
    transition = apply(before, Stop(PLAN, result, 0))
    outcome, [plan] = transition.outcome, transition.state.plans
    assert isinstance(outcome, StopAnswered)
    assert plan.review_cycle is not None
    done = cycle.phase_iteration
    number = "by hand" if done is None else "" if cycle.max_reviews == 0 else str(done + 1)
    return (
        "" if done is None else cycle.max_reviews,
        number,
        "" if outcome.review is None else cycle.consecutive_clean,
        outcome.approved,
        outcome.reason,
        plan.review_cycle.next_phase,
        transition.rules,
    )


def example_run() -> dict[str, Any]:
    """Return a run that is recovered, and what a person reads if one is not."""
    reopening = next(each for each in DISTURBANCES if isinstance(each, Update))
    begin = next(each for each in BEGINNINGS if each.review is PASSED)
    path: tuple[Event, ...] = (
        begin,
        *[NextCall()] * CALLS_BEFORE,
        reopening,
        *[NextCall()] * CALLS_AFTER,
    )
    steps = steps_of(list(replay_run(RECOVERY, CURRENT, path)))
    rules = dict.fromkeys(rule for step in steps for rule in then_of(step)[1])
    return {"run": trace_rows(steps), "rules": list(rules), "message": escalated()}


def escalated() -> str:
    """Return the message of an escalation."""
    ending = Ending(
        Result.ESCALATED,
        WORK.step,
        attempts=3,
        reason=FailureReason.OPEN_ITEMS,
        open_items=(Item(ItemKind.TASK, 0, "Take down the formwork"),),
        open_substeps=(),
    )
    return "\n".join(escalation(ending, WORK, "c0ffee42" * 5))
