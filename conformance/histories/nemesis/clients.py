"""One of several clients: it asks one operation after the other, and is disturbed at it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from conformance.adapters.connections import Broken
from conformance.adapters.sut import RequestFailed, SystemUnderTest, UnsupportedRequest
from conformance.histories.nemesis.disturbing import UNDISTURBED, Disturbing, Kill, Pause, drawn
from conformance.histories.nemesis.log import MILLISECOND, Log
from conformance.histories.nemesis.requests import NothingToAsk, Requests
from conformance.protocol.codec import Message, outcome_to_json, state_to_json
from spec.editions import Edition
from spec.formats.histories import Dead, Fail, Info, Invoke, Observe, Ok
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import Show, State

MOST_IN_A_ROW = 10
"""Operations in a row without an answer, though nothing disturbed them, that end a run."""
WEIGHT = 0.1
"""How much the last operation counts in how long operations usually take."""


@dataclass(frozen=True, slots=True)
class Client:
    """A client by its name. `open` connects it to the store that all share, again after a kill.

    It is called in the thread in which the client then runs.
    """

    name: str
    open: Callable[[], SystemUnderTest]


@dataclass
class Counts:
    """What happened to a client: `failures` are operations without an answer, undisturbed."""

    operations: int = 0
    kills: int = 0
    pauses: int = 0
    failures: list[str] = field(default_factory=list)


class Session:
    """A client at work. `ahead` is how far its clock is ahead, in milliseconds."""

    def __init__(
        self,
        client: Client,
        requests: Requests,
        log: Log,
        disturbing: Disturbing,
        edition: Edition,
        ahead: int = 0,
    ) -> None:
        self.client = client
        self.requests = requests
        self.log = log
        self.disturbing = disturbing
        self.edition = edition
        self.ahead = ahead
        self.counts = Counts()
        self.in_a_row = 0
        self.system: SystemUnderTest | None = None

    def opened(self) -> SystemUnderTest:
        """Return the system, connected. Raises `Broken`."""
        if self.system is None:
            self.system = self.client.open()
        return self.system

    def close(self) -> None:
        """Disconnect."""
        if self.system is not None:
            self.system.close()
            self.system = None

    def run(self, goes_on: Callable[[], bool]) -> None:
        """Apply operations as long as that is wanted. Raises `Broken` if nothing is answered."""
        while goes_on():
            try:
                operation = self.requests.next(self.log.milliseconds() + self.ahead)
            except NothingToAsk:
                return
            self.ask(operation)

    def ask(self, operation: Operation) -> None:
        """Apply an operation, perhaps disturbed, and write down what became of it."""
        name, system = self.client.name, self.opened()
        disturbance = self._drawn(system)
        self.counts.operations += 1
        began = self.log.now()
        # A clock that was read any earlier would be one that is behind.
        operation = replace(operation, now=began // MILLISECOND + self.ahead)
        self.log.add(Invoke(name, began, operation))
        if disturbance:
            disturbance.begin()
        reply, why = self._reply(system, operation)
        ended = self.log.now()
        if reply is not None:
            accepted = reply["reply"] == "ok"
            self.log.add((Ok if accepted else Fail)(name, ended, reply))
            self.requests.learn(operation, reply)
            self.in_a_row = 0
            self._measure((ended - began) / MILLISECOND)
        killed = disturbance is not None and disturbance.end()
        self._count(disturbance, killed)
        if killed or reply is None:
            self._buried(why, killed, reply is None)

    def look(self, plan: str, document_hash: str) -> None:
        """Look at what is stored of a plan, undisturbed."""
        disturbing, self.disturbing = self.disturbing, UNDISTURBED
        now = self.log.milliseconds() + self.ahead
        show = Show(plan, document_hash, now)
        if self.requests.board.offers(show):
            self.ask(show)
        else:
            self.observe(plan)
        self.disturbing = disturbing

    def observe(self, plan: str) -> None:
        """Write down all that is stored, if it can be seen."""
        began = self.log.now()
        with suppress(RequestFailed, Broken):
            state = self.opened().observe()
            if isinstance(state, State):
                state = state_to_json(state, self.edition)
            self.log.add(Observe(self.client.name, began, self.log.now(), plan, state))

    def _measure(self, milliseconds: float) -> None:
        """Take note of how long an operation took."""
        usual = self.requests.usual
        self.requests.usual += (milliseconds - usual) * (WEIGHT if usual else 1)

    def _drawn(self, system: SystemUnderTest) -> Kill | Pause | None:
        held = max((each.until for each in self.requests.held), default=0)
        past = max(held - self.requests.now + 5, 10) / 1_000
        usual = self.requests.usual / 1_000
        return drawn(self.disturbing, self.requests.random, system, usual, past)

    def _reply(self, system: SystemUnderTest, operation: Operation) -> tuple[Message | None, str]:
        """Return the reply, or `None` and why there is none."""
        try:
            outcome = system.apply(operation)
        except UnsupportedRequest as error:
            self.requests.board.unsupported.add(type(operation))
            return None, f"not supported: {error}"
        except (RequestFailed, Broken) as error:
            return None, str(error)
        return outcome if isinstance(outcome, dict) else outcome_to_json(outcome, self.edition), ""

    def _count(self, disturbance: Kill | Pause | None, killed: bool) -> None:
        self.counts.kills += killed
        self.counts.pauses += isinstance(disturbance, Pause) and disturbance.was_there

    def _buried(self, why: str, killed: bool, is_lost: bool) -> None:
        """End what is left of the client, so that nothing that it asked happens from now on."""
        name = self.client.name
        self.close()
        if is_lost:
            self.log.add(Info(name, self.log.now(), "killed" if killed else why))
        self.log.add(Dead(name, self.log.now()))
        if killed or why.startswith("not supported"):
            return
        self.counts.failures.append(why)
        self.in_a_row += 1
        if self.in_a_row >= MOST_IN_A_ROW:
            raise Broken("crash", f"{MOST_IN_A_ROW} operations of {name} in a row failed: {why}")
