"""A history may be judged plan by plan: no operation reads or changes another plan (PLN-8, STP-3).

`tests/model/test_locality.py` shows that. Before A32 artifacts were counted in the whole store, so
there it may not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.histories.calls import Call, by_plan, calls_of
from conformance.histories.judging import parts
from conformance.histories.linearizability import Search, SearchNode, Verdict
from spec.editions import CURRENT, Edition, edition_named
from spec.formats.histories import Event, History
from spec.vocabulary.state import State
from tests.conformance.histories.simulated import BEGINNING, falsified, histories
from tests.rules.builders import PLAN

WITHOUT_A32 = edition_named("2026.2-A32")
OTHER = "another.md"


def of_plan(events: Sequence[Event], plan: str, first: int) -> Iterator[Call]:
    """Yield the calls of a history, made about a plan and numbered from `first`."""
    for call in calls_of(events):
        if call.operation is not None:
            asked = replace(call.operation, plan=plan)
            number = first + call.number
            yield replace(call, number=number, plan=plan, process=plan, operation=asked)


@pytest.mark.parametrize(("edition", "number"), [(CURRENT, 2), (WITHOUT_A32, 1)])
def test_a_history_is_parted_only_where_that_is_sound(edition: Edition, number: int) -> None:
    calls = [Call(each, "one", plan, 0, 1, None, {}) for each, plan in enumerate((PLAN, OTHER))]
    assert len(list(parts(History(edition.name), calls))) == number


@given(histories(4, may_die=False), histories(4, may_die=False), st.data())
def test_the_verdict_on_all_plans_is_that_on_each(
    one: tuple[Event, ...], other: tuple[Event, ...], data: st.DataObject
) -> None:
    # Given what happened to two plans at the same time, with an answer that may be wrong,
    calls = [*of_plan(one, PLAN, 0), *of_plan(other, OTHER, len(one))]
    answered = [place for place, call in enumerate(calls) if call.reply]
    place = data.draw(st.sampled_from([-1, *answered]))
    if place >= 0:
        calls[place] = replace(calls[place], reply=falsified(calls[place].reply or {}))
    # when all is judged at once, and plan by plan, then the verdict is the same.
    verdicts = {verdict(part) for _, part in by_plan(calls)}
    expected = Verdict.CONTRADICTED if Verdict.CONTRADICTED in verdicts else Verdict.EXPLAINED
    assert verdict(calls) is expected


def verdict(calls: Sequence[Call]) -> Verdict:
    """Return the verdict on calls about one plan or both, where nothing was done before."""
    plans = (BEGINNING.plans[0], replace(BEGINNING.plans[0], path=OTHER))
    return Search().judge(calls, (SearchNode(State(plans)),)).verdict
