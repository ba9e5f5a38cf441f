"""Playing a contest: which client is held where, and the history of what all were answered."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from conformance.histories.recording import Recording
from conformance.mutants.faults.races import Contest, Race, Turn
from conformance.protocol.codec import operation_request, request_to_json
from conformance.protocol.messages import ObserveStore, ResetStore
from conformance.vectors.killing.races.files import StoreFiles
from conformance.vectors.killing.races.process import HeldProcess
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


@dataclass
class Notes:
    """The events of a history, in the order of their times."""

    events: list[Event] = field(default_factory=list)
    began: int = field(default_factory=time.monotonic_ns)

    def now(self) -> int:
        """Return the nanoseconds since the beginning."""
        return time.monotonic_ns() - self.began

    def asked(self, turn: Turn) -> None:
        """Note that a client asks."""
        self.events.append(Invoke(turn.client, self.now(), turn.operation))

    def answered(self, client: str, reply: Message) -> None:
        """Note a reply; from one that is an error, nobody knows the outcome."""
        now = self.now()
        match reply["reply"]:
            case "ok":
                self.events.append(Ok(client, now, reply))
            case "rejected":
                self.events.append(Fail(client, now, reply))
            case _:
                self.events.append(Info(client, now, str(reply.get("message", ""))))

    @property
    def operations(self) -> int:
        """The number of operations that were asked."""
        return sum(isinstance(each, Invoke) for each in self.events)


class Stage:
    """Processes that play contests, each time on a new store file.

    They run the implementation, or a race.
    """

    def __init__(self) -> None:
        self.times_played = 0
        self.processes: dict[str, HeldProcess] = {}
        self._opened = ExitStack()
        folder = self._opened.enter_context(TemporaryDirectory(prefix="planspec-"))
        self.files = StoreFiles(Path(folder))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def play(self, contest: Contest, place: int, race: Race | None = None) -> PlayedContest:
        """Play a contest with a client held before one of its statements, counted from 1."""
        self.times_played += 1
        self.files.create(self.times_played, race)
        for name in contest.clients:
            process = self._process(name)
            process.ask(request_to_json(ResetStore()))
            process.answer()
        notes = Notes()
        for turn in contest.setup:
            self._ask(turn, notes)
            notes.answered(turn.client, self.processes[turn.client].answer())
        held_before = self._hold(contest.held, place, notes)
        waiting = [contest.held.client] if held_before else []
        waiting += self._others(contest.others, notes)
        self._finish(waiting, notes)
        self._observe(contest, notes)
        history = History(CURRENT.name)
        return PlayedContest(Recording(history, (*notes.events,)), held_before, notes.operations)

    def _process(self, name: str) -> HeldProcess:
        if name not in self.processes:
            self.processes[name] = HeldProcess(name, self.files.folder)
            self._opened.callback(self.processes[name].close)
        return self.processes[name]

    def _ask(self, turn: Turn, notes: Notes) -> None:
        notes.asked(turn)
        self.processes[turn.client].ask(operation_request(turn.operation))

    def _hold(self, turn: Turn, place: int, notes: Notes) -> str | None:
        """Resume one client until a statement; return that, or `None` if it was answered before."""
        process = self.processes[turn.client]
        self._ask(turn, notes)
        for _ in range(place):
            reply = process.proceed()
            if reply is not None:
                notes.answered(turn.client, reply)
                return None
        return process.held_before

    def _others(self, turns: Sequence[Turn], notes: Notes) -> Sequence[str]:
        """Start what the others ask; return those that have to wait."""
        waiting: list[str] = []
        for turn in turns:
            if turn.client not in waiting:
                self._ask(turn, notes)
                reply = self.processes[turn.client].finish()
                if reply is None:
                    waiting.append(turn.client)
                else:
                    notes.answered(turn.client, reply)
        return waiting

    def _finish(self, waiting: list[str], notes: Notes) -> None:
        """Resume clients in their order; where all of them wait, the first gives up."""
        while waiting:
            for client in waiting:
                reply = self.processes[client].finish()
                if reply is not None:
                    break
            else:
                client = waiting[0]
                reply = self.processes[client].answer()
            notes.answered(client, reply)
            waiting.remove(client)

    def _observe(self, contest: Contest, notes: Notes) -> None:
        """Note what each client sees in the end."""
        plan = contest.held.operation.plan
        for name in contest.clients:
            began = notes.now()
            self.processes[name].ask(request_to_json(ObserveStore()))
            seen = self.processes[name].answer()
            if seen["reply"] == "ok":
                notes.events.append(Observe(name, began, notes.now(), plan, seen))
