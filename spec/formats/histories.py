"""The history format: what clients asked at the same time, and what they were answered.

A history is a file of JSON objects, a line each: first a `History`, then events in any order. A
writer appends whole lines, so that many processes can write one history. One that finds half a
line, of a writer who was killed or still writes, begins a new line: lines that are empty, or only
the beginning of one, mean nothing. Times of events are nanoseconds of one clock that all writers
read. A process asks one operation at a time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from spec.vocabulary.domains import Path
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

FORMAT = "planspec history 1"
NOTHING = State()


class HistoryClock(StrEnum):
    """Whose clock decides about leases: `client` if the `now` of each operation does."""

    CLIENT = "client"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class History:
    """The first line: the edition that is claimed, whose clock decides, and what was stored before.

    With the clock of a server, `now` means nothing: operations happened at its time, which is
    `started_at` milliseconds when the clock of the events is at 0, and off by at most `tolerance`
    milliseconds.

    A log may know less. The times of events are off by at most `uncertainty` milliseconds. With
    `partial`, answers may be missing: such an operation took effect before its process asked the
    next one, or never; and what an answer leaves out is not judged. `unlogged` names the operations
    that anybody may have done without a line, and `unlogged_clients` the worktrees of which no line
    tells what they did.

    `without` names the features that the program lacks, as its reply to `hello` does.

    `source` names the one thing that is recorded, such as a store and its machine; a writer adds to
    no history of another.
    """

    edition: str
    clock: HistoryClock = HistoryClock.CLIENT
    state: State = NOTHING
    started_at: int = 0
    tolerance: int = 0
    uncertainty: int = 0
    partial: bool = False
    unlogged: tuple[str, ...] = ()
    unlogged_clients: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    source: str = ""
    format: str = FORMAT


@dataclass(frozen=True, slots=True)
class Invoke:
    """A process asks an operation."""

    process: str
    time: int
    operation: Operation


@dataclass(frozen=True, slots=True)
class Ok:
    """The operation of a process was accepted. `outcome` is the answer, as in the protocol."""

    process: str
    time: int
    outcome: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Fail:
    """The operation of a process was rejected. `outcome` is the rejection, as in the protocol."""

    process: str
    time: int
    outcome: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Info:
    """The outcome of a process's operation is unknown; it may still take effect.

    If it was `declined`, the program does not offer it, and nothing has happened.
    """

    process: str
    time: int
    reason: str = ""
    declined: bool = False


@dataclass(frozen=True, slots=True)
class Dead:
    """A process is gone, and so is whatever it has asked: nothing of it happens from now on."""

    process: str
    time: int


@dataclass(frozen=True, slots=True)
class Observe:
    """A process saw what is stored of a plan, at some moment from `began` to `time`.

    `state` is as in the protocol's reply to `observe`, with at most the one plan.
    """

    process: str
    began: int
    time: int
    plan: Path
    state: Mapping[str, object] = field(default_factory=dict)


Event = Invoke | Ok | Fail | Info | Dead | Observe
EVENTS = (Invoke, Ok, Fail, Info, Dead, Observe)
"""The classes of events."""

LINE_NAMES: dict[type, str] = {kind: kind.__name__.lower() for kind in (History, *EVENTS)}
"""What stands in the field `event` of a line, by the class of the line."""

KINDS = {name: kind for kind, name in LINE_NAMES.items()}
