"""Contests: clients send overlapping requests on one plan while one is stopped mid-request."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from random import Random
from typing import NamedTuple

from conformance.histories.nemesis import requests as ask
from conformance.histories.nemesis.clients import ClientSession
from conformance.histories.nemesis.context import RequestMaker
from conformance.histories.nemesis.disturbing import Disturbing, hold_of, signalled
from conformance.histories.nemesis.mixes import MIXES, WorkloadMix
from conformance.histories.nemesis.shared_plan import SharedPlan
from conformance.histories.nemesis.syscall_schedule import SyscallSchedule
from conformance.histories.nemesis.workload import Workload

P_NEXT_CONTEST = 0.5
"""The probability that another contest follows about the same plan."""
P_SECOND_REQUEST = 0.3
"""The probability that a client asks a second operation in a contest."""
BASE_WAIT_SECONDS, WAIT_OPERATIONS = 0.005, 4
"""The longest wait for a stopped client, in seconds and in operations."""
P_KILL_BEFORE_OTHERS = 0.5
"""The share of kills before the others' requests; in the rest, they overlap the stopped one."""
P_PAUSE_PAST_LEASE = 0.15
"""The share of pauses that last until a lease has expired."""

Gate = threading.Event


class ClientPlan(NamedTuple):
    """The requests of a client: the first supported one of `makers`, and perhaps `again`."""

    makers: Sequence[RequestMaker]
    again: Sequence[RequestMaker]


class Contests:
    """Contests of clients for plans, each of few operations."""

    def __init__(
        self,
        sessions: Sequence[ClientSession],
        workload: Workload,
        disturbing: Disturbing,
        seed: int,
    ) -> None:
        self.sessions = sessions
        self.workload = workload
        self.disturbing = disturbing
        self.random = Random(f"{seed} contests")
        self.schedule = SyscallSchedule(self.random)

    def play(self, goes_on: Callable[[], bool]) -> None:
        """Play contests about one plan, and look at it at the end. Raises `Broken`."""
        shared_plan = self.workload.shared_plan(self.random)
        for session in self.sessions:
            session.requests.shared_plan = shared_plan
        failures = self._failures()
        while self._failures() == failures:
            mix = self.random.choice(MIXES)
            participants = self._prepared(mix, shared_plan)
            if self._failures() == failures:
                self._contest(mix, participants, shared_plan)
            if shared_plan.is_finished or not goes_on() or not self._flag(P_NEXT_CONTEST):
                break
        # Where something failed, as because a lock is never returned, others may see why.
        most = 1 if self._failures() == failures else len(self.sessions)
        for session in self.random.sample(self.sessions, most):
            session.submit(session.look, shared_plan.plan, shared_plan.document_hash).result()

    def _failures(self) -> int:
        return sum(len(session.counts.failures) for session in self.sessions)

    def _prepared(self, mix: WorkloadMix, shared_plan: SharedPlan) -> Sequence[ClientSession]:
        """Prepare a contest with some clients, one by one, and return them."""
        if mix.is_registered and not shared_plan.is_registered:
            self._alone(self.random.choice(self.sessions), [ask.register_first])
        shared_plan.edited = self.random.choice(shared_plan.versions)
        most = min(len(self.sessions), 2 + self.random.choice((0, 0, 1, 1, 2, 4)))
        participants = self.random.sample(self.sessions, most)
        for number, maker in enumerate(mix.before):
            self._alone(participants[number % len(participants)], [maker])
        return participants

    def _contest(
        self, mix: WorkloadMix, participants: Sequence[ClientSession], shared_plan: SharedPlan
    ) -> None:
        """Start clients at once, in random order; perhaps one sends another request afterwards."""
        participants = self.random.sample(participants, len(participants))
        drawn = mix.drawn(self.random, len(participants))
        client_plans = [ClientPlan((maker, *mix.first, *mix.others), mix.again) for maker in drawn]
        self._at_once(participants, client_plans, shared_plan)
        if self._flag(P_SECOND_REQUEST):
            self._alone(self.random.choice(participants), [self.random.choice(mix.again)])

    def _at_once(
        self,
        participants: Sequence[ClientSession],
        client_plans: Sequence[ClientPlan],
        shared_plan: SharedPlan,
    ) -> None:
        """Start clients at the same time; perhaps the first is stopped or killed."""
        chance, first = self.random.random(), participants[0]
        kills = chance < self.disturbing.kills
        connection = signalled(first.submit(first.opened).result())
        if connection is None or chance >= self.disturbing.kills + self.disturbing.pauses:
            finish(started(participants, client_plans))
            return
        makers, _ = client_plans[0]
        maker = makers[0]
        place = self.schedule.next(maker)
        delay = self.random.uniform(0, first.requests.usual / 1_000)
        hold = hold_of(connection, place, delay)
        before = first.counts.kills
        running = [first.submit(first.ask, makers, hold)]
        try:
            hold.wait()
            if kills and hold.is_held and self._flag(P_KILL_BEFORE_OTHERS):
                first.kill()
            elif hold.is_held:
                self._wait_past_lease(first, shared_plan)
            running += started(participants[1:], client_plans[1:])
            _, waiting = wait(
                running[1:], BASE_WAIT_SECONDS + WAIT_OPERATIONS * first.requests.usual / 1_000
            )
            if kills and hold.is_held:
                first.kill()
        finally:
            hold.release()
        finish(running)
        if kills and first.counts.kills == before:
            first.kill()
        first.submit(first.reap).result()
        first.counts.pauses += hold.is_held and not kills
        if hold.is_held:
            self.schedule.record_blocking(maker, place, others=len(waiting) == len(running) - 1)
        else:
            self.schedule.record_length(maker, hold.seen)

    def _wait_past_lease(self, session: ClientSession, shared_plan: SharedPlan) -> None:
        """Sometimes wait until the lease of the last step has expired, if that is soon."""
        if shared_plan.held and self._flag(P_PAUSE_PAST_LEASE):
            left = (shared_plan.held[-1].until - session.log.milliseconds() + 1) / 1_000
            if 0 < left <= self.disturbing.longest_pause:
                Gate().wait(left)

    def _alone(self, session: ClientSession, makers: Sequence[RequestMaker]) -> None:
        """Run a request while no other client sends one, and note how long it takes."""
        session.submit(session.ask, makers).result()
        session.requests.measure(session.last)

    def _flag(self, chance: float) -> bool:
        return self.random.random() < chance


def started(
    sessions: Sequence[ClientSession], client_plans: Sequence[ClientPlan]
) -> list["Future[None]"]:
    """Start the requests of clients at the same moment."""
    gate = Gate()
    running = [
        session.submit(carry_out, session, client_plan, gate)
        for session, client_plan in zip(sessions, client_plans, strict=True)
    ]
    gate.set()
    return running


def carry_out(session: ClientSession, client_plan: ClientPlan, gate: Gate) -> None:
    """Send a client's request when all start, and perhaps another, in the client's thread."""
    gate.wait()
    session.ask(client_plan.makers)
    if not session.in_a_row and session.requests.flag(P_SECOND_REQUEST):
        again = session.requests.random.choice((*client_plan.makers, *client_plan.again))
        session.ask([again, *client_plan.makers])


def finish(running: "Sequence[Future[None]]") -> None:
    """Wait for all, then raise what one of them raised."""
    wait(running)
    for each in running:
        each.result()
