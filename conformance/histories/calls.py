"""The calls of a history: each operation or observation with its interval and its outcome."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from spec.formats.histories import Dead, Event, Fail, Info, Invoke, Observe, Ok
from spec.formats.messages import Message
from spec.vocabulary.operations import Operation
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show

MILLISECOND = 1_000_000
"""Nanoseconds in a millisecond."""

WORDS = {Ok: "ok", Fail: "rejected"}
"""The kind of `reply` of each event that ends a call."""


class OutOfOrder(Exception):
    """Events of a process that do not follow each other: what was found, and what was expected."""


@dataclass(frozen=True, slots=True)
class Call:
    """An operation, or the observation of a plan if `operation` is `None`.

    It took effect at some time from `began` to `ended`, or may have if its `reply` is `None`;
    `ended` is `None` if it may still take effect. `reply` is an outcome, or the state that was
    seen. `after` is the number of the answered call that the process made before it.
    """

    number: int
    process: str
    plan: str
    began: int
    ended: int | None
    operation: Operation | None
    reply: Message | None
    after: int | None = None

    @property
    def is_certain(self) -> bool:
        """Whether the call has a known outcome."""
        return self.reply is not None

    @property
    def may_change(self) -> bool:
        """Whether the call may have changed something: rejections (STP-1) and queries do not."""
        if self.reply is None:
            return True
        asks = self.operation is None or isinstance(self.operation, Ready | Show)
        refused = self.reply.get("reply") == "rejected"
        return not (asks or refused or self.reply.get("answer") == "nothing_claimable")


def calls_of(events: Iterable[Event], *, partial: bool = False) -> list[Call]:
    """Return the calls of events, which are in the order of their times.

    Raises `OutOfOrder`. With `partial`, a call without a reply ends with the next request of its
    process.
    """
    calls: list[Call] = []
    asked: dict[str, int] = {}
    declined = set[int]()
    for event in events:
        match event:
            case Invoke(process, time, operation):
                if process in asked:
                    if not partial:
                        raise OutOfOrder(
                            f"{process} asks at {time}, before its last call has ended; if the "
                            'answer is lost, say "partial": true in the first line'
                        )
                    calls[asked[process]] = replace(calls[asked[process]], ended=time)
                asked[process] = len(calls)
                number = len(calls)
                calls.append(Call(number, process, operation.plan, time, None, operation, None))
            case Observe(process, began, time, plan, state):
                if began > time:
                    raise OutOfOrder(f"{process} began to observe at {began}, after {time}")
                calls.append(Call(len(calls), process, plan, began, time, None, dict(state)))
            case Ok(process, time, outcome) | Fail(process, time, outcome):
                if process not in asked:
                    raise OutOfOrder(f"{process} was answered at {time}, and no call was open")
                answered = asked.pop(process)
                reply = {"reply": WORDS[type(event)], **outcome}
                calls[answered] = replace(calls[answered], ended=time, reply=reply)
            case Info(process=process):
                number = asked.pop(process, -1)
                if event.declined:
                    declined.add(number)
            case Dead(process, time):
                asked.pop(process, None)
                # Its open calls took effect before the end, or never.
                for number, call in enumerate(calls):
                    if call.process == process and call.ended is None:
                        calls[number] = replace(call, ended=time)
    return [call for call in calls if call.number not in declined]


def with_clock_error(calls: Iterable[Call], uncertainty: int) -> list[Call]:
    """Return calls with wider intervals, by some milliseconds; a process's calls stay in order."""
    wide, last = [], dict[str, int]()
    for call in calls:
        began = call.began - uncertainty * MILLISECOND
        ended = None if call.ended is None else call.ended + uncertainty * MILLISECOND
        wide.append(replace(call, began=began, ended=ended, after=last.get(call.process)))
        if call.is_certain:
            last[call.process] = call.number
    return wide


def by_plan(calls: Iterable[Call]) -> Iterator[tuple[str, list[Call]]]:
    """Yield the calls of each plan, which are independent of other plans (PLN-8)."""
    plans: dict[str, list[Call]] = {}
    for call in calls:
        plans.setdefault(call.plan, []).append(call)
    yield from sorted(plans.items())


@dataclass(frozen=True, slots=True)
class End:
    """The end of a call, and the calls that are `pending` at it.

    `open` are those that were so when nobody waited for an answer, if that was after the last end.
    """

    moment: int
    call: Call
    pending: tuple[Call, ...]
    open: tuple[Call, ...] | None


def boundaries(calls: Iterable[Call]) -> list[tuple[int, bool, Call]]:
    """Return the starts and ends of calls, as time, whether it is an end, and the call.

    At the same time starts come first: such calls overlap.
    """
    starts = [(call.began, False, call) for call in calls]
    ends = [(call.ended, True, call) for call in calls if call.ended is not None]
    return sorted([*starts, *ends], key=lambda each: each[:2])


def ends_of(calls: Iterable[Call]) -> list[End]:
    """Return the ends of calls, in the order of their times."""
    ends: list[End] = []
    pending: dict[int, Call] = {}
    is_open: tuple[Call, ...] | None = ()
    for moment, is_end, call in boundaries(calls):
        if is_end:
            ends.append(End(moment, call, (*pending.values(),), is_open))
            del pending[call.number]
            is_open = None
        else:
            if not any(each.is_certain for each in pending.values()):
                is_open = (*pending.values(),)
            pending[call.number] = call
    return ends
