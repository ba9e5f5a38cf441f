"""The search for an order finds one exactly when there is one."""

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from conformance.histories.calls import Call, calls_of
from conformance.histories.linearizability import (
    Search,
    SearchNode,
    SearchResult,
    Verdict,
    in_order,
)
from model.apply import apply
from spec.formats.histories import Event, Fail, Invoke, Observe, Ok
from spec.formats.messages import outcome_to_json, state_to_json
from tests.conformance.histories.simulated import (
    BEGINNING,
    explains,
    has_an_order,
    histories,
)
from tests.profiles import requires_ci_profile
from tests.rules.builders import PLAN, claim, reset

START = (SearchNode(BEGINNING),)


def judged(calls: list[Call], budget: int = 100_000) -> SearchResult:
    return Search(budget=budget).judge(calls, START)


@requires_ci_profile
@given(histories(40))
def test_what_a_faultless_server_did_is_explained(events: tuple[Event, ...]) -> None:
    # Given the history of clients of a faultless server, some of which died
    calls = calls_of(events)
    # When it is judged, then an order is found,
    judgement = judged(calls)
    assert judgement.verdict is Verdict.EXPLAINED
    # and it explains every reply, in the order that is shown.
    for node in judgement.nodes:
        order = tuple(calls[each.number] for each in in_order(node))
        assert {call.number for call in order} >= {call.number for call in calls if call.reply}
        assert explains(order)


@given(histories(4), st.data())
def test_the_verdict_is_that_of_trying_all_orders(
    events: tuple[Event, ...], data: st.DataObject
) -> None:
    # Given a short history, in which replies were exchanged for others
    replies = [each.outcome for each in events if isinstance(each, Ok | Fail)]
    assume(replies)
    calls = [
        replace(call, reply=dict(data.draw(st.sampled_from([call.reply, *replies]))))
        if call.operation is not None and call.reply
        else call
        for call in calls_of(events)
    ]
    # When it is judged, then the verdict is that of trying every order of its calls.
    expected = Verdict.EXPLAINED if has_an_order(calls) else Verdict.CONTRADICTED
    assert judged(calls).verdict is expected


def test_a_call_without_an_effect_may_have_had_one_later() -> None:
    # Given a reset while a step is claimed, nobody knows when, and a look at it that finds it free
    # although it was claimed once
    claimed = apply(BEGINNING, claim("one")).state
    transition = apply(claimed, reset("a"))
    events: list[Event] = [
        Invoke("one", 0, claim("one")),
        Invoke("two", 1, reset("a")),
        Ok("two", 2, outcome_to_json(transition.outcome)),
        Observe("two", 3, 4, PLAN, state_to_json(transition.state)),
    ]
    # When it is judged, then the claim came first, although the reset could have.
    judgement = judged(calls_of(events))
    assert judgement.verdict is Verdict.EXPLAINED
    assert [each.number for each in in_order(judgement.nodes[0])] == [0, 1, 2]


@given(histories(6))
@settings(max_examples=20)
def test_without_a_budget_the_verdict_is_unknown(events: tuple[Event, ...]) -> None:
    calls = calls_of(events)
    assume(any(call.operation and call.reply for call in calls))
    assert judged(calls, budget=0).verdict is Verdict.UNKNOWN
