"""Systems of which several clients share one store: some are right, some decide too early.

Run as a script with the path of a store, it is a client of the reference implementation.
"""

import sys
from dataclasses import replace
from threading import Lock

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import serve
from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import SystemUnderTest
from impl.store.store import Store
from spec.vocabulary.claims import Claimed
from spec.vocabulary.operations import Operation, Outcome


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


def store(path: str) -> SystemUnderTest:
    """Return a client of the reference implementation's store."""
    return StoreSystem(Store.open(path))


ONE_FOR_ALL = Locked()
MISINDEXED = Misindexed()


def locked() -> SystemUnderTest:
    """Return the one system that all threads use."""
    return ONE_FOR_ALL


def misindexed() -> SystemUnderTest:
    """Return the one system that gives wrong indices."""
    return MISINDEXED


def apart() -> SystemUnderTest:
    """Return a system that shares nothing with the others, and so contradicts them."""
    return ModelSystem()


if __name__ == "__main__":
    serve(store(sys.argv[-1]), sys.stdin, sys.stdout)
