"""Systems of which several clients share one store: some are right, some decide too early.

Run as a script with a name of `SYSTEMS` and the path of a store, it speaks the protocol; with
`--listen` before them, it does so on a port that it prints, with a thread for each connection.
"""

import socketserver
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Lock

from conformance.adapters.model import WHOLE, ModelSystem
from conformance.adapters.serving import serve
from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import SystemUnderTest
from conformance.protocol.messages import AreaName, Clock
from impl.store.store import Store
from model.apply import apply
from spec.vocabulary.claims import Claimed
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import State


class DecidesEarly:
    """A store that is read in one transaction and written in the next."""

    identity = WHOLE

    def __init__(self, path: str) -> None:
        self.path = path

    def reset(self) -> None:
        self._write(State())

    def apply(self, operation: Operation) -> Outcome:
        before = self.observe()
        transition = apply(before, operation)
        if transition.state != before:
            self._write(transition.state)
        return transition.outcome

    def observe(self) -> State:
        with Store.open(self.path, synchronous="OFF") as store:
            return store.snapshot_state()

    def close(self) -> None:
        pass

    def _write(self, state: State) -> None:
        with Store.open(self.path, synchronous="OFF") as store:
            store.load(state)


class Locked(ModelSystem):
    """A model that its clients lock, each for a whole operation."""

    lock = Lock()

    def apply(self, operation: Operation) -> Outcome:
        with self.lock:
            return super().apply(operation)


class Misindexed(Locked):
    """A system that gives a wrong index in the answer to a claim."""

    def apply(self, operation: Operation) -> Outcome:
        outcome = super().apply(operation)
        return replace(outcome, index=99) if isinstance(outcome, Claimed) else outcome


class RealTime(Locked):
    """A model at the time of the machine, which it reads while it has the lock."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = replace(WHOLE, clock=Clock.NONE)

    def apply(self, operation: Operation) -> Outcome:
        with self.lock:
            now = time.time_ns() // 1_000_000
            return ModelSystem.apply(self, replace(operation, now=now))


class OnePlan(Locked):
    """A system of one plan, which nobody can register."""

    def __init__(self) -> None:
        super().__init__()
        areas = (AreaName.CLAIMS, AreaName.CHECKLISTS, AreaName.COMPLETION)
        self.identity = replace(WHOLE, areas=areas)


def store(path: str) -> SystemUnderTest:
    """Return a client of the reference implementation's store."""
    return StoreSystem(Store.open(path))


ONE_FOR_ALL = Locked()
ONE_PLAN = OnePlan()
MISINDEXED = Misindexed()
REAL_TIME = RealTime()


def locked() -> SystemUnderTest:
    """Return the one system that all threads use."""
    return ONE_FOR_ALL


def misindexed() -> SystemUnderTest:
    """Return the one system that gives wrong indices."""
    return MISINDEXED


def apart() -> SystemUnderTest:
    """Return a system that shares nothing with the others, and so contradicts them."""
    return ModelSystem()


SYSTEMS: dict[str, Callable[[str], SystemUnderTest]] = {
    "store": store,
    "decides-early": DecidesEarly,
    "locked": lambda _: ONE_FOR_ALL,
    "one-plan": lambda _: ONE_PLAN,
    "real-time": lambda _: REAL_TIME,
}


class Handler(socketserver.BaseRequestHandler):
    """Answers the requests of one connection."""

    made: Callable[[], SystemUnderTest]

    def handle(self) -> None:
        requests, replies = (self.request.makefile(mode) for mode in "rw")
        serve(type(self).made(), requests, replies)


def listen(made: Callable[[], SystemUnderTest]) -> None:
    """Answer connections until the process is ended."""
    Handler.made = staticmethod(made)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()


if __name__ == "__main__":
    name, path = sys.argv[-2:]
    if "--listen" in sys.argv:
        listen(lambda: SYSTEMS[name](path))
    serve(SYSTEMS[name](path), sys.stdin, sys.stdout)
