"""Lines of a scenario in which a worker takes an item."""

from dataclasses import replace
from typing import Any

from conformance.adapters.connections import Broken
from conformance.kit.core.lines import ITEM, LENGTHS, WHO, NotOffered, NotTested, Violation, line
from conformance.kit.core.playing import Play, require_there
from conformance.kit.core.words import Call, Reply


@line(rf"{WHO} takes {ITEM}, or another")
def takes_any(play: Play, who: str, item: str) -> None:
    """Judge that a worker gets an item."""
    if play.ask(play.take(who, item)).said == "refused":
        raise Violation(f"{who} gets an item", "nothing is handed out")


@line(
    rf"{WHO} takes {ITEM}(?: under (?P<name>ann)'s name)?(?P<force> by force)?"
    r"(?: for (?P<length>30 days|half a second|1.5 seconds))?(?P<vain>, in vain)?"
)
def takes(play: Play, who: str, item: str, **how: str | None) -> None:
    """Take an item for a worker, if so wanted by force, for a length, or under another's name.

    Whoever asks in vain arranges what follows: that nothing is handed out, others judge.
    """
    call = replace(play.take(who, item), worker=how.get("name") or who)
    call = replace(call, force=bool(how.get("force")))
    if length := how.get("length"):
        call = replace(call, lease=LENGTHS[length])
    reply = ask_unusual(play, call, who) if length else play.ask(call, who)
    if length and reply.said == "refused":
        raise NotOffered(f"no lease of {length}")
    got = None if reply.said == "refused" else handed_out(play, reply.item or call.item or item)
    in_vain = bool(how.get("vain"))
    if in_vain or play.expected == "nothing":
        play.prompt()
        if got is not None and not (play.greeting.is_nobodys and got != item):
            found = f"{who} got {got}"
            # That another item is handed out twice, others judge.
            if in_vain or (got != item and play.was_taken(got)):
                raise NotTested(found)
            raise Violation(f"no item for {who}", found)
    else:
        hold(play, who, item, got, reply.receipt)


def hold(play: Play, who: str, item: str, got: str | None, receipt: Any) -> None:
    """Remember that a worker holds the item that was wanted, or another one in its place."""
    if got is None:
        if play.expected:
            if not play.scenario.is_about_loss:
                require_there(play.observed(who), item)
            raise Violation(f"{who} gets {item}", "nothing is handed out")
        raise only_one(play, who, item) or NotTested(f"{who} got nothing")
    if got != item:
        if (who, got) in play.taken and (why := only_one(play, who, item)):
            raise why
        swap(play, item, got)
    if receipt is None and play.greeting.has("receipts"):
        raise Broken("garbage", "take gives no receipt, and 'hello' offers fencing by receipts")
    play.receipts[who, item] = (play.name_of(item), receipt)
    play.taken.append((who, item))
    play.leased = play.time.now


def handed_out(play: Play, name: str) -> str:
    """Return the name here of an item that is handed out. Raises `Broken` if none is called so."""
    label = play.label_of(name)
    # What a killed worker was just putting may be there.
    if label not in play.labels and not play.scenario.kills:
        raise play.never_put(f"take hands out {name!r}")
    return label


def ask_unusual(play: Play, call: Call, who: str) -> Reply:
    """Return the reply to what no adapter has to expect: an error is a refusal."""
    try:
        return play.ask(call, who)
    except Broken as error:
        if error.kind != "error":
            raise
        return Reply("refused")


@line(rf"{WHO} takes (?P<count>\d) items?")
def takes_some(play: Play, who: str, count: str) -> None:
    """Take so many items under names of the worker's own, as long as there are any."""
    others = {item for worker, item in play.taken if worker != who}
    play.leased = play.leased or play.time.now
    got: list[str] = []
    for number, label in enumerate(play.labels[: int(count)]):
        call = replace(play.take(who, label), worker=f"{who}-{number}" if number else who)
        reply = play.ask(call, who)
        if reply.said != "refused":
            got.append(play.label_of(reply.item or call.item or label))
            play.taken.append((who, got[-1]))
    found = f"{who} got {', '.join(got) or 'nothing'}"
    play.prompt()
    if play.expected == "nothing that bob holds":
        if others & set(got):
            raise Violation(play.expected, found)
    elif len(set(got)) < int(count):
        if len(got) == 1:
            raise NotOffered(f"{who} holds one item at a time")
        raise Violation(f"{who} gets {count} items", found) if play.expected else NotTested(found)


def only_one(play: Play, who: str, item: str) -> NotOffered | None:
    """Return why a worker gets no second item, if it holds another one."""
    holds = any(worker == who and each != item for worker, each in play.taken)
    return NotOffered(f"{who} holds one item at a time") if holds else None


def swap(play: Play, wanted: str, got: str) -> None:
    """Exchange the names of two items that may be handed out in any order."""
    after = {each.name: set(each.after) for each in play.items}
    before = play.was_taken(got)
    if before or after.get(got, set()) - play.done:
        why = f"{got} is, which " + ("was before" if before else "waits for another item")
        if before and play.greeting.is_nobodys and not play.expected:
            return  # whoever holds nothing may work on any item
        if before and not (play.expected and play.scenario.races):
            raise NotTested(why)  # that an item is handed out twice, others judge
        raise Violation(f"{wanted} is handed out", why)
    if play.expected and play.greeting.offers["order"] == "put":
        raise Violation(f"{wanted} is handed out", f"{got} is")
    alike = [{label for label, names in after.items() if it in names} for it in (wanted, got)]
    if play.expected or after.get(got) or after[wanted] or alike[0] != alike[1]:
        raise NotOffered(f"{got} is handed out before {wanted}")
    play.names |= {wanted: play.name_of(got), got: play.name_of(wanted)}
