"""Playing a contest: which client is held where, and the history of what all were answered."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from conformance.histories.nemesis.log import Log
from conformance.histories.recording import Recording
from conformance.mutants.faults.loading import stores_with
from conformance.mutants.faults.races import Contest, Race, Turn
from conformance.vectors.killing.races.client import HeldClient, statements_held
from impl.store.store import Store
from spec.editions import CURRENT
from spec.formats.histories import Event, Fail, History, Info, Invoke, Observe, Ok
from spec.formats.messages import Message


@dataclass(frozen=True, slots=True)
class PlayedContest:
    """What happened when a contest was played once.

    `held_before` is the statement before which a client was held, or `None` if it was answered
    before it could be.
    """

    recording: Recording
    held_before: str | None
    operations: int


MOST_CLIENTS = 4
"""How many clients a contest has at most. What they load for one race is dropped at another."""


class Stage(ExitStack):
    """Clients that play contests, each time on a new store file.

    They run the implementation, or a race. Each loads a race for itself, so that they share no
    more than processes do.
    """

    def __init__(self) -> None:
        super().__init__()
        self.times_played = 0
        self.clients: dict[str, HeldClient] = {}
        self.folder = Path(self.enter_context(TemporaryDirectory(prefix="planspec-")))
        self.enter_context(statements_held())
        self._stores = lru_cache(MOST_CLIENTS)(stores_of)

    def play(self, contest: Contest, place: int, race: Race | None = None) -> PlayedContest:
        """Play a contest with a client held before one of its statements, counted from 1."""
        path = self._new_store()
        for name in contest.clients:
            self._client(name).open(self._stores(name, race), path)
        log = Log()
        for turn in contest.setup:
            self._ask(turn, log)
            log.add(answer_of(turn.client, log, self.clients[turn.client].answer()))
        held_before = self._hold(contest.held, place, log)
        waiting = [contest.held.client] if held_before else []
        waiting += self._others(contest.others, log)
        self._finish(waiting, log)
        self._observe(contest, log)
        operations = sum(isinstance(each, Invoke) for each in log.events)
        history = History(CURRENT.name)
        return PlayedContest(Recording(history, (*log.events,)), held_before, operations)

    def _new_store(self) -> Path:
        """Return the path of a new and empty store, which is a copy of the first."""
        empty = self.folder / "0.db"
        if not empty.exists():
            Store.open(empty).close()
        self.times_played += 1
        return Path(copyfile(empty, self.folder / f"{self.times_played}.db"))

    def _client(self, name: str) -> HeldClient:
        if name not in self.clients:
            self.clients[name] = HeldClient(name)
            self.callback(self.clients[name].close)
        return self.clients[name]

    def _ask(self, turn: Turn, log: Log) -> None:
        log.add(Invoke(turn.client, log.now(), turn.operation))
        self.clients[turn.client].ask(turn.operation)

    def _hold(self, turn: Turn, place: int, log: Log) -> str | None:
        """Resume one client until a statement; return that, or `None` if it was answered before."""
        client = self.clients[turn.client]
        self._ask(turn, log)
        for _ in range(place):
            reply = client.proceed()
            if reply is not None:
                log.add(answer_of(turn.client, log, reply))
                return None
        return client.held_before

    def _others(self, turns: Sequence[Turn], log: Log) -> Sequence[str]:
        """Start what the others ask; return those that have to wait."""
        waiting: list[str] = []
        for turn in turns:
            if turn.client not in waiting:
                self._ask(turn, log)
                reply = self.clients[turn.client].finish()
                if reply is None:
                    waiting.append(turn.client)
                else:
                    log.add(answer_of(turn.client, log, reply))
        return waiting

    def _finish(self, waiting: list[str], log: Log) -> None:
        """Resume clients in their order; where all of them wait, the first gives up."""
        while waiting:
            for client in waiting:
                reply = self.clients[client].finish()
                if reply is not None:
                    break
            else:
                client = waiting[0]
                reply = self.clients[client].answer()
            log.add(answer_of(client, log, reply))
            waiting.remove(client)

    def _observe(self, contest: Contest, log: Log) -> None:
        """Note what each client sees in the end."""
        plan = contest.held.operation.plan
        for name in contest.clients:
            began = log.now()
            seen = self.clients[name].observe()
            if seen["reply"] == "ok":
                log.add(Observe(name, began, log.now(), plan, seen))


def answer_of(client: str, log: Log, reply: Message) -> Event:
    """Return the event of a reply; from one that is an error, nobody knows the outcome."""
    match reply["reply"]:
        case "ok":
            return Ok(client, log.now(), reply)
        case "rejected":
            return Fail(client, log.now(), reply)
    return Info(client, log.now(), str(reply.get("message", "")))


def stores_of(_client: str, race: Race | None) -> type[Store]:
    """Return the store of the implementation or of a race, which a client loads for itself."""
    if race is None:
        return Store
    changed: type[Store] = stores_with(race.module, race.source()).Store
    return changed
