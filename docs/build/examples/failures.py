"""The four failures that the first amendments cure, as short traces for the model."""

from dataclasses import dataclass

from model.apply import apply
from model.explorer.events import PathStep
from model.explorer.graphs.runs import replay_run
from model.explorer.scopes.recovery import PASSED
from model.explorer.scopes.scope import OrchestrationScope
from model.explorer.situations import Begin, Documents, Event, NextCall
from spec.amendments.amendment import Amendment
from spec.amendments.seed import AUTO_RECLAIM, CONTINUATION_OVERRIDE, RECOVERY_LOOP, REVIEWS_OFF
from spec.editions import Edition
from spec.vocabulary.checklists import StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Start
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.recovery import Count
from spec.vocabulary.reviews import ContinuePlan, NewPlan, ReviewResult, Stop
from spec.vocabulary.state import State

PLAN, STEP, WORKTREE = "bridge.md", "piers", "ann"
HASH = "b7" * 32
MINUTE = 60_000
TASKS = ("Dig two holes", "Pour the concrete", "Take down the formwork")
ITEMS = (
    *(ItemDefinition(ItemKind.TASK, text) for text in TASKS),
    ItemDefinition(ItemKind.CHECKPOINT, "The engineer agrees"),
)
DOCUMENT = PlanDefinition("A footbridge", HASH, (StepDefinition(STEP, "Piers", items=ITEMS),))
REGISTERED = Register(PLAN, DOCUMENT, 0)


@dataclass(frozen=True, slots=True)
class FailureExample:
    """Something that went wrong under the first rules, and the amendment that cures it.

    Without `operations` it is a run of the orchestrator, which chooses its operations itself.
    """

    title: str
    story: str
    amendment: Amendment
    operations: tuple[Operation, ...] = ()


FAILURES = (
    FailureExample(
        "Locked out of its own step",
        "Ann's session is interrupted in the middle of a step. Ten minutes later she is back, and "
        "nobody else has touched the step. It is hers, and she cannot have it.",
        AUTO_RECLAIM,
        (
            REGISTERED,
            Claim(PLAN, WORKTREE, HASH, MINUTE),
            Start(PLAN, STEP, WORKTREE, 2 * MINUTE),
            Update(
                PLAN,
                STEP,
                WORKTREE,
                (StatusChange(ItemStatus.COMPLETED, ItemKind.TASK, 0),),
                HASH,
                20 * MINUTE,
            ),
            Claim(PLAN, WORKTREE, HASH, 30 * MINUTE),
        ),
    ),
    FailureExample(
        "One uncounted item halts everything",
        "All work is done and the reviewer approves. But the coder has counted two tasks where "
        "the plan lists three. The commit stands, the step is not completed, and all work stops.",
        RECOVERY_LOOP,
    ),
    FailureExample(
        "Without reviews nothing ever advances",
        "Somebody turns reviews off. Every time the agent stops, it is let through, and nothing "
        "is written: the plan waits for ever for a review that never comes.",
        REVIEWS_OFF,
        (
            REGISTERED,
            NewPlan(PLAN, MINUTE, max_reviews=0),
            Stop(PLAN, ReviewResult.PASS, 2 * MINUTE),
            Stop(PLAN, ReviewResult.PASS, 3 * MINUTE),
            ContinuePlan(PLAN, 4 * MINUTE),
        ),
    ),
    FailureExample(
        "One wrong word ends the loop",
        "The agent says that it need not go on, although its own report names two phases that "
        "are not done. It is believed, and the plan ends with most of its work undone.",
        CONTINUATION_OVERRIDE,
        (
            REGISTERED,
            StartIterations(PLAN, 10, MINUTE),
            ReportIteration(PLAN, IterationReport("deck railing", True), 400, 40 * MINUTE),
            ReportIteration(PLAN, IterationReport("deck railing", False), 400, 80 * MINUTE),
            ReportIteration(PLAN, IterationReport("railing", True), 400, 120 * MINUTE),
        ),
    ),
)


def run(failure: FailureExample, edition: Edition) -> list[PathStep]:
    """Return the trace of a failure in an edition."""
    if not failure.operations:
        scope = OrchestrationScope(
            "bridge",
            "One step, brought from its claim to its commit.",
            Documents(((PLAN, (DOCUMENT,)),)),
            (WORKTREE,),
            (),
        )
        path: tuple[Event, ...] = (Begin(0, PASSED, Count(tasks=2)), *[NextCall()] * 4)
        return list(replay_run(scope, edition, path))
    state, told = State(), []
    for operation in failure.operations:
        transition = apply(state, operation, edition)
        state = transition.state
        told.append(PathStep(operation, operation.now, operation, transition))
    return told
