"""Lines of a scenario in which one worker acts, and those that judge one item."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conformance.adapters.connections import Broken
from conformance.kit.core.lines import ITEM, VERBS, WHO, NotOffered, NotTested, Violation, line
from conformance.kit.core.playing import Play, require_there
from conformance.kit.core.taking import ask_unusual, takes
from conformance.kit.core.words import Call, Item, States

WORKERS = ("ann", "bob", "cid")
"""The names of workers."""
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
        call = play.call("put", fresh=named)
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
        return play.call("put", who, fresh=fresh)
    name, receipt = play.receipts.get((who, item), (play.name_of(item), None))
    return replace(play.call(VERBS[what], who), item=name, receipt=receipt)


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
    # After it was asked: what is not supported is not offered, whether the item is there or not.
    require_there(before, item)
    play.said = reply.said
    if verb == "finish" and reply.said != "refused":
        play.done.add(item)
    if reply.said == "accepted" and expected == "refused":
        raise Violation(f"{who} is refused", "the program accepts it")
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


@line(r"the receipts of ann and bob for (?P<item>a) differ")
def receipts_differ(play: Play, item: str) -> None:
    """Judge that two claims of an item have not the same receipt."""
    ann, bob = (play.receipts[who, item][1] for who in ("ann", "bob"))
    if ann == bob:
        raise Violation("another receipt", f"both are {ann!r}")


@line(rf"{ITEM} is done, or {WHO} takes it")
def done_or_taken(play: Play, item: str, who: str) -> None:
    """Have an item done, or taken and finished; judge that, if anything is expected."""
    # Of a program that shows nothing nobody knows: what cannot be taken may be done.
    status = play.status(item, "")
    if status != "done":
        play.expected = play.expected if status else ""
        takes(play, who, item)
        acts(play, who, "finishes", item)


def shown(states: States | None) -> str:
    """Return the status of items as text."""
    pairs = (states or {}).items()
    return ", ".join(
        f"{item} {status}" + (f" by {by}" if by else "") for item, (status, by) in pairs
    )
