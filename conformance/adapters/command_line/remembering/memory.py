"""Remembering what a program did, so that nothing is asked of it twice.

Each subcommand is a process, and sequences of operations begin alike: what was answered to such a
beginning is known, and its repository is put back where another operation follows.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from conformance.adapters.command_line.remembering.snapshots import (
    Snapshot,
    put_back,
    snapshot_of,
)
from conformance.adapters.sut import BrokenProgram
from conformance.protocol.codec import Message
from conformance.protocol.messages import Clock, Identity
from spec.vocabulary.operations import Operation

if TYPE_CHECKING:
    from conformance.adapters.command_line.adapter import CommandLine

MOST_BYTES = 128 * 1024 * 1024
"""How much is kept of repositories, those that were used last."""
CHECKED = 4
"""How many repositories that were put back are looked at before they are trusted to be right."""
CHECKED_AGAIN = 32
"""One of so many is looked at from then on."""


@dataclass(eq=False)
class Moment:
    """A moment after operations from an empty store: the reply to the last, and what is shown."""

    before: "Moment | None" = None
    operation: Operation | None = None
    reply: Message = field(default_factory=dict)
    observed: Message | None = None
    after: "dict[Operation, Moment]" = field(default_factory=dict)


class RememberingCommandLine:
    """A command line that is not asked again what it was asked after the same operations.

    That takes a clock that can be set, and a program that keeps all that it knows in its
    repository. One that shows something else once that was put back is asked everything. An error
    is not remembered, nor what follows it.
    """

    def __init__(self, line: "CommandLine") -> None:
        self.line = line
        self.trusted = True
        self.restored = self.bytes_kept = 0
        self.start = Moment()
        self.kept: OrderedDict[Moment, Snapshot] = OrderedDict()
        # The moment that was asked for, and the one that the repository is at.
        self.wanted: Moment | None = None
        self.at: Moment | None = None

    @property
    def identity(self) -> Identity:
        """What the program can do."""
        return self.line.identity

    def reset(self) -> None:
        """Begin with an empty repository, which is put there when something is asked of it."""
        self.wanted = self.start
        if self.remembers and self.restored < CHECKED:
            # A program that keeps something elsewhere is found out before anything rests on it.
            self.reach(self.start)
        if not self.remembers:
            self.wanted = None
            self.line.reset()

    @property
    def remembers(self) -> bool:
        """Whether anything is remembered."""
        return self.trusted and self.line.clock_kind is Clock.VIRTUAL

    def apply(self, operation: Operation) -> Message:
        """Answer an operation. Raises `UnsupportedRequest` or `BrokenProgram`."""
        if self.wanted is None:
            return self.line.apply(operation)
        if known := self.wanted.after.get(operation):
            self.wanted = known
            return known.reply
        before = self.wanted
        self.reach(before)
        self.wanted = self.at = None
        reply = self.line.apply(operation)
        if self.remembers:
            self.wanted = self.at = before.after[operation] = Moment(before, operation, reply)
        return reply

    def observe(self) -> Message:
        """Return everything that is shown. Raises `BrokenProgram`."""
        moment = self.wanted
        if moment is None:
            return self.line.observe()
        if moment.observed is None:
            self.reach(moment)
            self.wanted = self.at = None
            observed = self.line.observe()
            if not self.remembers:
                return observed
            moment.observed = observed
            self.wanted = self.at = moment
        return moment.observed

    def close(self) -> None:
        """Take all files away."""
        self.line.close()

    def reach(self, moment: Moment) -> None:
        """Bring the repository to a moment, and keep it as it is then."""
        if self.at is not moment:
            self.go_to(moment)
        if self.remembers and moment not in self.kept:
            self.kept[moment] = snapshot_of(self.line)
            self.bytes_kept += self.kept[moment].size
            while self.bytes_kept > MOST_BYTES and len(self.kept) > 1:
                _, oldest = self.kept.popitem(last=False)
                self.bytes_kept -= oldest.size

    def go_to(self, moment: Moment) -> None:
        """Put the last repository back that is kept on the way to a moment, and go on from it."""
        self.at = None
        way = list(way_to(moment))
        kept = next((each for each in way if each in self.kept), None)
        if kept is None or not self.put_back(kept):
            self.line.reset()
            kept = self.start
        for each in reversed(way[: way.index(kept)]):
            assert each.operation is not None
            self.line.apply(each.operation)
        self.at = moment

    def put_back(self, moment: Moment) -> bool:
        """Put the repository of a moment back, and return whether it shows what it showed then.

        If it does not, nothing is remembered any more.
        """
        self.kept.move_to_end(moment)
        put_back(self.kept[moment], self.line)
        self.restored += 1
        due = self.restored <= CHECKED or self.restored % CHECKED_AGAIN == 0
        if due and moment.observed is not None:
            try:
                self.trusted = self.line.observe() == moment.observed
            except BrokenProgram:
                self.trusted = False
        return self.trusted


def way_to(moment: Moment | None) -> Iterator[Moment]:
    """Yield the moments on the way to one, the last first."""
    while moment is not None:
        yield moment
        moment = moment.before
