"""Traces are shown in words, a line a step, with the fields that changed."""

from dataclasses import MISSING, fields, replace

from conformance.adapters.model import transitions_of
from conformance.reports.sequences import sequence_picture
from conformance.reports.words.messages import LONGEST, render_message
from conformance.reports.words.sentences import (
    REPLIES,
    REQUESTS,
    clock,
)
from conformance.reports.words.traces import (
    not_told,
    path_of,
    render_path,
    render_steps,
    render_trace,
    trace_steps,
)
from conformance.reports.words.traces import render_operation as said
from conformance.vectors.reading import read_once
from conformance.vectors.vector import operations_of
from model.apply import apply
from model.explorer.events import PathStep
from model.explorer.situations import Edit, Fault, Tick
from spec.formats.messages import ANSWER_NAMES, OPERATION_NAMES, operation_to_json, outcome_to_json
from spec.vocabulary.domains import DEFAULT_LEASE
from spec.vocabulary.reviews import NewPlan, SetNextPhase
from spec.vocabulary.state import Show, State
from tests.rules.builders import HASH, claim, complete, document, register, step

REGISTER = register(document(step("a")))
CLAIM = claim("one", now=60_000, lease=DEFAULT_LEASE)


def test_a_trace_has_a_line_of_words_a_step_its_rules_and_the_changed_fields() -> None:
    # Given a plan that is registered and a step that is claimed, when the trace is rendered,
    registered = apply(State(), REGISTER)
    claimed = apply(registered.state, CLAIM)
    lines = list(render_trace((REGISTER, CLAIM), (registered, claimed)))
    # then each step is one line, with the time and the rules behind it,
    start = next(number for number, line in enumerate(lines) if line.startswith("  2  "))
    step, *changed = lines[start:]
    said, _, rules = step.partition("   by ")
    assert said == "  2  00:01  one claims plan.md → a, until 02:01, claim 1"
    assert rules.split() == list(claimed.rules)
    # and the fields that changed follow, times as times of day.
    assert 'a.status: "pending" -> "claimed"' in {line.strip() for line in changed}
    assert "a.claimed_at: none -> 00:01" in {line.strip() for line in changed}


def test_before_the_last_step_only_what_a_status_does_not_bring_with_it_is_shown() -> None:
    # Given a step that is claimed and then completed, when the trace is rendered,
    operations = (REGISTER, CLAIM, complete("a", "one", now=60_000))
    decided = transitions_of(operations)
    lines = [line.strip() for line in render_trace(operations, decided)]
    # then what the claim changed is one line, without holder, times and id;
    assert 'a.status: "pending" -> "claimed"' in lines
    assert 'a.claimed_by: null -> "one"' not in lines
    # what a replay prints shows all.
    whole = [line.strip() for line in render_steps(list(trace_steps(path_of(operations, decided))))]
    assert 'a.claimed_by: null -> "one"' in whole


def test_replies_that_are_told_in_the_same_words_are_told_apart_by_their_fields() -> None:
    # Given two states of a plan that differ in which review comes next,
    registered = apply(apply(State(), REGISTER).state, NewPlan("plan.md", 60_000, 3)).state
    without = apply(registered, SetNextPhase("plan.md", None, 60_000)).state
    shown = [apply(each, Show("plan.md", HASH, 60_000)) for each in (registered, without)]
    # when both are asked for, then the fields that differ are shown,
    assert [each.path for each in not_told(*shown)] == ["plan.review_cycle.next_phase"]
    # but not where the words say it.
    assert not_told(shown[0], apply(State(), Show("plan.md", HASH, 60_000))) == []


def test_every_request_and_every_reply_has_a_sentence() -> None:
    assert REQUESTS.keys() == OPERATION_NAMES.keys()
    assert REPLIES.keys() == ANSWER_NAMES.keys() | {"rejected", "error", "unsupported"}


def test_a_sentence_tells_what_a_request_asks_for_besides() -> None:
    # Given the requests of all vectors, when a field that has a default has another value,
    asked = [operation for vector in read_once() for operation in operations_of(vector)]
    untold = {
        f"{type(operation).__name__}.{field.name}"
        for operation in asked
        for field in fields(operation)
        if field.default is not MISSING
        and getattr(operation, field.name) != field.default
        and said(operation) == said(replace(operation, **{field.name: field.default}))
    }
    # then its sentence is another one.
    assert untold == set()


def test_a_trace_of_two_plans_names_the_plan_of_each_step() -> None:
    first, second = complete("a", plan="plan.md"), complete("a", plan="other.md")
    paths = ([first, second], [first], [second])
    lines = [list(render_trace(path, [apply(State(), each) for each in path])) for path in paths]
    told = [" of " in line for each in lines for line in each]
    assert told == [True, True, False, False]


def test_times_are_times_of_day_with_the_date_where_they_have_one() -> None:
    shown = [clock(time) for time in (0, 3, 60_000, 61_500, 90_000_000, 1_767_614_400_000)]
    assert shown == ["00:00", "3 ms", "00:01", "00:01:01.500", "day 2 01:00", "2026-01-05 12:00"]


def test_a_sequence_of_two_workers_is_drawn_with_leases_that_end_where_they_do() -> None:
    # Given a step that is taken over after its lease has expired, and whose first holder returns,
    late = claim("two", now=8_000_000, lease=DEFAULT_LEASE)
    back = complete("a", "one", now=9_000_000)
    state, exchanges = State(), []
    for operation in (REGISTER, CLAIM, late, back):
        transition = apply(state, operation)
        state = transition.state
        exchanges.append((operation_to_json(operation), outcome_to_json(transition.outcome)))
    # when it is drawn, then there are two lanes, a lease that ends and one that goes on,
    picture = sequence_picture(exchanges)
    assert ">one</text>" in picture
    assert ">two</text>" in picture
    assert picture.count('<line class="lease"') == 3  # the first with the mark of its end
    # and what was rejected stands out; one worker alone is not drawn.
    assert picture.count('class="call needed"') == 1
    assert sequence_picture(exchanges[:2]) == ""


def test_a_long_message_loses_its_innermost_parts() -> None:
    # Given a message with many steps, when it is rendered,
    steps = [{"anchor": f"step-{number}", "items": [{"text": "x" * 9}]} for number in range(15)]
    line = render_message({"plan": "plan.md", "definition": {"title": "Bridge", "steps": steps}})
    # then it has its outer fields, and says where something is missing.
    assert line == '{"plan":"plan.md","definition":{"title":"Bridge","steps":[…]}}'
    assert len(line) < LONGEST


def test_what_happens_around_the_store_is_a_sentence() -> None:
    path = [
        PathStep(Tick(), 1),
        PathStep(Edit("plan.md", 1), 1),
        PathStep(Fault("the store is away"), 1),
    ]
    assert list(render_path(path)) == [
        "  1  a millisecond passes",
        "  2  somebody edits the document of plan.md (version 1)",
        "  3  the store is away, at the next call",
    ]
