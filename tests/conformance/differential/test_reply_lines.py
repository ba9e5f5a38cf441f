"""Expected lines: they say what the messages say, in whatever form a system writes it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance.differential.reply_lines import ReplyLines
from spec.editions import CURRENT, edition_named
from spec.formats.messages import Message, outcome_to_json, state_to_json
from tests.model_runs import answers, share_answers
from tests.profiles import AT_NIGHT, by_day_the_first, mostly_in_ci, requires_ci_profile

pytestmark = share_answers

EACH = 1 if AT_NIGHT else 3
"""Of the answers of the model, one of so many is written. Neighbours have nearly the same state."""
LEARNING = 400
"""Answers after which the form of most others is known."""
OLDER = edition_named("2026.1")


def every_object(change: Callable[[Message], Message]) -> Callable[[Any], Any]:
    """Return a change of all objects in a message."""

    def changed(value: Any) -> Any:
        if isinstance(value, list):
            return [changed(member) for member in value]
        if isinstance(value, dict):
            return change({name: changed(member) for name, member in value.items()})
        return value

    return changed


def compact(message: Message) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def without_empty(message: Message) -> Message:
    return {name: value for name, value in message.items() if value is not None and value != []}


FORMS: dict[str, Callable[[Message], str]] = {
    "declared order": compact,
    "sorted": lambda message: json.dumps(message, sort_keys=True),
    "backwards": lambda message: compact(
        every_object(lambda each: dict(reversed(each.items())))(message)
    ),
    "ascii": json.dumps,
    "without what is empty": lambda message: compact(every_object(without_empty)(message)),
}


@pytest.mark.parametrize("edition", by_day_the_first([CURRENT, OLDER]), ids=lambda each: each.name)
def test_a_line_says_what_the_message_says(edition: Any) -> None:
    # Given states and answers that the model has come to, when they are written in no known form,
    lines = ReplyLines()
    for answer in answers(edition)[::EACH]:
        state, reply = answer.transition.state, outcome_to_json(answer.transition.outcome, edition)
        # then the lines are those of the messages.
        assert json.loads(lines.state(state, edition)) == state_to_json(state, edition)
        assert json.loads(lines.message(reply)) == reply


@requires_ci_profile
def test_an_edition_is_not_mistaken_for_the_one_before() -> None:
    # Given a state that is written in one edition, when it is written in another,
    state, lines = answers()[-1].transition.state, ReplyLines()
    for edition in (CURRENT, OLDER, CURRENT):
        # then it has the fields of that.
        assert json.loads(lines.state(state, edition)) == state_to_json(state, edition)


@pytest.mark.parametrize("form", mostly_in_ci(FORMS, in_dev=("sorted",)))
def test_the_form_of_a_system_is_learned(form: str) -> None:
    # Given a system that writes its replies in some form, when it has shown states for a while,
    lines, written = ReplyLines(), FORMS[form]
    states = [answer.transition.state for answer in answers()[::EACH]]
    right = [
        is_expected(lines, lines.state(state, CURRENT), state_to_json(state), written)
        for state in states
    ]
    # then nearly all of them are expected in just that form,
    assert right[LEARNING:].count(True) > 0.98 * len(right[LEARNING:])
    # and so are its answers.
    replies = [outcome_to_json(answer.transition.outcome) for answer in answers()[::EACH]]
    right = [is_expected(lines, lines.message(reply), reply, written) for reply in replies]
    assert right[LEARNING:].count(True) > 0.95 * len(right[LEARNING:])


def is_expected(
    lines: ReplyLines, expected: str, reply: Message, written: Callable[[Message], str]
) -> bool:
    """Return whether a reply was expected as it is written; it is learned from if it was not."""
    line = written(reply)
    if expected != line:
        lines.learn(reply, json.loads(line), line)
    return expected == line


def test_texts_that_are_kept_are_dropped_when_the_form_is_another() -> None:
    # Given a state that was written, when a system is found to leave out what is empty,
    lines, state = ReplyLines(), answers()[-1].transition.state
    before, form = lines.state(state, CURRENT), lines.form
    written = FORMS["without what is empty"](state_to_json(state))
    lines.learn(state_to_json(state), json.loads(written), written)
    # then the same state is written anew.
    assert lines.form is not form
    assert lines.state(state, CURRENT) == written != before
