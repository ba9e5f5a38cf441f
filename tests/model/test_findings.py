"""What exploring and random testing found out about the requirements themselves."""

import pytest

from model import plans
from model.apply import apply
from model.explorer.graphs.interned_graph import InternedStateGraph
from model.explorer.graphs.state_graph import is_registrable
from model.explorer.scopes.scope import PLAN, completing, definition, holding, scope, step
from model.explorer.search.exploring import VIOLATED, Explorer
from spec.editions import CURRENT, Edition
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import PlanDefinition, Register
from spec.vocabulary.state import State

DOCUMENT = definition("a", step("build", tasks=2), step("ship"))
HASH = DOCUMENT.document_hash


def after(edition: Edition, *operations: Operation) -> tuple[State, Outcome | None]:
    """Apply operations; return the last state and the last outcome."""
    state = State()
    outcome: Outcome | None = None
    for operation in operations:
        transition = apply(state, operation, edition)
        state, outcome = transition.state, transition.outcome
    return state, outcome


def test_an_interrupted_worktree_may_be_given_an_earlier_step_than_its_own() -> None:
    # Given two steps held by two worktrees, of which the first gives its step back,
    # when the second is interrupted and claims again,
    _, outcome = after(
        CURRENT,
        Register(PLAN, DOCUMENT, 0),
        Claim(PLAN, "one", HASH, 0),
        Claim(PLAN, "two", HASH, 0),
        Release(PLAN, "build", 0, "one"),
        Claim(PLAN, "two", HASH, 0),
    )
    # then CLM-1 gives it the first step, and it now holds both: it does not resume its own. So
    # RCH-1 can only promise that step, or one before it.
    assert isinstance(outcome, Claimed)
    assert outcome.anchor == "build"


@pytest.mark.parametrize(
    "waiting",
    [
        definition("b", step("build", step("build-1"), after=("build-1",))),
        definition(
            "c",
            step("build", after=("ship-1",)),
            step("ship", step("ship-1"), after=("build",)),
        ),
    ],
    ids=["on its own substep", "on each other through a substep"],
)
def test_steps_that_wait_for_each_other_through_a_substep_could_never_be_finished(
    waiting: PlanDefinition, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a document without a cycle as it is written, but with steps that wait for each other,
    # because a substep is claimed with its parent, and a model that accepts it,
    monkeypatch.setattr(plans, "first_on_cycle", lambda _: None)
    is_registrable.cache_clear()
    anchors = ("build", "build-1", "ship", "ship-1")
    world = scope(
        "waiting",
        "A plan that waits for itself.",
        (waiting,),
        1,
        (*holding(anchors, 1, lease=0), *completing(anchors, 1)),
    )
    # when every state is explored,
    found = Explorer(InternedStateGraph(world, CURRENT)).run()
    is_registrable.cache_clear()
    # then no path leads to its end. So PLN-5 counts this as a cycle.
    finished = next(verdict for verdict in found.verdicts if verdict.id == "RCH-5")
    assert finished.verdict == VIOLATED
