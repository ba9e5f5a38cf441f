"""Playing a contest: which client is held where, and the history of what all were answered."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from conformance.histories.format import Recording
from conformance.mutants.faults.races import Contest, Race, Turn
from conformance.mutants.races.files import StoreFiles
from conformance.mutants.races.process import LONGEST, HeldProcess
from conformance.protocol.codec import Message, operation_request, request_to_json
from conformance.protocol.messages import Observe as ObserveStore
from conformance.protocol.messages import ResetStore
from spec.editions import CURRENT
from spec.formats.histories import Event, Fail, History, Info, Invoke, Observe, Ok

PATIENCE = 0.1
"""Seconds after which a process that neither asks for a statement nor answers waits for a lock.

That is only so while another process may have the lock. Where it is wrong, the calls overlap in
another way, and the history says so.
"""


@dataclass(frozen=True, slots=True)
class Played:
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
    """The processes of a contest, which play it again and again, on a new store file each time.

    They run the implementation, or a race.
    """

    def __init__(self, contest: Contest, race: Race | None = None) -> None:
        self.contest = contest
        self.times_played = 0
        self.processes: dict[str, HeldProcess] = {}
        with ExitStack() as opened:
            folder = Path(opened.enter_context(TemporaryDirectory(prefix="planspec-")))
            self.files = StoreFiles(folder)
            if race is not None:
                self.files.changed.write_text(race.source(), encoding="utf-8")
            changed = race.module if race else None
            for name in contest.clients:
                self.processes[name] = process = HeldProcess(name, folder, changed)
                opened.callback(process.close)
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def play(self, place: int) -> Played:
        """Play the contest with a client held before one of its statements, counted from 1."""
        self.times_played += 1
        self.files.create(self.times_played)
        for process in self.processes.values():
            process.ask(request_to_json(ResetStore()))
            process.answer()
        notes = Notes()
        for turn in self.contest.setup:
            self._ask(turn, notes)
            notes.answered(turn.client, self.processes[turn.client].answer())
        held_before = self._hold(place, notes)
        waiting = [self.contest.held.client] if held_before else []
        waiting += self._others(notes, self._patience(held_before))
        for client in waiting:
            notes.answered(client, self.processes[client].answer())
        self._observe(notes)
        history = History(CURRENT.name)
        return Played(Recording(history, (*notes.events,)), held_before, notes.operations)

    def _ask(self, turn: Turn, notes: Notes) -> None:
        notes.asked(turn)
        self.processes[turn.client].ask(operation_request(turn.operation))

    def _hold(self, place: int, notes: Notes) -> str | None:
        """Resume one client until a statement; return that, or `None` if it was answered before."""
        turn = self.contest.held
        process = self.processes[turn.client]
        self._ask(turn, notes)
        for _ in range(place):
            reply = process.proceed(LONGEST)
            if reply is not None:
                notes.answered(turn.client, reply)
                return None
        return process.held_before

    def _patience(self, held_before: str | None) -> float:
        """Return how many seconds to wait for a client while another one is held, or none is."""
        held = self.processes[self.contest.held.client]
        return PATIENCE if held_before and held.may_have_lock else LONGEST

    def _others(self, notes: Notes, patience: float) -> Sequence[str]:
        """Start what the others ask; return those that have to wait."""
        waiting: list[str] = []
        for turn in self.contest.others:
            if turn.client not in waiting:
                self._ask(turn, notes)
                reply = self.processes[turn.client].finish(patience)
                if reply is None:
                    waiting.append(turn.client)
                else:
                    notes.answered(turn.client, reply)
        return waiting

    def _observe(self, notes: Notes) -> None:
        """Note what each client sees in the end."""
        plan = self.contest.held.operation.plan
        for name, process in self.processes.items():
            began = notes.now()
            process.ask(request_to_json(ObserveStore()))
            seen = process.answer()
            if seen["reply"] == "ok":
                notes.events.append(Observe(name, began, notes.now(), plan, seen))
