"""When a call of a server with its own clock may have taken effect."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from conformance.adapters.capabilities import lease_ends
from conformance.histories.calls import MILLISECOND, Call
from conformance.histories.linearizability import SearchNode
from conformance.protocol.times import times_in
from spec.formats.histories import History
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat


@dataclass(frozen=True)
class ServerTimes:
    """The times of a server's clock, which never goes back from one call to the next.

    Only on which side of a lease's end a call falls can make a difference, so one time on each
    side is tried. `shown` are the ends of leases that any reply shows, and `edges` the times, in
    order, between which calls fell: a lease whose answer was lost may have expired before any.
    """

    history: History
    shown: frozenset[int]
    edges: tuple[int, ...] = ()

    def __call__(self, node: SearchNode, call: Call, moment: int) -> Iterable[int]:
        """Return the times to try, in milliseconds, earliest first."""
        first = max(node.now, self.milliseconds(call.began) - self.history.tolerance)
        ended = moment if call.ended is None else min(moment, call.ended)
        last = self.milliseconds(ended) + self.history.tolerance
        if call.operation is None:
            return (node.now,)
        answered = lease_end(call)
        # A heartbeat may answer the end that its step had before (CLM-13.12).
        keeps = isinstance(call.operation, Heartbeat)
        if answered is not None and not (keeps and answered + 1 in self.sides(node)):
            return tuple(now for now in (answered - lease_of(call),) if first <= now <= last)
        found, lease = {first, *self.sides(node)}, lease_of(call)
        if isinstance(call.operation, Claim | Heartbeat):  # It may have granted a lease shown.
            found |= {end - lease for end in self.shown}
        if call.reply is None and lease:
            near = slice(
                bisect_left(self.edges, first + lease), bisect_right(self.edges, last + lease)
            )
            found |= {last, *(edge - lease for edge in self.edges[near])}
        return sorted(now for now in found if first <= now <= last)

    def milliseconds(self, time: int) -> int:
        """Return a time of the events by the server's clock."""
        return self.history.started_at + time // MILLISECOND

    def sides(self, node: SearchNode) -> Iterator[int]:
        """Yield the first times at which leases have expired (CLM-4)."""
        return (end + 1 for end in lease_ends(node.state.plans))


def lease_end(call: Call) -> int | None:
    """Return the end of the lease that a reply gives, in milliseconds."""
    end = (call.reply or {}).get("lease_expires_at")
    return end if isinstance(end, int) and isinstance(call.operation, Claim | Heartbeat) else None


def lease_of(call: Call) -> int:
    """Return the lease that a call asks for, in milliseconds, or 0."""
    return call.operation.lease if isinstance(call.operation, Claim | Heartbeat) else 0


def leases_shown(calls: Iterable[Call]) -> frozenset[int]:
    """Return the ends of leases that replies and observations show."""
    return frozenset(end for call in calls for end in times_in(call.reply, "lease_expires_at"))


def edges_of(history: History, calls: Sequence[Call]) -> tuple[int, ...]:
    """Return the ends of leases that tell calls apart, by the server's clock and its tolerance."""
    start, tolerance = history.started_at, history.tolerance
    begun = {start + call.began // MILLISECOND - tolerance for call in calls}
    ends = (call.ended for call in calls if call.ended is not None)
    ended = {start + end // MILLISECOND + tolerance - 1 for end in ends}
    return tuple(sorted(begun | ended))
