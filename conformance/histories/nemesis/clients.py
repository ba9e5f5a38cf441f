"""One of several clients, in a thread of its own: it sends requests, and is stopped or killed."""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from signal import SIGKILL

from conformance.adapters.connections import Broken
from conformance.adapters.sut import RequestFailed, SystemUnderTest, UnsupportedRequest
from conformance.histories.calls import MILLISECOND
from conformance.histories.nemesis.context import RequestContext, RequestMaker
from conformance.histories.nemesis.disturbing import Hold, signalled
from conformance.histories.nemesis.log import Log
from conformance.histories.nemesis.workload import Workload
from conformance.protocol.messages import Clock
from spec.editions import Edition
from spec.formats.histories import Dead, Fail, Info, Invoke, Observe, Ok
from spec.formats.messages import outcome_to_json, state_to_json
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import Show, State

MOST_IN_A_ROW = 10
"""The number of consecutive operations without a reply or a disturbance that ends a run."""


@dataclass(frozen=True, slots=True)
class Client:
    """A client by its name. `open` connects it to the store that all share, again after a kill.

    It is called in the thread in which the client then runs.
    """

    name: str
    open: Callable[[], SystemUnderTest]


class ClientSession:
    """A client at work. `last` is how long its last answered operation took, in milliseconds.

    `failures` are undisturbed operations without a reply; of each kind of operation, so many were
    `answered`, and so many `declined` because the program does not offer them.
    """

    def __init__(self, client: Client, requests: RequestContext, log: Log) -> None:
        self.client = client
        self.requests = requests
        self.log = log
        self.operations = self.kills = self.pauses = self.in_a_row = 0
        self.answered, self.declined = Counter[type](), Counter[type]()
        self.failures: list[str] = []
        self.is_killed = False
        self.last = 0.0
        self.system: SystemUnderTest | None = None
        self.workload: Workload
        self.edition: Edition
        # A system may demand that it is used in the thread in which it was opened.
        self.thread = ThreadPoolExecutor(1, client.name)
        self.submit = self.thread.submit

    def take_part(self, workload: Workload, edition: Edition) -> None:
        """Prepare to send the requests of a workload, under an edition."""
        self.workload = workload
        self.edition = edition
        self.requests.has_files = workload.conditions.has_files
        self.requests.real = workload.capabilities.identity.clock is not Clock.VIRTUAL

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

    def ask(self, makers: Iterable[RequestMaker], hold: Hold | None = None) -> None:
        """Run the first operation that is not declined, perhaps stopped in the middle.

        Its outcome is recorded. Raises `Broken` if replies no longer arrive.
        """
        self.requests.now = self.log.milliseconds()
        plan = self.requests.shared_plan
        made = (self.workload.fitted(make(self.requests), plan) for make in makers)
        try:
            for number, operation in enumerate(each for each in made if each is not None):
                if hold is not None and number == 0:
                    hold.begin()
                if self._ask(operation, self.opened()):
                    return
        finally:
            if hold is not None:
                hold.answered()

    def _ask(self, operation: Operation, system: SystemUnderTest) -> bool:
        """Send an operation and record its outcome; return whether it was not declined."""
        name, kind = self.client.name, type(operation)
        began = self.log.now()
        # A clock that was read any earlier would be one that is behind.
        operation = replace(operation, now=began // MILLISECOND)
        self.log.add(Invoke(name, began, operation))
        try:
            outcome = system.apply(operation)
        except UnsupportedRequest as error:
            self.declined[kind] += 1
            self.log.add(Info(name, self.log.now(), f"not supported: {error}", declined=True))
            return False
        except (RequestFailed, Broken) as error:
            self.operations += 1
            self._mark_unknown(str(error))
            return True
        ended = self.log.now()
        reply = outcome if isinstance(outcome, dict) else outcome_to_json(outcome, self.edition)
        self.operations += 1
        self.answered[kind] += 1
        self.log.add((Ok if reply["reply"] == "ok" else Fail)(name, ended, reply))
        self.requests.learn(operation, reply)
        self.in_a_row = 0
        self.last = (ended - began) / MILLISECOND
        return True

    def look(self) -> None:
        """Look at what is stored of the plan: by a query, or else by an observation."""
        plan = self.requests.shared_plan
        show = Show(plan.plan, plan.document_hash, self.log.milliseconds())
        if self.workload.offers(show) and self._ask(show, self.opened()):
            return
        began = self.log.now()
        with suppress(RequestFailed, Broken):
            state = self.opened().observe()
            if isinstance(state, State):
                state = state_to_json(state, self.edition)
            shown = [each for each in state.get("plans", ()) if each.get("path") == plan.plan]
            seen = state | {"plans": shown}
            self.log.add(Observe(self.client.name, began, self.log.now(), plan.plan, seen))

    def kill(self) -> None:
        """Kill the processes of the client, during a request or later. Any thread may do that."""
        connection = signalled(self.system) if self.system else None
        # Where it was killed already there is nothing to signal, which must not undo that it was.
        if connection is None or self.is_killed:
            return
        # Said before, so that nobody takes the end for a failure.
        self.is_killed = True
        if not connection.signal(SIGKILL):
            self.is_killed = False

    def reap(self) -> None:
        """Reap a client that was killed after its reply."""
        if self.is_killed:
            self._end()

    def _mark_unknown(self, why: str) -> None:
        """Record an operation without a reply. Raises `Broken` after too many undisturbed ones."""
        self.close()
        is_killed = self.is_killed
        self.log.add(Info(self.client.name, self.log.now(), "killed" if is_killed else why))
        self._end()
        if is_killed:
            return
        self.failures.append(why)
        self.in_a_row += 1
        if self.in_a_row >= MOST_IN_A_ROW:
            name = self.client.name
            raise Broken("crash", f"{MOST_IN_A_ROW} operations of {name} in a row failed: {why}")

    def _end(self) -> None:
        """End the client, so that none of its requests takes effect from now on."""
        self.close()
        self.kills += self.is_killed
        self.is_killed = False
        self.log.add(Dead(self.client.name, self.log.now()))
