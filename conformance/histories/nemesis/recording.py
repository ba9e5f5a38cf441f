"""Record the requests and replies of concurrent clients of one store."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Self

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.features import transition_of
from conformance.adapters.remote import RemoteSystem, reset_to
from conformance.histories.nemesis.clients import Client, ClientSession
from conformance.histories.nemesis.contests import Contests
from conformance.histories.nemesis.context import RequestContext
from conformance.histories.nemesis.disturbing import Conditions
from conformance.histories.nemesis.log import Log
from conformance.histories.nemesis.workload import Workload
from conformance.histories.recording import Recording
from conformance.protocol.messages import Clock, Observed
from spec.editions import CURRENT
from spec.formats.histories import NOTHING, Event, History, HistoryClock
from spec.formats.words import operation_name
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State

MOST_IDLE = 100
"""The number of consecutive contests without a supported request that ends a run."""


class Recorder:
    """Clients of one store, each in a thread of its own, and their history.

    The first one empties the store. `sink` is called with each event when it happens.
    """

    def __init__(
        self,
        clients: Sequence[Client],
        conditions: Conditions,
        sink: Callable[[Event], object] = lambda _: None,
    ) -> None:
        self.conditions = conditions
        self.log = Log(sink)
        self.state = NOTHING
        self.sessions: list[ClientSession] = []
        worktrees = [f"worktrees/{client.name}" for client in clients]
        for number, client in enumerate(clients):
            requests = RequestContext(worktrees, number, Random(f"{conditions.seed} {number}"))
            self.sessions.append(ClientSession(client, requests, self.log))

    def __enter__(self) -> Self:
        try:
            self._begin()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> None:
        """Connect all clients; the first empties the store, before any other connects."""
        first, *others = self.sessions
        system = first.submit(first.opened).result()
        conditions, edition, tolerance = self.conditions, CURRENT, None
        if isinstance(system, RemoteSystem):
            edition, tolerance = system.edition, system.tolerance
        self.edition = edition
        self.capabilities = capabilities_of(system.identity, conditions.areas, edition, tolerance)
        self.workload = Workload(self.capabilities, conditions)
        if self.workload.only is None:
            first.submit(system.reset).result()
        else:
            only = self.workload.only
            register = Register(only.plan, only.versions[0], now=0)
            self.state = transition_of(State(), register, edition).state
            first.submit(reset_to, system, register).result()
        for session in self.sessions:
            session.take_part(self.workload, edition)
        for each in [session.submit(session.opened) for session in others]:
            each.result()
        self.contests = Contests(self.sessions, self.workload)

    @property
    def history(self) -> History:
        """The first line of the history."""
        identity = self.capabilities.identity
        first = History(
            self.edition.name,
            state=self.state,
            partial=identity.observe is Observed.PARTIAL,
            without=identity.without,
        )
        if identity.clock is Clock.VIRTUAL:
            return first
        started_at, tolerance = self.log.started_at, self.capabilities.tolerance
        server = HistoryClock.SERVER
        return replace(first, clock=server, started_at=started_at, tolerance=tolerance)

    def run(self, operations: int, is_over: Callable[[], bool] = lambda: False) -> Recording:
        """Play contests up to a number of operations, and return what happened. Raises `Broken`."""
        first, last, idle = len(self.log.events), self.asked + operations, 0
        while idle < MOST_IDLE and self.asked < last and not is_over():
            before = self.asked
            self.contests.play(lambda: self.asked < last and not is_over())
            idle = 0 if self.asked > before else idle + 1
        return self.recorded(first)

    def recorded(self, first: int) -> Recording:
        """Return the events from a place in the log on."""
        return Recording(self.history, tuple(self.log.events[first:]))

    @property
    def never_sent(self) -> list[str]:
        """The operations that the program offers and that no client was answered."""
        answered = set().union(*(each.answered for each in self.sessions))
        return sorted(operation_name(kind) for kind in self.workload.kinds if kind not in answered)

    @property
    def declined(self) -> dict[str, int]:
        """How many requests of each kind of operation the program has declined."""
        counted = sum((each.declined for each in self.sessions), Counter[type]())
        return {operation_name(kind): counted[kind] for kind in counted}

    @property
    def asked(self) -> int:
        """The number of operations sent."""
        return sum(each.operations for each in self.sessions)

    def close(self) -> None:
        """Disconnect all clients after their open requests."""
        for session in self.sessions:
            session.submit(session.close)
        for session in self.sessions:
            session.thread.shutdown()
