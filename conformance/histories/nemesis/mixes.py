"""Mixes of requests: those that prepare a contest one by one, and those sent at the same time."""

from dataclasses import dataclass
from random import Random

from conformance.histories.nemesis import requests as ask
from conformance.histories.nemesis.context import RequestMaker

AGAIN = (ask.complete, ask.claim, ask.batch, ask.heartbeat, ask.ready, ask.show)
P_SAME_OPERATION = 0.2
"""The share of contests in which all clients send the same operation."""


@dataclass(frozen=True, slots=True)
class WorkloadMix:
    """A kind of contest: `before` is asked by one client after the other.

    Then one client asks one of `first`, perhaps held in the middle of it, and meanwhile the others
    ask some of `others`, mostly what changes something that the first has read. What is there twice
    is drawn twice as often. `again` is what clients ask after that.
    """

    before: tuple[RequestMaker, ...]
    first: tuple[RequestMaker, ...]
    others: tuple[RequestMaker, ...]
    again: tuple[RequestMaker, ...] = AGAIN
    is_registered: bool = True

    def drawn(self, random: Random, clients: int) -> list[RequestMaker]:
        """Return the concurrent requests of some clients, first that of the stopped one."""
        first = random.choice(self.first)
        if random.random() < P_SAME_OPERATION:
            return [first] * clients
        return [first, *random.choices(self.others, k=clients - 1)]


HOLDING = (
    (ask.start, ask.heartbeat, ask.release, ask.release_by_force, ask.reset, ask.take_over),
    (ask.take_over, ask.take_over, ask.take_over, ask.complete, ask.release_by_force, ask.ready),
)
WORKING = (
    (ask.batch, ask.update, ask.artifact, ask.complete, ask.commit, ask.ready, ask.reconcile),
    (ask.batch, ask.update, ask.artifact, ask.complete, ask.take_over, ask.reset, ask.show),
)
COMPLETING = (
    (ask.complete, ask.commit, ask.reset, ask.batch),
    (ask.take_over, ask.take_over, ask.update, ask.complete, ask.reset),
)
CLAIMING = (
    (ask.claim, ask.claim, ask.take_over, ask.ready, ask.register),
    (ask.claim, ask.claim, ask.take_over, ask.register, ask.show),
)
EXPIRED = (
    (ask.claim, ask.claim, ask.heartbeat, ask.start, ask.release),
    (ask.heartbeat, ask.heartbeat, ask.claim, ask.ready),
)
EDITING = (
    (ask.register, ask.claim, ask.heartbeat, ask.batch),
    (ask.register, ask.register, ask.claim, ask.ready),
)
# A program may show steps and reviews one after the other, so nobody looks at both meanwhile.
REVIEWS = (ask.review, ask.review, ask.review, ask.stop, ask.stop)
ITERATIONS = (*(ask.report_iteration,) * 4, ask.start_iterations, ask.show)

MIXES = (
    WorkloadMix((), *CLAIMING),
    WorkloadMix((), *CLAIMING, is_registered=False),
    WorkloadMix((ask.ready,), *EDITING),
    WorkloadMix((ask.claim, ask.ready), *EDITING),
    WorkloadMix((ask.claim,), *HOLDING),
    WorkloadMix((ask.claim,), *HOLDING),
    WorkloadMix((ask.claim, ask.start), *HOLDING),
    WorkloadMix((ask.claim_briefly,), *EXPIRED),
    WorkloadMix((ask.claim,), *WORKING),
    WorkloadMix((ask.claim,), (ask.artifact,), (ask.artifact,)),
    WorkloadMix((ask.claim,), (ask.batch,), (ask.batch, ask.show)),
    WorkloadMix((ask.claim, ask.batch), *COMPLETING),
    WorkloadMix((ask.claim, ask.batch), *COMPLETING),
    WorkloadMix((ask.claim, ask.claim), (ask.complete_each,), (ask.complete_each,)),
    WorkloadMix((ask.new_plan,), REVIEWS, REVIEWS, REVIEWS),
    WorkloadMix((ask.new_plan, ask.create_tasks), REVIEWS, REVIEWS, REVIEWS),
    WorkloadMix((ask.start_iterations,), ITERATIONS, ITERATIONS),
)
