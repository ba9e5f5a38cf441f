"""A program with the command line of `planstate`, as an implementation that can be validated."""

import shutil
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from conformance.adapters.command_line.answers import answer
from conformance.adapters.command_line.clocks import (
    EditedClock,
    RealClock,
    VariableClock,
)
from conformance.adapters.command_line.committing import commit
from conformance.adapters.command_line.envelopes import Envelope, Translation, refused, rejection
from conformance.adapters.command_line.histories import History
from conformance.adapters.command_line.program import (
    Program,
    RefusedArguments,
    Words,
    program_named,
)
from conformance.adapters.command_line.sites import Site
from conformance.adapters.command_line.states import shown, state
from conformance.adapters.command_line.variables import CLOCK_VARIABLE
from conformance.adapters.command_line.words import words
from conformance.adapters.connections import Broken
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.sut import BrokenProgram, UnsupportedRequest
from conformance.protocol.codec import Message
from conformance.protocol.messages import Clock, Identity
from spec.vocabulary.checklists import Update
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Code
from spec.vocabulary.state import Show


@dataclass(frozen=True, slots=True)
class Habits:
    """What of a program can be said by whoever knows it.

    `clock_variable` is the variable from which it may take the time; `store` is the path of its
    SQLite store under the root, found by itself if none.
    """

    clock_variable: str = CLOCK_VARIABLE
    store: str | None = None


class CommandLine:
    """Real processes in a real repository, a new one for each run; nothing but what is printed."""

    def __init__(self, program: Program, habits: Habits) -> None:
        self.program = program
        self.habits = habits
        self.folder = Path(tempfile.mkdtemp(prefix="planspec-"))
        self.runs = 0
        self.clock_kind = Clock.VIRTUAL
        self._begin()

    @cached_property
    def identity(self) -> Identity:
        """Try out what the program can do."""
        from conformance.adapters.command_line.trying import identity_of

        try:
            return identity_of(self)
        finally:
            self.reset()

    def reset(self) -> None:
        """Begin a new repository, which the program has never seen."""
        shutil.rmtree(self.site.repository.folder)
        self._begin()

    def _begin(self) -> None:
        self.runs += 1
        self.site = Site(self.folder.resolve() / str(self.runs), self.habits.store)
        self.history = History(self.site.root, self.site.invented)
        self.clock = self._new_clock()
        self.now = 0
        self.registered = False

    def apply(self, operation: Operation) -> Message:
        """Answer an operation. Raises `UnsupportedRequest` or `BrokenProgram`."""
        self.now = operation.now
        self._lay_document(operation)
        if isinstance(operation, Commit):
            return commit(operation, self)
        said = words(operation, lambda worker: str(self.site.worktree(worker)), self.clock.unit)
        try:
            envelope = self._call(operation, said)
        except RefusedArguments as error:
            return usage(operation, error)
        if isinstance(operation, Show):
            return rejection(envelope) if envelope.failed else shown(envelope)
        self.registered |= isinstance(operation, Register) and not envelope.failed
        return answer(operation, envelope)

    def observe(self) -> Message:
        """Return everything that is shown. An error before any registration means nothing."""
        envelope = self.ask(Words("state show"))
        if envelope.failed and not self.registered:
            return {"reply": "ok", "plans": []}
        if envelope.failed:
            raise envelope.ended.broken("it does not show the plans that it holds")
        return state(envelope)

    def ask(self, said: Words) -> Envelope:
        """Call a subcommand at the time of the last operation."""
        variables = self.clock.set(self.site, self.now)
        return self.program.ask(said, self.site.root, variables, self.translation)

    @property
    def translation(self) -> Translation:
        """The way back from the program's words, now."""
        return Translation(
            self.site.invented, self.clock.beginning, self.clock.unit, self.clock.known
        )

    def close(self) -> None:
        """Take all files away."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _call(self, operation: Operation, said: Words) -> Envelope:
        if not isinstance(operation, Reconcile):
            return self.ask(said)
        with self.history.only(operation.history):
            return self.ask(said)

    def _lay_document(self, operation: Operation) -> None:
        """Write the document as it is at this moment, where that matters."""
        document_hash = getattr(operation, "document_hash", None)
        if isinstance(operation, Register):
            self.site.define(operation.definition)
            document_hash = operation.definition.document_hash
        self.site.lay(operation.plan, document_hash)

    def _new_clock(self) -> RealClock:
        match self.clock_kind:
            case Clock.VIRTUAL:
                return VariableClock(variable=self.habits.clock_variable)
            case Clock.OFFSET:
                return EditedClock()
        return RealClock()


def usage(operation: Operation, error: RefusedArguments) -> Message:
    """Answer where the command line itself refuses what the rules refuse; else raise the error."""
    if isinstance(operation, Release) and (operation.worktree is None) != operation.force:
        return refused(Code.INVALID_REQUEST)
    if isinstance(operation, Update) and not operation.changes:
        raise UnsupportedRequest("the command line takes no update without an option")
    raise error


class CommandLineConnection(PythonConnection):
    """Requests that become runs of a program, each of which may take `timeout` seconds.

    Raises `Broken` if there is no such program.
    """

    def __init__(self, program: str, habits: Habits, timeout: float) -> None:
        try:
            self.line = CommandLine(program_named(program, timeout), habits)
        except BrokenProgram as error:
            raise Broken("not started", str(error)) from error
        super().__init__(self.line)

    def close(self) -> None:
        """Take the program's repositories away."""
        self.line.close()
