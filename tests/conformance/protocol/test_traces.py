"""Traces are saved, read and run again; a bad one is explained."""

import json
from pathlib import Path

import pytest

from conformance.adapters.stores import StoreSystem
from conformance.differential.runner import first_divergence
from conformance.histories.format import line_of
from conformance.protocol.traces import Trace, TraceError, read_trace, write_trace
from conformance.vectors.reading import read_once
from spec.formats.histories import Invoke
from spec.formats.messages import stated
from spec.vocabulary.claims import Claim
from spec.vocabulary.domains import DEFAULT_LEASE
from spec.vocabulary.operations import OPERATIONS
from tests.cases import for_each

SAVED = sorted((Path(__file__).parents[2] / "traces").glob("*.json"))


def test_a_saved_trace_is_read_back_as_it_was(tmp_path: Path) -> None:
    # Given operations of every kind,
    found = {each.operation: None for vector in read_once() for each in vector.operations}
    operations = tuple(found)
    assert {type(each) for each in operations} == set(OPERATIONS)
    path = tmp_path / "trace.json"
    # when they are saved and read,
    write_trace(path, Trace(operations, shows="nothing"))
    # then they are the same.
    assert read_trace(path).operations == operations


def test_saved_traces_of_old_faults_agree() -> None:
    # Given traces that once showed a fault, when they are run again, then both sides agree.
    found = {
        path.stem: first_divergence(StoreSystem(), read_trace(path).operations) for path in SAVED
    }
    assert {name: each for name, each in found.items() if each is not None} == {}


OF_A_TRACE = '{{"format": "planspec trace 1", "operations": [{}]{}}}'.format
BAD_TRACES = (
    ("", "cannot be read as a JSON trace"),
    ("[]", "expected an object with"),
    (OF_A_TRACE("", ""), "at least one operation"),
    (OF_A_TRACE("7", ""), "operation 1: operation: found 7; expected one of register"),
    (
        OF_A_TRACE('{"operation": "steal"}', ""),
        "operation: found 'steal'; expected one of register, claim",
    ),
    (
        OF_A_TRACE('{"operation": "ready", "plan": "p"}', ""),
        "ready: no now; give every field without a default",
    ),
    (
        OF_A_TRACE('{"operation": "ready", "plan": "p", "now": 0, "colour": "red"}', ""),
        "ready: no field colour; expected plan, now",
    ),
    (
        OF_A_TRACE("", ', "run": {"plan": "p"}'),
        "ends with a run of the orchestrator, which is no longer replayed",
    ),
)


@for_each(("text", "expected"), BAD_TRACES)
def test_a_bad_trace_is_explained(tmp_path: Path, text: str, expected: str) -> None:
    # Given a file that is no trace, when it is read,
    path = tmp_path / "trace.json"
    path.write_text(text)
    with pytest.raises(TraceError) as caught:
        read_trace(path)
    # then the error names the file, the place and what was expected.
    assert expected in str(caught.value)
    assert str(path) in str(caught.value)


def test_what_is_kept_states_its_defaults(tmp_path: Path) -> None:
    # Given a claim that leaves its lease to the default, when it is kept in a trace or a history,
    asked = Claim("plan.md", "one", "a" * 64, 0)
    write_trace(tmp_path / "trace.json", Trace((asked,)))
    kept = (tmp_path / "trace.json").read_text("utf-8"), line_of(Invoke("one", 0, asked))
    # then the lease is there, so that another default does not change what it asked for.
    for text in (*kept, json.dumps(stated(asked))):
        assert f'"lease":{DEFAULT_LEASE}' in text.replace(": ", ":")
    # And what an amendment has added is left out, so that older programs can read it.
    assert "claim_id" not in "".join(kept)
