"""The timeline of calls: a lane for each process, a bar for each call, laid out in pixels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10

from conformance.histories.calls import MILLISECOND, Call
from conformance.histories.clocks import lease_end, lease_of
from spec.formats.histories import History, HistoryClock
from spec.formats.words import operation_name

WIDTH, NAMES, LANE, TOP = 960, 150, 56, 28
"""The width of the picture, of the names in it, and the heights of a lane and of the times."""
BAR, BAR_TOP, LEASE_TOP, NARROWEST = 18, 22, 46, 3
"""The height of a bar, where bar and lease are in a lane, and the width of the shortest call."""
LETTER = 7.2
"""The approximate width of a letter."""
LONGEST_NAME = 18
TICKS = 6


@dataclass(frozen=True, slots=True)
class Bar:
    """A call from `x` on; `label` is what has room above it.

    `number` is its position among those that contradict the rules, or 0. An unknown outcome is
    open at its end.
    """

    call: Call
    number: int
    x: float
    y: float
    width: float
    label: str

    @property
    def is_open(self) -> bool:
        """Whether the call may still have taken effect after all that is shown."""
        return self.call.ended is None


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease that a call gave, as long as it was given for; `goes_on` beyond the picture."""

    x: float
    y: float
    width: float
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """A process with its calls."""

    name: str
    y: float
    bars: tuple[Bar, ...]
    leases: tuple[Lease, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """A picture of calls, with times in milliseconds after the first began and their places."""

    lanes: tuple[Lane, ...]
    ticks: tuple[tuple[float, str], ...]

    @property
    def height(self) -> int:
        """The height of the picture."""
        return TOP + LANE * len(self.lanes) + 8

    @property
    def description(self) -> str:
        """Sentences that say what the picture shows."""
        bars = [bar for lane in self.lanes for bar in lane.bars]
        sentences = [f"{len(bars)} calls of {len(self.lanes)} processes."]
        for bar in sorted(bars, key=lambda each: each.number):
            if bar.number:
                sentences += [f"Call {bar.number}: {bar.call.process}, {name_of(bar.call)}."]
        return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class TimeScale:
    """Where times are in the picture, in nanoseconds from `first` to `last`."""

    first: int
    last: int

    def x(self, time: int) -> float:
        """Return where a time is, at the border if it is outside."""
        inside = min(max(time, self.first), self.last)
        return round(NAMES + (WIDTH - NAMES) * (inside - self.first) / (self.last - self.first), 1)

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Yield some round times."""
        span = (self.last - self.first) / MILLISECOND
        power = 10 ** int(log10(span / TICKS) // 1)
        step = next(power * each for each in (1, 2, 5, 10) if power * each * TICKS >= span)
        digits = max(0, -int(log10(step) // 1))
        for number in range(int(span / step) + 1):
            x = self.x(self.first + round(number * step * MILLISECOND))
            label = f"{number * step:,.{digits}f} ms"
            yield x, label if x + LETTER * len(label) < WIDTH else ""


def timeline_of(history: History, calls: Sequence[Call], needed: Sequence[Call] = ()) -> Timeline:
    """Return the picture of calls, of which those that are needed for a contradiction stand out.

    It shows the time of the needed calls if there are any. Raises `ValueError` without calls.
    """
    seen = needed or calls
    first = min(call.began for call in seen)
    last = max(call.began if call.ended is None else call.ended for call in seen)
    scale = TimeScale(first, last + max((last - first) // 12, 1_000))  # Room after the last one.
    numbers = {call.number: number for number, call in enumerate(needed, start=1)}
    names = dict.fromkeys(call.process for call in sorted(calls, key=lambda each: each.began))
    lanes = (
        lane_of(history, scale, place, [each for each in calls if each.process == name], numbers)
        for place, name in enumerate(names)
    )
    return Timeline(tuple(lanes), tuple(scale.ticks()))


def lane_of(
    history: History, scale: TimeScale, place: int, calls: Sequence[Call], numbers: dict[int, int]
) -> Lane:
    """Return the lane of a process, with calls in the order in which they began."""
    y = TOP + LANE * place
    following = [*(scale.x(call.began) for call in calls[1:]), WIDTH]
    bars = (
        bar_of(scale, y, call, numbers.get(call.number, 0), room_until)
        for call, room_until in zip(calls, following, strict=True)
    )
    leases = filter(None, (lease_of_call(history, scale, y, call) for call in calls))
    return Lane(calls[0].process, y, tuple(bars), tuple(leases))


def bar_of(scale: TimeScale, y: float, call: Call, number: int, room_until: float) -> Bar:
    """Return the bar of a call; its label may reach to the next one of its process."""
    x = scale.x(call.began)
    ended = WIDTH if call.ended is None else scale.x(call.ended)
    if call.ended is None and room_until > x:
        ended = room_until
    short, long = (str(number), f"{number}. {name_of(call)}") if number else ("", name_of(call))
    label = long if len(long) * LETTER < room_until - x else short
    return Bar(call, number, x, y + BAR_TOP, round(max(ended - x, NARROWEST), 1), label)


def name_of(call: Call) -> str:
    """Return the name of what a call asked."""
    return "observe" if call.operation is None else operation_name(type(call.operation))


def lease_of_call(history: History, scale: TimeScale, y: float, call: Call) -> Lease | None:
    """Return the lease that a call gave, in true time, or `None`."""
    end = lease_end(call)
    if end is None:
        return None
    until = call.began + lease_of(call) * MILLISECOND
    if history.clock is HistoryClock.SERVER:
        until = (end - history.started_at) * MILLISECOND
    x, last = scale.x(call.began), scale.x(until)
    return Lease(x, y + LEASE_TOP, round(last - x, 1), until > scale.last) if last > x else None
