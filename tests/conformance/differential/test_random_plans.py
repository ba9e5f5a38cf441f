"""Model and implementation agree on random operations over random plans."""

from collections.abc import Callable

import pytest
from hypothesis.stateful import run_state_machine_as_test

from conformance.adapters.stores import FileStore, OpenSystem, StoreSystem
from conformance.differential.state_machine import agreement_machine
from conformance.differential.tally import Tally
from conformance.generators.strategies import worlds


def agree(opener: OpenSystem) -> Tally:
    """Run the stateful test with the settings of the profile; it raises a disagreement."""
    tally = Tally()
    run_state_machine_as_test(agreement_machine(opener, worlds(), tally))
    return tally


def test_model_and_implementation_agree_and_every_rule_fires(
    profile: str, record_property: Callable[[str, object], None]
) -> None:
    # Given two random plans in one store, and random requests, likely and arbitrary ones,
    # when model and implementation answer each of them,
    tally = agree(StoreSystem)
    # then they agree, which `agree` has checked; both answers are common,
    share = tally.accepted / tally.operations
    record_property(
        "random plans in memory",
        f"{tally.operations:,} operations agreed, {share:.0%} accepted, profile {profile}",
    )
    assert 0.3 < share < 0.9
    # and in the ci profile, every rule has fired and every property was put to the test.
    if profile != "dev":
        assert tally.never_fired() == []
        assert tally.never_tested() == []


@pytest.mark.usefixtures("profile")
def test_they_agree_on_store_files_too(record_property: Callable[[str, object], None]) -> None:
    # Given stores in real files, when they answer random requests, then they agree as well.
    with FileStore() as store:
        tally = agree(store.open)
    record_property("random plans in files", f"{tally.operations:,} operations agreed")
