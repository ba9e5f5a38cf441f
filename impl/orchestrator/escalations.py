"""Escalations: what a person reads about a step that could not be completed (REC-2).

A message is a sequence of lines, so that a text or a name with line breaks cannot forge lines.
Apart from these texts and names it never shows how to reconcile or to complete by force.
"""

import shlex
from collections.abc import Iterator

from impl.command_words import batch_text, plan_word, step_word, with_value
from impl.orchestrator.recovery import deferrals
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.recovery import Ending, Work

PROGRAM = ("planstate",)
"""The words that call the program, with its options if it needs any."""


def escalation(
    ending: Ending,
    work: Work,
    commit_hash: str | None = None,
    program: tuple[str, ...] = PROGRAM,
    warnings: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """Return the message of an escalation, line by line (REC-2).

    `ending` has a reason. `commit_hash` and `warnings` are those of the commit, as far as they are
    known.
    """
    assert ending.reason is not None  # every escalation has one
    commands = Commands(work, program)
    after = "; the batch defers what the reviewer did not pass" if deferrals(work.review) else ""
    return (
        *what_happened(ending, work, commit_hash),
        *what_the_commit_said(ending, warnings),
        *what_is_open(ending),
        *ADVICE[ending.reason](commands),
        *unfinished_substeps(ending, commands),
        f"Then complete what is still open, and the step{after}:",
        *indented(*commands.closing()),
    )


def manual_command(work: Work, program: tuple[str, ...] = PROGRAM) -> str:
    """Return the commands that complete the step once nothing else is in the way (REC-2).

    For a POSIX shell: a batch with the deferrals that completes what remains, followed by a strict
    completion.
    """
    return "\n".join(Commands(work, program).closing())


class Commands:
    """Command lines for the work on a step, quoted for a POSIX shell."""

    def __init__(self, work: Work, program: tuple[str, ...]) -> None:
        self.work = work
        self.program = program

    @property
    def claim(self) -> tuple[str, ...]:
        """The option for the claim under which the work was done, if that is known."""
        return (*with_value("--claim-id", self.work.claim_id),)

    def state(self, command: str, *more: str) -> str:
        """Return a command about the plan."""
        return shlex.join([*self.program, "state", command, plan_word(self.work.plan), *more])

    def held(self, command: str, *steps: str, more: tuple[str, ...] = ()) -> str:
        """Return a command of the worktree, about the plan or one of its steps."""
        named = with_value("--worktree", self.work.worktree)
        return self.state(command, *map(step_word, steps), *named, *more)

    def closing(self) -> tuple[str, str]:
        """Return the batch and the completion."""
        step = self.work.step
        batch = self.held("update", step, more=("--batch", "--complete-remaining", *self.claim))
        # Not `echo`: in some shells it interprets the backslashes of JSON itself.
        given = f"printf '%s\\n' {shlex.quote(batch_text(deferrals(self.work.review)))}"
        return f"{given} | {batch} &&", self.held("complete", step, more=self.claim)


def what_happened(ending: Ending, work: Work, commit_hash: str | None) -> Iterator[str]:
    """Yield the step, the plan, the reason, and the commit, which stands."""
    tried = {0: "and was not tried again", 1: "after 1 attempt"}
    times = tried.get(ending.attempts, f"after {ending.attempts} attempts")
    yield f"Step {work.step} of {work.plan} is not completed: {ending.reason}, {times}."
    commit = f"The git commit {commit_hash}" if commit_hash else "The git commit of the step"
    yield f"{commit} stands: the work is safe."


def what_the_commit_said(ending: Ending, warnings: tuple[str, ...]) -> Iterator[str]:
    """Yield the warnings of a commit that met a broken store, each as one line."""
    if ending.reason is FailureReason.DB_ERROR and not ending.attempts and warnings:
        yield "The commit warned:"
        yield from indented(*(" ".join(warning.split()) for warning in warnings))


def what_is_open(ending: Ending) -> Iterator[str]:
    """Yield the open items and substeps that were last seen, as far as any were."""
    if ending.open_items is None or ending.open_substeps is None:
        yield "Its open items and unfinished substeps are not known: no query was answered."
        return
    yield f"Its open items when last seen:{'' if ending.open_items else ' none.'}"
    # Under the numbers that the command line knows them by, counted from 1.
    yield from indented(
        *(f"{item.kind} {item.ordinal + 1}: {item.text}" for item in ending.open_items)
    )
    yield f"Its unfinished substeps when last seen:{'' if ending.open_substeps else ' none.'}"
    yield from indented(*ending.open_substeps)


def unfinished_substeps(ending: Ending, commands: Commands) -> Iterator[str]:
    """Yield how to complete the substeps that are in the way."""
    if ending.open_substeps:
        yield "Finish each of these substeps with its items, and complete it:"
        yield from indented(
            *(commands.held("complete", name, more=commands.claim) for name in ending.open_substeps)
        )


def after_open_items(commands: Commands) -> Iterator[str]:
    """Yield what to look at before the items are completed."""
    yield "Check whether what is open is done:"
    yield from indented(commands.state("show", "--checklist"))


def after_drift(commands: Commands) -> Iterator[str]:
    """Yield how to register a changed document, which may make the step new."""
    yield (
        "The plan's document has changed since it was registered. Register it as it is now, and "
        f"claim until you get {commands.work.step}:"
    )
    yield from indented(commands.state("init"), commands.held("claim"))
    yield (
        "If the document has changed the step, its items are then open again: do what it now says. "
        "Commit again; continue below if that does not complete the step."
    )
    if deferrals(commands.work.review):
        yield (
            "The batch below numbers checkpoints from 0, as they were reviewed; change it if they "
            "are different now."
        )


def after_lost_ownership(commands: Commands) -> Iterator[str]:
    """Yield how to see who holds the step, and how to hold it again."""
    yield (
        f"The step was not held by {commands.work.worktree}. Check that this is the worktree you "
        "mean, and see who holds the step; if it is completed, nothing is left to do. Claim it "
        "again once nobody else works on it:"
    )
    yield from indented(commands.state("show"), commands.held("claim"))


def after_db_error(commands: Commands) -> Iterator[str]:
    """Yield what to look at when the store did not take the completion."""
    yield "Check that the store can be opened, and that it has the plan and the step:"
    yield from indented(commands.state("show"))
    yield (
        f"Check also that {commands.work.plan} can be read in the main worktree, and that the "
        "review judges only checkpoints of the step. Fix what is wrong."
    )


ADVICE = {
    FailureReason.OPEN_ITEMS: after_open_items,
    FailureReason.DRIFT: after_drift,
    FailureReason.OWNERSHIP: after_lost_ownership,
    FailureReason.DB_ERROR: after_db_error,
}


def indented(*lines: str) -> Iterator[str]:
    """Yield lines set off from the sentences around them."""
    return (f"  {line}" for line in lines)
