"""Every rejection can be met at the command line, under its code and reason."""

import json
from collections.abc import Callable

import pytest

from spec.vocabulary.rejections import REASON_WORDS
from tests.impl.cli.desk import BRIDGE, PLAN, Desk, refusal

ANN, BOB = ("--worktree", "ann"), ("--worktree", "bob")
UPDATE = ("update", "deck", *ANN)
BATCH = (*UPDATE, "--batch")


def document(before: str, after: str) -> Callable[[Desk], tuple[str, str]]:
    """Register the plan with another document."""

    def register(desk: Desk) -> tuple[str, str]:
        desk.write(PLAN, BRIDGE.replace(before, after))
        return desk.refused("init")

    return register


def held(*arguments: str) -> Callable[[Desk], tuple[str, str]]:
    """Run a command while ann holds the first step."""

    def call(desk: Desk) -> tuple[str, str]:
        desk.held()
        return desk.refused(*arguments)

    return call


def batch(*entries: object) -> Callable[[Desk], tuple[str, str]]:
    """Send a batch while ann holds the first step."""

    def call(desk: Desk) -> tuple[str, str]:
        desk.held()
        return desk.refused(*BATCH, given=json.dumps(entries))

    return call


def entry(kind: object, ordinal: object, status: object, **reason: object) -> dict[str, object]:
    return {"kind": kind, "ordinal": ordinal, "status": status, **reason}


def drifted(*arguments: str) -> Callable[[Desk], tuple[str, str]]:
    """Run a command while ann holds the first step and the document has changed."""

    def call(desk: Desk) -> tuple[str, str]:
        desk.held()
        desk.write(PLAN, BRIDGE + "\n")
        return desk.refused(*arguments, given="[]")

    return call


def completed(*arguments: str) -> Callable[[Desk], tuple[str, str]]:
    """Complete the first step by force, and then call this."""

    def call(desk: Desk) -> tuple[str, str]:
        desk.held()
        desk.state("complete", "deck", *ANN, "--force")
        return desk.refused(*arguments)

    return call


def open_substeps(desk: Desk) -> tuple[str, str]:
    desk.held()
    desk.state(*UPDATE, "--all", "completed")
    return desk.refused("complete", "deck", *ANN)


def not_registered(desk: Desk) -> tuple[str, str]:
    desk.state("init")
    desk.write("other.md")
    return refusal(desk.json("state", "claim", "other.md", *ANN))


def without_store(desk: Desk) -> tuple[str, str]:
    return desk.refused("claim", *ANN)


def without_document(desk: Desk) -> tuple[str, str]:
    return refusal(desk.json("state", "init", "nowhere.md"))


REFUSALS: dict[str, tuple[Callable[[Desk], tuple[str, str]], str, str]] = {
    "an anchor twice": (document("{#paint}", "{#deck}"), "E006", "duplicate_anchor"),
    "an unknown dependency": (document("#deck, ", "#none, "), "E010", "unknown_dependency"),
    "a circle": (
        document("{#paint}\n", "{#paint}\n\n**Depends on:** #opening\n"),
        "E011",
        "circular_dependency",
    ),
    "no steps": (document("Step", "Part"), "E032", "plan_without_steps"),
    "a plan never registered": (not_registered, "E047", "unknown_plan"),
    "no store yet": (without_store, "E047", "unknown_plan"),
    "no such document": (without_document, "E047", "unknown_plan"),
    "completing no step": (held("complete", "roof", *ANN), "E047", "unknown_step"),
    "releasing no step": (held("release", "roof", *ANN), "E047", "unknown_step"),
    "resetting no step": (held("reset", "roof"), "E047", "unknown_step"),
    "nothing in a batch": (batch(), "E047", "empty_batch"),
    "an item twice": (
        batch(entry("task", 0, "completed"), entry("task", 0, "completed")),
        "E047",
        "duplicate_entry",
    ),
    "no such task": (held(*UPDATE, "--task", "3:completed"), "E047", "unknown_item"),
    "no such test": (batch(entry("test", 1, "completed")), "E047", "unknown_item"),
    "a negative ordinal": (batch(entry("test", -1, "completed")), "E047", "unknown_item"),
    "another kind": (batch(entry("chore", 0, "completed")), "E047", "invalid_kind"),
    "another status": (held(*UPDATE, "--task", "1:done"), "E047", "invalid_status"),
    "opening by batch": (batch(entry("task", 0, "open")), "E047", "invalid_status"),
    "deferring without batch": (held(*UPDATE, "--all", "deferred"), "E047", "missing_reason"),
    "deferring without reason": (batch(entry("task", 0, "deferred")), "E047", "missing_reason"),
    "an update of nothing": (held(*UPDATE), "E047", "no_update"),
    "reopening": (held(*UPDATE, "--task", "1:open"), "E047", "reopen_not_allowed"),
    "an entry that is a list": (batch([]), "E047", "invalid_request"),
    "an ordinal in quotes": (batch(entry("task", "0", "completed")), "E047", "invalid_request"),
    "an ordinal that is true": (batch(entry("task", True, "completed")), "E047", "invalid_request"),
    "a kind that is a number": (batch(entry(1, 0, "completed")), "E047", "invalid_request"),
    "a status that is none": (batch(entry("task", 0, None)), "E047", "invalid_request"),
    "a reason that is a number": (
        batch(entry("task", 0, "deferred", reason=1)),
        "E047",
        "invalid_request",
    ),
    "half a character": (
        batch(entry("task", 0, "deferred", reason="\ud800")),
        "E047",
        "invalid_request",
    ),
    "claiming after drift": (drifted("claim", *BOB), "E048", "plan_drift"),
    "updating after drift": (drifted(*UPDATE, "--all", "completed"), "E048", "plan_drift"),
    "a batch after drift": (drifted(*BATCH, "--complete-remaining"), "E048", "plan_drift"),
    "completing after drift": (drifted("complete", "deck", *ANN), "E048", "plan_drift"),
    "completing another's": (held("complete", "deck", *BOB), "E049", "ownership_violation"),
    "releasing another's": (held("release", "deck", *BOB), "E049", "ownership_violation"),
    "starting another's": (held("start", "deck", *BOB), "E049", "ownership_violation"),
    "starting no step": (held("start", "roof", *ANN), "E050", "not_claimed"),
    "starting a free one": (held("start", "paint", *ANN), "E050", "not_claimed"),
    "resetting a completed one": (completed("reset", "deck"), "E050", "not_claimed"),
    "renewing a completed one": (completed("heartbeat", "deck", *ANN), "E050", "not_claimed"),
    "noting on a free one": (
        held("artifact", "paint", *ANN, "--kind", "log", "--summary", ""),
        "E050",
        "not_claimed",
    ),
    "open items": (held("complete", "deck", *ANN), "E051", "incomplete_checklist"),
    "open substeps": (open_substeps, "E052", "incomplete_substeps"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refused_is(name: str, desk: Desk) -> None:
    call, code, reason = REFUSALS[name]
    assert call(desk) == (code, reason)


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
    met = {(code, reason) for _, code, reason in REFUSALS.values()}
    words = {(str(code), reason) for code, reasons in REASON_WORDS.items() for reason in reasons}
    assert words - met == {
        ("E046", "store_unavailable"),  # see test_environment.py
        ("E047", "missing_summary"),  # see test_iterate.py
        ("E047", "undersized_summary"),
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
        "error: E049: step deck is held by ann, not by bob; wait until its lease expires, or "
        "take it over with `planstate state claim --force` (planspec explain E049)\n",
    )


@pytest.mark.parametrize(
    ("name", "typed"),
    [("a plan.md", "'a plan.md'"), ("-plan.md", "./-plan.md"), ("it's.md", "'it'\"'\"'s.md'")],
)
def test_advice_can_be_typed_as_it_is_given(desk: Desk, name: str, typed: str) -> None:
    reply = desk.text("state", "show", "--", name)
    assert f"run `planstate state init {typed}`" in reply.err


def test_a_rejection_tells_programs_what_is_known(desk: Desk) -> None:
    desk.held()
    envelope = desk.json("state", "complete", PLAN, "deck", *BOB).envelope
    assert envelope["data"] == {
        "plan_path": PLAN,
        "anchor": "deck",
        "reason": "ownership_violation",
        "step": "deck",
        "holder": "ann",
        "caller": "bob",
    }


def test_a_rejection_changes_nothing(desk: Desk) -> None:
    desk.held()
    before = desk.state("show")
    desk.refused(*UPDATE, "--task", "1:completed", "--task", "3:completed")
    desk.refused("complete", "deck", *ANN)
    assert desk.state("show") == before


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
