"""The explorer is sound: its reductions lose nothing, its verdicts claim no more than it saw."""

from dataclasses import replace

import pytest

from conformance.cli.replay import replayed_on_model
from conformance.protocol.traces import Trace
from model.apply import apply
from model.explorer.canonicalization import (
    canonical_names,
    canonical_state,
    map_steps,
    without_times,
)
from model.explorer.events import apply_event, with_current_inputs
from model.explorer.graphs.parts_graph import PartsGraph
from model.explorer.graphs.state_graph import PlainStateGraph
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import HOLDS_TO_DEPTH, UNKNOWN, VIOLATED, Explorer
from model.explorer.search.paths import replay_path
from model.explorer.situations import Edit, Event, Situation, Tick
from spec.editions import CURRENT, SEEDS, Edition
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State, Step
from tests.model.explored import BY_NAME, explored, verdicts
from tests.profiles import by_day_the_first, mostly_nightly, requires_ci_profile


@requires_ci_profile
@pytest.mark.parametrize(
    ("name", "edition"),
    mostly_nightly(
        [("order", SEEDS), ("single", CURRENT), ("order", CURRENT), ("family", CURRENT)],
        [("order", SEEDS), ("single", CURRENT)],
        (),
    ),
)
def test_renaming_worktrees_loses_and_adds_no_state_and_changes_no_verdict(
    name: str, edition: Edition
) -> None:
    # Given a scope, when it is explored with interchangeable worktrees, and without,
    scope = BY_NAME[name]
    reduced = PlainStateGraph(scope, edition)
    unreduced = PlainStateGraph(scope, edition, symmetric=False)
    # then there are more states without, which are the same once the worktrees are renamed,
    states = reached(unreduced)
    assert len(states) > len(reached(reduced))
    assert reached(reduced) == {reduced.canonical(node) for node in states}
    # and the verdicts are the same.
    assert verdicts(Explorer(unreduced).run()) == verdicts(Explorer(reduced).run())


def reached(graph: PlainStateGraph) -> set[Situation]:
    """Return all reachable situations of a graph."""
    seen = {graph.initial()}
    waiting = list(seen)
    for node in waiting:
        for event in graph.scope.events:
            result = apply_event(graph.scope, graph.edition, node, event)
            if result is not None:
                after = graph.canonical(result.after)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return seen


def in_real_time(scope: Scope, depth: int) -> set[Situation]:
    """Return the states reached with a real clock and real names, canonicalized at the end."""
    start = (State(), (0,) * len(scope.documents.versions), 0)
    level, seen = {start}, {start}
    for _ in range(depth):
        after = set()
        for state, documents, now in level:
            situation = Situation(state, documents)
            for event in scope.events:
                if isinstance(event, Tick):
                    after.add((state, documents, now + 1))
                elif isinstance(event, Edit):
                    edited = scope.documents.edited(situation, event)
                    after.add((state, edited.documents, now))
                else:
                    assert isinstance(event, Operation)
                    request = with_current_inputs(scope, situation, event)
                    outcome = apply(state, replace(request, now=now), CURRENT)
                    after.add((outcome.state, documents, now))
        level = after - seen
        seen |= level
    return {canonicalized(scope, state, documents, now) for state, documents, now in seen}


def canonicalized(scope: Scope, state: State, documents: tuple[int, ...], now: int) -> Situation:
    """Return the canonical situation of a state at a real time."""

    def remaining(step: Step) -> Step:
        end = step.lease_expires_at
        return step if end is None else replace(step, lease_expires_at=end - now)

    shifted = replace(state, plans=tuple(map_steps(plan, remaining) for plan in state.plans))
    relative = without_times(shifted)
    names = canonical_names(relative, scope.worktrees)
    state = canonical_state(relative, names, scope.carries_claims)
    return Situation(state, documents)


def canonical_within(scope: Scope, depth: int) -> set[Situation]:
    """Return the canonical situations up to a depth, as the explorer reaches them."""
    graph = PlainStateGraph(scope, CURRENT)
    level, seen = {graph.initial()}, {graph.initial()}
    for _ in range(depth):
        level = {after for node in level for _, after in graph.expand(node).successors} - seen
        seen |= level
    return seen


@pytest.mark.parametrize(("name", "depth"), [("order", 5), ("family", 4), ("drift", 3)])
def test_relative_times_and_names_lose_no_state(name: str, depth: int) -> None:
    # Given a scope, when states are reached with a real clock and real names, or without,
    real, canonical = in_real_time(BY_NAME[name], depth), canonical_within(BY_NAME[name], depth)
    # then they are the same once they are canonicalized.
    assert real == canonical


@requires_ci_profile
@pytest.mark.parametrize("name", by_day_the_first(["single", "history"]))
def test_a_counterexample_can_be_run_under_real_times_and_names(name: str) -> None:
    # Given an edition with faults, when a scope is explored and its counterexamples are replayed,
    scope = BY_NAME[name]
    graph = explored(name, SEEDS.name)
    broken = [
        verdict
        for verdict in graph.verdicts
        if verdict.verdict == VIOLATED and not verdict.id.startswith("RCH")
    ]
    assert broken
    for verdict in broken:
        steps = list(replay_path(scope, SEEDS, verdict.path or ()))
        operations = tuple(step.operation for step in steps if step.operation)
        # then running the plain operations breaks the same property at the last of them.
        trace = Trace(operations, edition=SEEDS.name, broken=verdict.id)
        found = replayed_on_model(trace).divergence
        assert found is not None
        assert found.operation == operations[-1]
        assert verdict.id in found.places


def test_a_worktree_keeps_its_name_when_a_path_is_replayed() -> None:
    # Given a path on which the holder of the first name disappears and another appears,
    scope = BY_NAME["single"]

    def first(kind: type[Operation], worktree: str = "one") -> Event:
        of_kind = (event for event in scope.events if isinstance(event, kind))
        return next(each for each in of_kind if getattr(each, "worktree", "one") == worktree)

    # when the second worktree claims, which the explorer renames to the first,
    path = (first(Register), first(Claim, "two"), first(Release), first(Claim))
    steps = list(replay_path(scope, CURRENT, path))
    # then it has one name until it has released the step.
    names = [getattr(step.operation, "worktree", None) for step in steps]
    assert names[1] == names[2] == "two"
    outcomes = [type(step.transition.outcome).__name__ for step in steps if step.transition]
    assert outcomes == ["Registered", "Claimed", "Released", "Claimed"]


def test_without_enough_time_no_property_holds() -> None:
    # Given no time at all, when a scope is explored,
    found = Explorer(PartsGraph(BY_NAME["drift"], CURRENT), budget=0).run()
    # then it says so: what was tested holds to a depth, the rest is unknown.
    assert not found.closed
    assert {verdict.verdict for verdict in found.verdicts} <= {HOLDS_TO_DEPTH, UNKNOWN}
    eventualities = [verdict for verdict in found.verdicts if verdict.id in ("RCH-5", "RCH-6")]
    assert {verdict.verdict for verdict in eventualities} == {UNKNOWN}
