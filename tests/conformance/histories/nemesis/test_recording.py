"""Recording concurrent clients: their history is complete, and judged for what they did."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from conformance.adapters.connections import Broken
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.adapters.sut import RequestFailed, SystemUnderTest
from conformance.histories.calls import calls_of
from conformance.histories.format import Recording
from conformance.histories.judging import JudgedPlan, Taken, judged_plans
from conformance.histories.linearizability import Verdict
from conformance.histories.nemesis.clients import Client
from conformance.histories.nemesis.disturbing import Disturbing
from conformance.histories.nemesis.recording import Conditions, Recorder, record
from conformance.histories.nemesis.rounds import judge_rounds
from spec.formats.histories import Dead, HistoryClock, Info, Invoke, Observe
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import Show
from tests.conformance.histories.nemesis import racing
from tests.profiles import requires_ci_profile

OPERATIONS = 150
MOST_ROUNDS = 20
PATIENT = Timeouts(start=60, operation=30)


def threads(name: str, folder: Path, count: int = 3) -> list[Client]:
    """Return clients in this process, of one store."""
    path = str(folder / "store.db")
    return [Client(f"client-{n}", lambda: racing.SYSTEMS[name](path)) for n in range(count)]


def processes(name: str, folder: Path, count: int = 3) -> list[Client]:
    """Return clients that are processes, of one store."""
    command = [sys.executable, "-m", racing.__name__, name, str(folder / "store.db")]
    return [
        Client(f"client-{n}", lambda: RemoteSystem(ProcessConnection(command), PATIENT))
        for n in range(count)
    ]


def judged(recording: Recording) -> Sequence[JudgedPlan]:
    """Return the verdict on each plan."""
    return [*judged_plans(recording)]


def was_contest(recording: Recording) -> bool:
    """Return whether calls overlapped, and every client was given steps."""
    calls = calls_of(recording.events)
    overlapping = (
        one.began < other.began < one.ended for one in calls for other in calls if one.ended
    )
    winners = {
        call.process
        for call in calls
        if isinstance(call.operation, Claim) and call.reply and call.reply.get("anchor")
    }
    return len(winners) == 3 and any(overlapping)


def test_clients_of_a_sound_store_are_explained(tmp_path: Path) -> None:
    for seed in range(MOST_ROUNDS):
        # Given clients of one store, when they work at the same time,
        recording = record(threads("store", tmp_path), seed, OPERATIONS)
        # then some order explains what each of them was answered,
        assert {each.judgement.verdict for each in judged(recording)} == {Verdict.EXPLAINED}
        assert sum(isinstance(each, Invoke) for each in recording.events) >= OPERATIONS
        # and sooner or later that was a contest.
        if was_contest(recording):
            return
    pytest.fail(f"no contest in {MOST_ROUNDS} histories")


@requires_ci_profile
def test_a_store_that_decides_before_its_transaction_is_contradicted(tmp_path: Path) -> None:
    # Given processes that read the store in one transaction and write it in the next,
    conditions = Conditions(seed=1)
    with Recorder(processes("decides-early", tmp_path), conditions) as recorder:
        # when they work at the same time,
        outcome = judge_rounds(recorder, 20_000, lambda: False)
    # then what they see is contradicted, by few calls and with a clause.
    assert outcome.verdict is Verdict.CONTRADICTED
    [contradiction, *_] = [each.contradiction for each in outcome.remarkable if each.contradiction]
    assert contradiction.clauses
    assert len(contradiction.calls) < 8
    assert any("overlapped" in line for line in outcome.circumstances)


@requires_ci_profile
def test_killed_clients_are_restarted_and_what_they_lost_is_bounded(tmp_path: Path) -> None:
    # Given processes of a sound store, when some are killed in the middle of operations,
    conditions = Conditions(seed=3, disturbing=Disturbing(kills=0.4))
    with Recorder(processes("store", tmp_path), conditions) as recorder:
        recording = recorder.run(OPERATIONS)
        counts = recorder.counts
    # then each kill is in the history, and nothing of the dead client happens later,
    kills = sum(each.kills for each in counts)
    assert kills
    assert sum(isinstance(each, Dead) for each in recording.events) == kills
    assert all(call.ended is not None for call in calls_of(recording.events))
    # and the rules explain what the others saw.
    assert {each.judgement.verdict for each in judged(recording)} == {Verdict.EXPLAINED}
    assert not any(each.failures for each in counts)


def test_paused_clients_go_on_and_are_explained(tmp_path: Path) -> None:
    # Given processes of a sound store, when some are stopped past their leases,
    conditions = Conditions(seed=0, disturbing=Disturbing(pauses=1, longest_pause=0.05))
    with Recorder(processes("store", tmp_path, 2), conditions) as recorder:
        recording = recorder.run(OPERATIONS)
        counts = recorder.counts
    # then they go on, and nobody is lost.
    assert sum(each.pauses for each in counts)
    assert not any(isinstance(each, Dead) for each in recording.events)
    assert {each.judgement.verdict for each in judged(recording)} == {Verdict.EXPLAINED}


def test_clocks_that_are_apart_take_live_leases_and_the_rules_explain_it(tmp_path: Path) -> None:
    # Given clients whose clocks agree, and clients whose clocks are far apart,
    together = taken(tmp_path / "together.db", 0, rounds=2)
    apart = taken(tmp_path / "apart.db", 10_000, rounds=MOST_ROUNDS)
    # when they work at the same time, then the rules explain both, by the time of each client,
    # and only where clocks are apart are leases taken that were live in true time.
    assert not together
    assert apart


def taken(path: Path, skew: int, rounds: int) -> Sequence[Taken]:
    """Return the live leases that clients take, at most so many rounds long."""
    found: list[Taken] = []
    path.mkdir()
    with Recorder(threads("store", path), Conditions(skew=skew)) as recorder:
        while rounds and not found:
            rounds -= 1
            for each in judged(recorder.run(OPERATIONS)):
                assert each.judgement.verdict is Verdict.EXPLAINED
                found += each.taken
    return found


def test_a_server_with_a_clock_of_its_own_is_judged_by_that(tmp_path: Path) -> None:
    # Given a system that takes the time of the machine, when clients share it,
    recording = record(threads("real-time", tmp_path), 0, OPERATIONS)
    # then the history says so, and is explained by when each call can have taken effect.
    assert recording.history.clock is HistoryClock.SERVER
    assert recording.history.started_at
    assert {each.judgement.verdict for each in judged(recording)} == {Verdict.EXPLAINED}


def test_clients_of_the_one_plan_that_a_reset_brings(tmp_path: Path) -> None:
    # Given a system in which no plan can be registered, when clients share its plan,
    recording = record(threads("one-plan", tmp_path), 0, 2 * OPERATIONS)
    # then the history begins with that plan and ends with what is stored of it,
    assert [plan.path for plan in recording.history.state.plans] == ["plans/1.md"]
    assert isinstance(recording.events[-1], Observe)
    # and it is explained.
    [plan] = judged(recording)
    assert (plan.plan, plan.judgement.verdict) == ("plans/1.md", Verdict.EXPLAINED)


class ShowsNothing(racing.DecidesEarly):
    """A store that can show no plan."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Show):
            raise RequestFailed("the disk is full")
        return super().apply(operation)


def test_an_operation_that_fails_undisturbed_is_kept_as_a_failure(tmp_path: Path) -> None:
    # Given a client of a store that can show no plan, when it looks at plans,
    def opened() -> SystemUnderTest:
        return ShowsNothing(str(tmp_path / "store.db"))

    with Recorder([Client("client", opened)], Conditions()) as recorder:
        recording = recorder.run(60)
        [counts] = recorder.counts
    # then the failures are told, and the history says that nobody knows the outcome.
    assert set(counts.failures) == {"the disk is full"}
    assert sum(isinstance(each, Info) for each in recording.events) == len(counts.failures)


class Broke(racing.DecidesEarly):
    """A store that answers nothing."""

    def apply(self, operation: Operation) -> Outcome:
        raise RequestFailed(f"no {type(operation).__name__}")


def test_a_client_that_is_never_answered_ends_the_run(tmp_path: Path) -> None:
    # Given a store that answers nothing, when clients work on it, then the run says so and ends.
    clients = [Client(f"client-{n}", lambda: Broke(str(tmp_path / "store.db"))) for n in range(2)]
    with Recorder(clients, Conditions()) as recorder, pytest.raises(Broken, match="in a row"):
        recorder.run(OPERATIONS)
