"""Traces are saved, read and run again; a bad one is explained."""

from pathlib import Path

import pytest

from conformance.adapters.stores import StoreSystem
from conformance.differential.runner import first_divergence
from conformance.generators.circumstances import (
    STORE_AWAY,
    Assignment,
    CallFault,
    DocumentEdited,
    OrchestratedRun,
)
from conformance.protocol.traces import Trace, TraceError, read_trace, write_trace
from conformance.vectors.reading import read_once
from spec.vocabulary.holding import Reset
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.readiness import Ready
from spec.vocabulary.recovery import Checkpoint, Count, Judgement, Review

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


RUN = OrchestratedRun(
    Assignment(
        "plan.md",
        "worktrees/one",
        Review(True, (Checkpoint(0, Judgement.FAIL, "does not start"),)),
        Count(tasks=1),
        now=7,
    ),
    (
        (1, DocumentEdited("d" * 64)),
        (2, Reset("plan.md", "build", 8)),
        (2, STORE_AWAY),
        (3, CallFault(git_succeeds=False, root_found=False)),
    ),
)


@pytest.mark.parametrize("operations", [(), (Ready("plan.md", 0),)], ids=["alone", "after another"])
def test_a_saved_run_of_the_orchestrator_is_read_back_as_it_was(
    tmp_path: Path, operations: tuple[Operation, ...]
) -> None:
    # Given a run in which everything happens that can, when it is saved and read,
    path = tmp_path / "trace.json"
    write_trace(path, Trace(operations, run=RUN))
    # then it is the same.
    assert read_trace(path) == Trace(operations, run=RUN)


def test_saved_traces_of_old_faults_agree() -> None:
    # Given traces that once showed a fault, when they are run again, then both sides agree.
    found = {
        path.stem: first_divergence(StoreSystem(), read_trace(path).operations) for path in SAVED
    }
    assert {name: each for name, each in found.items() if each is not None} == {}


BAD_TRACES = (
    ("", "cannot be read as a JSON trace"),
    ("[]", "expected an object with"),
    ('{"format": "planspec trace 1", "operations": []}', "at least one operation"),
    (
        '{"format": "planspec trace 1", "operations": [7]}',
        "operation 1: expected an object with an operation, found 7",
    ),
    (
        '{"format": "planspec trace 1", "operations": [{"operation": "steal"}]}',
        "unknown operation 'steal'; expected one of register, claim",
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
    ('{"format": "planspec trace 1", "run": 7}', "run: Input should be an object"),
    ('{"format": "planspec trace 1", "run": {"plan": "p"}}', "run.worktree: Field required"),
    (
        '{"format": "planspec trace 1", "run": {"plan": "p", "worktree": "w", '
        '"review": {"approved": true}, "events": [{"before": 1}]}}',
        "run.events.0: an event has operation, document_hash or fault",
    ),
)


def test_a_bad_trace_is_explained(tmp_path: Path) -> None:
    path, unexplained = tmp_path / "trace.json", []
    for text, expected in BAD_TRACES:
        # Given a file that is no trace,
        path.write_text(text)
        # when it is read, then the error names the file, the place and what was expected.
        with pytest.raises(TraceError) as caught:
            read_trace(path)
        if expected not in str(caught.value) or str(path) not in str(caught.value):
            unexplained.append((expected, str(caught.value)))
    assert unexplained == []
