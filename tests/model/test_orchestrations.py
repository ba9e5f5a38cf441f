"""Runs of the orchestrator as the explorer follows them.

How they end is the table of recovery situations
(`tests/conformance/differential/test_orchestrators.py`).
"""

from model.explorer.graphs.runs import RunGraph, RunProgress, replay_run
from model.explorer.scopes.recovery import PASSED, RECOVERY, STEP
from model.explorer.scopes.scope import PLAN, WORKTREES
from model.explorer.situations import Begin, Edit, Event, Fault, NextCall
from spec.editions import CURRENT
from spec.vocabulary.checklists import StatusChange, Update
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.recovery import Count

ALONE = Begin(0, PASSED, Count(tasks=1))
WITH_SUBSTEP = Begin(1, PASSED, Count(tasks=1))

REOPEN = Update(
    PLAN,
    STEP,
    WORKTREES[0],
    (StatusChange(ItemStatus.OPEN, ItemKind.TASK, 0),),
    "",
    0,
    allow_reopen=True,
)
DRIFT = Edit(PLAN, 2)
STORE_AWAY = Fault("the store cannot be reached")
GIT_REFUSES = Fault("git refuses", (("git_succeeds", False),))


def followed(graph: RunGraph, before: RunProgress, event: Event) -> RunProgress:
    after = graph.follow(before, event)
    assert after is not None, f"{event} cannot happen here"
    return after


def test_a_replayed_run_says_what_the_orchestrator_does_next() -> None:
    # Given the path of a run that is recovered, when it is replayed,
    steps = list(
        replay_run(RECOVERY, CURRENT, (ALONE, *[NextCall()] * 3, REOPEN, *[NextCall()] * 5))
    )
    # then each event says what the orchestrator does next, and the last one how it ended.
    assert [step.then for step in steps if isinstance(step.event, NextCall)][-2:] == [
        "the orchestrator continues with Complete   by REC-4 REC-6",
        "the orchestrator is done: completed   by REC-4",
    ]


def test_only_enabled_events_extend_a_run() -> None:
    # Given a run before its first call,
    graph = RunGraph(RECOVERY, CURRENT)
    begun = followed(graph, graph.progress[()], ALONE)
    # then no other begins, git refuses only a commit, and what is rejected disturbs nobody.
    for event in (WITH_SUBSTEP, GIT_REFUSES, REOPEN):
        assert graph.follow(begun, event) is None
    # Two disturbances are all, and none of them may come between a fault and its call.
    away = followed(graph, begun, STORE_AWAY)
    assert graph.follow(away, DRIFT) is None
    twice = followed(graph, followed(graph, begun, DRIFT), STORE_AWAY)
    over = followed(graph, twice, NextCall())
    assert graph.follow(over, NextCall()) is None
    # Before anything has begun there is nothing to disturb.
    assert graph.follow(graph.progress[()], DRIFT) is None
