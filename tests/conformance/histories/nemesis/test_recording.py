"""Recording concurrent clients: their history is complete, and judged for what they did."""

import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from signal import SIGKILL, Signals
from threading import Barrier, Event

import pytest

from conformance.adapters.connections import Broken
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import RequestFailed, SystemUnderTest
from conformance.histories.calls import calls_of
from conformance.histories.linearizability import Verdict
from conformance.histories.nemesis import requests
from conformance.histories.nemesis.clients import Client, ClientSession
from conformance.histories.nemesis.contests import finish, started
from conformance.histories.nemesis.context import RequestContext
from conformance.histories.nemesis.disturbing import Conditions
from conformance.histories.nemesis.recording import Recorder
from conformance.histories.recording import Recording
from spec.formats.histories import Dead, Info, Invoke, Ok
from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show
from tests.conformance.histories.nemesis import racing
from tests.conformance.histories.simulated import verdicts

OPERATIONS = 150


def on_one_plan(recorder: Recorder) -> Sequence[ClientSession]:
    """Return the clients, which ask about one plan that the first has registered."""
    shared_plan = recorder.workload.shared_plan(Random(0))
    for session in recorder.sessions:
        session.requests.shared_plan = shared_plan
    first = recorder.sessions[0]
    first.submit(first.ask, [requests.register_first]).result()
    return recorder.sessions


def claim_for_a_second(of: RequestContext) -> Claim:
    return Claim(of.plan, of.own, of.shared_plan.document_hash, of.now, 1_000)


STARTING = """
import json, subprocess, sys
sys.stdin.readline()
child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
print(json.dumps({"reply": "ok", "child": child.pid}), flush=True)
sys.stdin.readline()
"""
"""A program that does its work in a process of its own, in a session of its own."""


def test_what_a_killed_client_has_started_has_no_effect_from_then_on() -> None:
    # Given a client that has started a process, when the client is killed,
    connection = ProcessConnection([sys.executable, "-c", STARTING])
    child = connection.exchange({"request": "hello"}, 3_600)["child"]
    assert connection.signal(SIGKILL)
    # then that process has ended too.
    stat = Path(f"/proc/{child}/stat")
    assert not stat.exists() or stat.read_text().rpartition(") ")[2].split()[0] in "ZX"
    connection.close()


def test_clients_of_a_sound_store_are_explained(tmp_path: Path) -> None:
    # Given clients of one store, when they work at the same time,
    path = str(tmp_path / "store.db")
    clients = [Client(f"client-{n}", lambda: racing.store(path)) for n in range(3)]
    with Recorder(clients, Conditions()) as recorder:
        recording = recorder.run(OPERATIONS)
    # then some order explains what each of them was answered.
    assert verdicts(recording) == {Verdict.EXPLAINED}
    assert sum(isinstance(each, Invoke) for each in recording.events) >= OPERATIONS


class AnswersBoth(racing.Locked):
    """A system that answers the first two queries once both are asked."""

    def __init__(self) -> None:
        super().__init__()
        self.queries = count(1)
        self.both = Barrier(2)

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Ready) and next(self.queries) <= 2:
            self.both.wait()
        return super().apply(operation)


def test_clients_ask_at_the_same_time() -> None:
    # Given a system that answers a client only when it has been asked by another one as well,
    system = AnswersBoth()
    clients = [Client(name, lambda: system) for name in ("one", "two")]
    with Recorder(clients, Conditions()) as recorder:
        sessions = on_one_plan(recorder)
        # when two are started at once, then both are answered,
        finish(started(sessions, [[requests.ready]] * 2, [requests.ready]))
    # and the history says that both have asked before that.
    asked = recorder.log.events[2:4]
    assert [type(each) for each in asked] == [Invoke, Invoke]
    assert {each.process for each in asked} == {"one", "two"}


class Killable(PythonConnection):
    """A connection on which a claim is not answered until the client is killed."""

    def __init__(self, system: SystemUnderTest) -> None:
        super().__init__(system)
        self.interrupts = False
        self.is_asked, self.is_killed = Event(), Event()

    def exchange(self, request: Message, timeout: float) -> Message:
        if request.get("operation") == "claim":
            self.is_asked.set()
            self.is_killed.wait()
            raise Broken("crash", "the program ended by signal SIGKILL at claim")
        return super().exchange(request, timeout)

    def signal(self, number: Signals) -> bool:
        assert number is SIGKILL
        self.is_killed.set()
        return True


def test_a_client_killed_in_the_middle_is_restarted_and_what_it_lost_is_bounded() -> None:
    # Given a client that asks for a step, when it is killed before it is answered,
    system = racing.Locked()
    connections: list[Killable] = []

    def opened() -> SystemUnderTest:
        connections.append(Killable(system))
        return RemoteSystem(connections[-1])

    with Recorder([Client("client", opened)], Conditions()) as recorder:
        [session] = on_one_plan(recorder)
        running = session.submit(session.ask, [claim_for_a_second])
        connections[0].is_asked.wait()
        session.kill()
        running.result()
        session.submit(session.reap).result()
        # and asks for something else,
        session.submit(session.ask, [requests.ready]).result()
    # then the kill is in the history once, after what is lost, which cannot happen after it,
    kinds = [type(each) for each in recorder.log.events]
    assert kinds == [Invoke, Ok, Invoke, Info, Dead, Invoke, Ok]
    assert [call.ended is None for call in calls_of(recorder.log.events)] == [False] * 3
    # it is no failure of the system, and the client was connected anew.
    assert (session.kills, session.failures) == (1, [])
    assert len(connections) == 2
    recording = Recording(recorder.history, tuple(recorder.log.events))
    assert verdicts(recording) == {Verdict.EXPLAINED}


class ShowsNothing(racing.Locked):
    """A store that can show no plan."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Show):
            raise RequestFailed("the disk is full")
        return super().apply(operation)


def test_an_operation_that_fails_undisturbed_is_kept_as_a_failure() -> None:
    # Given a client of a store that can show no plan, when it looks at plans,
    with Recorder([Client("client", ShowsNothing)], Conditions()) as recorder:
        recording = recorder.run(60)
        [session] = recorder.sessions
    # then the failures are told, and the history says that nobody knows the outcome.
    assert set(session.failures) == {"the disk is full"}
    assert sum(isinstance(each, Info) for each in recording.events) == len(session.failures)


class Broke(racing.Locked):
    """A store that answers nothing."""

    def apply(self, operation: Operation) -> Outcome:
        raise RequestFailed(f"no {type(operation).__name__}")


def test_a_client_that_is_never_answered_ends_the_run() -> None:
    # Given a store that answers nothing, when clients work on it, then the run says so and ends.
    clients = [Client(f"client-{n}", Broke) for n in range(2)]
    with Recorder(clients, Conditions()) as recorder, pytest.raises(Broken, match="in a row"):
        recorder.run(OPERATIONS)
