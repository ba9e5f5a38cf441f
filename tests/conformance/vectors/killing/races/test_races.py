"""Races: clients of one store tell them, one client alone does not, and the real store has none."""

from collections.abc import Iterator

import pytest

from conformance.histories.judging import judged_plans
from conformance.histories.linearizability import Verdict
from conformance.mutants.faults.races import Contest, Race
from conformance.mutants.races import RACES
from conformance.vectors.killing.races.search import by_clients, every_schedule
from conformance.vectors.killing.races.stage import PlayedContest, Stage
from spec.formats.histories import Info, Invoke, Ok
from tests.profiles import PROFILE, requires_ci_profile

TRIED = RACES[:: 5 if PROFILE == "dev" else 1]
CONTESTS = list(dict.fromkeys(race.contest for race in TRIED))
TWO_CLAIM = next(race.contest for race in RACES if race.id == "claim-in-two-transactions")
"""Two clients claim at the same time, and each gets a step of its own."""


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """Return clients that play any contest, with the store as it is or with a race."""
    with Stage() as opened:
        yield opened


@requires_ci_profile
def test_clients_of_one_store_kill_every_race(stage: Stage) -> None:
    # Given stores with races, when clients use each at the same time in every schedule,
    results = {race.id: by_clients(race, stage) for race in TRIED}
    # then what they are answered contradicts the rules, and a few calls are enough to show it.
    wrong = {
        name: result
        for name, result in results.items()
        if not (result.killed and 0 < result.contradicted <= result.schedules)
        or not 0 < len(result.calls) <= 2
    }
    assert wrong == {}


def test_the_real_store_follows_the_rules_in_every_schedule(stage: Stage) -> None:
    for contest in CONTESTS:
        # Given the store as it is, when clients contest it in every schedule,
        schedules = list(every_schedule(stage, contest))
        # then a client was held in all of them but the last,
        *held, last = [played.held_before for played in schedules]
        assert held
        assert all(held)
        assert last is None
        # and an order explains every history.
        judged = [plan for played in schedules for plan in judged_plans(played.recording)]
        verdicts = [each.judgement.verdict for each in judged]
        assert verdicts == [Verdict.EXPLAINED] * len(schedules), contest.clients


def test_a_history_has_every_call_and_what_all_clients_see_in_the_end(stage: Stage) -> None:
    # Given a contest of two clients, when it is played,
    first = stage.play(CONTESTS[0], 1)
    # then what was asked is answered, and both have seen the plan.
    kinds = [type(event).__name__ for event in first.recording.events]
    asked = len(CONTESTS[0].setup) + 1 + len(CONTESTS[0].others)
    assert kinds.count("Invoke") == kinds.count("Ok") == first.operations == asked
    assert kinds[-2:] == ["Observe", "Observe"]


def played_before(
    stage: Stage, statement: str, contest: Contest, race: Race | None
) -> PlayedContest:
    """Return how a contest was played with its client held before a statement."""
    schedules = every_schedule(stage, contest, race)
    return next(each for each in schedules if (each.held_before or "").startswith(statement))


def test_a_client_that_needs_the_lock_of_the_held_one_is_answered_after_it(stage: Stage) -> None:
    # Given a client that is held before it commits a claim, when another one claims,
    played = played_before(stage, "COMMIT", TWO_CLAIM, None)
    # then both have asked before the held one is answered, and then the other one is.
    *_, first, second, held, other = played.recording.events[:-2]
    assert [type(each) for each in (first, second, held, other)] == [Invoke, Invoke, Ok, Ok]
    assert [each.process for each in (held, other)] == [first.process, second.process]


@requires_ci_profile
def test_a_client_that_waits_for_a_lock_that_nobody_returns_gives_up(stage: Stage) -> None:
    # Given a store that keeps the lock of an operation when it has answered it, when a client
    # claims after another one,
    keeping = next(race for race in RACES if race.id == "acknowledged-before-commit")
    registration, *_ = keeping.contest.setup
    contest = Contest((registration, keeping.contest.held), TWO_CLAIM.held, ())
    played = stage.play(contest, 1, keeping)
    # then that is an error for it, as when it has waited for too long.
    [lost] = [each for each in played.recording.events if isinstance(each, Info)]
    assert (lost.process, "write lock" in lost.reason) == (TWO_CLAIM.held.client, True)
