"""The ends of calls in the order of their times, with the calls that are pending at each."""

from collections.abc import Iterable
from dataclasses import dataclass

from conformance.histories.calls import Call


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
