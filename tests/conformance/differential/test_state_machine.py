"""Model and implementation agree on random requests about random plans."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from conformance.adapters.stores import FileStore, OpenSystem, StoreSystem
from conformance.differential.orchestration import Orchestration
from conformance.differential.provider import BACKEND
from conformance.differential.search import Limits, run_examples
from conformance.differential.state_machine import PlanStateMachine
from conformance.differential.tally import Tally
from spec.properties.recorded_runs import RecordedRun
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.recovery import Result
from tests.profiles import mostly_in_ci, requires_ci_profile

LEAST_ACCEPTED = 0.7


def agree(open_system: OpenSystem) -> Tally:
    """Run the state machine with the settings of the profile. Raises a divergence."""

    class Counted(PlanStateMachine):
        tally = Tally()

    Counted.open_system = staticmethod(open_system)
    # Independent examples reach more than variations of each other.
    run_state_machine_as_test(Counted, settings=settings(backend=BACKEND))
    return Counted.tally


def test_model_and_implementation_agree_and_every_rule_fires(
    profile: str, record_property: Callable[[str, object], None]
) -> None:
    # Given two random plans in one store, when model and implementation answer random requests,
    tally = agree(StoreSystem)
    # then they agree, which `agree` has checked, and most requests are meaningful;
    share = tally.accepted / tally.operations
    record_property(
        "random plans in memory",
        f"{tally.operations:,} operations agreed, {share:.0%} accepted, profile {profile}",
    )
    assert LEAST_ACCEPTED <= share < 0.95
    # and in the ci profile, every rule has fired and every property was put to the test.
    if profile != "dev":
        assert tally.never_fired() == []
        assert tally.never_tested() == []


@requires_ci_profile
def test_they_agree_on_store_files_too(record_property: Callable[[str, object], None]) -> None:
    # Given stores in real files, when they answer random requests, then they agree as well.
    with FileStore() as store:
        tally = agree(store.open)
    record_property("random plans in files", f"{tally.operations:,} operations agreed")


@pytest.mark.parametrize("examples", mostly_in_ci([20, 300], [20]))
def test_orchestrated_steps_end_in_every_way(examples: int) -> None:
    # Given a state machine that keeps the runs of its orchestrated steps,
    runs: list[RecordedRun] = []

    class KeepingRuns(PlanStateMachine):
        def orchestrate(self, orchestration: Orchestration) -> None:
            runs.append(orchestration.run())

    # when it is run,
    run_examples(KeepingRuns, Limits(examples, steps=50, seed=0), lambda _: True)
    # then both orchestrators agree, which the machine has checked, and long runs end in every way,
    endings = Counter((run.ending.result, run.ending.reason) for run in runs)
    assert endings
    if examples < 300:
        return
    assert {result for result, _ in endings} == set(Result) - {Result.HALTED}
    escalated = {reason for result, reason in endings if result is Result.ESCALATED}
    assert escalated == set(FailureReason)
    # without any attempt to recover, after one, and after several; three are explored elsewhere.
    assert {run.ending.attempts for run in runs} >= {0, 1, 2}
