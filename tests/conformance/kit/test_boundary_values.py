"""Every boundary value of the domains reaches a system, and meets what it is confused with."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.model import ModelSystem
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner
from conformance.generators.boundary_values import VALUES
from conformance.kit.vector_runs import vectors_for
from conformance.vectors.vector import Kind, Vector, operations_of
from spec.vocabulary.domains import DOCUMENT, LIST, Domain
from spec.vocabulary.operations import OPERATIONS
from tests.conformance.changed import Noting
from tests.conformance.kit.confusing_systems import FAULTS
from tests.profiles import AT_NIGHT

Value = tuple[type, str, Any]
"""A class, a field of it, and a value of the field."""


@cache
def boundary_vectors() -> tuple[Vector, ...]:
    """Return the vectors of boundary values, which every default run of `conform` begins with."""
    everything = vectors_for(capabilities_of(ModelSystem().identity))
    return tuple(vector for vector in everything if vector.kind is Kind.BOUNDARY)


def first_failing(system: ModelSystem) -> str | None:
    """Return the id of the first vector of boundary values that a system fails."""
    runner = DifferentialRunner(system, capabilities=capabilities_of(system.identity))
    for vector in boundary_vectors():
        try:
            for operation in runner.begin(operations_of(vector)):
                runner.apply(operation)
        except Divergence:
            return vector.id
    return None


def domains_in(hint: Any) -> Iterator[Domain]:
    for part in get_args(hint):
        if isinstance(part, Domain):
            yield part
        else:
            yield from domains_in(part)


def classes_in(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for part in get_args(hint):
        yield from classes_in(part)


def declared() -> Iterator[tuple[type, str, Domain]]:
    """Yield the domain of every field of the operations and of what they are made of."""
    found: list[type] = list(OPERATIONS)
    for kind in found:
        for name, hint in get_type_hints(kind, include_extras=True).items():
            yield from ((kind, name, domain) for domain in domains_in(hint))
            found += [each for each in classes_in(hint) if each not in found]


def values_in(value: Any) -> Iterator[Value]:
    """Yield each value of each field of an object, and each list as a whole."""
    for field in fields(value):
        found = getattr(value, field.name)
        yield type(value), field.name, found
        for each in found if isinstance(found, tuple) else (found,):
            if is_dataclass(each):
                yield from values_in(each)
            else:
                yield type(value), field.name, each


SHAPES: dict[str, Callable[[tuple[Any, ...], set[Any]], bool]] = {
    "empty": lambda values, _: not values,
    "long": lambda values, _: len(values) > 10,
    "reordered": lambda values, others: len(values) > 1 and values[::-1] in others - {values},
    "repeated": lambda values, _: len(set(values)) < len(values),
}


def test_every_boundary_value_of_every_field_reaches_the_system() -> None:
    # Given a system that remembers what it is asked, when the vectors of boundary values run,
    system = Noting()
    assert first_failing(system) is None
    reached = {value for operation in system.asked for value in values_in(operation)}
    # then it was asked every boundary value of every field, and lists of every shape.
    wanted = {
        (kind, name, value)
        for kind, name, domain in declared()
        if domain not in (LIST, DOCUMENT)
        for value in VALUES[domain].boundary
    }
    assert len(wanted) > 1_000
    assert wanted - reached == set()
    lists = [(kind, name) for kind, name, domain in declared() if domain is LIST]
    for listed in lists:
        values = {
            each for *found, each in reached if (*found,) == listed and isinstance(each, tuple)
        }
        met = {shape for shape in SHAPES if any(SHAPES[shape](each, values) for each in values)}
        assert met == set(SHAPES), listed


def test_every_field_of_an_operation_declares_its_domain() -> None:
    # Given the fields that hold texts, numbers or lists, then each names its domain.
    with_domain = {(kind, name) for kind, name, _ in declared()}
    for kind in {kind for kind, _ in with_domain} | set(OPERATIONS):
        for name, hint in get_type_hints(kind).items():
            bare = {str, int} & {hint, *get_args(hint)} or "tuple" in str(hint)
            assert not bare or (kind, name) in with_domain, (kind, name)


def test_what_confuses_boundary_values_is_found() -> None:
    # Given implementations that confuse values, when the vectors of a default run are asked,
    tried = list(FAULTS) if AT_NIGHT else list(FAULTS)[::9]
    # then one of those of boundary values fails on each.
    assert [name for name in tried if first_failing(FAULTS[name]()) is None] == []
