"""What a worker asks as operations on a plan: an item is a step, and putting items registers it."""

import hashlib
from dataclasses import dataclass

from conformance.adapters.remote import reset_request
from conformance.kit.core.words import (
    CAPABILITIES,
    Call,
    CoreWords,
    Greeting,
    Reply,
    States,
    greeting_of,
    said_by,
)
from conformance.kit.session import edition_for
from conformance.protocol.codec import identity_from, operation_request
from conformance.protocol.lines import BadMessage
from conformance.protocol.messages import AreaName, Failed, Feature, Identity
from spec.amendments.changes_2026_2 import FENCED_CLAIMS
from spec.amendments.corrections import RESYNC
from spec.amendments.seed import FORCE_CLAIM, RELEASE
from spec.editions import Edition
from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release, Reset
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition

PLAN = "plan.md"
LACKED = {
    Feature.DEPENDENCIES: ("dependencies",),
    Feature.LEASES: ("leases", "takeover", "heartbeat"),
}
"""What a program that declares a feature in `without` does not offer; others change no scenario."""


@dataclass(frozen=True)
class PlanWords:
    """A program that keeps plans: an item is a step, and putting items registers the plan."""

    greeting: Greeting
    edition: Edition
    registers: bool

    def message(self, call: Call) -> Message:
        """Return the operation on the plan that a call means."""
        if call.verb == "observe":
            return {"request": "observe"}
        operation = operation_of(call)
        if isinstance(operation, Register) and not self.registers:
            return reset_request(operation, self.edition)
        return operation_request(operation, self.edition)

    def read(self, call: Call, reply: Message) -> Reply:
        """Return a reply."""
        said = said_by(reply)
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
            return Claim(PLAN, call.worker, digest, call.now, call.lease, call.force)
        case "reset":
            return Reset(PLAN, item, call.now)
        case "renew":
            return Heartbeat(PLAN, item, call.worker, call.now, call.lease, receipt)
        case "give_back":
            return Release(PLAN, item, call.now, call.worker, claim_id=receipt)
    assert call.verb == "finish"
    return Complete(PLAN, item, call.worker, digest, call.now, claim_id=receipt)


STATUS = {"pending": "waiting", "claimed": "held", "in_progress": "held", "completed": "done"}


def states_of(reply: Message) -> States:
    """Return the status of each item, and who holds it, from the state that is stored."""
    steps = [each for plan in reply.get("plans") or () for each in plan.get("steps") or ()]
    known = [(each, STATUS[each["status"]]) for each in steps if each.get("status") in STATUS]
    return {
        step["anchor"]: (status, step.get("claimed_by") if status == "held" else None)
        for step, status in known
    }


def words_of(reply: Message, edition: str | None) -> CoreWords | PlanWords:
    """Return how to ask a program that replied so to `hello`. Raises `BadMessage`."""
    identity = identity_from({"areas": []} | reply)
    if isinstance(identity, Failed):
        raise BadMessage(f"'hello' was answered with an error: {identity.message}")
    if "core" in reply:
        return CoreWords(greeting_of(identity, reply))
    return plan_words(identity, edition)


def plan_words(identity: Identity, edition: str | None) -> PlanWords:
    """Return how to ask a program by its areas. Raises `UsageError` or `UnknownEdition`."""
    chosen = edition_for(identity, edition)
    registers = AreaName.PLANS in identity.areas
    if missing := {AreaName.CLAIMS, AreaName.COMPLETION} - set(identity.areas):
        raise BadMessage(f"'hello' lacks the areas {', '.join(sorted(missing))}, or the field core")
    lacks = {name for each in identity.without for name in LACKED.get(each, ())}
    offers = {
        "store": "files" if registers else "memory",
        "leases": "per claim",
        "takeover": "claim",
        "dependencies": "yes",
        "order": "put of a plan",
        "names": "yes",
        "re-registration": "yes" if registers and chosen.has(RESYNC) else "none",
        "force": "yes" if chosen.has(FORCE_CLAIM) else "none",
        "reset": "yes",
        "give-back": "yes" if chosen.has(RELEASE) else "none",
        "heartbeat": "yes",
        # Without ids of claims, only the name of its worktree tells a holder.
        "fencing": "receipt" if chosen.has(FENCED_CLAIMS) else "name",
        "observe": "all",
    }
    offers = CAPABILITIES | {name: each for name, each in offers.items() if name not in lacks}
    return PlanWords(Greeting(identity, offers, {}, {}), chosen, registers)
