"""Lines of a scenario in which two workers act at one moment, on many items."""

from collections import Counter
from collections.abc import Sequence

from conformance.kit.core.acting import call_for, put_all
from conformance.kit.core.lines import WHO, NotOffered, NotTested, Violation, line
from conformance.kit.core.playing import Asked, Play
from conformance.kit.core.taking import takes
from conformance.kit.core.words import Item


@line(r"put (?P<count>\d+) items")
def put_many(play: Play, count: str) -> None:
    """Put so many items without dependencies."""
    fresh = tuple(Item(f"item-{number:02}") for number in range(1, int(count) + 1))
    play.items.extend(fresh)
    put_all(play, fresh)


@line(r"ann and bob take all, at one moment")
def all_at_one_moment(play: Play) -> None:
    """Take every item for both, or as often as there are items."""

    def calls(worker: str) -> list[Asked]:
        return [
            (each, play.take(f"{worker}-{number}", each)) for number, each in enumerate(play.labels)
        ]

    for worker, label, reply in play.together(calls):
        if reply.said != "refused":
            play.taken.append((worker, play.label_of(reply.item or play.name_of(label))))


@line(r"no item went to both")
def no_item_twice(play: Play) -> None:
    """Judge that each item went to one worker."""
    counts = Counter(item for _, item in play.taken)
    if twice := [item for item, count in counts.items() if count > 1]:
        raise Violation(
            "each item goes to one worker", f"{len(twice)} of {len(counts)} went to both"
        )
    if not counts:
        raise NotTested("no item was handed out")


@line(r"ann and bob take (?:all|(?P<some>\d+) items), one by one")
def all_one_by_one(play: Play, some: str | None) -> None:
    """Take items, or all, for ann and bob in turn."""
    for number, each in enumerate(play.labels[: int(some) if some else None]):
        who = ("ann", "bob")[number % 2]
        if play.greeting.is_nobodys:
            play.receipts[who, each] = (play.name_of(each), None)
            play.taken.append((who, each))
        else:
            takes(play, who, each, name=f"worker-{number}")


@line(
    r"ann (?P<what>finishes|gives back|takes the others) and "
    r"bob finishes what (?:they hold|he holds), at one moment"
)
def change_at_one_moment(play: Play, what: str) -> None:
    """Finish what bob holds while ann finishes, or renews and gives back, or takes items."""
    verbs = ["renew"] * play.greeting.has("heartbeat") + ["give_back"]
    changes = {"ann": {"finishes": ["finish"], "gives back": verbs}.get(what), "bob": ["finish"]}

    def calls(worker: str) -> list[Asked]:
        if (wanted := changes[worker]) is not None:
            return changes_of(play, worker, wanted)
        taken = {item for _, item in play.taken}
        others = [each for each in play.labels if each not in taken]
        return [(each, play.take(f"taker-{each}", each)) for each in others]

    replies = play.together(calls)
    play.finished = [
        label
        for worker, label, reply in replies
        if reply.said != "refused" and changes[worker] == ["finish"]
    ]
    if not play.finished:
        raise NotTested("no item could be finished")


def changes_of(play: Play, worker: str, verbs: Sequence[str]) -> list[Asked]:
    """Return what changes each item that a worker has taken."""
    return [
        (item, play.call(verb, f"worker-{number}", item, receipt=play.receipts[holder, item][1]))
        for number, (holder, item) in enumerate(play.taken)
        if holder == worker
        for verb in verbs
    ]


@line(r"what was finished is done")
def finished_is_done(play: Play) -> None:
    """Judge that whatever was acknowledged is stored, after all processes were started anew."""
    play.kill()
    states = play.observed()
    lost = [each for each in play.finished if states is not None and states[each][0] != "done"]
    if lost:
        count = len(play.finished)
        raise Violation(f"all {count} finished items are done", f"{len(lost)} of them are not")


@line(
    r"ann (?P<first>finishes|renews) (?P<item>[abc]) and "
    r"bob (?P<second>takes|finishes|puts) (?P<other>[abc])(?: after (?P<after>[abc]))?"
    r", at one moment"
)
def at_one_moment(
    play: Play, first: str, item: str, second: str, other: str, after: str | None
) -> None:
    """Send what two workers ask; judge that not both are accepted, or arrange that both are."""
    calls = call_for(play, "ann", first, item), call_for(play, "bob", second, other, after)
    replies = play.at_once(calls)
    accepted = [each.said != "refused" for each in replies]
    if first == "finishes" and accepted[0]:
        play.done.add(item)
    if second == "finishes" and accepted[1]:
        play.done.add(other)
    if play.expected == "not both":
        # Whoever is told nothing is not told that it holds the item.
        if any(each.said == "nothing" for each in replies):
            raise NotOffered("the program does not say whether it accepts that")
        if all(accepted):
            raise Violation("one of them is refused", "both are accepted")
    elif not all(accepted):
        raise NotTested("one of them is refused")
    elif after:
        play.items.append(Item(other, (after,)))
        play.names[other] = replies[1].item or other


@line(r"ann finishes what she holds and the sweep runs, at one moment")
def finish_while_swept(play: Play) -> None:
    """Finish what ann holds, the last first, which a sweep comes to last, while bob runs it."""
    calls = {
        "ann": changes_of(play, "ann", ["finish"])[::-1],
        "bob": [("", play.call("sweep", "bob"))],
    }
    replies = play.together(lambda worker: calls[worker])
    play.finished = [label for _, label, reply in replies if label and reply.said == "accepted"]


@line(r"ann and bob put (?P<count>\d+) items each, at one moment")
def put_at_one_moment(play: Play, count: str) -> None:
    """Put items of their own for both."""

    def calls(worker: str) -> list[Asked]:
        fresh = [Item(f"{worker}-{number}") for number in range(1, int(count) + 1)]
        return [(each.name, play.call("put", worker, fresh=each)) for each in fresh]

    for _, label, reply in play.together(calls):
        if reply.said != "refused":
            play.items.append(Item(label))
            play.names[label] = reply.item or label


@line(rf"{WHO} finds what was put")
def put_is_there(play: Play, who: str) -> None:
    """Judge that every item that was put is there, each under a name of its own."""
    if (states := play.observed()) is not None:
        found = {play.names[each] for each in play.labels if states[each][0] != "absent"}
    else:
        replies = [play.ask(play.take(who, each)) for each in play.labels]
        found = {str(each.item) for each in replies if each.said != "refused"}
    if len(found) < len(play.items):
        raise Violation(f"all {len(play.items)} items are there", f"{len(found)} are")
