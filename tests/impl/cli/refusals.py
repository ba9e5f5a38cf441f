"""One way to meet each refusal at the command line, with its reason."""

import json
from collections.abc import Callable

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


REFUSALS: dict[str, tuple[Callable[[Desk], tuple[str, str]], str]] = {
    "an anchor twice": (document("{#paint}", "{#deck}"), "duplicate_anchor"),
    "an unknown dependency": (document("#deck, ", "#none, "), "unknown_dependency"),
    "a circle": (
        document("{#paint}\n", "{#paint}\n\n**Depends on:** #opening\n"),
        "circular_dependency",
    ),
    "no steps": (document("Step", "Part"), "plan_without_steps"),
    "a plan never registered": (not_registered, "unknown_plan"),
    "no store yet": (without_store, "unknown_plan"),
    "no such document": (without_document, "unknown_plan"),
    "completing no step": (held("complete", "roof", *ANN), "unknown_step"),
    "releasing no step": (held("release", "roof", *ANN), "unknown_step"),
    "resetting no step": (held("reset", "roof"), "unknown_step"),
    "nothing in a batch": (batch(), "empty_batch"),
    "an item twice": (
        batch(entry("task", 0, "completed"), entry("task", 0, "completed")),
        "duplicate_entry",
    ),
    "no such task": (held(*UPDATE, "--task", "3:completed"), "unknown_item"),
    "no such test": (batch(entry("test", 1, "completed")), "unknown_item"),
    "a negative ordinal": (batch(entry("test", -1, "completed")), "unknown_item"),
    "another kind": (batch(entry("chore", 0, "completed")), "invalid_kind"),
    "another status": (held(*UPDATE, "--task", "1:done"), "invalid_status"),
    "opening by batch": (batch(entry("task", 0, "open")), "invalid_status"),
    "deferring without batch": (held(*UPDATE, "--all", "deferred"), "missing_reason"),
    "deferring without reason": (batch(entry("task", 0, "deferred")), "missing_reason"),
    "an update of nothing": (held(*UPDATE), "no_update"),
    "too long a reason": (held("release", "deck", *ANN, "--reason", "ü" * 251), "oversized_reason"),
    "reopening": (held(*UPDATE, "--task", "1:open"), "reopen_not_allowed"),
    "an entry that is a list": (batch([]), "invalid_request"),
    "an ordinal in quotes": (batch(entry("task", "0", "completed")), "invalid_request"),
    "an ordinal that is true": (batch(entry("task", True, "completed")), "invalid_request"),
    "a kind that is a number": (batch(entry(1, 0, "completed")), "invalid_request"),
    "a status that is none": (batch(entry("task", 0, None)), "invalid_request"),
    "a reason that is a number": (batch(entry("task", 0, "deferred", reason=1)), "invalid_request"),
    "half a character": (batch(entry("task", 0, "deferred", reason="\ud800")), "invalid_request"),
    "claiming after drift": (drifted("claim", *BOB), "plan_drift"),
    "updating after drift": (drifted(*UPDATE, "--all", "completed"), "plan_drift"),
    "a batch after drift": (drifted(*BATCH, "--complete-remaining"), "plan_drift"),
    "completing after drift": (drifted("complete", "deck", *ANN), "plan_drift"),
    "completing another's": (held("complete", "deck", *BOB), "ownership_violation"),
    "releasing another's": (held("release", "deck", *BOB), "ownership_violation"),
    "starting another's": (held("start", "deck", *BOB), "ownership_violation"),
    "starting under no claim": (held("start", "deck", *ANN, "--claim-id", "7"), "stale_claim"),
    "starting no step": (held("start", "roof", *ANN), "not_claimed"),
    "starting a free one": (held("start", "paint", *ANN), "not_claimed"),
    "resetting a completed one": (completed("reset", "deck"), "not_claimed"),
    "renewing a completed one": (completed("heartbeat", "deck", *ANN), "not_claimed"),
    "noting on a free one": (
        held("artifact", "paint", *ANN, "--kind", "log", "--summary", ""),
        "not_claimed",
    ),
    "open items": (held("complete", "deck", *ANN), "incomplete_checklist"),
    "open substeps": (open_substeps, "incomplete_substeps"),
}
"""The ways, each with the reason."""


def code_of(reason: str) -> str:
    """Return the code of a reason."""
    [code] = (code for code, reasons in REASON_WORDS.items() if reason in reasons)
    return code
