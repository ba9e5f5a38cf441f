"""Vectors in a validation: which are run, and what a failing one says."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.model import ModelSystem
from conformance.kit import vector_runs
from conformance.kit.run import Validation
from conformance.kit.stages.vectors import run_vectors
from conformance.protocol.messages import AreaName, Clock
from conformance.vectors.writing import file_of, vector_text
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State
from tests.conformance.changed import Changed
from tests.conformance.validating import session_of, validated
from tests.conformance.vectors.played import vector_of
from tests.rules.builders import claim, document, register, step

TAKEN = register(document(step("first"))), claim("one", lease=10)
LAST_MILLISECOND = vector_of("in-its-last-millisecond", "CLM-4", *TAKEN, claim("two", now=10))
ALL_TAKEN = vector_of("all-taken", "CLM-11", *TAKEN, claim("two", now=5))


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the shipped vectors by these."""
    for each in (LAST_MILLISECOND, ALL_TAKEN):
        file = tmp_path / file_of(each)
        file.parent.mkdir(exist_ok=True)
        file.write_text(vector_text(each), encoding="utf-8")
    monkeypatch.setattr(vector_runs, "VECTORS", tmp_path)


def run(served: ModelSystem) -> Validation:
    """Run the vectors, and nothing else."""
    return validated(session_of(served), run_vectors)


def counts(validation: Validation) -> tuple[int, int]:
    """Return how many vectors were run to their end, or differed, and how many differed."""
    return len(validation.coverage.sent), len(validation.coverage.failed_ids)


def early(_: State, operation: Operation) -> Operation:
    """End leases a millisecond early."""
    is_late = isinstance(operation, Claim) and operation.worktree == "two"
    return replace(operation, now=operation.now + is_late)


def test_a_failing_vector_names_its_rule_although_the_model_only_says_no() -> None:
    # Given leases that end early, when the vector of the last millisecond is run,
    validation = run(Changed(early))
    # then it fails, and the rule on leases is named, not the one on having nothing to give.
    assert counts(validation) == (2, 1)
    [finding] = validation.findings
    assert finding.clause == "CLM-4.5"
    assert finding.source == "vector in-its-last-millisecond"


@pytest.mark.parametrize(
    ("identity", "count"),
    [
        ({"areas": (AreaName.CLAIMS,)}, 2),
        ({"areas": (AreaName.REVIEWS,)}, 0),
        ({"clock": Clock.NONE}, 0),
    ],
)
def test_vectors_are_run_where_they_can_be_asked_as_they_are(
    identity: dict[str, Any], count: int
) -> None:
    # Given an implementation of some areas, or with another clock,
    served = ModelSystem()
    served.identity = replace(served.identity, **identity)
    # then a plan that comes first is brought along, and what cannot be asked is left out.
    validation = run(served)
    assert counts(validation) == (count, 0)
