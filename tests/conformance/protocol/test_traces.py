"""Traces are saved, read and run again; a bad one is explained."""

from pathlib import Path

import pytest

from conformance.differential.replay import replay
from conformance.protocol.traces import Trace, TraceError, read_trace, write_trace
from impl.store.store import Store
from tests.model_runs import answers

SAVED = sorted((Path(__file__).parents[2] / "traces").glob("*.json"))


def test_a_saved_trace_is_read_back_as_it_was(tmp_path: Path) -> None:
    # Given any operations,
    operations = tuple(answer.operation for answer in answers())
    path = tmp_path / "trace.json"
    # when they are saved and read,
    write_trace(path, Trace(operations, shows="nothing"))
    # then they are the same.
    assert read_trace(path).operations == operations


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_saved_traces_of_old_faults_agree(path: Path) -> None:
    # Given a trace that once showed a fault, when it is run again, then both sides agree.
    assert replay(Store.in_memory, read_trace(path).operations) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "cannot be read as a JSON trace"),
        ("[]", "expected an object with"),
        ('{"format": "planspec trace 1", "operations": []}', "at least one operation"),
        ('{"format": "planspec trace 1", "operations": [7]}', "operation 1: an operation is"),
        (
            '{"format": "planspec trace 1", "operations": [{"operation": "steal"}]}',
            "'steal' is no operation; give one of: register, claim",
        ),
        (
            '{"format": "planspec trace 1", "operations": [{"operation": "ready", "plan": "p"}]}',
            "ready, now: Field required",
        ),
        (
            '{"format": "planspec trace 1", "operations": '
            '[{"operation": "ready", "plan": "p", "now": 0, "colour": "red"}]}',
            "ready has no field colour",
        ),
    ],
)
def test_a_bad_trace_is_explained(tmp_path: Path, text: str, expected: str) -> None:
    # Given a file that is no trace,
    path = tmp_path / "trace.json"
    path.write_text(text)
    # when it is read, then the error names the file, the place and what was expected.
    with pytest.raises(TraceError, match=expected) as caught:
        read_trace(path)
    assert str(path) in str(caught.value)
