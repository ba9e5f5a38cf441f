"""Traces are shown as JSON: operations, replies, and the fields that changed."""

import json

from conformance.reports.traces import LONGEST, render_message, render_path, render_trace
from model.apply import apply
from model.explorer.events import PathStep
from model.explorer.situations import Edit, Fault, Tick
from spec.vocabulary.claims import Claim
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State

HASH = "b7" * 32
REGISTER = Register("plan.md", PlanDefinition("Bridge", HASH, (StepDefinition("a", "A"),)), 0)
CLAIM = Claim("plan.md", "one", HASH, 5)


def test_a_trace_has_operations_replies_rules_and_changed_fields() -> None:
    # Given a plan that is registered and a step that is claimed, when the trace is rendered,
    registered = apply(State(), REGISTER)
    claimed = apply(registered.state, CLAIM)
    lines = list(render_trace((REGISTER, CLAIM), (registered, claimed)))
    # then each operation is JSON, and so is its reply, with the rules behind it,
    start = next(number for number, line in enumerate(lines) if line.startswith("  2  "))
    request, reply, *changed = lines[start:]
    assert json.loads(request[5:])["operation"] == "claim"
    sent, _, rules = reply.strip().partition("   by ")
    assert json.loads(sent)["answer"] == "claimed"
    assert rules.split() == list(claimed.rules)
    # and the fields that changed follow, with JSON values.
    assert '       a.status: "pending" -> "claimed"' in changed
    assert "       a.claimed_at: null -> 5" in changed


def test_hashes_are_cut() -> None:
    line = render_message({"document_hash": HASH, "commit_hash": "c0ffee42" * 5, "title": "abc"})
    assert line == '{"document_hash":"b7b7b7b…","commit_hash":"c0ffee4…","title":"abc"}'


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
