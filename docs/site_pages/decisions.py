"""Decision tables that are made by asking the model and its orchestrator."""

from itertools import product

from fragments import linked, table

from model.apply import apply
from model.commits import reason_of
from model.recovery import recover
from spec.editions import CURRENT
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Call, Checkpoint, Ending, Judgement, Procedure, Review, Work
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.review_cycles import ReviewCycle, ReviewPhase
from spec.vocabulary.reviews import ReviewResult, Stop, StopAnswered
from spec.vocabulary.state import Plan, PlanStatus, State

PLAN = "plan.md"
WORK = Work(PLAN, "step", "one", Review(True, (Checkpoint(0, Judgement.PASS),)))


def failure_reasons() -> str:
    """Return the table of which rejection fails the update of the state for which reason."""
    rows = [(code_in_words(code), f"`{reason_of(code)}`") for code in Code]
    rows.append(("any other code", f"`{reason_of('E000')}`"))
    return (
        "## Failure reasons { #failure-reasons }\n\nWhich rejection fails the update after a "
        f"commit for which `state_failure_reason`.\n\n{table(('Rejection', 'Reason'), rows)}"
    )


def recovery_decisions() -> str:
    """Write what the orchestrator does after a failed commit, and after a rejected call."""
    reasons = [(f"`{reason or 'none'}`", *then(recover(WORK, reason, CURRENT))) for reason in AFTER]
    rejections = [(code_in_words(code), *then(recovery(), Rejected(code, ""))) for code in Code]
    header = ("The orchestrator then", "Rules")
    return "\n\n".join(
        (
            "## Decisions of a recovery { #decisions }",
            "These tables were made by running the model's orchestrator when this page was built.",
            "After a commit whose update of the state failed:",
            table(("`state_failure_reason`", *header), reasons),
            "After a call of an attempt was rejected (the third attempt is the last):",
            table(("Rejection", *header), rejections),
        )
    )


def code_in_words(code: Code) -> str:
    """Name the code of a rejection."""
    return f"{linked(code)} {code.name.replace('_', ' ').lower()}"


AFTER: tuple[FailureReason | None, ...] = (*FailureReason, None)


def recovery() -> Procedure:
    """Begin a recovery that can be tried."""
    return recover(WORK, FailureReason.OPEN_ITEMS, CURRENT)


def then(procedure: Procedure, answer: Outcome | None = None) -> tuple[str, str]:
    """Tell what a procedure does next, after an answer to its first call if one is given."""
    try:
        heard: Call | Ending = next(procedure)
        heard = heard if answer is None else procedure.send(answer)
    except StopIteration as stop:
        heard = stop.value
    rules = ", ".join(linked(rule) for rule in heard.rules)
    if isinstance(heard, Ending):
        return f"ends: {heard.result}, with the reason `{heard.reason}`", rules
    return f"{'tries again' if answer else 'recovers'}, beginning with a query", rules


STOP_HEADER = (
    "`max_reviews`",
    "Review",
    "Clean before",
    "The reviewer",
    "May stop",
    "Reason",
    "`next_phase` after",
    "Rules",
)


def stop_decisions() -> str:
    """Write what becomes of a stop when a code review is due, in every situation there is."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for limit, done, clean, result in product((0, 2), (None, 0, 1, 2), (0, 1), ReviewResult):
        cycle = ReviewCycle(
            limit,
            phase_iteration=done,
            next_phase=ReviewPhase.CODE_REVIEW,
            consecutive_clean=clean,
        )
        results = rows.setdefault(stop_row(cycle, result), [])
        results += [] if result in results else [result]
    introduction = (
        "What becomes of a stop when a code review is due, made by asking the model when this page "
        "was built. “Review” is the number that a review would have; an empty cell stands for "
        "anything. Any other review phase differs only in its phases (REV-7)."
    )
    told = [(*row[:3], reviewer(results), *row[3:]) for row, results in rows.items()]
    return (
        f"## Decisions of a stop {{ #decisions }}\n\n{linked(introduction)}\n\n"
        f"{table(STOP_HEADER, told)}"
    )


def reviewer(results: list[str]) -> str:
    """Name what a reviewer does; if all results lead to the same, none is run."""
    if len(results) == len(ReviewResult):
        return "does not run"
    return ", ".join(f"`{result}`" for result in results)


def stop_row(cycle: ReviewCycle, result: ReviewResult) -> tuple[str, ...]:
    """Ask the model about a stop, and tell what it answers; all but what the reviewer does."""
    before = State((Plan(PLAN, "", "", PlanStatus.ACTIVE, (), cycle),))
    transition = apply(before, Stop(PLAN, result, 0))
    outcome, [plan] = transition.outcome, transition.state.plans
    assert isinstance(outcome, StopAnswered)
    assert plan.review_cycle is not None
    done = cycle.phase_iteration
    number = "by hand" if done is None else "" if cycle.max_reviews == 0 else str(done + 1)
    return (
        "" if done is None else str(cycle.max_reviews),
        number,
        "" if outcome.review is None else str(cycle.consecutive_clean),
        "yes" if outcome.approved else "no",
        f"`{outcome.reason}`",
        f"`{plan.review_cycle.next_phase}`",
        ", ".join(linked(rule) for rule in transition.rules),
    )
