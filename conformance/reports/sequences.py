"""A sequence of several workers as a time line: a lane for each, a column for each request.

The requests are as far apart as their words need; a line under a worker is its lease, from the
request that gave it until it expires, ends or is taken over.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.reports.rendering import rendered
from conformance.reports.words.sentences import clock, reply_sentence, request_sentence

NAMES, COLUMN, TOP, LANE = 92, 165, 30, 66
"""The widths of the names and of a request, and the heights of the times and of a lane."""
LONGEST_WORDS, LONGEST_NAME = 24, 13
WIDE = 21
"""The most letters that have room in every font."""
OTHERS = "others"
"""The lane of requests that name no worktree."""
ENDING = frozenset(("released", "was_reset", "step_completed", "committed"))
"""The answers after which a lease is no longer live."""

Message = Mapping[str, Any]
Exchange = tuple[Message, Message]
"""A request and its reply."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A request in the picture; its words, and whether it stands out."""

    x: int
    y: int
    request: str
    reply: str
    title: str
    is_stressed: bool

    @staticmethod
    def fitted(words: str) -> str:
        """Return the attributes that keep long words in their column, in whatever font."""
        if len(words) <= WIDE:
            return ""
        return f' textLength="{COLUMN - 13}" lengthAdjust="spacingAndGlyphs"'


@dataclass(frozen=True, slots=True)
class LeaseLine:
    """A lease in the picture; `goes_on` beyond it."""

    x: int
    y: int
    end: int
    goes_on: bool


def sequence_picture(
    exchanges: Sequence[Exchange],
    name: str = "sequence",
    stressed: Sequence[Exchange] | None = None,
) -> str:
    """Return a picture of requests of several workers, or nothing if there is only one.

    `name` tells its ids from those of other pictures of the page. What is `stressed` stands out;
    unless it is given, these are the requests that fail.
    """
    shown = [each for each in exchanges if each[0]["operation"] != "register"]
    workers = list(dict.fromkeys(map(worker_of, shown)))
    if len(set(workers) - {OTHERS}) < 2:
        return ""
    lanes = {worker: TOP + LANE * place for place, worker in enumerate(workers)}
    width = NAMES + COLUMN * len(shown)
    marks = [
        mark(place, lanes[worker_of(each)], each, None if stressed is None else each in stressed)
        for place, each in enumerate(shown)
    ]
    times = [clock(request["now"]) for request, _ in shown]
    return rendered(
        "sequence.svg",
        name=name,
        width=width,
        height=TOP + LANE * len(lanes) + 4,
        lanes=[(shortened(worker, LONGEST_NAME), y) for worker, y in lanes.items()],
        times=[(each.x, time) for each, time in zip(marks, times, strict=True)],
        marks=marks,
        leases=list(lease_lines(shown, lanes, width)),
        description=" ".join(f"{each.title}." for each in marks),
    )


def worker_of(exchange: Exchange) -> str:
    """Return who requests."""
    return str(exchange[0].get("worktree") or OTHERS)


def mark(place: int, y: int, exchange: Exchange, is_stressed: bool | None) -> Mark:
    """Return a request and its reply in short words."""
    request, reply = exchange
    words = f"{reply['code']} {reply['reason']}" if "code" in reply else reply_sentence(reply)
    if reply.get("state_update_failed"):
        words = f"step not done: {reply['state_failure_reason']}"
    failed = reply["reply"] != "ok" or reply.get("state_update_failed") is True
    force = " by force" if request.get("force") else ""
    return Mark(
        NAMES + COLUMN * place,
        y,
        shortened(str(request["operation"]).replace("_", " ") + force),
        shortened(words),
        f"{clock(request['now'])} {request_sentence(request)} → {reply_sentence(reply)}",
        failed if is_stressed is None else is_stressed,
    )


def shortened(text: str, longest: int = LONGEST_WORDS) -> str:
    """Return as many parts of a sentence as have room, or the beginning of the first."""
    short, *more = text.split(", ")
    for part in more:
        if len(short) + len(part) + 2 > longest:
            break
        short += f", {part}"
    return short if len(short) <= longest else f"{short[: longest - 1]}…"


def lease_lines(
    exchanges: Sequence[Exchange], lanes: Mapping[str, int], width: int
) -> Iterator[LeaseLine]:
    """Yield the leases: when a step is taken over or completed, that of its holder ends."""
    times = [request["now"] for request, _ in exchanges]
    live: dict[str, tuple[str, int, int]] = {}  # by step: its holder, where it began, its end

    def line(step: str, until: float) -> LeaseLine:
        holder, place, expiry = live.pop(step)
        end = min(where(expiry, times), until)
        begin = NAMES + COLUMN * place
        return LeaseLine(begin, lanes[holder] + LANE - 8, round(max(end, begin + 4)), end >= width)

    for place, (request, reply) in enumerate(exchanges):
        kind, here = reply.get("answer"), NAMES + COLUMN * place
        step = str(reply.get("anchor") or request.get("step"))
        if kind in ENDING and step in live and not reply.get("state_update_failed"):
            yield line(step, here + 8)
        if kind in ("claimed", "lease_renewed"):
            if step in live:
                yield line(step, here)
            live[step] = (worker_of((request, reply)), place, reply["lease_expires_at"])
    for step in list(live):
        yield line(step, width)


def where(time: int, times: Sequence[int]) -> float:
    """Return where a time is: between the columns of the requests before and after it."""
    place = bisect_right(times, time)
    if place == len(times):
        return NAMES + COLUMN * len(times) + 1
    before, after = times[place - 1], times[place]
    return NAMES + COLUMN * (place - 1 + (time - before) / max(after - before, 1))
