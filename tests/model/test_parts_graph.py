"""The fast graph is the plain one, and says so where a rule is not local."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import pytest

from model.explorer import property_checks
from model.explorer.asking import ModelAnswers, recording
from model.explorer.graphs import parts_graph
from model.explorer.graphs.labels import EventKinds
from model.explorer.graphs.parts_graph import PartsGraph
from model.explorer.graphs.state_graph import PlainStateGraph, StateGraph
from model.explorer.scopes.catalog import SCOPES, TOURED
from model.explorer.search.exploring import Explorer
from model.explorer.situations import Event
from model.transition import Transition
from spec.editions import CURRENT, EDITIONS, ORIGIN, SEEDS, Edition, edition_named
from spec.properties.changes import Change, StepProperty
from spec.vocabulary.claims import Claimed
from spec.vocabulary.completion import StepCompleted
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.reviews import NewPlan
from spec.vocabulary.state import State, StepStatus
from tests.model.explored import sizes, verdicts
from tests.profiles import mostly_nightly, requires_ci_profile

BY_NAME = {scope.name: scope for scope in (*SCOPES, *TOURED)}
RESUMING = edition_named("2026.2-A55")
CASES = [
    ("order", CURRENT),
    *(("iterations", edition) for edition in EDITIONS),
    ("loops", CURRENT),
    ("unknown-plans", CURRENT),
    ("phases", CURRENT),
    ("two-plans", ORIGIN),
]
OF_STEPS = [
    ("resuming", RESUMING),
    ("order", ORIGIN),
    ("single", CURRENT),
    *(("order", edition) for edition in EDITIONS if edition not in (CURRENT, ORIGIN)),
    ("single", SEEDS),
    ("history", CURRENT),
]


@pytest.mark.parametrize(
    ("name", "edition"),
    mostly_nightly([*CASES, *OF_STEPS], [*CASES[4:7], *OF_STEPS[1:3]], [*CASES[:2], OF_STEPS[0]]),
)
def test_plans_in_parts_have_the_states_of_whole_ones(name: str, edition: Edition) -> None:
    # Given a scope of steps, reviews, iterations or several plans, explored in parts and whole,
    fast = Explorer(PartsGraph(BY_NAME[name], edition)).run()
    plain = Explorer(PlainStateGraph(BY_NAME[name], edition)).run()
    # then states, transitions and clauses are the same,
    assert sizes(fast) == sizes(plain)
    assert fast.clauses == plain.clauses
    # and every property has the same verdict, by a path of the same length.
    assert verdicts(fast) == verdicts(plain)


# Only in `reviews` is a plan reviewed whose steps are done; all of it is too much to explore whole.
LOCAL = [("reviews", CURRENT), *CASES]


@pytest.mark.parametrize(("name", "edition"), mostly_nightly(LOCAL, LOCAL[:5], LOCAL[1:3]))
def test_every_move_of_parts_is_one_of_whole_plans(name: str, edition: Edition) -> None:
    # Given the first nodes of a scope in parts, with all events that move anything,
    scope = BY_NAME[name]
    parts, plain = PartsGraph(scope, recording(edition)), PlainStateGraph(scope, edition)
    nodes = [parts.initial()]
    for node in islice(nodes, 100):
        # when every event is applied there, whatever else was known of an equal part,
        moves = parts.expand(node).successors
        # then it leads where it leads a whole plan.
        whole = plain.expand(parts.situation(node)).successors
        led = {(event, parts.situation(target)) for event, target in moves if target != node}
        assert led == set(whole)
        nodes += [target for _, target in moves if target not in nodes]


class Meddling(ModelAnswers):
    """A model in which a review of a registered plan also completes its steps."""

    def apply(self, state: State, operation: Operation) -> Transition:
        found = super().apply(state, operation)
        if not isinstance(operation, NewPlan) or not found.state.plans:
            return found
        [plan] = found.state.plans
        steps = tuple(replace(step, status=StepStatus.COMPLETED) for step in plan.steps)
        return replace(found, state=State((replace(plan, steps=steps),)))


def test_an_operation_that_is_not_local_is_noticed() -> None:
    # Given a model in which an operation on reviews changes a step,
    graph = PartsGraph(BY_NAME["reviews"], CURRENT)
    graph.answers = graph.checker.answers = Meddling(CURRENT)
    # when a scope is explored in parts, then nothing wrong is found out: it breaks off.
    with pytest.raises(AssertionError, match="changed more than one part"):
        Explorer(graph).run()


def other_steps(change: Change) -> Iterator[str]:
    """Return the steps that the worktree of a claim held before it."""
    who = getattr(change.operation, "worktree", None)
    return (each.anchor for each in change.before.plans[0].steps if each.claimed_by == who)


def other_leases(change: Change) -> Iterator[str]:
    """Return the steps whose leases have not expired before a claim."""
    steps = change.before.plans[0].steps
    return (each.anchor for each in steps if (each.lease_expires_at or -1) >= 0)


ORDER, SCOPE = BY_NAME["order"], BY_NAME["single"]


class EachItsOwn(EventKinds):
    """Kinds that tell every event from every other."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        super().__init__(events)
        self.of = list(range(len(events)))


def found_by_event(graph: StateGraph[Any]) -> Counter[Any]:
    """Return how many moves each event makes, and how many violate each property, on all nodes."""
    start = graph.initial()
    seen, frontier, found = {start}, [start], Counter[Any]()
    while frontier:
        node = frontier.pop()
        done = graph.expand(node)
        moves = {(event, after) for event, after in done.successors if after != node}
        found.update(event for event, _ in moves)
        found.update((event, problem[0]) for event, problem in chain(*done.violations))
        frontier += {after for _, after in moves} - seen
        seen |= {after for _, after in moves}
    return found


def violations_by_event(graph: StateGraph[Any]) -> dict[Any, int]:
    """Return how often each event violates each property, on all nodes."""
    return {who: count for who, count in found_by_event(graph).items() if isinstance(who, tuple)}


def by_its_holder(change: Change) -> Iterator[str]:
    """Return a sentence about the step that is completed, if its holder asks for that."""
    held = ((each.anchor, each.claimed_by) for each in change.before.plans[0].steps)
    asked = (getattr(change.operation, "step", ""), getattr(change.operation, "worktree", None))
    return (f"{anchor} is completed" for anchor, holder in held if (anchor, holder) == asked)


def judging(
    monkeypatch: pytest.MonkeyPatch,
    problems: Callable[[Change], Iterator[str]],
    answer: type[Outcome] = Claimed,
) -> None:
    """Let a property of changes with an answer be the only one that is judged."""
    about = StepProperty("STP-0", "", lambda _: True, problems)
    found = lambda change: [about] * isinstance(change.outcome, answer)  # noqa: E731
    monkeypatch.setattr(property_checks, "applicable_step_properties", found)


@pytest.mark.parametrize("looks_at", [other_steps, other_leases])
def test_a_property_of_a_claim_may_look_at_other_steps(
    monkeypatch: pytest.MonkeyPatch, looks_at: Callable[[Change], Iterator[str]]
) -> None:
    # Given a property of claims that looks at other steps too, when a scope is explored,
    judging(monkeypatch, looks_at)
    parts = violations_by_event(PartsGraph(ORDER, CURRENT))
    # then the same claims violate it in parts as in whole plans.
    assert parts == violations_by_event(PlainStateGraph(ORDER, CURRENT)) != {}


def test_what_is_violated_under_one_name_is_violated_under_every_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given a property of the holder's requests, when what happens to a step that `two` holds is
    # taken from what happens to one that `one` holds,
    judging(monkeypatch, by_its_holder, StepCompleted)
    parts = violations_by_event(PartsGraph(ORDER, CURRENT))
    # then each violation has its own event.
    assert parts == violations_by_event(PlainStateGraph(ORDER, CURRENT)) != {}


def test_where_rules_are_local_a_property_that_looks_at_other_leases_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judging(monkeypatch, other_leases)
    with pytest.raises(AssertionError, match="a property looks at leases of other steps"):
        found_by_event(PartsGraph(replace(ORDER, local=True), CURRENT))


@requires_ci_profile
def test_one_event_of_each_kind_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a scope, when no property tells its events apart, then one of those that do the same
    # is followed;
    plain = found_by_event(PlainStateGraph(SCOPE, CURRENT))
    assert EventKinds(SCOPE.events).count == 1
    assert found_by_event(PartsGraph(SCOPE, CURRENT)) < plain
    # when all are told apart, then all are followed, as in the plain graph.
    monkeypatch.setattr(parts_graph, "EventKinds", EachItsOwn)
    assert found_by_event(PartsGraph(SCOPE, CURRENT)) == plain
