"""Implementations for the validation, and how to validate them in this process."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from conformance.adapters.in_process import PythonConnection
from conformance.adapters.reference import WHOLE, ServedModel, ServedStore
from conformance.adapters.serving import Served
from conformance.adapters.subject import Subject
from conformance.kit.deviations import Witnessed
from conformance.kit.finding import Finding
from conformance.kit.judging import laid_to_rules
from conformance.kit.limits import Limits
from conformance.kit.reach import reach_of
from conformance.kit.validation import Validation
from conformance.mutants import MUTANTS
from conformance.protocol.messages import AreaName
from spec.editions import edition_named

Laid = list[tuple[str, Finding]]
Validate = Callable[..., tuple[Validation, Laid]]


@pytest.fixture
def validate() -> Validate:
    """Validate an implementation by so many random operations, without vectors."""

    def run(
        served: Served,
        operations: int,
        seed: int = 0,
        areas: Sequence[AreaName] = (),
        witnesses: Sequence[Witnessed] = (),
    ) -> tuple[Validation, Laid]:
        subject = Subject(PythonConnection(served))
        reach = reach_of(subject.identity, frozenset(areas))
        limits = Limits(seed, None, operations)
        validation = Validation(subject, reach, limits, lambda _done, _note: None)
        validation.run(witnesses, ())
        return validation, laid_to_rules(validation)

    return run


@pytest.fixture
def model() -> Callable[..., ServedModel]:
    """Serve the model in an edition, with some of its identity changed."""

    def make(edition: str = "2026.1", **identity: Any) -> ServedModel:
        served = ServedModel(edition_named(edition))
        served.identity = replace(WHOLE, **identity)
        return served

    return make


@pytest.fixture
def mutant() -> Callable[[str], ServedStore]:
    """Serve a deliberately broken store."""

    def make(name: str) -> ServedStore:
        return ServedStore(next(each for each in MUTANTS if each.id == name).opener()())

    return make
