"""What contradicts the rules is reduced to the few calls that show it, and explained."""

from dataclasses import replace
from typing import Any

from conformance.histories.attempts import attempts, excluding_clauses
from conformance.histories.calls import calls_of
from conformance.histories.contradictions import Contradiction, explained
from conformance.histories.linearizability import Search, SearchNode, Verdict
from spec.formats.histories import Event, Fail, Invoke, Observe, Ok
from spec.formats.messages import state_to_json
from spec.vocabulary.state import StepStatus
from tests.conformance.histories.simulated import (
    BEGINNING,
    claimed,
)
from tests.rules.builders import PLAN, claim, start

START = (SearchNode(BEGINNING),)


def contradiction(events: list[Event]) -> Contradiction:
    calls = calls_of(events)
    search = Search()
    judgement = search.judge(calls, START)
    assert judgement.verdict is Verdict.CONTRADICTED
    return explained(search, calls, judgement)


def test_a_claim_names_the_clause_that_excludes_the_step_it_took() -> None:
    # Given a step in some states, when a claim of `one` is answered that it got the step,
    [call] = calls_of([Invoke("one", 0, claim("one")), Ok("one", 1, claimed())])
    [plan] = BEGINNING.plans
    held: dict[str, Any] = {"status": StepStatus.CLAIMED, "lease_expires_at": 100}
    expected: list[tuple[dict[str, Any], tuple[str, ...]]] = [
        ({"status": StepStatus.COMPLETED}, ("CLM-1.4",)),
        ({"dependencies": ("b",)}, ("CLM-2.1",)),
        ({**held, "claimed_by": "two"}, ("CLM-4.5",)),
        ({**held, "claimed_by": "one"}, ()),
        ({**held, "claimed_by": "two", "lease_expires_at": -1}, ()),
        ({}, ()),
    ]
    for fields, clauses in expected:
        steps = (replace(plan.steps[0], **fields), *plan.steps[1:])
        state = replace(BEGINNING, plans=(replace(plan, steps=steps),))
        # then the clause is named that leaves it to another, to nobody, or to nobody yet.
        assert excluding_clauses(state, call, 0) == clauses, fields


def test_one_step_given_to_two_who_ask_at_the_same_time() -> None:
    # Given two workers that are given the same step, and a third one who does something else
    events: list[Event] = [
        Invoke("one", 0, claim("one")),
        Invoke("two", 1, claim("two")),
        Invoke("three", 2, start("b", "three")),
        Ok("one", 3, claimed()),
        Fail("three", 4, {"reply": "rejected", "code": "E050"}),
        Ok("two", 5, claimed()),
    ]
    # When that is explained
    found = contradiction(events)
    # Then the two claims are left, and either order breaks the clauses on what is given.
    assert [call.process for call in found.calls] == ["one", "two"]
    assert [call.process for call in found.others] == ["three"]
    orders = [[call.process for call in attempt.order] for attempt in found.attempts]
    assert orders == [["one", "two"], ["two", "one"]]
    assert all("CLM-1.2" in attempt.clauses for attempt in found.attempts)
    assert found.attempts[0].expected["anchor"] == "b"


def test_what_somebody_saw_is_forgotten_unless_it_is_needed() -> None:
    # Given two workers that are given the same step, while a third one looks at the plan
    events: list[Event] = [
        Invoke("one", 0, claim("one")),
        Invoke("two", 1, claim("two")),
        Observe("three", 2, 3, PLAN, state_to_json(BEGINNING)),
        Ok("one", 4, claimed()),
        Ok("two", 5, claimed()),
    ]
    # When that is explained, then the claims alone contradict the rules.
    found = contradiction(events)
    assert [call.process for call in found.calls] == ["one", "two"]
    # And given that only one of them is answered so, while the third one sees nothing of it later,
    unseen: list[Event] = [
        Invoke("one", 0, claim("one")),
        Ok("one", 1, claimed()),
        Observe("three", 2, 3, PLAN, state_to_json(BEGINNING)),
    ]
    # then what was seen contradicts the rules.
    assert [call.operation for call in contradiction(unseen).calls] == [None]


def test_orders_are_tried_from_what_came_before() -> None:
    # Given a worker that was given the first step while another one waited for an answer, and
    # two more that are both given the second,
    two = claimed("b", 2, remaining=0)
    events: list[Event] = [
        Invoke("one", 0, claim("one")),
        Invoke("four", 1, start("b", "four")),
        Ok("one", 2, claimed()),
        Invoke("two", 3, claim("two")),
        Invoke("three", 4, claim("three")),
        Ok("two", 5, two),
        Ok("three", 6, two),
    ]
    # When that is explained, then the rules leave nothing to whoever comes second.
    found = contradiction(events)
    assert [call.process for call in found.calls] == ["two", "three"]
    assert [each.expected["answer"] for each in found.attempts] == ["nothing_claimable"] * 2


def test_of_many_orders_that_of_the_ends_is_tried() -> None:
    # Given seven claims at the same time, all of which got the first step, and ended in turn
    workers = [f"worker-{number}" for number in range(7)]
    calls = calls_of(
        [
            *(Invoke(worker, 0, claim(worker)) for worker in workers),
            *(Ok(worker, 9 - place, claimed()) for place, worker in enumerate(workers)),
        ]
    )
    # When they are tried, then in the order of their ends, up to the second.
    [tried] = attempts(Search(), tuple(calls), START[0])
    assert [call.process for call in tried.order] == ["worker-6", "worker-5"]
    assert tried.clauses
