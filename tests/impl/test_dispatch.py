"""Every operation has a function, although functions are only imported when they are needed."""

import inspect
import typing

import pytest

from impl.store import dispatch
from spec.vocabulary.operations import OPERATIONS, QUERIES, Operation


def test_exactly_the_operations_have_functions() -> None:
    assert set(dispatch.FUNCTIONS) == {operation.__name__ for operation in OPERATIONS}


def test_exactly_the_queries_are_known_to_change_nothing() -> None:
    assert {query.__name__ for query in QUERIES} == dispatch.QUERIES


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.__name__)
def test_a_function_takes_its_operation(operation: type[Operation]) -> None:
    function = dispatch.function_of(operation.__name__)
    takes = inspect.signature(function).parameters["operation"].annotation
    assert operation in (typing.get_args(takes) or (takes,))
