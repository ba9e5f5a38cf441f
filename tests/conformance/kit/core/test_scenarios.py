"""Each scenario of the core profile finds a fault of our own store that no other scenario finds."""

import sys
import tempfile
from tempfile import TemporaryDirectory

import pytest

from conformance.cli.common.clients import fast_folder
from conformance.kit.core.processes import Program
from conformance.kit.core.profile import CoreProperty, Scenario, core_properties
from conformance.kit.core.verdicts import Played, greeting_of, modes, play_scenario
from tests.cases import for_each
from tests.conformance.kit.core import mutated
from tests.conformance.kit.core.mutated import QUEUE, ROWS, Inside, Watched, opener
from tests.profiles import mostly_in_ci, requires_ci_profile

SCENARIOS = [scenario for about in core_properties() for scenario in about.scenarios]
NOT_OFFERED = {
    "put-at-one-moment",
    "one-of-two-given-back",
    "one-of-two-finished",
    "dependency-never-put",
    "both-leases-of-a-worker-end",
}
"""Our own store takes all items of a plan at once, and hands a worker one at a time."""
OF_PROCESSES = [
    each for each in SCENARIOS if each.races or each.kills or each.promise == "nothing-lost"
]
"""The scenarios that need processes, to kill them or to let them compete."""
QUICK = [
    each for each in OF_PROCESSES if each.id in ("finished-at-one-moment", "killed-while-taking")
]
"""One that lets them compete and one that kills them."""
INSIDE = [each for each in SCENARIOS if each not in OF_PROCESSES and each.id not in NOT_OFFERED]


def played(program: Program, scenarios: list[Scenario], ways: int = 2) -> list[Played]:
    """Return how scenarios end, alone and apart, or in the first of these ways that they allow."""
    greeting = greeting_of(program)
    pairs = [(each, apart) for each in scenarios for apart in [*modes(each, greeting)][:ways]]
    return [play_scenario(program, greeting, each, apart) for each, apart in pairs]


def killing(program: Program, scenarios: list[Scenario]) -> set[str]:
    """Return the ids of the scenarios that find a fault."""
    try:
        found = played(program, scenarios, 1)
    finally:
        program.close()
    return {each.scenario.id for each in found if each.verdict == "violated"}


def test_every_scenario_has_a_mutant_and_the_store_itself_passes() -> None:
    assert set(ROWS) | NOT_OFFERED == {each.id for each in SCENARIOS}
    sound = played(Inside((), folder=fast_folder()), INSIDE)
    assert {each.verdict for each in sound} == {"holds"}


@for_each("scenario", [name for name, row in ROWS.items() if row.get("file") != QUEUE.name])
def test_the_text_that_a_mutant_replaces_is_there_once(scenario: str) -> None:
    opener(scenario)


@requires_ci_profile
@pytest.mark.parametrize("about", core_properties(), ids=lambda about: about.id)
def test_a_mutant_is_found_by_its_scenario_alone(about: CoreProperty) -> None:
    found = {
        each.id: killing(Inside((), folder=fast_folder(), open_system=opener(each.id)), INSIDE)
        for each in about.scenarios
        if each in INSIDE
    }
    assert found == {each: {each, *ROWS[each].get("also", ())} for each in found}


@pytest.mark.parametrize(
    "scenario", mostly_in_ci(OF_PROCESSES, QUICK), ids=lambda scenario: scenario.id
)
def test_a_mutant_of_several_processes_is_found_by_its_scenario(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    if scenario.id in NOT_OFFERED:
        pytest.skip("our own store takes all items of a plan at once")
    command = (sys.executable, mutated.__file__, scenario.id)
    with TemporaryDirectory(dir=fast_folder()) as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        assert killing(Watched(command, folder=folder), [scenario]) == {scenario.id}
