"""What a worker asks, in the words of the core profile or as operations on a plan."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from conformance.kit.judging import edition_for
from conformance.protocol.codec import identity_from, operation_request, request_to_json
from conformance.protocol.lines import BadMessage, excerpt
from conformance.protocol.messages import AreaName, Failed, Identity, ResetStore
from spec.amendments.changes_2026_2 import FENCED_CLAIMS
from spec.amendments.corrections import RESYNC
from spec.editions import Edition
from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition

PLAN = "plan.md"
CAPABILITIES = {
    "store": "files",
    "claims": "yes",
    "leases": "none",
    "takeover": "none",
    "dependencies": "none",
    "order": "any",
    "names": "none",
    "force": "none",
    "reset": "none",
    "re-registration": "none",
    "give-back": "none",
    "heartbeat": "none",
    "fencing": "none",
    "observe": "none",
}
"""What a program offers of each, if its `hello` says nothing else."""
CHOICES = {
    "store": ("files", "server", "one process", "memory"),
    "claims": ("yes", "none"),
    "leases": ("per claim", "one for all", "none"),
    "takeover": ("claim", "sweep", "person", "restart", "none"),
    "order": ("put", "any", "named"),
    "fencing": ("receipt", "name", "none"),
    "observe": ("all", "done is absent", "none"),
}
"""The words for what can be offered in several ways; elsewhere anything but `none` is an offer."""


@dataclass(frozen=True)
class Item:
    """An item that was put, and those it depends on."""

    name: str
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Call:
    """What a worker asks: `verb` is put, take, renew, give_back, finish, sweep, reset or observe.

    `items` are all that were put, and `fresh` the last of them; a document has been put `puts`
    times.
    """

    verb: str
    worker: str = ""
    item: str | None = None
    receipt: Any = None
    lease: int = 0
    now: int = 0
    items: tuple[Item, ...] = ()
    fresh: tuple[Item, ...] = ()
    puts: int = 0


@dataclass(frozen=True)
class Reply:
    """What a program replied: `said` is accepted, refused, unsupported, or nothing either way.

    `item` was handed out under `receipt`, or put under a name of the program's own.
    """

    said: str
    item: str | None = None
    receipt: Any = None
    states: Mapping[str, tuple[str, str | None]] | None = None


@dataclass(frozen=True)
class Greeting:
    """Who a program is, what it offers with the place that says so, and what it announces."""

    identity: Identity
    offers: Mapping[str, str]
    places: Mapping[str, str]
    documented: Mapping[str, str]

    def has(self, need: str) -> bool:
        """Return whether the program offers what a scenario needs."""
        offers = self.offers
        needs = {
            "persistent": offers["store"] != "memory",
            "shared": offers["store"] in ("files", "server"),
            "files": offers["store"] in ("files", "one process"),
            "single-puts": offers["order"] != "put of a plan",
            "expiry": offers["takeover"] in ("claim", "sweep", "person"),
            "receipts": offers["fencing"] == "receipt",
            "held-over-restart": offers["takeover"] != "restart",
        }
        return needs[need] if need in needs else offers[need] != "none"


class Words(Protocol):
    """How a program is asked."""

    @property
    def greeting(self) -> Greeting:
        """Who it is."""

    def messages(self, call: Call) -> Iterator[Message]:
        """Yield the requests of a call."""

    def read(self, call: Call, reply: Message) -> Reply:
        """Return the reply to the last of them. Raises `BadMessage`."""


@dataclass(frozen=True)
class CoreWords:
    """A program that speaks the words of the profile."""

    greeting: Greeting

    def messages(self, call: Call) -> Iterator[Message]:
        """Yield one request, or one for each item that is put."""
        operation = {"request": "op", "operation": call.verb, "now": call.now}
        if call.verb == "put":
            for item in call.fresh:
                yield operation | {
                    "item": item.name,
                    "after": list(item.after),
                    "worker": call.worker,
                }
        elif call.verb == "observe":
            yield {"request": "observe", "now": call.now}
        else:
            of_worker = {"worker": call.worker, "item": call.item, "receipt": call.receipt}
            yield operation | of_worker | {"lease": call.lease}

    def read(self, call: Call, reply: Message) -> Reply:
        """Return a reply."""
        said = {"ok": "accepted", "rejected": "refused", "unsupported": "unsupported"}.get(
            str(reply.get("reply")), ""
        )
        if not said:
            raise BadMessage(f"{excerpt(reply)} is no reply; expected ok, rejected or unsupported")
        if call.verb == "observe" and said == "accepted":
            states = {
                str(name): (str(found["status"]), found.get("by"))
                for name, found in reply["items"].items()
            }
            return Reply(said, states=states)
        if call.verb == "take" and said == "accepted" and reply.get("item") is None:
            return Reply("refused")
        if said == "accepted" and reply.get("said") == "nothing":
            said = "nothing"
        item = reply.get("item")
        return Reply(said, None if item is None else str(item), reply.get("receipt"))


@dataclass(frozen=True)
class PlanWords:
    """A program that keeps plans: an item is a step, and putting items registers the plan."""

    greeting: Greeting
    edition: Edition
    registers: bool

    def messages(self, call: Call) -> Iterator[Message]:
        """Yield the operation on the plan that a call means."""
        if call.verb == "observe":
            yield {"request": "observe"}
        elif call.verb == "put" and not self.registers:
            definition = definition_of(call)
            found = operation_request(Register(PLAN, definition, call.now), self.edition)
            reset = request_to_json(ResetStore(PLAN, definition, call.now))
            yield reset | {"definition": found["definition"]}
        else:
            yield operation_request(operation_of(call), self.edition)

    def read(self, call: Call, reply: Message) -> Reply:
        """Return a reply."""
        said = {"ok": "accepted", "rejected": "refused", "unsupported": "unsupported"}.get(
            str(reply.get("reply")), ""
        )
        if not said:
            raise BadMessage(f"{excerpt(reply)} is no reply; expected ok, rejected or unsupported")
        if call.verb == "observe":
            return Reply(said, states=states_of(reply))
        if call.verb == "take" and reply.get("answer") == "nothing_claimable":
            return Reply("refused")
        return Reply(said, reply.get("anchor"), reply.get("claim_id"))


def definition_of(call: Call) -> PlanDefinition:
    """Return the document with all items; it is another one each time they are put."""
    steps = tuple(StepDefinition(each.name, each.name, each.after) for each in call.items)
    digest = hashlib.sha256(repr((call.items, call.puts)).encode()).hexdigest()
    return PlanDefinition("Items", digest, steps)


def operation_of(call: Call) -> Operation:
    """Return the operation on the plan that a call means."""
    item, receipt = call.item or "", call.receipt
    digest = definition_of(call).document_hash
    match call.verb:
        case "put":
            return Register(PLAN, definition_of(call), call.now)
        case "take":
            return Claim(PLAN, call.worker, digest, call.now, call.lease)
        case "renew":
            return Heartbeat(PLAN, item, call.worker, call.now, call.lease, receipt)
        case "give_back":
            return Release(PLAN, item, call.now, call.worker, claim_id=receipt)
    assert call.verb == "finish"
    return Complete(PLAN, item, call.worker, digest, call.now, claim_id=receipt)


STATUS = {"pending": "waiting", "claimed": "held", "in_progress": "held", "completed": "done"}


def states_of(reply: Message) -> dict[str, tuple[str, str | None]]:
    """Return the status of each item, and who holds it, from the state that is stored."""
    steps: Sequence[Message] = [
        step for plan in reply.get("plans") or () for step in plan.get("steps") or ()
    ]
    return {
        step["anchor"]: (
            STATUS[step["status"]],
            step.get("claimed_by") if STATUS[step["status"]] == "held" else None,
        )
        for step in steps
        if step.get("status") in STATUS
    }


def words_of(reply: Message, edition: str | None) -> Words:
    """Return how to ask a program that replied so to `hello`. Raises `BadMessage`."""
    identity = identity_from({"areas": []} | reply)
    if isinstance(identity, Failed):
        raise BadMessage(f"'hello' was answered with an error: {identity.message}")
    if "core" in reply:
        return CoreWords(greeting_of(identity, reply))
    return plan_words(identity, edition)


def greeting_of(identity: Identity, reply: Message) -> Greeting:
    """Return what a program declares. Raises `BadMessage` for what it cannot declare."""
    offers = dict(CAPABILITIES)
    for name, offer in reply["core"].items():
        value = offer["value"]
        if name not in CAPABILITIES or value not in CHOICES.get(name, (value,)):
            expected = " or ".join(CHOICES.get(name, sorted(CAPABILITIES)))
            raise BadMessage(f"'hello' offers {name}: {value!r}; expected {expected}")
        offers[name] = value
    places = {name: str(offer["place"]) for name, offer in reply["core"].items()}
    return Greeting(identity, offers, places, dict(reply.get("documented", {})))


def plan_words(identity: Identity, edition: str | None) -> PlanWords:
    """Return how to ask a program whose `hello` says nothing of the profile: by its areas.

    Raises `NoSharedEdition` or `UnknownEdition`.
    """
    chosen = edition_for(identity, edition)
    registers = AreaName.PLANS in identity.areas
    if missing := {AreaName.CLAIMS, AreaName.COMPLETION} - set(identity.areas):
        raise BadMessage(f"'hello' lacks the areas {', '.join(sorted(missing))}, or the field core")
    # Without ids of claims, only the name of its worktree tells a holder.
    fencing = "receipt" if chosen.has(FENCED_CLAIMS) else "name"
    offers = CAPABILITIES | {
        "store": "files" if registers else "memory",
        "leases": "per claim",
        "takeover": "claim",
        "dependencies": "yes",
        "order": "put of a plan",
        "names": "yes",
        "re-registration": "yes" if registers and chosen.has(RESYNC) else "none",
        "give-back": "yes",
        "heartbeat": "yes",
        "fencing": fencing,
        "observe": "all",
    }
    return PlanWords(Greeting(identity, offers, {}, {}), chosen, registers)
