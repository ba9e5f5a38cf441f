"""What clients of a server are answered can be ordered when they meet, whatever breaks there."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import count, product

import psycopg
import pytest

from conformance.histories.linearizability import Verdict
from conformance.histories.recording import Recording
from conformance.mutants.faults.races import Contest
from conformance.mutants.races import RACES
from impl.store.database.opening import StoreUnavailable
from impl.store.store import Store
from spec.editions import CURRENT
from spec.formats.histories import Dead, Event, Fail, History, Info, Invoke, Observe, Ok
from spec.formats.messages import outcome_to_json, state_to_json
from spec.vocabulary.operations import QUERIES, Operation, Outcome
from spec.vocabulary.state import State
from tests.conformance.histories.simulated import verdicts
from tests.postgresql.cutting import Cut, Proxy, proxy
from tests.postgresql.held import Held, held, started
from tests.profiles import AT_NIGHT

CONTESTS = list(dict.fromkeys(race.contest for race in RACES))


class End(StrEnum):
    """What becomes of the transaction of the client that is held."""

    COMMITTED = "committed"
    CUT_BEFORE = "cut before COMMIT"
    CUT_AFTER = "cut after COMMIT"
    TERMINATED = "terminated"


CUTS = {End.CUT_BEFORE: Cut.BEFORE, End.CUT_AFTER: Cut.AFTER}


class Notes:
    """A history, whose events are numbered."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._numbers = count()

    def asked(self, client: str, operation: Operation) -> None:
        """Note that a client asks."""
        self.events.append(Invoke(client, next(self._numbers), operation))

    def answered(self, client: str, outcome: Outcome) -> None:
        """Note what it is answered."""
        reply = outcome_to_json(outcome, CURRENT)
        kind = Ok if reply["reply"] == "ok" else Fail
        self.events.append(kind(client, next(self._numbers), reply))

    def lost(self, client: str) -> None:
        """Note that nobody answers, and that nothing of it happens from now on."""
        self.events += (Info(client, next(self._numbers)), Dead(client, next(self._numbers)))

    def saw(self, plan: str, state: State) -> None:
        """Note what is stored in the end."""
        began, seen = next(self._numbers), state_to_json(state, CURRENT)
        self.events.append(Observe("watch", began, next(self._numbers), plan, seen))


class Ground:
    """A store on a server, on which contests are played. Connections through `between` are cut."""

    def __init__(self, store: Store, place: str, between: Proxy, cuts: list[Cut]) -> None:
        self.store, self.place, self.between, self.cuts = store, place, between, cuts

    def play(self, contest: Contest, end: End) -> Recording:
        """Play a contest, whose held client is held before COMMIT until the other one waits.

        Of those who write, one waits for the other. Who reads waits for nobody.
        """
        notes = Notes()
        self.store.load(State())
        for client, operation in contest.setup:
            notes.asked(client, operation)
            notes.answered(client, self.store.apply(operation))
        client, operation = contest.held
        notes.asked(client, operation)
        with held(self.between.url, operation) as first:
            for other, asked in contest.others:
                notes.asked(other, asked)
                second = started(self.place, asked)
                reads = any(type(each) in QUERIES for each in (operation, asked))
                assert second.has_to_wait() is not reads
                if not reads:
                    break
                notes.answered(other, second.answer())
            self.end(end, first)
            try:
                notes.answered(client, first.answer())
            except StoreUnavailable:
                assert end is not End.COMMITTED
                notes.lost(client)
        if not reads:
            notes.answered(other, second.answer())
        notes.saw(operation.plan, self.store.snapshot_state())
        return Recording(History(CURRENT.name), tuple(notes.events))

    def end(self, end: End, first: Held) -> None:
        """Arrange what becomes of a transaction."""
        self.cuts[:] = [CUTS[end]] if end in CUTS else []
        if end is End.TERMINATED:
            with psycopg.connect(self.place, autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(%s)", (first.pid,))


@pytest.fixture
def ground(store: Store, place: str) -> Iterator[Ground]:
    """Return a store on which contests are played."""
    cuts: list[Cut] = []
    with proxy(place, lambda: cuts.pop() if cuts else None) as between:
        yield Ground(store, place, between, cuts)


def test_what_clients_are_answered_is_explained_whatever_becomes_of_one(ground: Ground) -> None:
    # Given clients of a server that meet, when one of them commits, or its connection is lost
    # before, while or after it does,
    contests = CONTESTS if AT_NIGHT else CONTESTS[::8]
    unexplained = []
    for contest, end in product(contests, End):
        recording = ground.play(contest, end)
        if verdicts(recording) != {Verdict.EXPLAINED}:
            unexplained.append(f"{contest.held}, which is {end}, and {contest.others}")
    # then an order explains what they are answered and what is stored.
    assert not unexplained, "\n".join(unexplained)
