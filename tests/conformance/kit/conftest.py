"""Implementations for the validation, and how to validate them in this process."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.model import WHOLE, ModelSystem
from conformance.adapters.sut import SystemUnderTest
from conformance.kit.deviations import Witnessed
from conformance.kit.entries import EntryWriter
from conformance.kit.finding import Finding
from conformance.kit.limits import RunLimits
from conformance.kit.run import Validation
from conformance.kit.run import validate as validated
from conformance.kit.target import NamedSystem
from conformance.kit.verdict import evaluate
from conformance.protocol.documents.record import Record
from conformance.protocol.messages import AreaName
from conformance.vectors.vector import Kind
from spec.catalog import rule_id
from spec.editions import edition_named
from tests.conformance.kit.real_time.waiting import FakeClock
from tests.conformance.validating import session_of

TODAY = datetime(2026, 1, 1, tzinfo=UTC)
Attributed = list[tuple[str, Finding]]
Validate = Callable[..., tuple[Validation, Attributed]]


@pytest.fixture
def validate() -> Validate:
    """Validate a system by the vectors of some kinds and areas, and so many random operations."""

    def run(
        served: SystemUnderTest,
        operations: int,
        seed: int = 0,
        areas: Sequence[AreaName] = (),
        witnesses: Sequence[Witnessed] = (),
        kinds: Sequence[Kind] = (),
        rules: str | tuple[str, ...] = "",
    ) -> tuple[Validation, Attributed]:
        whole = session_of(served, areas)
        vectors = [
            vector
            for vector in whole.vectors
            if vector.kind in kinds and vector.rules[0].startswith(rules)
        ]
        session = replace(whole, vectors=vectors, witnesses=witnesses, clock=FakeClock())
        validation = validated(session, RunLimits(seed, None, operations))
        return validation, [(rule_id(each.clause), each) for each in validation.findings]

    return run


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def model() -> Callable[..., ModelSystem]:
    """Serve the model in an edition, with some of its identity changed."""

    def make(edition: str = "2026.2", **identity: Any) -> ModelSystem:
        served = ModelSystem(edition_named(edition))
        served.identity = replace(WHOLE, **identity)
        return served

    return make


@pytest.fixture
def judge(tmp_path: Path) -> Callable[[Validation], Record]:
    """Evaluate a validation, its traces in a folder of the test."""

    def run(validation: Validation) -> Record:
        capabilities = validation.session.capabilities
        writer = EntryWriter(NamedSystem(("--", "mine")), capabilities, tmp_path)
        return evaluate(validation, writer, frozenset(), TODAY)

    return run
