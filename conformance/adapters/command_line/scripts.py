"""A trace as a shell script: what is done to a program, to be asked again by hand.

The script makes a new repository with git, writes the plan documents, and calls the program as the
adapter does. Paths below its folder stand behind `$here`.
"""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from conformance.adapters.command_line.clocks import BEGINNING, SLOWED
from conformance.adapters.command_line.commands import (
    CLOCK_VARIABLE,
    PLAN,
    Invocation,
    PassedArgument,
)
from conformance.adapters.command_line.dialects.spelling import set_up_commands, spelled
from conformance.adapters.command_line.documents import UNKNOWN, Documents
from conformance.adapters.command_line.git_lines import HERE, quoted, with_input
from conformance.adapters.command_line.invocations import invocation, plan_argument
from conformance.adapters.command_line.program import DrivenProgram
from conformance.adapters.command_line.sandbox import HIDDEN_STORES
from conformance.adapters.command_line.script_commits import ScriptedCommits
from conformance.adapters.repositories import ENVIRONMENT
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.messages import Clock
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register

NOTHING: Mapping[str, str] = MappingProxyType({})
IDENTITY = " ".join(
    f"{name}={shlex.quote(value)}"
    for name, value in ENVIRONMENT.items()
    if not name.startswith("GIT_CONFIG")
)


class ShellScript:
    """The lines of a script that asks a program, in its dialect."""

    def __init__(
        self,
        program: DrivenProgram,
        store: str | None,
        clock: Clock,
        *,
        real_time: bool = False,
    ) -> None:
        self.real_time = real_time
        self.program = program
        self.clock = clock
        self.unit = SLOWED if clock is Clock.VIRTUAL else 1
        self.root = HERE / "main"
        self.now = 0
        self.plans: dict[str, None] = {}
        self._documents = Documents()
        self._written: dict[str, str] = {}
        self._linked: dict[str, Path] = {}
        self.lines = [
            'here=$(mktemp -d) && mkdir "$here/main" && cd "$here/main"',
            f"export {IDENTITY}",
            "git init --quiet --initial-branch=main",
            "git commit --quiet --allow-empty --message=Begin",
        ]
        self.commits = ScriptedCommits(self.lines, self._call, self, store or HIDDEN_STORES)
        self._set_up(program.dialect.setup.repository, self.root)

    def ask(self, operation: Operation) -> None:
        """Add the lines that ask an operation."""
        passed = f"{(operation.now - self.now) / 1_000:g}"
        if self.clock is Clock.OFFSET and operation.now > self.now:
            self.lines.append(f"# {passed} s pass here: wait, or move the times in the store back.")
        if self.real_time and operation.now > self.now > 0:
            self.lines.append(f"sleep {passed}")
        self.now = operation.now
        self._write_document(operation)
        match operation:
            case Commit():
                self.commits.commit(operation)
            case Reconcile():
                self.commits.reconcile(operation)
            case _:
                self._call(invocation(operation, self))

    def observe(self) -> None:
        """Add the lines that ask for all that is shown."""
        if self.program.dialect.output.all_plans:
            self._call(Invocation("state show"))
            return
        for plan in self.plans:
            self._call(Invocation("state show", (PassedArgument(PLAN, plan_argument(plan)),)))

    def summary(self, _: object) -> str:
        """Raise `UnsupportedRequest`: no files of reviews, and no summaries, are written."""
        raise UnsupportedRequest("it needs files of its own, which a replay makes")

    review_folder = reviewer = summary

    def _write_document(self, operation: Operation) -> None:
        document_hash, plan = self._documents.named(operation), operation.plan
        if isinstance(operation, Register):
            self.plans[plan] = None
        if document_hash is None and isinstance(operation, Commit):
            self._written.pop(plan, None)
            self.lines.append(f"rm -f {quoted(plan)}")
            return
        if document_hash is None and plan in self._written:
            return
        text = self._documents.text(UNKNOWN if document_hash is None else document_hash)
        if self._written.get(plan) != text:
            self._written[plan] = text
            if (folder := Path(plan).parent) != Path():
                self.lines.append(f"mkdir -p {quoted(str(folder))}")
            self.lines.append(with_input(f"cat > {quoted(plan)}", text))

    def worktree(self, worker: str) -> Path:
        """Return the folder that a worker goes by, and add the lines that make it."""
        if worker not in self._linked:
            name = f"worker-{len(self._linked) + 1}"
            linked = self._linked[worker] = HERE / "linked" / name
            self.lines.append(f"git worktree add --quiet -b {name} {quoted(str(linked))}")
            self._set_up(self.program.dialect.setup.worktree, linked)
        return self._linked[worker]

    def _set_up(self, commands: Sequence[str], worktree: Path) -> None:
        """Add commands of the dialect that prepare a worktree; git ignores what they leave."""
        if commands:
            listing = "git ls-files --others --exclude-standard --directory | sed 's:^:/:'"
            exclude = quoted(str(self.root / ".git/info/exclude"))
            words = set_up_commands(commands, self.program.command, self.root, worktree)
            self._run_in(worktree, *map(self._timed, words), f"{listing} >> {exclude}")

    def _run_in(self, folder: Path, *lines: str) -> None:
        if folder != self.root:
            root = f"cd {quoted(str(self.root))}"
            lines = (f"cd {quoted(str(folder))}", *lines, root)
        self.lines += lines

    def _timed(self, command: Sequence[str], variables: Mapping[str, str] = NOTHING) -> str:
        """Return a command with the variables that it needs."""
        given = dict(variables)
        if self.clock is Clock.VIRTUAL:
            name = self.program.dialect.clock.variable or CLOCK_VARIABLE
            given[name] = str(BEGINNING + self.now * SLOWED)
        set_before = (f"{name}={shlex.quote(value)}" for name, value in given.items())
        return " ".join((*set_before, *map(quoted, command)))

    def _call(self, call: Invocation, variables: Mapping[str, str] = NOTHING) -> None:
        arguments = spelled(call, self.program.dialect, self.root)
        command = self._timed((*self.program.command, *arguments), variables)
        if call.standard_input:
            command = with_input(command, call.standard_input)
        self._run_in(call.folder(self.program.dialect.paths.run_in, self.root), command)


def script_of(
    operations: Sequence[Operation],
    program: DrivenProgram,
    store: str | None,
    clock: Clock,
    *,
    real_time: bool = False,
) -> str:
    """Return a script that asks a program for a trace and for what it shows then.

    In `real_time`, it waits between the requests.
    """
    script = ShellScript(program, store, clock, real_time=real_time)
    for operation in operations:
        try:
            script.ask(operation)
        except UnsupportedRequest as error:
            script.lines.append(f"# {type(operation).__name__} is left out here: {error}")
    script.observe()
    return "\n".join(script.lines)
