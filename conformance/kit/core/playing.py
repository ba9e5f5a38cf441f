"""A scenario that is being played: its workers, their processes, and what they know."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from conformance.adapters.connections import Broken
from conformance.kit.core.lines import NotOffered, NotTested, TooSlow
from conformance.kit.core.processes import Process, Program, Store, Time, pause
from conformance.kit.core.profile import Scenario
from conformance.kit.core.words import Call, Greeting, Item, Reply, States
from conformance.protocol.messages import MOST_AHEAD
from spec.formats.messages import Message

ENDLESS = 600_000
"""How long leases are where none is to end, in milliseconds."""
PROMPT = 0.8
"""The share of a lease after which a slow program cannot be judged by it any more."""

Asked = tuple[str, Call]
"""The item that a request is about, and the request."""


@dataclass
class Traced:
    """A line of a scenario, and what was sent and replied for it."""

    line: str
    messages: list[tuple[Message, Message | None]] = field(default_factory=list)


@dataclass
class Play:
    """A scenario that is being played: `apart`, each worker has a process of its own.

    `expected` is what the current line expects, and `said` what was last replied to a change.
    `names` are what the program calls the items; `receipts` are the last name and receipt that each
    worker got for each. `done` are those that one worker has finished.
    `share` says when a process is killed in the middle of a request, and which of two requests at
    one moment is how much earlier. A kill that came after the reply is `late`.
    """

    scenario: Scenario
    program: Program
    greeting: Greeting
    apart: bool
    time: Time
    scale: int
    share: float
    expected: str = ""
    said: str = ""
    processes: dict[str, Process] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    puts: int = 0
    names: dict[str, str] = field(default_factory=dict)
    receipts: dict[tuple[str, str], tuple[str, Any]] = field(default_factory=dict)
    taken: list[tuple[str, str]] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    trace: list[Traced] = field(default_factory=list)
    leased: int | None = None
    late: bool = False

    def __post_init__(self) -> None:
        self.store = Store(self.program.folder)

    def close(self) -> None:
        """End all processes and delete the store."""
        for process in self.processes.values():
            process.close()
        self.store.close()

    @property
    def lease(self) -> int:
        """How long leases are, in milliseconds."""
        shortest = self.program.shortest_lease * self.scenario.lease * self.scale
        return shortest if self.scenario.waits else ENDLESS

    @property
    def labels(self) -> list[str]:
        """The names here of the items that were put."""
        return [each.name for each in self.items]

    def process(self, worker: str) -> Process:
        """Return the process of a worker, started if it is not there."""
        place = worker if self.apart else "all"
        if place not in self.processes:
            process = self.program.process(self.store.path)
            self.processes[place] = process
            process.open(self.store.path, self.lease, self.time.last)
        return self.processes[place]

    def kill(self, worker: str | None = None) -> None:
        """Kill the process of a worker, or all; they are started again when they are needed."""
        for place in [worker] if worker and self.apart else list(self.processes):
            self.processes.pop(place).kill()

    def call(self, verb: str, worker: str = "ann", label: str | None = None, **more: Any) -> Call:
        """Return what a worker asks about an item, by the name that the program gave it."""
        item = None if label is None else self.name_of(label)
        about = {"items": tuple(self.items), "puts": self.puts, "now": self.time.now}
        return Call(verb, worker, item, **{"lease": self.lease, **about, **more})

    def take(self, worker: str, label: str) -> Call:
        """Return the request for an item, or for any where the program chooses."""
        return self.call("take", worker, label if self.greeting.is_named else None)

    def ask(self, call: Call, worker: str | None = None) -> Reply:
        """Return the reply to a call, which is traced. Raises `NotOffered`."""
        reply, message, found = self.process(worker or call.worker).ask(call)
        self.trace[-1].messages.append((message, found))
        return offered(call, reply)

    def together(self, calls: Callable[[str], list[Asked]]) -> list[tuple[str, str, Reply]]:
        """Send what two workers ask, each its own; return who got which reply to what.

        They do not wait for each other: what two always work on collides more often. As much is
        sent ahead of the replies as the program allows.
        """
        asked = [(worker, calls(worker)) for worker in ("ann", "bob")]
        window = max(1, min(self.greeting.identity.window, MOST_AHEAD))

        def ask(pair: tuple[str, list[Asked]]) -> list[tuple[str, str, Reply]]:
            worker, all_asked = pair
            sent: list[Message] = []
            replies = []
            for number, (label, call) in enumerate(all_asked):
                ahead = [each for _, each in all_asked[len(sent) : number + window]]
                sent += self.process(worker).send(ahead) if ahead else []
                replies.append((worker, label, self.heard(worker, call, sent[number])))
            return replies

        with ThreadPoolExecutor(len(asked)) as pool:
            return [each for replies in pool.map(ask, asked) for each in replies]

    def at_once(self, calls: Sequence[Call]) -> list[Reply]:
        """Return the replies to two calls, the second of which does not wait for the first's."""
        # Either is sent first, up to the usual time of a request earlier, and mostly much less.
        earlier = (2 * self.share - 1) ** 3
        usual = max(self.program.usual(each.verb) for each in calls)
        sent: dict[str, Message] = {}
        for call in calls if earlier > 0 else reversed(calls):
            pause(abs(earlier) * usual if sent else 0.0)
            sent[call.worker] = self.process(call.worker).send([call])[0]
        return [self.heard(each.worker, each, sent[each.worker]) for each in calls]

    def heard(self, worker: str, call: Call, message: Message) -> Reply:
        """Return the reply to a call that was sent, which is traced. Raises `NotOffered`."""
        reply, found = self.process(worker).receive(call, message)
        self.trace[-1].messages.append((message, found))
        return offered(call, reply)

    def observed(self, by: str | None = None) -> States | None:
        """Return what a worker sees: the status of each item, or `None` if nothing is shown."""
        if self.greeting.offers["observe"] == "none":
            return None
        place = by or next(iter(self.processes), "ann")
        states = self.ask(self.call("observe", place)).states or {}
        names = {self.name_of(each) for each in self.labels}
        if states and names and not (self.scenario.kills or names & set(states)):
            raise self.never_put(f"observe shows {next(iter(states))!r}")
        missing = "done" if self.greeting.offers["observe"] == "done is absent" else "absent"
        return {each: states.get(self.name_of(each), (missing, None)) for each in self.labels}

    def never_put(self, shown: str) -> Broken:
        """Return that the adapter shows or hands out what is no item here."""
        put = ", ".join(map(self.name_of, self.labels))
        return Broken("garbage", f"{shown}, which was never put; put were: {put}")

    def status(self, label: str, unknown: str) -> str:
        """Return the status of an item, or what is given if nothing is shown."""
        return (self.observed() or {}).get(label, (unknown, None))[0]

    def was_taken(self, label: str) -> bool:
        """Return whether an item was handed out."""
        return label in {item for _, item in self.taken}

    def name_of(self, label: str) -> str:
        """Return what the program calls an item."""
        return self.names.get(label, label)

    def label_of(self, name: str) -> str:
        """Return the name here of what the program calls so."""
        return next((label for label, found in self.names.items() if found == name), name)

    def prompt(self) -> None:
        """Raise `TooSlow` if a live lease may have ended meanwhile."""
        if self.time.is_real and self.scenario.waits and self.leased is not None:
            spent = self.time.now - self.leased
            if spent > PROMPT * self.lease:
                raise TooSlow(
                    f"{spent / 1_000:.1f} s of a lease of {self.lease / 1_000:g} s passed"
                )


def require_there(states: States | None, label: str) -> None:
    """Raise `NotTested` for an item that was put and is absent, which others judge."""
    if states is not None and states.get(label, ("", None))[0] == "absent":
        raise NotTested(f"{label} is absent although it was put")


def offered(call: Call, reply: Reply) -> Reply:
    """Return a reply. Raises `NotOffered` if it is `unsupported`."""
    if reply.said == "unsupported":
        raise NotOffered(f"{call.verb} is not supported")
    return reply
