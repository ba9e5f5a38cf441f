"""Programs whose clock cannot be set: right ones, and one for each fault of time.

As a program, `unsettable.py NAME` serves one of them by the clock of the machine.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from conformance.adapters.model import WHOLE, ModelSystem
from conformance.adapters.serving import serve
from conformance.protocol.messages import AreaName, Clock, Identity, Observed
from conformance.protocol.times import TIMES
from spec.editions import CURRENT
from spec.formats.messages import Message, outcome_to_json, state_to_json
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import Operation

HOUR = 3_600_000
YEAR = 365 * 24 * HOUR
REAL = replace(WHOLE, name="unsettable", clock=Clock.NONE)
ONE_PLAN = replace(REAL, areas=(AreaName.CLAIMS, AreaName.CHECKLISTS, AreaName.COMPLETION))
PARTIAL = replace(REAL, observe=Observed.PARTIAL)


def machine() -> int:
    """Return the time of the machine, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class Unsettable:
    """The model by a clock of its own, which disregards the time of the operations.

    The clock is `off` and knows multiples of `grain`; a lease lasts `factor` times as long and
    `more`, after a heartbeat only if that `extends`. Times are shown in units of `unit`
    milliseconds, since 1970 or `since_start`; the end of a lease is shown `lied` later. A `silent`
    one shows no times.
    """

    clock: Callable[[], int] = machine
    identity: Identity = REAL
    off: int = 0
    grain: int = 1
    factor: float = 1.0
    more: int = 0
    extends: bool = True
    unit: int = 1
    since_start: bool = False
    lied: int = 0
    silent: bool = False

    def __post_init__(self) -> None:
        self.model = ModelSystem(CURRENT)
        self.began = self.clock() if self.since_start else 0

    def reset(self) -> None:
        """Forget everything."""
        self.model.reset()

    def close(self) -> None:
        """Release nothing."""

    def apply(self, operation: Operation) -> Message:
        """Answer an operation, now."""
        operation = replace(operation, now=(self.clock() + self.off) // self.grain * self.grain)
        if isinstance(operation, Claim | Heartbeat):
            lease = max(int(operation.lease * self.factor) + self.more, 0)
            operation = replace(operation, lease=lease)
        before = self.model.state
        outcome = self.model.apply(operation)
        if isinstance(operation, Heartbeat) and not self.extends:
            self.model.load(before)
        answer: Message = self.shown(outcome_to_json(outcome))
        return answer

    def observe(self) -> Message:
        """Return everything that is stored."""
        state: Message = self.shown(state_to_json(self.model.state))
        return state

    def shown(self, message: Any, name: str = "") -> Any:
        """Return a message, or the value of a field, with times as they are shown."""
        if isinstance(message, list):
            return [self.shown(each) for each in message]
        if isinstance(message, dict):
            kept = {key: self.shown(value, key) for key, value in message.items()}
            return {key: kept[key] for key in kept if not (self.silent and key in TIMES)}
        if name not in TIMES or message is None:
            return message
        later = self.lied if name == "lease_expires_at" else 0
        return (message + later - self.began) // self.unit


RIGHT: dict[str, dict[str, Any]] = {
    "right": {},
    "whole seconds": {"grain": 1_000},
    "times since it began": {"since_start": True},
    "shows no times": {"silent": True, "identity": PARTIAL},
    "one plan": {"identity": ONE_PLAN},
}
"""Programs that conform."""
FAULTY: dict[str, tuple[dict[str, Any], str]] = {
    "leases never end": ({"more": YEAR, "lied": -YEAR}, "CLM-4"),
    "leases end a year late": ({"more": YEAR}, "CLM-4"),
    "leases end an hour late": ({"more": HOUR}, "CLM-4"),
    "leases end at once": ({"factor": 0, "lied": 2_000}, "CLM-4"),
    "leases end an hour early": ({"more": -HOUR}, "CLM-4"),
    "milliseconds read as seconds": ({"factor": 1_000}, "CLM-4"),
    "seconds read as milliseconds": ({"factor": 0.001}, "CLM-4"),
    "heartbeats extend nothing": ({"extends": False}, "CLM-13"),
    "the clock is an hour off": ({"off": HOUR}, "CLM-8"),
    "the clock is a year off": ({"off": -YEAR}, "CLM-8"),
    "times in seconds": ({"unit": 1_000}, "CLM-8"),
    "times in seconds since it began": ({"unit": 1_000, "since_start": True}, "CLM-8"),
    "only the shown end is wrong": ({"lied": HOUR}, "CLM-8"),
}
"""Programs with one fault, and the rule that it breaks."""


def program(name: str, clock: Callable[[], int] = machine) -> Unsettable:
    """Return a program by its name."""
    return Unsettable(clock, **(RIGHT[name] if name in RIGHT else FAULTY[name][0]))


if __name__ == "__main__":
    serve(program(sys.argv[1]), sys.stdin, sys.stdout)
