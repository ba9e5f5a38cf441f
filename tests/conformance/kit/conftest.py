"""Implementations for the validation, and how to validate them in this process."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.model import WHOLE, ModelSystem
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.kit.attribution import attribute_findings
from conformance.kit.deviations import Witnessed
from conformance.kit.finding import ConformanceFinding
from conformance.kit.limits import RunLimits
from conformance.kit.validation import Validation
from conformance.kit.vector_runs import vectors_for
from conformance.mutants.registry import mutant_named
from conformance.protocol.messages import AreaName
from conformance.vectors.vector import Kind
from spec.catalog import rule_id
from spec.editions import edition_named
from tests.conformance.kit.real_time.waiting import FakeClock

Laid = list[tuple[str, ConformanceFinding]]
Validate = Callable[..., tuple[Validation, Laid]]


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
    ) -> tuple[Validation, Laid]:
        subject = RemoteSystem(PythonConnection(served))
        reach = capabilities_of(subject.identity, frozenset(areas))
        limits = RunLimits(seed, None, operations)
        validation = Validation(subject, reach, limits, lambda _done, _note: None, FakeClock())
        vectors = [
            vector
            for vector in vectors_for(validation.capabilities)
            if vector.kind in kinds and vector.rules[0].startswith(rules)
        ]
        validation.run(witnesses, vectors)
        attributed = attribute_findings(validation.findings, validation.tally)
        return validation, [(rule_id(clause), finding) for clause, finding in attributed]

    return run


@pytest.fixture
def model() -> Callable[..., ModelSystem]:
    """Serve the model in an edition, with some of its identity changed."""

    def make(edition: str = "2026.2", **identity: Any) -> ModelSystem:
        served = ModelSystem(edition_named(edition))
        served.identity = replace(WHOLE, **identity)
        return served

    return make


@pytest.fixture
def mutant() -> Callable[[str], InProcessSystem]:
    """Serve a deliberately broken store."""

    def make(name: str) -> InProcessSystem:
        return mutant_named(name).opener()()

    return make
