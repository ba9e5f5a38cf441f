"""Contests: clients send overlapping requests on one plan while one is stopped mid-request."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from random import Random
from threading import Event
from time import sleep

from conformance.adapters.connections import SignalledTransport
from conformance.histories.nemesis import requests as ask
from conformance.histories.nemesis.clients import ClientSession
from conformance.histories.nemesis.context import RequestMaker, SharedPlan
from conformance.histories.nemesis.disturbing import Hold, signalled
from conformance.histories.nemesis.mixes import MIXES, WorkloadMix
from conformance.histories.nemesis.workload import Workload

P_NEXT_CONTEST = 0.5
"""The probability that another contest follows about the same plan."""
P_SECOND_REQUEST = 0.3
"""The probability that a client asks a second operation in a contest."""
BASE_WAIT_SECONDS, WAIT_OPERATIONS = 0.005, 4
"""The longest wait for a stopped client, in seconds and in operations."""
MOMENT = 1.5, 3
"""How the moments of holding are spread over an operation: most are in its first half.

There a program reads what it decides by, before it takes a lock or writes.
"""
P_KILL_BEFORE_OTHERS = 0.5
"""The share of kills before the others' requests; in the rest, they overlap the stopped one."""
P_PAUSE_PAST_LEASE, LONGEST_PAUSE = 0.15, 1.0
"""The share of pauses that last until a lease has expired, and the longest of them in seconds."""

Makers = Sequence[RequestMaker]
"""The requests of a client, of which it sends the first that is supported."""


class Contests:
    """Contests of clients for plans, each of few operations."""

    def __init__(self, sessions: Sequence[ClientSession], workload: Workload) -> None:
        self.sessions = sessions
        self.workload = workload
        self.conditions = workload.conditions
        self.random = Random(f"{self.conditions.seed} contests")

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
            session.submit(session.look).result()

    def _failures(self) -> int:
        return sum(len(session.failures) for session in self.sessions)

    def _prepared(self, mix: WorkloadMix, shared_plan: SharedPlan) -> Sequence[ClientSession]:
        """Prepare a contest with some clients, one by one, and return them in random order."""
        if mix.is_registered and not shared_plan.is_registered:
            self._alone(self.random.choice(self.sessions), [ask.register_first])
        shared_plan.edited = self.random.choice(shared_plan.versions)
        most = min(len(self.sessions), 2 + self.random.choice((0, 0, 1, 1, 2, 4)))
        participants = self.random.sample(self.sessions, most)
        for number, maker in enumerate(mix.before):
            self._alone(participants[number % most], [maker])
        return self.random.sample(participants, most)

    def _contest(
        self, mix: WorkloadMix, participants: Sequence[ClientSession], shared_plan: SharedPlan
    ) -> None:
        """Start clients at once; perhaps the first is stopped or killed, and one asks again."""
        drawn = mix.drawn(self.random, len(participants))
        asked = [(maker, *mix.first, *mix.others) for maker in drawn]
        chance, first = self.random.random(), participants[0]
        kills = chance < self.conditions.kills
        connection = signalled(first.submit(first.opened).result())
        if connection is None or chance >= self.conditions.kills + self.conditions.pauses:
            finish(started(participants, asked, mix.again))
        else:
            self._disturbed(connection, participants, asked, mix.again, shared_plan, kills)
        if self._flag(P_SECOND_REQUEST):
            self._alone(self.random.choice(participants), [self.random.choice(mix.again)])

    def _disturbed(
        self,
        connection: SignalledTransport,
        participants: Sequence[ClientSession],
        asked: Sequence[Makers],
        again: Makers,
        shared_plan: SharedPlan,
        kills: bool,
    ) -> None:
        """Stop or kill the first client in the middle of its request, while the others ask."""
        first, usual = participants[0], participants[0].requests.usual / 1_000
        hold = Hold(connection, usual * self.random.betavariate(*MOMENT))
        before = first.kills
        running = [first.submit(first.ask, asked[0], hold)]
        try:
            hold.wait()
            if kills and hold.is_held and self._flag(P_KILL_BEFORE_OTHERS):
                first.kill()
            elif hold.is_held:
                self._wait_past_lease(first, shared_plan)
            running += started(participants[1:], asked[1:], again)
            wait(running[1:], BASE_WAIT_SECONDS + WAIT_OPERATIONS * usual)
            if kills and hold.is_held:
                first.kill()
        finally:
            hold.release()
        finish(running)
        if kills and first.kills == before:
            first.kill()
        first.submit(first.reap).result()
        first.pauses += hold.is_held and not kills

    def _wait_past_lease(self, session: ClientSession, shared_plan: SharedPlan) -> None:
        """Sometimes wait until the lease of the last step has expired, if that is soon."""
        if shared_plan.held and self._flag(P_PAUSE_PAST_LEASE):
            left = (shared_plan.held[-1].until - session.log.milliseconds() + 1) / 1_000
            if 0 < left <= LONGEST_PAUSE:
                sleep(left)

    def _alone(self, session: ClientSession, makers: Makers) -> None:
        """Run a request while no other client sends one, and note how long it takes."""
        session.submit(session.ask, makers).result()
        session.requests.measure(session.last)

    def _flag(self, chance: float) -> bool:
        return self.random.random() < chance


def started(
    sessions: Sequence[ClientSession], asked: Sequence[Makers], again: Makers
) -> list["Future[None]"]:
    """Start the requests of clients at the same moment; perhaps they send one of `again` too."""
    gate = Event()

    def carry_out(session: ClientSession, makers: Makers) -> None:
        gate.wait()
        session.ask(makers)
        if not session.in_a_row and session.requests.flag(P_SECOND_REQUEST):
            session.ask([session.requests.random.choice((*makers, *again)), *makers])

    pairs = zip(sessions, asked, strict=True)
    running = [session.submit(carry_out, session, makers) for session, makers in pairs]
    gate.set()
    return running


def finish(running: "Sequence[Future[None]]") -> None:
    """Wait for all, then raise what one of them raised."""
    wait(running)
    for each in running:
        each.result()
