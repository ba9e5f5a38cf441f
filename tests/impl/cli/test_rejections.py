"""Every rejection can be met at the command line, under its code and reason."""

import json

import pytest

from spec.vocabulary.rejections import REASON_WORDS
from tests.impl.cli.desk import BRIDGE, PLAN, Desk
from tests.impl.cli.refusals import ANN, BATCH, BOB, REFUSALS, UPDATE, code_of, entry


@pytest.mark.parametrize("name", REFUSALS)
def test_refused_is(name: str, desk: Desk) -> None:
    call, reason = REFUSALS[name]
    assert call(desk) == (code_of(reason), reason)


@pytest.mark.parametrize(
    "arguments",
    [
        ("start", "deck", *ANN),
        ("heartbeat", "deck", *ANN),
        ("artifact", "deck", *ANN, "--kind", "log", "--summary", ""),
        ("release", "deck", *ANN),
        ("reset", "deck"),
        ("ready",),
        ("reconcile",),
    ],
    ids=lambda arguments: arguments[0],
)
def test_pln_6_7_is_accepted_after_drift(arguments: tuple[str, ...], desk: Desk) -> None:
    # Given a held step whose document has changed since,
    desk.held()
    desk.write(PLAN, BRIDGE + "\n")
    # when a command is run that does not depend on the document, then it is accepted.
    command, *others = arguments
    assert desk.json("state", command, PLAN, *others).code == 0


def test_every_reason_is_among_them() -> None:
    met = {reason for _, reason in REFUSALS.values()}
    assert {each for reasons in REASON_WORDS.values() for each in reasons} - met == {
        "store_unavailable",  # see test_environment.py
        "missing_summary",  # see test_iterate.py
        "undersized_summary",
    }


@pytest.mark.parametrize(
    "given", ["", "[", "{}", "[1", '"[]"', "nul", "[" * 100_000, '[{"kind": 1e999}]']
)
def test_what_is_no_json_array_is_no_batch(desk: Desk, given: str) -> None:
    desk.held()
    assert desk.refused(*BATCH, given=given) == ("E047", "invalid_request")


def test_a_rejection_says_in_one_line_what_was_found_and_what_to_do(desk: Desk) -> None:
    desk.held()
    reply = desk.text("state", "complete", PLAN, "deck", *BOB)
    assert reply == (
        1,
        "",
        "error: E049: step deck is held by ann, not by bob, "
        "claimed 0 s ago (lease expires in 2 h); "
        f"to end that claim, a person can run `planstate state release {PLAN} deck --force`; "
        f"claim the next step: run `planstate state claim {PLAN} --worktree bob` "
        "(planspec explain E049)\n",
    )


def test_ordinals_in_messages_count_as_the_caller_does(desk: Desk) -> None:
    desk.held()
    by_option = desk.text("state", *_of_plan(*UPDATE, "--task", "3:completed"))
    assert "no task 3; expected 1 to 2" in by_option.err
    given = json.dumps([entry("task", 2, "completed")])
    by_batch = desk.text("state", *_of_plan(*BATCH), given=given)
    assert "no task 2; expected 0 to 1" in by_batch.err
    desk.state("claim", "--worktree", "bob")
    nothing = desk.text("state", "update", PLAN, "paint", *BOB, "--test", "1:completed")
    assert "it has none" in nothing.err


def test_names_cannot_steer_a_terminal_or_break_the_line(desk: Desk) -> None:
    desk.held(worktree="a\x1b[2J\nb")
    reply = desk.text("state", "complete", PLAN, "deck", *ANN)
    assert r"held by a\x1b[2J\nb, not by ann" in reply.err
    assert reply.err.count("\n") == 1


def _of_plan(command: str, *arguments: str) -> tuple[str, ...]:
    return (command, PLAN, *arguments)


def test_all_dependencies_that_are_no_steps_are_named_with_what_is_perhaps_meant(
    desk: Desk,
) -> None:
    # Given a document with several dependencies that are no steps, some of them misspelled,
    named = "**Depends on:** #Deck, #nowhere, #paintt"
    desk.write(PLAN, BRIDGE.replace("**Depends on:** #deck, #paint", named))
    # when it is registered, then all of them are named at once, with the nearest step.
    told = desk.text("state", "init", PLAN).err
    expected = "`#Deck` of opening (perhaps `#deck`), `#nowhere` of opening, `#paintt` of opening"
    assert f"; in all: {expected} (perhaps `#paint`)" in told
