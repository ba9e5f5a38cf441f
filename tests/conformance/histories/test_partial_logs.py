"""Logs that leave something out: lost answers, operations without lines, uncertain times."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from conformance.histories.calls import OutOfOrder
from conformance.histories.linearizability import Verdict
from model.apply import apply
from spec.formats.histories import Event, History, Invoke, Observe, Ok
from spec.formats.messages import Message, outcome_to_json
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat, Release, Started
from spec.vocabulary.state import State
from tests.conformance.histories.simulated import BEGINNING, answer, claimed, histories, verdict_of
from tests.rules.builders import claim, heartbeat, release, start

MILLISECOND = 1_000_000
WHOLE = History("2026.2", state=BEGINNING)


def asked(process: str, time: int, reply: Message) -> tuple[Event, ...]:
    """Return a claim and its answer, from a time in milliseconds to the next one."""
    began = time * MILLISECOND
    return Invoke(process, began, claim(process)), Ok(process, began + MILLISECOND, reply)


def test_a_lost_answer_is_bounded_by_the_next_question_of_its_process() -> None:
    # Given a worker whose first answer is lost, and who starts the step that it gave
    events: tuple[Event, ...] = (
        Invoke("one", 0, claim("one")),
        Invoke("one", 1, start("a", "one")),
        Ok("one", 2, outcome_to_json(Started("a"))),
    )
    # When that is judged, then it is an error, unless the log says that answers may be missing.
    with pytest.raises(OutOfOrder, match='"partial": true'):
        verdict_of(WHOLE, events)
    assert verdict_of(replace(WHOLE, partial=True), events) is Verdict.EXPLAINED


@pytest.mark.parametrize(
    ("held_by_two", "verdict"), [(False, Verdict.EXPLAINED), (True, Verdict.CONTRADICTED)]
)
def test_with_every_fifth_answer_lost_a_second_holder_is_found_and_nothing_else(
    held_by_two: bool, verdict: Verdict
) -> None:
    # Given two workers that claim, renew and give back in turn, every fifth of whose answers is
    # lost, and a third one that is perhaps handed what another holds
    state, events = BEGINNING, list[Event]()

    def ask(operation: Claim | Heartbeat | Release, seen: State) -> State:
        worker, transition = str(operation.worktree), apply(seen, operation)
        events.append(Invoke(worker, 2 * len(events), operation))
        if sum(isinstance(each, Invoke) for each in events) % 5:
            reply = outcome_to_json(transition.outcome)
            events.append(answer(worker, 2 * len(events), reply))
        return transition.state

    for turn in range(29):
        worker = ("one", "two")[turn % 2]
        state = ask(claim(worker, now=turn), state)
        held = ask(heartbeat("a", worker, now=turn), state)
        state = ask(release("a", worker, now=turn), held) if turn < 28 else held
    freed = apply(held, release("a", worker, now=28)).state
    ask(claim("three", now=28), freed if held_by_two else held)
    # When that is judged, then only the second holder is contradicted.
    assert verdict_of(replace(WHOLE, partial=True), events) is verdict


@pytest.mark.parametrize(
    ("worker", "uncertainty", "verdict"),
    [
        ("two", 0, Verdict.CONTRADICTED),
        ("two", 2, Verdict.CONTRADICTED),
        ("two", 3, Verdict.EXPLAINED),
        ("one", 3, Verdict.CONTRADICTED),
    ],
)
def test_uncertain_times_let_calls_overlap_but_not_those_of_a_process(
    worker: str, uncertainty: int, verdict: Verdict
) -> None:
    # Given a step that is started 5 ms before it is claimed, perhaps by the same process
    events: tuple[Event, ...] = (
        Invoke(worker, 0, start("a", "one")),
        Ok(worker, MILLISECOND, outcome_to_json(Started("a"))),
        *asked("one", 6, claimed("a", 1)),
    )
    # When it is judged with times that are off by so much
    found = verdict_of(replace(WHOLE, uncertainty=uncertainty), events)
    # Then the order may be the other one if the intervals meet.
    assert found is verdict


@given(histories(12), st.data())
def test_a_faultless_log_with_rounded_times_is_explained(
    events: tuple[Event, ...], data: st.DataObject
) -> None:
    # Given a log of a faultless server, whose times are off by up to 3 ms, in the order of each
    # process
    unit, latest = MILLISECOND, dict[str, int]()
    assume(any(isinstance(each, Invoke | Observe) for each in events))
    rounded: list[Event] = []
    for each in events:
        off = data.draw(st.integers(-3, 3))
        time = max((each.time + off) * unit, latest.get(each.process, -4 * unit) + 1)
        latest[each.process] = time
        if isinstance(each, Observe):
            each = replace(each, began=(each.began - 3) * unit)
        rounded.append(replace(each, time=time))
    # When it says by how much, then it is explained.
    uncertain = replace(WHOLE, uncertainty=4)
    assert verdict_of(uncertain, rounded) is Verdict.EXPLAINED
