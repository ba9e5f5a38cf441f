"""A program with the command line of `planstate`, driven in real repositories."""

import shutil
import tempfile
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

from conformance.adapters.command_line.clocks import ProgramClock
from conformance.adapters.command_line.commands import (
    CLOCK_VARIABLE,
    PLAN,
    PLAN_FOLDER,
    Invocation,
    PassedArgument,
)
from conformance.adapters.command_line.committing import RealCommits, commit
from conformance.adapters.command_line.envelopes import Envelope, Translation
from conformance.adapters.command_line.invocations import invocation, plan_argument
from conformance.adapters.command_line.program import DrivenProgram, RefusedArguments
from conformance.adapters.command_line.replies import answer, refused, shown, state
from conformance.adapters.command_line.sandbox import SandboxRepository
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.messages import Clock
from spec.formats.messages import Message
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


class CommandLine:
    """Real processes in a real repository, a new one for each run; nothing but what is printed.

    `store` is the path of its SQLite store under the root, or `None` if it is to be found.
    """

    def __init__(self, program: DrivenProgram, store: str | None = None) -> None:
        self.program = program
        self.store = store
        self.folder = Path(tempfile.mkdtemp(prefix="planspec-"))
        self.runs = 0
        self.clock_kind = Clock.VIRTUAL
        self._begin()

    def reset(self) -> None:
        """Begin a new repository, which the program has never seen."""
        shutil.rmtree(self.sandbox.repository.folder)
        self._begin()

    def _begin(self) -> None:
        self.runs += 1
        variable = self.program.dialect.clock.variable or CLOCK_VARIABLE
        self.clock = ProgramClock(self.clock_kind, variable)
        self.now = 0
        self.reviewed: set[str] = set()
        folder = self.folder.resolve() / str(self.runs)
        setup, paths = self.program.dialect.setup, self.program.dialect.paths
        prepare = partial(self._set_up, setup.worktree)
        self.sandbox = SandboxRepository(folder, self.store, paths, prepare, self.clock.unit)
        self._set_up(setup.repository, self.sandbox.root)
        self.commits = RealCommits(self.sandbox.repository, self.sandbox.name_map)

    def _set_up(self, commands: Sequence[str], worktree: Path) -> None:
        """Run commands of the dialect in a worktree."""
        if commands:
            variables = self.clock.set(self.sandbox, self.now)
            self.program.set_up(commands, self.sandbox.root, worktree, variables)
            self.sandbox.ignore_untracked(worktree)

    def apply(self, operation: Operation) -> Message:
        """Answer an operation. Raises `UnsupportedRequest` or `BrokenProgram`."""
        self.now = operation.now
        if not isinstance(operation, CheckCommand):
            self.sandbox.write_document(operation)
        if isinstance(operation, ReviewOperation):
            self.reviewed.add(operation.plan)
        call = invocation(operation, self.sandbox)
        if isinstance(operation, Commit):
            return commit(operation, call, self.sandbox, self.commits, self.ask)
        try:
            envelope = self._ask_for(operation, call)
        except RefusedArguments as error:
            return usage(operation, error)
        if not envelope.failed:
            self._learn(operation, envelope)
        reply = answer(operation, envelope)
        if "plan" in reply:
            self._complete(reply["plan"])
        for step in reply.get("changed_steps", ()):
            self.commits.forget(operation.plan, step)
        return reply

    def observe(self) -> Message:
        """Return everything that is shown."""
        plans = self._plans_shown()
        for plan in plans:
            self._complete(plan)
        return {"reply": "ok", "plans": plans}

    def _learn(self, operation: Operation, envelope: Envelope) -> None:
        """Take note of what the program holds from now on."""
        if isinstance(operation, Register):
            self.sandbox.plans[operation.plan] = None
        context = envelope.data.get("context")
        if isinstance(operation, ReportIteration) and isinstance(context, str):
            # The path of the program's copy stands for the path that the operation has given.
            self.sandbox.contexts[context] = operation.report.summary_path

    def _complete(self, plan: Message) -> None:
        """Add the reviews to a plan that is shown, and put its loop in the operations' words."""
        loop = plan.get("iteration_loop")
        if loop and isinstance(context := loop.get("context"), str):
            given = self.sandbox.contexts.get(context, context)
            plan["iteration_loop"] = loop | {"context": given}
        if plan["path"] in self.reviewed:
            plan["review_cycle"] = self._cycle_shown(plan["path"])

    def _cycle_shown(self, plan: str) -> Message | None:
        """Return the reviews of a plan as they are shown, or `None` if it has none."""
        folder = PassedArgument(PLAN_FOLDER, self.sandbox.review_folder(plan))
        envelope = self.ask(Invocation("review show", (folder,)))
        if envelope.failed:
            return None
        found: Message = envelope.required("review_cycle", dict)
        return found

    def _plans_shown(self) -> list[Message]:
        """Return all plans, as far as they are shown. An error without a plan means nothing."""
        plans = list(self.sandbox.plans)
        if self.program.dialect.output.all_plans:
            envelope = self.ask(Invocation("state show"))
            if envelope.failed and plans:
                raise envelope.ended.broken("it does not show the plans that it holds")
            return [] if envelope.failed else state(envelope)["plans"]
        envelopes = [*map(self._ask_to_show, plans)]
        for envelope in envelopes:
            if envelope.failed:
                raise envelope.ended.broken("it does not show a plan that it holds")
        return [shown(envelope)["plan"] for envelope in envelopes]

    def _ask_to_show(self, plan: str) -> Envelope:
        return self.ask(Invocation("state show", (PassedArgument(PLAN, plan_argument(plan)),)))

    def ask(self, call: Invocation) -> Envelope:
        """Call a subcommand at the time of the last operation."""
        clock = self.clock
        variables = clock.set(self.sandbox, self.now)
        back = Translation(self.sandbox.name_map, clock.beginning, clock.unit, clock.known)
        return self.program.ask(call, self.sandbox.root, variables, back)

    def _ask_for(self, operation: Operation, call: Invocation) -> Envelope:
        if not isinstance(operation, Reconcile):
            return self.ask(call)
        with self.commits.only(operation.history, lambda: self._recorded(operation.plan)):
            return self.ask(call)

    def _recorded(self, plan: str) -> set[str]:
        """Return the commits that the program shows at the steps of a plan, by their real names."""
        envelope = self._ask_to_show(plan)
        if envelope.failed:
            return set()
        real = replace(envelope, translation=replace(envelope.translation, name_map={}))
        return {step.get("commit_hash") for step in shown(real)["plan"].get("steps", ())}

    def clone(self) -> Self:
        """Return another client of the program, in the same repository, for another thread."""
        other = copy(self)
        other.program = replace(self.program, running=None)
        return other

    def close(self) -> None:
        """Take all files away."""
        shutil.rmtree(self.folder, ignore_errors=True)


def usage(operation: Operation, error: RefusedArguments) -> Message:
    """Answer where the command line itself refuses what the rules refuse; else raise the error."""
    if isinstance(operation, Release) and (operation.worktree is None) != operation.force:
        return refused(Code.INVALID_REQUEST)
    if isinstance(operation, Update) and not operation.changes:
        raise UnsupportedRequest("the command line takes no update without an option")
    raise error
