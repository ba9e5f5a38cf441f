"""Model and implementation agree on random requests about random plans."""

from collections.abc import Callable

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from conformance.adapters.stores import OpenSystem, StoreSystem
from conformance.differential.answered_runs import compare_orchestrators
from conformance.differential.search import BACKEND
from conformance.differential.state_machine import PlanStateMachine
from conformance.differential.tally import Tally

LEAST_ACCEPTED = 0.7


def agree(open_system: OpenSystem) -> Tally:
    """Run the state machine with the settings of the profile. Raises a divergence."""

    class Counted(PlanStateMachine):
        tally = Tally()

    Counted.open_system = staticmethod(open_system)
    # Independent examples reach more than variations of each other.
    run_state_machine_as_test(Counted, settings=settings(backend=BACKEND))
    # The rules of recovery bind no store: the table of situations puts them to the test.
    assert compare_orchestrators(Counted.tally, 0) is None
    return Counted.tally


def test_model_and_implementation_agree_and_most_requests_are_meaningful(
    profile: str, record_property: Callable[[str, object], None]
) -> None:
    # Given two random plans in one store, when model and implementation answer random requests,
    tally = agree(StoreSystem)
    # then they agree, which `agree` has checked, and most requests are meaningful. That every rule
    # fires is for `planspec check` to say, which CI runs first.
    share = tally.accepted / tally.operations
    record_property(
        "random plans in memory",
        f"{tally.operations:,} operations agreed, {share:.0%} accepted, profile {profile}",
    )
    assert LEAST_ACCEPTED <= share < 0.95
