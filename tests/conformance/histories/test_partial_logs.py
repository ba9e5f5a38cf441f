"""Logs that leave something out: lost answers, silent operations and clients, uncertain times."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from conformance.histories.calls import OutOfOrder
from conformance.histories.format import Recording, moment_of
from conformance.histories.judging import JudgedPlan, judged_plans
from conformance.histories.linearizability import Verdict
from conformance.histories.silent_search import silent_count
from conformance.protocol.codec import Message, outcome_to_json
from model.apply import apply
from spec.formats.histories import Event, History, Info, Invoke, Observe, Ok
from spec.vocabulary.claims import Claimed
from spec.vocabulary.holding import Release, Started
from tests.conformance.histories.simulated import BEGINNING, falsified, histories, with_reply
from tests.profiles import requires_nightly_profile
from tests.rules.builders import batch, claim, complete, start

MILLISECOND = 1_000_000
WHOLE = History("2026.2", state=BEGINNING)
WITHOUT_RELEASES = replace(WHOLE, unlogged=("release",))
WITHOUT_THREE = replace(WHOLE, unlogged_clients=("three",))


def judged(history: History, events: tuple[Event, ...], budget: int = 100_000) -> JudgedPlan:
    (found,) = judged_plans(Recording(history, tuple(sorted(events, key=moment_of))), budget)
    return found


def claimed(anchor: str, number: int, remaining: int = 1) -> Message:
    index = "ab".index(anchor)
    answer = Claimed(anchor, f"Title of {anchor}", index, 100, False, remaining, 1)
    return outcome_to_json(answer) | {"claim_id": number}


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
        judged(WHOLE, events)
    assert judged(replace(WHOLE, partial=True), events).judgement.verdict is Verdict.EXPLAINED


def test_a_release_without_a_line_is_added_where_it_is_needed() -> None:
    # Given a step that two workers were given, one after the other
    events = (*asked("one", 0, claimed("a", 1)), *asked("two", 5, claimed("a", 2)))
    assert judged(WHOLE, events).judgement.verdict is Verdict.CONTRADICTED
    # When releases may be silent, then one of them explains it.
    found = judged(WITHOUT_RELEASES, events).judgement
    assert (found.verdict, silent_count(found)) == (Verdict.EXPLAINED, 1)


def test_what_no_release_explains_is_contradicted() -> None:
    # Given a claim whose id shows another claim before it
    events = (*asked("one", 0, claimed("a", 1)), *asked("two", 5, claimed("a", 3)))
    # When only releases may be silent, then the second answer is contradicted.
    found = judged(WITHOUT_RELEASES, events)
    assert (found.judgement.verdict, found.judgement.ended) == (Verdict.CONTRADICTED, 1)
    assert found.contradiction is not None
    assert [call.process for call in found.contradiction.calls] == ["two"]


def test_a_worker_without_lines_may_have_done_what_explains_the_others() -> None:
    # Given a worker who is given the second step, although the first was free
    events = asked("one", 0, claimed("b", 2, remaining=0))
    assert judged(WHOLE, events).judgement.verdict is Verdict.CONTRADICTED
    # When a third worker has no lines, then it may hold the first step.
    found = judged(WITHOUT_THREE, events).judgement
    assert (found.verdict, silent_count(found)) == (Verdict.EXPLAINED, 1)


def test_a_batch_without_a_line_may_have_completed_the_items() -> None:
    # Given a worker who completes a step of which the items were open
    asked_to, all_of = complete("a", "one"), batch("a", worktree="one", remaining=True)
    state = apply(apply(BEGINNING, claim("one")).state, all_of).state
    done = apply(state, asked_to)
    events: tuple[Event, ...] = (
        *asked("one", 0, claimed("a", 1)),
        Invoke("one", 10 * MILLISECOND, asked_to),
        Ok("one", 11 * MILLISECOND, outcome_to_json(done.outcome)),
    )
    assert judged(WHOLE, events).judgement.verdict is Verdict.CONTRADICTED
    # When batches have no lines, then one of them explains it.
    found = judged(replace(WHOLE, unlogged=("batch",)), events).judgement
    assert (found.verdict, silent_count(found)) == (Verdict.EXPLAINED, 1)


def test_where_not_everything_silent_can_be_tried_nothing_is_contradicted() -> None:
    # Given an answer that is wrong whatever came before, and a worker without lines
    events = asked("one", 0, claimed("a", 1) | {"title": "Another"})
    # When that is judged, then the verdict is unknown, and names the answer.
    found = judged(WITHOUT_THREE, events)
    assert found.judgement.verdict is Verdict.UNKNOWN
    assert found.judgement.call is not None
    assert found.judgement.call.process == "one"


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
    found = judged(replace(WHOLE, uncertainty=uncertainty), events)
    # Then the order may be the other one if the intervals meet.
    assert found.judgement.verdict is verdict


@requires_nightly_profile
@given(histories(12))
def test_a_faultless_log_without_its_releases_is_explained(events: tuple[Event, ...]) -> None:
    # Given a log of a faultless server, without the lines about releases
    released = [place for place, each in enumerate(events) if is_release(each)]
    kept = tuple(each for place, each in enumerate(events) if not is_of(events, released, place))
    assume(any(isinstance(each, Invoke | Observe) for each in kept))
    # When it says so, then it is explained.
    assert judged(WITHOUT_RELEASES, kept).judgement.verdict is Verdict.EXPLAINED


@requires_nightly_profile
@given(histories(10), st.data())
def test_a_false_answer_is_found_without_the_releases(
    events: tuple[Event, ...], data: st.DataObject
) -> None:
    # Given a log without releases, with an answer that is wrong whatever came before
    released = [place for place, each in enumerate(events) if is_release(each)]
    kept = [each for place, each in enumerate(events) if not is_of(events, released, place)]
    answers = [place for place, each in enumerate(kept) if hasattr(each, "outcome")]
    assume(answers)
    wrong = data.draw(st.sampled_from(answers))
    kept[wrong] = with_reply(kept[wrong], falsified(dict(kept[wrong].outcome)))  # type: ignore[union-attr]
    # When it is judged, then it is contradicted.
    assert judged(WITHOUT_RELEASES, tuple(kept)).judgement.verdict is Verdict.CONTRADICTED


@requires_nightly_profile
@given(histories(6))
def test_a_faultless_log_without_a_client_is_never_contradicted(events: tuple[Event, ...]) -> None:
    # Given a log of a faultless server, of which a client has no lines
    kept = tuple(each for each in events if each.process != "three")
    assume(any(isinstance(each, Invoke | Observe) for each in kept))
    # When it says so, then nothing is contradicted.
    verdict = judged(WITHOUT_THREE, kept, budget=5_000).judgement.verdict
    assert verdict is not Verdict.CONTRADICTED


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
    assert judged(uncertain, tuple(rounded)).judgement.verdict is Verdict.EXPLAINED


def is_release(event: Event) -> bool:
    return isinstance(event, Invoke) and isinstance(event.operation, Release)


def is_of(events: tuple[Event, ...], asked: list[int], place: int) -> bool:
    """Return whether an event is one of some questions, or what came of it."""
    own = [n for n in range(place + 1) if events[n].process == events[place].process]
    questions = [n for n in own if isinstance(events[n], Invoke)]
    about_it = isinstance(events[place], Invoke | Ok | Info) or not isinstance(
        events[place], Observe
    )
    return about_it and bool(questions) and questions[-1] in asked
