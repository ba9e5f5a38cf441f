"""What a worker asks, in the words of the core profile, and what a program offers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conformance.kit.core.profile import core_properties
from conformance.protocol.lines import BadMessage, excerpt
from conformance.protocol.messages import Clock, Identity
from spec.formats.messages import Message

OFFERS = {
    "store": ("files", "server", "one process", "memory"),
    "claims": ("yes", "none"),
    "leases": ("none", "per claim", "one for all"),
    "takeover": ("none", "claim", "sweep", "person", "restart"),
    "dependencies": ("none",),
    "order": ("any", "put", "named"),
    "names": ("none",),
    "force": ("none",),
    "reset": ("none",),
    "re-registration": ("none",),
    "give-back": ("none",),
    "heartbeat": ("none",),
    "fencing": ("none", "receipt", "optional receipt", "name"),
    "attempts": ("any", "limited"),
    "observe": ("none", "all", "done is absent"),
}
"""The words for what a program can offer of each, the first of which is meant if its `hello` says
nothing. Where that is the only one, anything else is an offer."""
CAPABILITIES = {name: words[0] for name, words in OFFERS.items()}
STATUSES = ("waiting", "held", "done", "absent")
"""What `observe` can say of an item."""
States = Mapping[str, tuple[str, str | None]]
"""The status of each item, and who holds it."""


@dataclass(frozen=True)
class Item:
    """An item that was put, and those it depends on."""

    name: str
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Call:
    """What a worker asks: `verb` is put, take, renew, give_back, finish, sweep, reset or observe.

    `items` are all that were put, and `fresh` is put now; a document has been put `puts` times.
    """

    verb: str
    worker: str = ""
    item: str | None = None
    receipt: Any = None
    lease: int = 0
    now: int = 0
    items: tuple[Item, ...] = ()
    fresh: Item | None = None
    puts: int = 0
    force: bool = False


@dataclass(frozen=True)
class Reply:
    """What a program replied: `said` is accepted, refused, unsupported, or nothing either way.

    `item` was handed out under `receipt`, or put under a name of the program's own.
    """

    said: str
    item: str | None = None
    receipt: Any = None
    states: States | None = None


@dataclass(frozen=True)
class Greeting:
    """Who a program is, what it offers with the place that says so, and what it announces."""

    identity: Identity
    offers: Mapping[str, str]
    places: Mapping[str, str]
    documented: Mapping[str, str]

    @property
    def is_named(self) -> bool:
        """Whether a worker names the item that it takes."""
        return self.offers["order"] == "named"

    @property
    def is_nobodys(self) -> bool:
        """Whether nobody holds an item: taking it only says that somebody works."""
        return self.offers["claims"] == "none"

    def has(self, need: str) -> bool:
        """Return whether the program offers what a scenario needs."""
        offers = self.offers
        needs = {
            "persistent": offers["store"] != "memory",
            "shared": offers["store"] in ("files", "server"),
            "files": offers["store"] in ("files", "one process"),
            "single-puts": offers["order"] != "put of a plan",
            "later-puts": offers["order"] != "put of a plan" or offers["re-registration"] != "none",
            "expiry": offers["takeover"] in ("claim", "sweep", "person"),
            "sweep": offers["takeover"] == "sweep",
            "receipts": offers["fencing"] in ("receipt", "optional receipt"),
            "required-receipts": offers["fencing"] == "receipt",
            "any-attempts": offers["attempts"] == "any",
            "lease-lengths": offers["leases"] == "per claim",
            "virtual": self.identity.clock is Clock.VIRTUAL,
            "held-over-restart": offers["takeover"] != "restart",
        }
        return needs[need] if need in needs else offers[need] != "none"


def said_by(reply: Message) -> str:
    """Return what a reply says: accepted, refused or unsupported. Raises `BadMessage`."""
    said = {"ok": "accepted", "rejected": "refused", "unsupported": "unsupported"}
    if reply.get("reply") not in said:
        raise BadMessage(f"{excerpt(reply)} is no reply; expected ok, rejected or unsupported")
    return said[reply["reply"]]


def shown_states(items: Mapping[object, Message]) -> States:
    """Return the status of each item that is shown, and who holds it. Raises `BadMessage`."""
    for name, found in items.items():
        if (status := str(found["status"])) not in STATUSES:
            expected = ", ".join(STATUSES)
            raise BadMessage(f"'observe' says {status!r} of {name!r}; expected one of {expected}")
    return {str(name): (str(each["status"]), each.get("by")) for name, each in items.items()}


@dataclass(frozen=True)
class CoreWords:
    """A program that speaks the words of the profile."""

    greeting: Greeting

    def message(self, call: Call) -> Message:
        """Return the request that asks for a call."""
        operation = {"request": "op", "operation": call.verb, "now": call.now}
        if call.verb == "observe":
            return {"request": "observe", "now": call.now}
        if call.fresh is not None:
            put = {"item": call.fresh.name, "after": list(call.fresh.after), "worker": call.worker}
            return operation | put
        of_worker = {"worker": call.worker, "item": call.item, "receipt": call.receipt}
        forced = {"force": True} if call.force else {}
        return operation | of_worker | {"lease": call.lease} | forced

    def read(self, call: Call, reply: Message) -> Reply:
        """Return a reply."""
        said = said_by(reply)
        if call.verb == "observe" and said == "accepted":
            return Reply(said, states=shown_states(reply["items"]))
        if call.verb == "take" and said == "accepted" and reply.get("item") is None:
            return Reply("refused")
        if said == "accepted" and reply.get("said") == "nothing":
            said = "nothing"
        item = reply.get("item")
        return Reply(said, None if item is None else str(item), reply.get("receipt"))


def greeting_of(identity: Identity, reply: Message) -> Greeting:
    """Return what a program declares. Raises `BadMessage` for what it cannot declare."""
    offers = dict(CAPABILITIES)
    for name, offer in reply["core"].items():
        value, words = offer["value"], OFFERS.get(name, ())
        if not words or (len(words) > 1 and value not in words):
            expected = " or ".join(words or sorted(OFFERS))
            raise BadMessage(f"'hello' offers {name}: {value!r}; expected {expected}")
        offers[name] = value
    places = {name: str(offer["place"]) for name, offer in reply["core"].items()}
    documented = dict(reply.get("documented", {}))
    known = {
        name for of in core_properties() for name in (of.id, *(each.id for each in of.scenarios))
    }
    if unknown := sorted(set(documented) - known):
        expected = "expected the id of a property or of a scenario"
        raise BadMessage(f"{unknown[0]!r} is documented; {expected}")
    return Greeting(identity, offers, places, documented)
