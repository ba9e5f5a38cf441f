"""Two other model checkers, with models written from the rules, find what the explorer finds."""

from collections.abc import Callable

import pytest

from bench.explorer import Counts, build_stateright, by_stateright, by_tlc, explored, tlc_jar
from bench.measuring import Unavailable
from tests.profiles import requires_nightly_profile

pytestmark = [requires_nightly_profile, pytest.mark.xdist_group("stateright")]  # it is built once

SCOPES = ("single", "order")


def found_by_stateright(name: str) -> Counts:
    return by_stateright(build_stateright(), name)[1]


def found_by_tlc(name: str) -> Counts:
    _, counts, complete = by_tlc(tlc_jar(), name)
    assert complete
    return counts


@pytest.mark.parametrize("explore", [found_by_stateright, found_by_tlc])
@pytest.mark.parametrize("name", SCOPES)
def test_another_model_checker_finds_as_many_states_and_transitions(
    name: str, explore: Callable[[str], Counts]
) -> None:
    # Given a scope, when another checker explores it by a model of the same rules,
    try:
        theirs = explore(name)
    except Unavailable as error:
        pytest.skip(str(error))
    # then it finds as many states, and as many transitions between them, as ours.
    assert theirs == explored(name)[1]
