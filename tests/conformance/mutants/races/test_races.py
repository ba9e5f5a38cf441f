"""Races: clients of one store tell them, one client alone does not, and the real store has none."""

from dataclasses import replace

import pytest

from conformance.histories.judging import judged_plans
from conformance.histories.linearizability import Verdict
from conformance.mutants.catalog.races import RACES
from conformance.mutants.faults.mutant import StaleMutant
from conformance.mutants.faults.races import Contest, Edit, Race
from conformance.mutants.layers import Layer
from conformance.mutants.races.search import by_clients, every_schedule
from conformance.mutants.races.stage import Stage
from conformance.mutants.runner import Search, run_mutant
from tests.profiles import in_dev_the_first, mostly_in_ci, requires_ci_profile

ALONE = (Layer.VECTORS, Layer.EXHAUSTIVE, Layer.RANDOM)
CONTESTS = list(dict.fromkeys(race.contest for race in RACES))
FEW = 2_000
"""Operations after which a layer gives up on a fault that it cannot see."""
SOME = RACES[::10]
"""Some races of each kind; `evidence/mutants.json` has all."""

named = pytest.mark.parametrize


@named("race", mostly_in_ci(RACES, RACES[:3]), ids=lambda race: race.id)
def test_clients_of_one_store_kill_a_race(race: Race) -> None:
    # Given a store with a race, when processes use it at the same time in every schedule,
    [result] = run_mutant(race, Search(layers=(Layer.CLIENTS,))).layers
    # then what they are answered contradicts the rules, and a few calls are enough to show it.
    assert result.killed
    assert 0 < result.contradicted <= result.schedules
    assert 0 < len(result.calls) <= 2


@requires_ci_profile
@named("race", SOME, ids=lambda race: race.id)
def test_one_client_alone_does_not_tell_a_race(race: Race) -> None:
    # Given a store with a race, when one process asks it one operation after the other,
    results = run_mutant(race, Search(ALONE, FEW, all_layers=True)).layers
    # then it agrees with the model everywhere: in vectors, in every reachable state, at random.
    assert [result.layer for result in results if result.operations] == [*ALONE]
    assert not any(result.killed for result in results)


@named("contest", in_dev_the_first(CONTESTS), ids=lambda each: "+".join(each.clients))
def test_the_real_store_follows_the_rules_in_every_schedule(contest: Contest) -> None:
    # Given the store as it is, when clients contest it in every schedule,
    schedules = list(every_schedule(contest))
    # then a client was held in all of them but the last,
    *held, last = [played.held_before for played in schedules]
    assert held
    assert all(held)
    assert last is None
    # and an order explains every history.
    judged = [plan for played in schedules for plan in judged_plans(played.recording)]
    assert [each.judgement.verdict for each in judged] == [Verdict.EXPLAINED] * len(schedules)


def test_a_history_has_every_call_and_what_all_clients_see_in_the_end() -> None:
    # Given a contest of two clients, when it is played,
    with Stage(CONTESTS[0]) as stage:
        first = stage.play(1)
    # then what was asked is answered, and both have seen the plan.
    kinds = [type(event).__name__ for event in first.recording.events]
    asked = len(CONTESTS[0].setup) + 1 + len(CONTESTS[0].others)
    assert kinds.count("Invoke") == kinds.count("Ok") == first.operations == asked
    assert kinds[-2:] == ["Observe", "Observe"]


@requires_ci_profile
def test_a_store_that_only_seems_to_be_changed_survives() -> None:
    # Given a race that changes nothing, when its contest is played,
    harmless = replace(RACES[0], replacement=RACES[0].original, also=())
    found = by_clients(harmless)
    # then every schedule was tried, and none shows it.
    assert (found.killed, found.by) == (False, "no schedule shows it")
    assert found.schedules > 1
    assert found.operations == 3 * found.schedules


def test_a_race_whose_text_is_gone_is_reported() -> None:
    # Given a race of which the second piece does not stand in its file, when it is loaded,
    stale = replace(RACES[0], also=(Edit("no such text", ""),))
    # then that is an error and not a fault that nobody finds.
    with pytest.raises(StaleMutant, match="found 0 times"):
        stale.source()
