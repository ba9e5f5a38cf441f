"""Lines of a scenario in which one worker acts, and those that judge one item."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conformance.adapters.connections import Broken
from conformance.kit.core.lines import ITEM, VERBS, WHO, NotOffered, NotTested, Violation, line
from conformance.kit.core.playing import Play
from conformance.kit.core.words import Call, Item, Reply, States

LENGTHS = {"30 days": 30 * 86_400_000, "half a second": 500, "1.5 seconds": 1_500}
"""Unusual leases, in milliseconds."""
WORKERS = ("ann", "bob", "cid")
BARE = {"no": None, "an empty": ""}
"""Receipts of no claim."""


@line(rf"put {ITEM}(?P<again> again)?(?: after (?P<after>[a-z -]+))?")
def put(play: Play, item: str, again: str | None, after: str | None) -> None:
    """Put an item."""
    fresh = Item(item, tuple((after or "").split()))
    if not again:
        play.items.append(fresh)
    # A plan is put as a whole, with the last of its items.
    following = play.scenario.play[len(play.trace) :][:1]
    whole = play.greeting.offers["order"] == "put of a plan"
    if not (whole and following and following[0].startswith("put ")):
        put_all(play, (fresh,))


def put_all(play: Play, fresh: Sequence[Item]) -> None:
    """Put items, one by one or as a plan."""
    play.puts += 1
    awaited = {name for each in fresh for name in each.after} - set(play.labels)
    if awaited and any(label != name for label, name in play.names.items()):
        raise NotOffered("an item has no name before it is put")
    for each in fresh[-1:] if play.greeting.offers["order"] == "put of a plan" else fresh:
        named = replace(each, after=tuple(map(play.name_of, each.after)))
        call = play.call("put", fresh=(named,))
        unusual = awaited or len(set(each.after)) < len(each.after)
        reply = ask_unusual(play, call, call.worker) if unusual else play.ask(call)
        if reply.said == "refused":
            raise (NotOffered if unusual else NotTested)(f"{each.name} cannot be put")
        if reply.item is not None:
            play.names[each.name] = reply.item


def call_for(play: Play, who: str, what: str, item: str, after: str | None = None) -> Call:
    """Return what a worker asks who does something with an item, or puts it after another."""
    if what == "takes":
        return play.take(who, item)
    if what == "puts":
        fresh = Item(item, tuple(map(play.name_of, (after or "").split())))
        return play.call("put", who, fresh=(fresh,))
    name, receipt = play.receipts.get((who, item), (play.name_of(item), None))
    return replace(play.call(VERBS[what], who), item=name, receipt=receipt)


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
            raise NotTested(found) if in_vain else Violation(f"no item for {who}", found)
        return
    if got is None:
        if play.expected:
            raise Violation(f"{who} gets {item}", "nothing is handed out")
        raise only_one(play, who, item) or NotTested(f"{who} got nothing")
    if got != item:
        if (who, got) in play.taken and (why := only_one(play, who, item)):
            raise why
        swap(play, item, got)
    if reply.receipt is None and play.greeting.has("receipts"):
        raise Broken("garbage", "take gives no receipt, and 'hello' offers fencing by receipts")
    play.receipts[who, item] = (play.name_of(item), reply.receipt)
    play.taken.append((who, item))
    play.leased = play.time.now


def handed_out(play: Play, name: str) -> str:
    """Return the name here of an item that is handed out. Raises `Broken` if none is called so."""
    label = play.label_of(name)
    # What a killed worker was just putting may be there.
    if label not in play.labels and not play.scenario.kills:
        known = ", ".join(map(play.name_of, play.labels))
        raise Broken("garbage", f"take hands out {name!r}, which was never put; put were: {known}")
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
    before = got in {item for _, item in play.taken}
    if before or after[got] - play.done:
        why = f"{got} is, which " + ("was before" if before else "waits for another item")
        if before and not play.expected:
            raise NotTested(why)
        raise Violation(f"{wanted} is handed out", why)
    if play.expected and play.greeting.offers["order"] == "put":
        raise Violation(f"{wanted} is handed out", f"{got} is")
    alike = [{label for label, names in after.items() if it in names} for it in (wanted, got)]
    if play.expected or after[got] or after[wanted] or alike[0] != alike[1]:
        raise NotOffered(f"{got} is handed out before {wanted}")
    play.names |= {wanted: play.name_of(got), got: play.name_of(wanted)}


@line(
    rf"{WHO} (?P<what>finishes|renews|gives back) {ITEM}"
    r"(?: with the receipt of (?P<of>[abc])| with (?P<bare>no|an empty) receipt"
    r"| with (?P<like>a part of|more than) her receipt)?"
)
def acts(
    play: Play, who: str, what: str, item: str, of: str | None = None, **with_: str | None
) -> None:
    """Finish, renew or give back an item for a worker, under its receipt or another's."""
    verb, expected = VERBS[what], play.expected
    name, receipt = play.receipts.get((who, of or item), (None, None))
    if of or name is None:
        name = play.name_of(item)
    before = play.observed() if expected in ("refused", "either") else None
    if expected == "accepted":
        play.prompt()
    # Whoever lost an item knows it by the name that it had then.
    call = replace(play.call(verb, who), item=name, receipt=receipt)
    if bare := with_.get("bare"):
        call = replace(call, receipt=BARE[bare])
    if like := with_.get("like"):
        call = replace(call, receipt=like_receipt(receipt, is_longer=like == "more than"))
    is_unusual = bare or like or item not in play.labels
    reply = ask_unusual(play, call, who) if is_unusual else play.ask(call)
    play.said = reply.said
    if verb == "finish" and reply.said != "refused":
        play.done.add(item)
    if reply.said == "accepted" and expected == "refused":
        raise Violation(f"{who} is refused", "the program replies that it is done")
    if reply.said == "refused" and expected in ("", "accepted"):
        if expected:
            raise Violation(f"{who} is not refused", "the program refuses it")
        raise NotTested(f"{who} cannot {verb.replace('_', ' ')} {item}")
    changes = reply.said == "refused" or expected == "refused"
    if before is not None and changes and (after := play.observed()) != before:
        raise Violation("nothing changes", f"{shown(before)} became {shown(after)}")
    if verb == "renew" and expected in ("", "accepted"):
        play.leased = play.time.now


def like_receipt(receipt: Any, is_longer: bool) -> Any:
    """Return a receipt that begins another one, or that this one begins. Raises `NotOffered`."""
    if isinstance(receipt, int):
        return receipt * 10 if is_longer else receipt // 10
    if isinstance(receipt, str) and len(receipt) > 1:
        return receipt + "0" if is_longer else receipt[:-1]
    raise NotOffered(f"the receipt is {receipt!r}")


@line(rf"{ITEM} is (?P<status>waiting|held|done)(?: by (?P<holder>ann|bob))?")
def is_so(play: Play, item: str, status: str, holder: str | None = None) -> None:
    """Judge the status of an item, if the program shows it."""
    if (states := play.observed()) is None:
        return
    found, by = states[item]
    names = play.greeting.has("names")
    if names and by is not None and by not in WORKERS:
        raise Broken("garbage", f"observe shows {by!r} as a holder, a name that no worker has")
    wrong_holder = holder is not None and names and by is not None and by != holder
    if found != status or wrong_holder:
        expected = f"{item} is {status}" + (f" by {holder}" if holder else "")
        raise Violation(expected, f"it is {found}" + (f" by {by}" if by else ""))


@line(rf"{ITEM} is done, or {WHO} takes it")
def done_or_taken(play: Play, item: str, who: str) -> None:
    """Judge that an item is done, or can be taken and finished."""
    # Of a program that shows nothing nobody knows: what cannot be taken may be done.
    status = play.status(item, "")
    if status != "done":
        play.expected = "accepted" if status else ""
        takes(play, who, item)
        acts(play, who, "finishes", item)


def shown(states: States | None) -> str:
    """Return the status of items as text."""
    pairs = (states or {}).items()
    return ", ".join(
        f"{item} {status}" + (f" by {by}" if by else "") for item, (status, by) in pairs
    )
