"""Waiting until a step can be claimed, by repeated claims: no rule of claims changes.

Nothing is stored about waiting workers, so a killed one leaves nothing behind.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

from impl.cli.session import CommandSession
from impl.files import wait_until
from impl.store.claims import Taken
from impl.store.database.opening import ServerAway
from impl.store.database.snapshots import read_mark
from spec.vocabulary.claims import Claimed

MILLISECONDS = 1_000

PAUSE, WHILE = 0.05, 1.0
"""In seconds, how often and for how long an expired lease is tried."""

PAUSE_WHILE_AWAY = 0.5
"""In seconds, how often a server is tried that was reached before."""


def until_claimed(session: CommandSession, claim: Callable[[], Taken], seconds: float) -> Taken:
    """Claim until something was claimed, all is completed, or the seconds are over.

    Claims again whenever the plan has changed, when the next lease expires, which changes nothing,
    and when a server that was away is back. Raises what a claim raises, and `KeyboardInterrupt`
    with a message if a signal has ended the waiting between two claims.
    """
    end = time.monotonic() + seconds
    with ended_by_signals():
        while True:
            try:
                # Before the claim, or a change between claiming and waiting would be missed.
                with interruptible():
                    mark = session.store.read(read_mark, session.plan)
                taken = claim()
                found = taken.answer
                left = end - time.monotonic()
                if isinstance(found, Claimed) or found.all_completed or left <= 0:
                    return taken
                with interruptible():
                    until_changed(session, mark, min(left, until_lease_ends(session)))
            except ServerAway:
                if time.monotonic() >= end:
                    raise
                with interruptible():
                    time.sleep(PAUSE_WHILE_AWAY)


def until_changed(session: CommandSession, mark: tuple[object, ...], seconds: float) -> None:
    """Wait until the plan has another mark than before, for at most some seconds."""
    wait_until(lambda: session.store.read(read_mark, session.plan) != mark, seconds)


@contextmanager
def interruptible() -> Iterator[None]:
    """Run the block, in which nothing is claimed, and say so if it is interrupted."""
    try:
        yield
    except KeyboardInterrupt as error:
        raise KeyboardInterrupt("interrupted while waiting; nothing was claimed") from error


def until_lease_ends(session: CommandSession) -> float:
    """Return in how many seconds the next lease of the plan expires; `inf` if there is none."""
    plan = session.store.snapshot(session.plan)
    now = session.read_clock()
    ends = [step.lease_expires_at for step in plan.steps] if plan else []
    # A step can be claimed one millisecond after the end of its lease (CLM-4.4). The clock of a
    # server is not read exactly: one that has just ended is tried again for a while.
    left = ((end + 1 - now) / MILLISECONDS for end in ends if end is not None)
    return min((max(seconds, PAUSE) for seconds in left if seconds > -WHILE), default=inf)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """End the block at SIGTERM as ctrl-C does."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
