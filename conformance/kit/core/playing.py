"""Playing one scenario: what each of its lines does, and what is judged."""

import re
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.adapters.connections import Broken
from conformance.kit.core.processes import Process, Program, Store, Time
from conformance.kit.core.profile import Scenario
from conformance.kit.core.words import Call, Greeting, Item, Reply
from spec.formats.messages import Message

GRACE = 1_300
"""How long after the end of a lease it counts as ended: clocks may count whole seconds."""
ENDLESS = 600_000
"""How long leases are where none is to end, in milliseconds."""
PROMPT = 0.8
"""The share of a lease after which a slow program cannot be judged by it any more."""
SHARES = (0.3, 0.6, 0.9)
"""When a process is killed in the middle of a request, as shares of its usual time."""


class Violation(Exception):
    """The program did what the property forbids."""

    def __init__(self, expected: str, observed: str) -> None:
        super().__init__(f"expected {expected}; observed {observed}")
        self.expected, self.observed = expected, observed


class NotTested(Exception):
    """The scenario could not be arranged."""


class NotOffered(Exception):
    """The program replied `unsupported`."""


class TooSlow(NotTested):
    """A lease may have ended while the program answered."""


@dataclass
class Traced:
    """A line of a scenario, and what was sent and replied for it."""

    line: str
    messages: list[tuple[Message, Message | None]] = field(default_factory=list)


@dataclass
class Play:
    """A scenario that is being played: `apart`, each worker has a process of its own.

    `names` are what the program calls the items; `receipts` are the last name and receipt that each
    worker got for each.
    A process is killed when `share` of the usual time of a request has passed.
    """

    scenario: Scenario
    program: Program
    greeting: Greeting
    apart: bool
    time: Time
    scale: int = 1
    share: float = SHARES[0]
    processes: dict[str, Process] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    puts: int = 0
    names: dict[str, str] = field(default_factory=dict)
    receipts: dict[tuple[str, str], tuple[str, Any]] = field(default_factory=dict)
    taken: list[tuple[str, str]] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    trace: list[Traced] = field(default_factory=list)
    leased: int | None = None

    def __post_init__(self) -> None:
        # A race needs the time that a disk takes.
        races = any("at one moment" in line for line in self.scenario.play)
        self.store = Store.new(None if races else self.program.folder)

    @property
    def lease(self) -> int:
        """How long leases are, in milliseconds."""
        shortest = self.program.shortest_lease * self.scenario.lease * self.scale
        return shortest if self.scenario.waits else ENDLESS

    def run(self) -> None:
        """Play all lines. Raises `Violation`, `NotTested`, `NotOffered` or `Broken`."""
        try:
            if "opens the store" not in " ".join(self.scenario.play):
                for worker in ("ann", "bob"):
                    self.process(worker)
            for line in self.scenario.play:
                self.trace.append(Traced(line))
                words, _, expected = line.partition(" -> ")
                self.line(words, expected)
        finally:
            for process in self.processes.values():
                process.close()
            self.store.close()

    def line(self, words: str, expected: str) -> None:
        """Play a line. Raises `LookupError` if nothing is meant by it."""
        for pattern, act in LINES:
            if found := pattern.fullmatch(words):
                named = found.groupdict()
                act(self, **named, expected=expected) if "who" in named else act(self, **named)
                return
        raise LookupError(f"{self.scenario.id}: {words!r} means nothing")

    def process(self, worker: str) -> Process:
        """Return the process of a worker, started if it is not there."""
        place = worker if self.apart else "all"
        if place not in self.processes:
            process = self.program.process(self.store.path)
            self.processes[place] = process
            process.open(self.store.path, self.lease, self.time.now)
        return self.processes[place]

    def call(self, verb: str, worker: str = "ann", label: str | None = None, **more: Any) -> Call:
        """Return what a worker asks about an item, by the name that the program gave it."""
        item = None if label is None else self.names.get(label, label)
        items, now = tuple(self.items), self.time.now
        return Call(
            verb, worker, item, lease=self.lease, now=now, items=items, puts=self.puts, **more
        )

    def ask(self, call: Call, process: Process | None = None) -> Reply:
        """Return the reply to a call, which is traced. Raises `NotOffered`."""
        reply, messages = (process or self.process(call.worker)).ask(call)
        self.trace[-1].messages.extend(messages)
        if reply.said == "unsupported":
            raise NotOffered(f"{call.verb} is not supported")
        return reply

    def observed(self) -> dict[str, tuple[str, str | None]] | None:
        """Return the status of each item under its name here, or `None` if nothing is shown."""
        if self.greeting.offers["observe"] == "none":
            return None
        place = next(iter(self.processes), "ann")
        states = self.ask(self.call("observe", place)).states or {}
        missing = "done" if self.greeting.offers["observe"] == "done is absent" else "absent"
        labels = [each.name for each in self.items]
        return {each: states.get(self.names.get(each, each), (missing, None)) for each in labels}

    def put(self, item: str, again: str | None, after: str | None) -> None:
        """Put an item."""
        fresh = Item(item, tuple((after or "").split()))
        if not again:
            self.items.append(fresh)
        # A plan is put as a whole, with the last of its items.
        following = self.scenario.play[len(self.trace) :][:1]
        whole = self.greeting.offers["order"] == "put of a plan"
        if not (whole and following and following[0].startswith("put ")):
            self.put_all((fresh,))

    def put_many(self, count: str) -> None:
        """Put so many items without dependencies."""
        fresh = tuple(Item(f"item-{number:02}") for number in range(1, int(count) + 1))
        self.items.extend(fresh)
        self.put_all(fresh)

    def put_all(self, fresh: Sequence[Item]) -> None:
        """Put items, one by one or as a plan."""
        self.puts += 1
        for each in fresh[-1:] if self.greeting.offers["order"] == "put of a plan" else fresh:
            after = tuple(self.names.get(name, name) for name in each.after)
            reply = self.ask(replace(self.call("put"), fresh=(replace(each, after=after),)))
            if reply.said == "refused":
                raise NotTested(f"{each.name} cannot be put")
            if reply.item is not None:
                self.names[each.name] = reply.item

    def takes(self, who: str, item: str, expected: str, name: str | None = None) -> None:
        """Take an item for a worker, under another's name if one is given."""
        call = self.call("take", who, item if self.greeting.offers["order"] == "named" else None)
        reply = self.ask(replace(call, worker=name or who), self.process(who))
        got = None if reply.said == "refused" else self.label_of(reply.item or call.item or item)
        if expected == "nothing":
            self.prompt()
            if got is not None and not (self.is_nobodys and got != item):
                raise Violation(f"no item for {who}", f"{who} got {got}")
            return
        if got is not None and got != item:
            self.swap(item, got, bool(expected))
        elif got is None:
            if expected:
                raise Violation(f"{who} gets {item}", "nothing is handed out")
            raise NotTested(f"{who} got nothing")
        self.receipts[who, item] = (self.names.get(item, item), reply.receipt)
        self.taken.append((who, item))
        self.leased = self.time.now

    @property
    def is_nobodys(self) -> bool:
        """Whether nobody holds an item: taking it only says that somebody works."""
        return self.greeting.offers["claims"] == "none"

    def label_of(self, name: str) -> str:
        """Return the name here of what the program calls so."""
        return next((label for label, found in self.names.items() if found == name), name)

    def swap(self, wanted: str, got: str, judged: bool) -> None:
        """Exchange the names of two items that may be handed out in any order."""
        before = got in {item for _, item in self.taken}
        why = f"{got} is, which " + ("was before" if before else "waits for another item")
        if judged or (self.scenario.has_dependencies and not before):
            raise Violation(f"{wanted} is handed out", why)
        if before:
            raise NotTested(why)
        first, second = self.names.get(wanted, wanted), self.names.get(got, got)
        self.names |= {wanted: second, got: first}

    def acts(self, who: str, what: str, item: str, expected: str, of: str | None = None) -> None:
        """Finish, renew or give back an item for a worker, under its receipt or another's."""
        verb = {"finishes": "finish", "renews": "renew", "gives back": "give_back"}[what]
        name, receipt = self.receipts.get((who, of or item), (None, None))
        if of or name is None:
            name = self.names.get(item, item)
        before = self.observed() if expected in ("refused", "either") else None
        if expected == "accepted":
            self.prompt()
        # Whoever lost an item knows it by the name that it had then.
        reply = self.ask(replace(self.call(verb, who), item=name, receipt=receipt))
        if reply.said == "accepted" and expected == "refused":
            raise Violation(f"{who} is refused", "the program replies that it is done")
        if reply.said == "refused" and expected in ("", "accepted"):
            if expected:
                raise Violation(f"{who} is not refused", "the program refuses it")
            raise NotTested(f"{who} cannot {verb.replace('_', ' ')} {item}")
        changes = reply.said == "refused" or expected == "refused"
        if before is not None and changes and (after := self.observed()) != before:
            raise Violation("nothing changes", f"{shown(before)} became {shown(after)}")
        if verb == "renew" and expected in ("", "accepted"):
            self.leased = self.time.now

    def prompt(self) -> None:
        """Raise `TooSlow` if a live lease may have ended meanwhile."""
        if self.time.is_real and self.scenario.waits and self.leased is not None:
            spent = self.time.now - self.leased
            if spent > PROMPT * self.lease:
                raise TooSlow(
                    f"{spent / 1_000:.1f} s of a lease of {self.lease / 1_000:g} s passed"
                )

    def lease_ends(self) -> None:
        """Wait until the leases expire; sweep, or reset as a person, if that takes it."""
        self.time.passes(self.lease + GRACE)
        self.leased = None
        takeover = self.greeting.offers["takeover"]
        if takeover == "sweep":
            self.ask(self.call("sweep"))
        elif takeover == "person":
            for label in [each.name for each in self.items]:
                if (self.observed() or {}).get(label, ("held", None))[0] == "held":
                    self.ask(self.call("reset", label=label))

    def part_passes(self) -> None:
        """Wait for two thirds of a lease, and run the sweep, if there is one."""
        self.time.passes(self.lease * 2 // 3)
        if self.greeting.offers["takeover"] == "sweep":
            self.ask(self.call("sweep"))

    def recovered(self) -> None:
        """Do what the program offers for what a dead worker held."""
        if self.greeting.has("expiry"):
            self.lease_ends()
        elif self.greeting.offers["takeover"] == "restart":
            self.kill_all()

    def killed(self, who: str, expected: str) -> None:
        """Kill the process of a worker."""
        del expected
        self.process(who).kill()
        del self.processes[who if self.apart else "all"]

    def killed_while(self, who: str, what: str, item: str, expected: str) -> None:
        """Kill the process of a worker in the middle of a request, and start another."""
        verb = {"takes": "take", "finishes": "finish"}[what]
        named = verb != "take" or self.greeting.offers["order"] == "named"
        _, receipt = self.receipts.get((who, item), (None, None))
        call = self.call(verb, who, item if named else None, receipt=receipt)
        message = self.process(who).ask_and_kill(call, self.share)
        self.trace[-1].messages.append((message, None))
        del self.processes[who], expected

    def kill_all(self) -> None:
        """Kill all processes; they are started again when they are needed."""
        for process in self.processes.values():
            process.kill()
        self.processes.clear()

    def opens(self, who: str, expected: str) -> None:
        """Open the store in the process of a worker."""
        del expected
        self.process(who)

    def back_up(self) -> None:
        """Copy the store while nobody has it open."""
        self.kill_all()
        self.store.back_up()

    def restore(self) -> None:
        """Put the copy of the store in its place."""
        self.kill_all()
        self.store.restore()

    def anew(self) -> None:
        """Delete the store."""
        self.kill_all()
        self.store.delete()
        self.items.clear()
        self.names.clear()
        self.taken.clear()

    def is_so(self, item: str, status: str, holder: str | None = None) -> None:
        """Judge the status of an item, if the program shows it."""
        if (states := self.observed()) is None:
            return
        found, by = states[item]
        names = self.greeting.offers["names"] != "none"
        wrong_holder = holder is not None and names and by is not None and by != holder
        if found != status or wrong_holder:
            expected = f"{item} is {status}" + (f" by {holder}" if holder else "")
            raise Violation(expected, f"it is {found}" + (f" by {by}" if by else ""))

    def done_or_taken(self, item: str, who: str, expected: str) -> None:
        """Judge that an item is done, or can be taken and finished."""
        del expected
        if (self.observed() or {}).get(item, ("", None))[0] != "done":
            self.takes(who, item, "accepted")
            self.acts(who, "finishes", item, "accepted")

    def together(
        self, calls: Callable[[str], list[tuple[str, Call]]]
    ) -> list[tuple[str, str, Reply]]:
        """Send pairs of requests, each at one moment; return who got which reply to what."""
        workers, replies, failed = ("ann", "bob"), [], []
        asked = {worker: calls(worker) for worker in workers}
        barrier = threading.Barrier(len(workers))

        def ask(worker: str) -> None:
            process = self.process(worker)
            for label, call in asked[worker]:
                try:
                    barrier.wait()
                    reply, messages = process.ask(call)
                except (Broken, threading.BrokenBarrierError) as error:
                    barrier.abort()
                    failed.append(error)
                    return
                self.trace[-1].messages.extend(messages)
                replies.append((worker, label, reply))

        threads = [threading.Thread(target=ask, args=(worker,)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for error in failed:
            if isinstance(error, Broken):
                raise error
        if any(reply.said == "unsupported" for _, _, reply in replies):
            raise NotOffered("it is not supported")
        return replies

    def all_at_one_moment(self) -> None:
        """Take every item for both, or as often as there are items."""
        named = self.greeting.offers["order"] == "named"

        def calls(worker: str) -> list[tuple[str, Call]]:
            labels = [each.name for each in self.items]
            return [
                (each, self.call("take", f"{worker}-{number}", each if named else None))
                for number, each in enumerate(labels)
            ]

        for worker, label, reply in self.together(calls):
            if reply.said != "refused":
                self.taken.append(
                    (worker, self.label_of(reply.item or self.names.get(label, label)))
                )

    def no_item_twice(self) -> None:
        """Judge that each item went to one worker."""
        counts = Counter(item for _, item in self.taken)
        if twice := sorted(item for item, count in counts.items() if count > 1):
            raise Violation(
                "each item goes to one worker", f"{len(twice)} of {len(counts)} went to both"
            )
        if not counts:
            raise NotTested("no item was handed out")

    def all_one_by_one(self) -> None:
        """Take all items for ann and bob in turn."""
        for number, each in enumerate([each.name for each in self.items]):
            who = ("ann", "bob")[number % 2]
            if self.is_nobodys:
                self.receipts[who, each] = (self.names.get(each, each), None)
                self.taken.append((who, each))
            else:
                self.takes(who, each, "", f"worker-{number}")

    def finish_at_one_moment(self) -> None:
        """Finish in pairs what each holds."""

        def calls(worker: str) -> list[tuple[str, Call]]:
            mine = [(n, item) for n, (holder, item) in enumerate(self.taken) if holder == worker]
            return [
                (
                    item,
                    self.call(
                        "finish", f"worker-{n}", item, receipt=self.receipts[worker, item][1]
                    ),
                )
                for n, item in mine
            ]

        replies = self.together(calls)
        self.finished = [label for _, label, reply in replies if reply.said != "refused"]
        if not self.finished:
            raise NotTested("no item could be finished")

    def finished_is_done(self) -> None:
        """Judge that whatever was acknowledged is stored, after all processes were started anew."""
        self.kill_all()
        states = self.observed()
        lost = [each for each in self.finished if states is not None and states[each][0] != "done"]
        if lost:
            count = len(self.finished)
            raise Violation(f"all {count} finished items are done", f"{len(lost)} of them are not")

    def put_at_one_moment(self, count: str) -> None:
        """Put items of their own for both."""

        def calls(worker: str) -> list[tuple[str, Call]]:
            fresh = [Item(f"{worker}-{number}") for number in range(1, int(count) + 1)]
            return [(each.name, replace(self.call("put", worker), fresh=(each,))) for each in fresh]

        for _, label, reply in self.together(calls):
            if reply.said != "refused":
                self.items.append(Item(label))
                self.names[label] = reply.item or label

    def put_is_there(self, who: str, expected: str) -> None:
        """Judge that every item that was put is there, each under a name of its own."""
        del expected
        named = self.greeting.offers["order"] == "named"
        labels = [each.name for each in self.items]
        if (states := self.observed()) is not None:
            found = {self.names[each] for each in labels if states[each][0] != "absent"}
        else:
            calls = [self.call("take", who, each if named else None) for each in labels]
            replies = [self.ask(call) for call in calls]
            found = {str(each.item) for each in replies if each.said != "refused"}
        if len(found) < len(labels):
            raise Violation(f"all {len(labels)} items are there", f"{len(found)} are")


def shown(states: dict[str, tuple[str, str | None]] | None) -> str:
    """Return the status of items as text."""
    pairs = (states or {}).items()
    return ", ".join(
        f"{item} {status}" + (f" by {by}" if by else "") for item, (status, by) in pairs
    )


WHO, ITEM = r"(?P<who>ann|bob|cid)", r"(?P<item>[abc])"
LINES: tuple[tuple[re.Pattern[str], Callable[..., None]], ...] = tuple(
    (re.compile(pattern), act)
    for pattern, act in (
        (rf"put {ITEM}(?P<again> again)?(?: after (?P<after>[abc ]+))?", Play.put),
        (r"put (?P<count>\d+) items", Play.put_many),
        (rf"{WHO} takes {ITEM}(?: under (?P<name>ann)'s name)?", Play.takes),
        (
            rf"{WHO} (?P<what>finishes|renews|gives back) {ITEM}"
            r"(?: with the receipt of (?P<of>[abc]))?",
            Play.acts,
        ),
        (r"the lease ends", Play.lease_ends),
        (r"two thirds of the lease pass", Play.part_passes),
        (r"what ann held is recovered", Play.recovered),
        (rf"{WHO} is killed", Play.killed),
        (rf"{WHO} is killed while she (?P<what>takes|finishes) {ITEM}", Play.killed_while),
        (r"all are killed", Play.kill_all),
        (rf"{WHO} opens the store", Play.opens),
        (r"back up the store", Play.back_up),
        (r"restore the store", Play.restore),
        (r"make the store anew", Play.anew),
        (rf"{ITEM} is (?P<status>waiting|held|done)(?: by (?P<holder>ann|bob))?", Play.is_so),
        (rf"{ITEM} is done, or {WHO} takes it", Play.done_or_taken),
        (r"ann and bob take all, at one moment", Play.all_at_one_moment),
        (r"no item went to both", Play.no_item_twice),
        (r"ann and bob take all, one by one", Play.all_one_by_one),
        (r"ann and bob finish what they hold, at one moment", Play.finish_at_one_moment),
        (r"what was finished is done", Play.finished_is_done),
        (r"ann and bob put (?P<count>\d+) items each, at one moment", Play.put_at_one_moment),
        (rf"{WHO} finds what was put", Play.put_is_there),
    )
)
"""What each line of a scenario means."""
