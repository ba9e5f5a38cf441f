"""Inputs of an orchestrator, and replies to its calls: any that a store could send."""

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from hypothesis import strategies as st

from model.recovery import implement
from spec.editions import CURRENT
from spec.vocabulary.checklists import Batch, ItemsUpdated
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import AlreadyCompleted, Complete, StepCompleted
from spec.vocabulary.holding import AlreadyStarted, Start, Started
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Checkpoint, Count, Judgement, Review
from spec.vocabulary.rejections import REASON_WORDS, Code, Rejected
from spec.vocabulary.state import Plan, PlanStatus, Show, Shown, Step, StepStatus

PLAN, STEP, WORKTREE = "plan.md", "build", "one"


@dataclass(frozen=True, slots=True)
class AnsweredRun:
    """The inputs of an orchestrator, and the replies to the calls of the model's, in order."""

    review: Review
    count: Count
    outcomes: tuple[Outcome, ...]

    @property
    def given(self) -> tuple[str, str, Review, Count]:
        """The inputs of the orchestrator, with the plan and the worktree."""
        return PLAN, WORKTREE, self.review, self.count


checkpoints = st.builds(
    Checkpoint,
    ordinal=st.integers(0, 3),
    judgement=st.sampled_from((Judgement.PASS, *Judgement)),
    reason=st.sampled_from(("", "does not start")),
)
reviews = st.builds(
    Review,
    approved=st.sampled_from((True,) * 5 + (False,)),
    checkpoints=st.lists(checkpoints, max_size=3, unique_by=lambda each: each.ordinal).map(tuple),
)
counts = st.builds(Count, *(st.integers(0, 2),) * 4)

rejections = st.sampled_from(
    [Rejected(code, word) for code, words in REASON_WORDS.items() for word in words]
)
NOT_CLOSED = Rejected(Code.INCOMPLETE_CHECKLIST, "incomplete_checklist")


def mostly(usual: st.SearchStrategy[Outcome]) -> st.SearchStrategy[Outcome]:
    """Return a strategy for outcomes, and once in eight times for any rejection."""
    # `one_of` draws each of its strategies as often, however often it is given.
    return st.sampled_from((usual,) * 7 + (rejections,)).flatmap(lambda chosen: chosen)


items = st.builds(
    Item,
    kind=st.sampled_from(ItemKind),
    ordinal=st.integers(0, 2),
    text=st.just("An item"),
    status=st.sampled_from((ItemStatus.OPEN, *ItemStatus)),
)


def steps_shown(anchor: str, parent: str | None = None) -> st.SearchStrategy[Step]:
    """Return a strategy for a step as a query shows it."""
    return st.builds(
        Step,
        anchor=st.just(anchor),
        index=st.just(0),
        title=st.just(anchor),
        parent=st.just(parent),
        status=st.sampled_from((*[StepStatus.IN_PROGRESS] * 6, *StepStatus)),
        claimed_by=st.sampled_from((WORKTREE, WORKTREE, "two", None)),
        items=st.lists(items, max_size=2).map(tuple),
    )


plans_shown = st.tuples(
    st.lists(steps_shown(STEP), min_size=1, max_size=1),
    st.lists(steps_shown(f"{STEP}-1", STEP), max_size=1),
    st.lists(steps_shown("other"), max_size=1),
).map(lambda steps: Plan(PLAN, "a" * 64, "Plan", PlanStatus.ACTIVE, tuple(chain(*steps))))

claimed = Claimed(STEP, "Build", 0, 1000, reclaimed=False, remaining_ready=0, total_remaining=0)
failures = [
    Committed("c0ffee", "", True, reason, rejection)
    for reason in (FailureReason.OPEN_ITEMS,) * 8 + (None,) * 4 + tuple(FailureReason)
    for rejection in (None, NOT_CLOSED, Rejected(Code.PLAN_DRIFT, "plan_drift"))
]

usual_answers: dict[type[Operation], st.SearchStrategy[Outcome]] = {
    Claim: st.sampled_from(
        (*(claimed, replace(claimed, claim_id=7)) * 4, NothingClaimable(True, 0))
    ),
    Start: st.sampled_from((Started(STEP), AlreadyStarted(STEP))),
    Batch: st.just(ItemsUpdated(1)),
    Commit: st.sampled_from((*failures, *[Committed("c0ffee", ""), NotCommitted(STEP)] * 3)),
    Show: st.builds(Shown, plans_shown, st.booleans()),
    Complete: st.sampled_from((StepCompleted(False, True), AlreadyCompleted(True), NOT_CLOSED)),
}
ANSWERS = {call: mostly(usual) for call, usual in usual_answers.items()}
"""The possible replies to each call. Most calls are accepted, so that runs get far."""


@st.composite
def answered_runs(draw: st.DrawFn) -> AnsweredRun:
    """Return the inputs of an orchestrator, and a reply to each call of the model's."""
    review, count = draw(reviews), draw(counts)
    procedure = implement(PLAN, WORKTREE, review, count, CURRENT)
    outcomes: list[Outcome] = []
    with suppress(StopIteration):
        call = next(procedure)
        while True:
            outcomes.append(draw(ANSWERS[type(call.operation)]))
            call = procedure.send(outcomes[-1])
    return AnsweredRun(review, count, tuple(outcomes))
