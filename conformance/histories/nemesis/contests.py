"""Contests: clients ask about one plan at the same moment, while one of them is held half-way."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from random import Random

from conformance.histories.nemesis import makings as ask
from conformance.histories.nemesis.board import Board
from conformance.histories.nemesis.clients import Session
from conformance.histories.nemesis.disturbing import Disturbing, hold_of, signalled
from conformance.histories.nemesis.places import Places
from conformance.histories.nemesis.requests import Making
from conformance.histories.nemesis.scenes import Scene
from conformance.histories.nemesis.themes import THEMES, Theme

GOES_ON = 0.4
"""The probability that another contest follows about the same plan."""
ASKS_AGAIN = 0.3
"""The probability that a client asks a second operation in a contest."""
PATIENCE, OPERATIONS = 0.005, 4
"""How long others may have to wait for a client that is held: some seconds, and operations."""
KILLED_FIRST = 0.5
"""The share of the kills after which others ask; before the rest they ask while it is held."""
PAST_LEASES = 0.15
"""The share of the pauses that last until a lease is over."""
ASKED_AGAIN = (ask.complete, ask.claim, ask.batch, ask.heartbeat, ask.ready, ask.show)
"""What clients ask as a second operation, or when a contest is over."""

Gate = threading.Event


class Contests:
    """Contests of clients for plans, each of few operations."""

    def __init__(
        self, sessions: Sequence[Session], board: Board, disturbing: Disturbing, seed: int
    ) -> None:
        self.sessions = sessions
        self.board = board
        self.disturbing = disturbing
        self.random = Random(f"{seed} contests")
        self.places = Places(self.random)

    def play(self, goes_on: Callable[[], bool]) -> None:
        """Play contests about one plan, and look at it at the end. Raises `Broken`."""
        scene = self.board.scene(self.random)
        for session in self.sessions:
            session.requests.scene = scene
        theme, failures = self.random.choice(THEMES), self._failures()
        if self.board.registers and theme.is_registered:
            self._alone(self.random.choice(self.sessions), [ask.register_first])
        while self._failures() == failures:
            self._contest(theme, scene)
            theme = self.random.choice(THEMES)
            if scene.is_finished or not goes_on() or not self._flag(GOES_ON):
                break
        # Where something failed, as because a lock is never returned, others may see why.
        most = 1 if self._failures() == failures else len(self.sessions)
        for session in self.random.sample(self.sessions, most):
            session.submit(session.look, scene.plan, scene.document_hash).result()

    def _failures(self) -> int:
        return sum(len(session.counts.failures) for session in self.sessions)

    def _contest(self, theme: Theme, scene: Scene) -> None:
        """Let some clients prepare a contest one by one, and then all of them ask at once."""
        scene.edited = self.random.choice(scene.versions)
        most = min(len(self.sessions), 2 + self.random.choice((0, 0, 1, 1, 2, 4)))
        cast = self.random.sample(self.sessions, most)
        for number, making in enumerate(theme.before):
            self._alone(cast[number % len(cast)], [making])
        self.random.shuffle(cast)
        drawn = theme.drawn(self.random, len(cast))
        turns = [[making, *theme.rivals] for making in drawn]
        self._at_once(cast, turns, scene)
        if self._flag(ASKS_AGAIN):
            self._alone(self.random.choice(cast), [self.random.choice(ASKED_AGAIN)])

    def _at_once(
        self, cast: Sequence[Session], turns: Sequence[Sequence[Making]], scene: Scene
    ) -> None:
        """Let clients ask at the same time; perhaps the first is held, or killed."""
        chance, first = self.random.random(), cast[0]
        kills = chance < self.disturbing.kills
        connection = signalled(first.submit(first.opened).result())
        if connection is None or chance >= self.disturbing.kills + self.disturbing.pauses:
            finish(started(cast, turns))
            return
        making, *_ = turns[0]
        place = self.places.next(making)
        delay = self.random.uniform(0, first.requests.usual / 1_000)
        hold = hold_of(connection, place, delay)
        running = [first.submit(first.ask, turns[0], hold)]
        try:
            hold.wait()
            if kills and hold.is_held and self._flag(KILLED_FIRST):
                first.kill()
            elif hold.is_held:
                self._outlast(first, scene)
            running += started(cast[1:], turns[1:])
            _, waiting = wait(running[1:], PATIENCE + OPERATIONS * first.requests.usual / 1_000)
            if kills and hold.is_held:
                first.kill()
        finally:
            hold.release()
        finish(running)
        if kills and not first.counts.kills:
            first.kill()
        first.submit(first.bury).result()
        first.counts.pauses += hold.is_held and not kills
        if hold.is_held:
            self.places.blocks(making, place, others=bool(waiting))
        else:
            self.places.learn(making, hold.seen)

    def _outlast(self, session: Session, scene: Scene) -> None:
        """Wait until the lease of the last step is over, sometimes, if that is soon."""
        if scene.held and self._flag(PAST_LEASES):
            left = (scene.held[-1].until - session.log.milliseconds() - session.ahead + 1) / 1_000
            if 0 < left <= self.disturbing.longest_pause:
                Gate().wait(left)

    def _alone(self, session: Session, makings: Sequence[Making]) -> None:
        """Let a client ask while no other does, and see how long that takes."""
        session.submit(session.ask, makings).result()
        session.requests.measure(session.last)

    def _flag(self, chance: float) -> bool:
        return self.random.random() < chance


def started(sessions: Sequence[Session], turns: Sequence[Sequence[Making]]) -> list["Future[None]"]:
    """Let clients begin their turns at the same moment."""
    gate = Gate()
    running = [
        session.submit(take_turn, session, makings, gate)
        for session, makings in zip(sessions, turns, strict=True)
    ]
    gate.set()
    return running


def take_turn(session: Session, makings: Sequence[Making], gate: Gate) -> None:
    """Ask once all may, and perhaps something else after it. Runs in the client's thread."""
    gate.wait()
    session.ask(makings)
    if session.requests.flag(ASKS_AGAIN):
        session.ask([session.requests.random.choice((*makings, *ASKED_AGAIN)), *makings])


def finish(running: "Sequence[Future[None]]") -> None:
    """Wait for all, then raise what one of them raised."""
    wait(running)
    for each in running:
        each.result()
