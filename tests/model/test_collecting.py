"""The garbage collector is off only while something is searched."""

import gc

import pytest

from model.explorer.search.collecting import no_collector


def test_the_collector_is_on_again_after_a_search() -> None:
    # Given a collector that is on, when a search without it fails,
    assert gc.isenabled()
    with pytest.raises(AssertionError, match="off"), no_collector():
        assert gc.isenabled(), "it is off"
    # then it is on again; and what was off before stays off.
    assert gc.isenabled()
    gc.disable()
    try:
        with no_collector():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
