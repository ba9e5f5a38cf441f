"""Lines of a scenario in which no worker acts: time passes, and processes and stores end."""

from dataclasses import replace

from conformance.kit.core.acting import call_for
from conformance.kit.core.lines import ITEM, LENGTHS, WHO, NotOffered, NotTested, line
from conformance.kit.core.playing import Play

GRACE = 1_300
"""How long after the end of a lease it counts as ended: clocks may count whole seconds."""

LATEST = 1.2
"""The share of the usual time of a request after which no process is killed any more."""


@line(rf"{ITEM} is reset")
def reset(play: Play, item: str) -> None:
    """Reset an item, as a person does."""
    if play.ask(play.call("reset", label=item)).said == "refused":
        raise NotTested(f"{item} cannot be reset")


@line(r"a lease passes")
def lease_passes(play: Play) -> None:
    """Wait as long as the usual lease is."""
    play.time.passes(play.lease + GRACE)
    play.leased = None


@line(r"the lease ends")
def lease_ends(play: Play) -> None:
    """Wait until the leases expire; sweep, or reset as a person, if that takes it."""
    lease_passes(play)
    sweep(play)
    for label in play.labels if play.greeting.offers["takeover"] == "person" else ():
        if play.status(label, "held") == "held":
            play.ask(play.call("reset", label=label))


@line(r"two thirds of the lease pass|(?P<length>a day|1.2 seconds) pass(?:es)?")
def time_passes(play: Play, length: str | None) -> None:
    """Wait for two thirds of a lease, or longer, and run the sweep, if there is one."""
    play.time.passes(LENGTHS[length] if length else play.lease * 2 // 3)
    sweep(play)


@line(r"no time passes from here")
def time_stands_still(play: Play) -> None:
    """Stop the clock: all that follows happens in one millisecond, if requests carry the time."""
    play.time.tick = 0


@line(r"the sweep runs")
def sweep(play: Play) -> None:
    """Run the sweep, if there is one."""
    if play.greeting.offers["takeover"] == "sweep":
        play.ask(play.call("sweep"))


@line(r"what (?:ann|bob) held is recovered")
def recovered(play: Play) -> None:
    """Do what the program offers for what a dead worker held."""
    if play.greeting.has("expiry"):
        lease_ends(play)
    elif play.greeting.offers["takeover"] == "restart":
        play.kill()


@line(rf"all are killed|{WHO} is killed")
def killed(play: Play, who: str | None) -> None:
    """Kill the process of a worker, or all processes."""
    if who:
        play.process(who)
    play.kill(who)


@line(
    rf"{WHO} is killed while s?he (?P<what>takes|renews|finishes|gives back|puts) {ITEM}"
    r"(?: after (?P<after>[abc]))?"
)
def killed_while(play: Play, who: str, what: str, item: str, after: str | None) -> None:
    """Kill the process of a worker in the middle of a request."""
    call = call_for(play, who, what, item, after)
    call = replace(call, receipt=play.receipts.get((who, item), (None, None))[1])
    message, reply, said = play.process(who).send_and_kill(call, LATEST * play.share)
    play.trace[-1].messages.append((message, reply))
    play.late |= reply is not None
    del play.processes[who]
    if said == "unsupported" or (said == "refused" and what != "takes"):
        why = NotTested if said == "refused" else NotOffered
        raise why(f"{who} cannot {call.verb.replace('_', ' ')} {item}")


@line(rf"{WHO} opens the store")
def opens(play: Play, who: str) -> None:
    """Open the store in the process of a worker."""
    play.process(who)


@line(r"back up the store")
def back_up(play: Play) -> None:
    """Copy the store while nobody has it open."""
    play.kill()
    play.store.back_up()


@line(r"restore the store")
def restore(play: Play) -> None:
    """Put the copy of the store in its place."""
    play.kill()
    play.store.restore()


@line(r"make the store anew")
def anew(play: Play) -> None:
    """Delete the store."""
    play.kill()
    play.store.delete()
    for known in (play.items, play.names, play.taken):
        known.clear()
