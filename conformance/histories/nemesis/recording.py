"""Recording what concurrent clients of one store ask at the same time, and what they are told."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.features import transition_of
from conformance.adapters.remote import RemoteSystem, reset_to
from conformance.histories.format import Recording
from conformance.histories.nemesis.board import Board
from conformance.histories.nemesis.clients import Client, Counts, Session
from conformance.histories.nemesis.contests import Contests
from conformance.histories.nemesis.disturbing import UNDISTURBED, Disturbing
from conformance.histories.nemesis.log import Log
from conformance.histories.nemesis.requests import Requests, Theme
from conformance.protocol.messages import AreaName, Clock, Observed
from spec.editions import CURRENT
from spec.formats.histories import NOTHING, Event, History, HistoryClock
from spec.vocabulary.state import State


@dataclass(frozen=True)
class Conditions:
    """How clients work: how they are disturbed, and how far their clocks are apart.

    `skew` is in milliseconds. Operations are asked of `areas`, or of all, and not if
    they are of the kinds `excluded`; `edited` says whether documents are edited meanwhile.
    """

    seed: int = 0
    disturbing: Disturbing = UNDISTURBED
    skew: int = 0
    areas: frozenset[AreaName] = frozenset()
    excluded: Collection[type] = ()
    edited: bool = True


class Recorder:
    """Clients of one store, each in a thread of its own, and the history of what they ask.

    The first one empties the store. `sink` is called with each event when it happens.
    """

    def __init__(
        self,
        clients: Sequence[Client],
        conditions: Conditions,
        sink: Callable[[Event], None] = lambda _: None,
    ) -> None:
        self.clients = clients
        self.conditions = conditions
        self.log = Log(sink)
        # A system may demand that it is used in the thread in which it was opened.
        self.threads = [ThreadPoolExecutor(1, each.name) for each in clients]
        self.sessions: list[Session] = []
        self.state = NOTHING
        self._left = 0
        self._lock = threading.Lock()
        self._is_over = threading.Event()

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
        first, *others = self.clients
        system = self.threads[0].submit(first.open).result()
        edition, tolerance = CURRENT, None
        if isinstance(system, RemoteSystem):
            edition, tolerance = system.edition, system.tolerance
        self.edition = edition
        areas = self.conditions.areas
        self.capabilities = capabilities_of(system.identity, areas, edition, tolerance)
        self.board = Board(self.capabilities, self.conditions.excluded, self.conditions.edited)
        self.sessions = [*self._sessions()]
        self.sessions[0].system = system
        if self.board.registers:
            self.threads[0].submit(system.reset).result()
        else:
            register = self.board.first()
            self.state = transition_of(State(), register, self.edition).state
            self.threads[0].submit(reset_to, system, register).result()
        opening = zip(self.threads[1:], self.sessions[1:], others, strict=True)
        for each in [thread.submit(session.opened) for thread, session, _ in opening]:
            each.result()

    def _sessions(self) -> Iterator[Session]:
        conditions = self.conditions
        contests = Contests[Theme]()
        real = self.capabilities.identity.clock is not Clock.VIRTUAL
        worktrees = [f"worktrees/{client.name}" for client in self.clients]
        for number, client in enumerate(self.clients):
            random = Random(f"{conditions.seed} {number}")
            requests = Requests(self.board, contests, worktrees, number, random, real=real)
            ahead = conditions.skew * number // max(len(self.clients) - 1, 1)
            disturbing = conditions.disturbing
            yield Session(client, requests, self.log, disturbing, self.edition, ahead)

    @property
    def history(self) -> History:
        """The first line of the history."""
        identity = self.capabilities.identity
        first = History(
            self.edition.name, state=self.state, partial=identity.observe is Observed.PARTIAL
        )
        if identity.clock is Clock.VIRTUAL:
            return first
        started_at, tolerance = self.log.started_at, self.capabilities.tolerance
        server = HistoryClock.SERVER
        return replace(first, clock=server, started_at=started_at, tolerance=tolerance)

    @property
    def renews(self) -> bool:
        """Whether each run is about new plans, which can be judged alone."""
        return self.board.registers

    @property
    def counts(self) -> list[Counts]:
        """What happened to each client."""
        return [session.counts for session in self.sessions]

    def run(self, operations: int, is_over: Callable[[], bool] = lambda: False) -> Recording:
        """Apply so many operations to new plans, and return what happened.

        The last of it is a look at each plan when all are done. Raises `Broken`.
        """
        first = len(self.log.events)
        self.board.renew()
        self._left = operations

        def goes_on() -> bool:
            with self._lock:
                self._left -= 1
                return self._left >= 0 and not self._is_over.is_set() and not is_over()

        self._wait([self._submit(each, goes_on) for each in range(len(self.sessions))])
        self._wait([self.threads[0].submit(self._look)])
        return Recording(self.history, tuple(self.log.events[first:]))

    def _submit(self, number: int, goes_on: Callable[[], bool]) -> "Future[None]":
        return self.threads[number].submit(self.sessions[number].run, goes_on)

    def _look(self) -> None:
        for plan in self.board.known:
            self.sessions[0].look(plan, self.board.document_hash(plan))

    def _wait(self, running: "Sequence[Future[None]]") -> None:
        """Wait for all, and end the others if one fails, or if this is interrupted."""
        try:
            for each in running:
                each.result()
        finally:
            if any(not each.done() or each.exception() for each in running):
                self._is_over.set()

    def close(self) -> None:
        """Disconnect all clients, once what they are asking is answered."""
        self._is_over.set()
        for thread, session in zip(self.threads, self.sessions, strict=False):
            thread.submit(session.close)
        for thread in self.threads:
            thread.shutdown()


def record(
    clients: Sequence[Client],
    seed: int,
    operations: int,
    *,
    disturbing: Disturbing = UNDISTURBED,
    skew: int = 0,
) -> Recording:
    """Return what clients of one store ask at the same time, and what they are told.

    The first client empties the store. `skew` is how far their clocks are apart, in milliseconds.
    Raises `Broken` if the systems behind the clients do.
    """
    conditions = Conditions(seed, disturbing, skew)
    with Recorder(clients, conditions) as recorder:
        return recorder.run(operations)
