"""What contests are about: what is asked before one after the other, and then at the same time."""

from dataclasses import dataclass
from random import Random

from conformance.histories.nemesis import makings as ask
from conformance.histories.nemesis.requests import Making

OF_ONE_KIND = 0.3
"""The share of the contests in which all clients ask the same."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of contest: `before` is asked by one client after the other, `rivals` are drawn from.

    A rival that is there twice is drawn twice as often.
    """

    before: tuple[Making, ...]
    rivals: tuple[Making, ...]
    is_registered: bool = True

    def drawn(self, random: Random, turns: int) -> list[Making]:
        """Return what so many clients ask at the same time."""
        if random.random() < OF_ONE_KIND:
            return [random.choice(self.rivals)] * turns
        return random.choices(self.rivals, k=turns)


HOLDING = (
    *(ask.start, ask.heartbeat, ask.heartbeat, ask.release, ask.release_by_force, ask.reset),
    *(ask.take_over, ask.take_over, ask.claim, ask.ready, ask.show, ask.complete),
)
WORKING = (
    *(ask.batch, ask.batch, ask.update, ask.update, ask.artifact, ask.artifact, ask.complete),
    *(ask.complete, ask.commit, ask.take_over, ask.reset, ask.ready, ask.show, ask.reconcile),
)
COMPLETING = (ask.complete, ask.complete, ask.commit, ask.take_over, ask.update, ask.reset)
CLAIMING = (ask.claim, ask.claim, ask.claim, ask.take_over, ask.ready, ask.register, ask.show)
EXPIRED = (ask.claim, ask.claim, ask.heartbeat, ask.heartbeat, ask.start, ask.release, ask.ready)
REVIEWING = (ask.review, ask.review, ask.review, ask.stop, ask.stop, ask.show)
ITERATING = (*(ask.report_iteration,) * 4, ask.start_iterations, ask.show)
EDITING = (ask.register, ask.register, ask.claim, ask.ready, ask.heartbeat)

THEMES = (
    Theme((), CLAIMING),
    Theme((), (ask.register, ask.claim, ask.ready, ask.show), is_registered=False),
    Theme((), EDITING),
    Theme((ask.claim, ask.ready), EDITING),
    Theme((ask.claim,), HOLDING),
    Theme((ask.claim,), HOLDING),
    Theme((ask.claim, ask.start), HOLDING),
    Theme((ask.claim_briefly,), EXPIRED),
    Theme((ask.claim,), WORKING),
    Theme((ask.claim,), WORKING),
    Theme((ask.claim, ask.batch), WORKING),
    Theme((ask.claim, ask.batch), COMPLETING),
    Theme((ask.claim, ask.claim), (ask.complete_each,)),
    Theme((ask.new_plan,), REVIEWING),
    Theme((ask.new_plan, ask.create_tasks), REVIEWING),
    Theme((ask.start_iterations,), ITERATING),
)
