"""Contests: clients ask about one plan at the same moment, while one of them is held half-way."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from random import Random
from typing import NamedTuple

from conformance.histories.nemesis import makings as ask
from conformance.histories.nemesis.board import Board
from conformance.histories.nemesis.clients import Session
from conformance.histories.nemesis.disturbing import Disturbing, hold_of, signalled
from conformance.histories.nemesis.places import Places
from conformance.histories.nemesis.requests import Making
from conformance.histories.nemesis.scenes import Scene
from conformance.histories.nemesis.themes import THEMES, Theme

GOES_ON = 0.5
"""The probability that another contest follows about the same plan."""
ASKS_AGAIN = 0.3
"""The probability that a client asks a second operation in a contest."""
PATIENCE, OPERATIONS = 0.005, 4
"""How long others may have to wait for a client that is held: some seconds, and operations."""
KILLED_FIRST = 0.5
"""The share of the kills after which others ask; before the rest they ask while it is held."""
PAST_LEASES = 0.15
"""The share of the pauses that last until a lease is over."""

Gate = threading.Event


class Turn(NamedTuple):
    """What a client asks, the first of `makings` that is offered, and what perhaps `again`."""

    makings: Sequence[Making]
    again: Sequence[Making]


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
        failures = self._failures()
        while self._failures() == failures:
            theme = self.random.choice(THEMES)
            cast = self._prepared(theme, scene)
            if self._failures() == failures:
                self._contest(theme, cast, scene)
            if scene.is_finished or not goes_on() or not self._flag(GOES_ON):
                break
        # Where something failed, as because a lock is never returned, others may see why.
        most = 1 if self._failures() == failures else len(self.sessions)
        for session in self.random.sample(self.sessions, most):
            session.submit(session.look, scene.plan, scene.document_hash).result()

    def _failures(self) -> int:
        return sum(len(session.counts.failures) for session in self.sessions)

    def _prepared(self, theme: Theme, scene: Scene) -> Sequence[Session]:
        """Prepare a contest with some clients, one by one, and return them."""
        if theme.is_registered and not scene.is_registered:
            self._alone(self.random.choice(self.sessions), [ask.register_first])
        scene.edited = self.random.choice(scene.versions)
        most = min(len(self.sessions), 2 + self.random.choice((0, 0, 1, 1, 2, 4)))
        cast = self.random.sample(self.sessions, most)
        for number, making in enumerate(theme.before):
            self._alone(cast[number % len(cast)], [making])
        return cast

    def _contest(self, theme: Theme, cast: Sequence[Session], scene: Scene) -> None:
        """Start clients at once, any of them first; perhaps one does something else after it."""
        cast = self.random.sample(cast, len(cast))
        drawn = theme.drawn(self.random, len(cast))
        turns = [Turn((making, *theme.first, *theme.others), theme.again) for making in drawn]
        self._at_once(cast, turns, scene)
        if self._flag(ASKS_AGAIN):
            self._alone(self.random.choice(cast), [self.random.choice(theme.again)])

    def _at_once(self, cast: Sequence[Session], turns: Sequence[Turn], scene: Scene) -> None:
        """Start clients at the same time; perhaps the first is held, or killed."""
        chance, first = self.random.random(), cast[0]
        kills = chance < self.disturbing.kills
        connection = signalled(first.submit(first.opened).result())
        if connection is None or chance >= self.disturbing.kills + self.disturbing.pauses:
            finish(started(cast, turns))
            return
        makings, _ = turns[0]
        making = makings[0]
        place = self.places.next(making)
        delay = self.random.uniform(0, first.requests.usual / 1_000)
        hold = hold_of(connection, place, delay)
        before = first.counts.kills
        running = [first.submit(first.ask, makings, hold)]
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
        if kills and first.counts.kills == before:
            first.kill()
        first.submit(first.bury).result()
        first.counts.pauses += hold.is_held and not kills
        if hold.is_held:
            self.places.blocks(making, place, others=len(waiting) == len(running) - 1)
        else:
            self.places.learn(making, hold.seen)

    def _outlast(self, session: Session, scene: Scene) -> None:
        """Wait until the lease of the last step is over, sometimes, if that is soon."""
        if scene.held and self._flag(PAST_LEASES):
            left = (scene.held[-1].until - session.log.milliseconds() - session.ahead + 1) / 1_000
            if 0 < left <= self.disturbing.longest_pause:
                Gate().wait(left)

    def _alone(self, session: Session, makings: Sequence[Making]) -> None:
        """Run a turn while no other client asks, and note how long it takes."""
        session.submit(session.ask, makings).result()
        session.requests.measure(session.last)

    def _flag(self, chance: float) -> bool:
        return self.random.random() < chance


def started(sessions: Sequence[Session], turns: Sequence[Turn]) -> list["Future[None]"]:
    """Start the turns of clients at the same moment."""
    gate = Gate()
    running = [
        session.submit(take_turn, session, turn, gate)
        for session, turn in zip(sessions, turns, strict=True)
    ]
    gate.set()
    return running


def take_turn(session: Session, turn: Turn, gate: Gate) -> None:
    """Run a turn once all may, and perhaps another after it, in the client's thread."""
    gate.wait()
    session.ask(turn.makings)
    if not session.in_a_row and session.requests.flag(ASKS_AGAIN):
        again = session.requests.random.choice((*turn.makings, *turn.again))
        session.ask([again, *turn.makings])


def finish(running: "Sequence[Future[None]]") -> None:
    """Wait for all, then raise what one of them raised."""
    wait(running)
    for each in running:
        each.result()
