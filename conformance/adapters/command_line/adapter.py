"""A program with the command line of `planstate`, as an implementation that can be validated."""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from signal import Signals

from conformance.adapters.command_line.answers import answer
from conformance.adapters.command_line.arguments import PLAN, Argument, Words
from conformance.adapters.command_line.checking import check
from conformance.adapters.command_line.clocks import (
    EditedClock,
    RealClock,
    VariableClock,
)
from conformance.adapters.command_line.commit_logs import RealCommits
from conformance.adapters.command_line.committing import commit
from conformance.adapters.command_line.dialects.dialect import PLAIN, Dialect
from conformance.adapters.command_line.envelopes import Envelope, Translation, refused, rejection
from conformance.adapters.command_line.iterating import Summaries, report
from conformance.adapters.command_line.program import (
    Program,
    RefusedArguments,
    program_named,
)
from conformance.adapters.command_line.remembering.memory import RememberingCommandLine
from conformance.adapters.command_line.reviewing import cycle_shown, review
from conformance.adapters.command_line.sites import Site
from conformance.adapters.command_line.states import shown, state
from conformance.adapters.command_line.variables import CLOCK_VARIABLE
from conformance.adapters.command_line.words import positional, words
from conformance.adapters.connections import Broken
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.sut import BrokenProgram, UnsupportedRequest
from conformance.protocol.codec import Message
from conformance.protocol.messages import Clock, Identity
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Update
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.holding import Release
from spec.vocabulary.iterations import ReportIteration
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Code
from spec.vocabulary.reviews import ReviewOperation
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
        self.clients = count(2)
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
        self.clock = self._new_clock()
        self.now = 0
        self.plans: list[str] = []
        self.plan_numbers: dict[str, int] = {}
        self.reviewed: set[str] = set()
        folder = self.folder.resolve() / str(self.runs)
        paths = self.program.dialect.paths
        self.site = Site(folder, self.habits.store, paths, self._set_up_worktree)
        self._set_up(self.program.dialect.setup.repository, {"root": self.site.root})
        self.commits = RealCommits(self.site.root, self.site.invented)
        self.summaries = Summaries(folder / "summaries")

    def _set_up_worktree(self, worktree: Path) -> None:
        places = {"root": self.site.root, "worktree": worktree}
        self._set_up(self.program.dialect.setup.worktree, places)

    def _set_up(self, commands: Sequence[str], places: Mapping[str, Path]) -> None:
        """Run commands of the dialect in the last of the places."""
        if commands:
            self.program.set_up(commands, places, self.clock.set(self.site, self.now))
            self.site.ignore_untracked([*places.values()][-1])

    def apply(self, operation: Operation) -> Message:
        """Answer an operation. Raises `UnsupportedRequest` or `BrokenProgram`."""
        self.now = operation.now
        if isinstance(operation, CheckCommand):
            return check(operation, self)
        self._lay_document(operation)
        if isinstance(operation, Commit):
            return commit(operation, self)
        if isinstance(operation, ReportIteration):
            return report(operation, self)
        if isinstance(operation, ReviewOperation):
            return review(operation, self)
        said = words(operation, lambda worker: str(self.site.worktree(worker)), self.clock.unit)
        try:
            envelope = self._call(operation, said)
        except RefusedArguments as error:
            return usage(operation, error)
        if isinstance(operation, Show):
            return rejection(envelope) if envelope.failed else self._shown(envelope)
        if isinstance(operation, Register) and not envelope.failed:
            self.note_plan(operation.plan)
        return answer(operation, envelope)

    def observe(self) -> Message:
        """Return everything that is shown. An error before any registration means nothing."""
        message = self._plans_shown()
        for plan in message["plans"]:
            self._complete(plan)
        return message

    def _complete(self, plan: Message) -> None:
        """Add the reviews to a plan that is shown, and put its loop in the operations' words."""
        if "iteration_loop" in plan:
            plan["iteration_loop"] = self.summaries.in_given_words(plan["iteration_loop"])
        if plan["path"] in self.reviewed:
            plan["review_cycle"] = cycle_shown(plan["path"], self)

    def _plans_shown(self) -> Message:
        """Return all plans, as far as `state show` shows them."""
        if not self.program.dialect.output.all_plans:
            return {"reply": "ok", "plans": [self._plan_shown(plan) for plan in self.plans]}
        envelope = self.ask(Words("state show"))
        if envelope.failed and not self.plans:
            return {"reply": "ok", "plans": []}
        if envelope.failed:
            raise envelope.ended.broken("it does not show the plans that it holds")
        return state(envelope)

    def _shown(self, envelope: Envelope) -> Message:
        """Return the answer about one plan."""
        message = shown(envelope)
        self._complete(message["plan"])
        return message

    def _plan_shown(self, plan: str) -> Message:
        """Return a registered plan, shown by itself."""
        envelope = self.ask(Words("state show", (Argument(PLAN, positional(plan)),)))
        if envelope.failed:
            raise envelope.ended.broken("it does not show a plan that it holds")
        message: Message = shown(envelope)["plan"]
        return message

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

    def beside(self) -> "CommandLine":
        """Return another client of the program, in the same repository, for another thread."""
        other = copy(self)
        other.program = replace(self.program, running=None)
        # A summary is written anew for every report; what is known of plans is known to all.
        folder = self.summaries.folder.with_name(f"summaries-{next(self.clients)}")
        other.summaries = replace(self.summaries, folder=folder)
        return other

    def note_plan(self, plan: str) -> None:
        """Take note that a plan is registered."""
        if plan not in self.plans:
            self.plans.append(plan)

    def close(self) -> None:
        """Take all files away."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _call(self, operation: Operation, said: Words) -> Envelope:
        if not isinstance(operation, Reconcile):
            return self.ask(said)
        with self.commits.only(operation.history):
            return self.ask(said)

    def _lay_document(self, operation: Operation) -> None:
        """Write the document as it is at this moment, where that matters."""
        document_hash = getattr(operation, "document_hash", None)
        if isinstance(operation, Register):
            self.site.define(operation.definition)
            document_hash = operation.definition.document_hash
        self.site.lay(operation.plan, document_hash)

    @property
    def _clock_variable(self) -> str:
        """The variable that was named, that of the dialect, or else the usual one."""
        if self.habits.clock_variable != CLOCK_VARIABLE:
            return self.habits.clock_variable
        return self.program.dialect.clock.variable or CLOCK_VARIABLE

    def _new_clock(self) -> RealClock:
        match self.clock_kind:
            case Clock.VIRTUAL:
                return VariableClock(variable=self._clock_variable)
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

    interrupts = False
    is_shared = False

    def __init__(
        self, program: str, habits: Habits, timeout: float, dialect: Dialect = PLAIN
    ) -> None:
        try:
            self.line = CommandLine(program_named(program, timeout, dialect), habits)
        except BrokenProgram as error:
            raise Broken("not started", str(error)) from error
        super().__init__(RememberingCommandLine(self.line))

    def share(self) -> None:
        """Share one repository with other clients, at a time that nobody moves.

        Raises `Broken` for a program that cannot even tell who it is; nothing is left then.
        """
        self.is_shared = True
        # What other clients have done is not remembered.
        PythonConnection.__init__(self, self.line)
        try:
            identity = self.line.identity
        except BrokenProgram as error:
            self.line.close()
            raise Broken("refused", f"'hello' was answered with an error: {error}") from error
        if identity.clock is Clock.OFFSET:
            self.line.identity = replace(identity, clock=Clock.NONE)
            self.line.clock_kind = Clock.NONE

    def beside(self) -> "CommandLineConnection":
        """Return another client in the same repository, for another thread."""
        other = copy(self)
        other.line = self.line.beside()
        PythonConnection.__init__(other, other.line)
        return other

    def signal(self, number: Signals) -> bool:
        """Send a signal to the process that answers an operation; return whether there is one."""
        return self.line.program.signal(number)

    def close(self) -> None:
        """Take the program's repositories away, unless clients share one."""
        if not self.is_shared:
            self.line.close()
