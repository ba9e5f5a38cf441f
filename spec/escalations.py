"""Escalations: what a person is told of a step that could not be completed (REC-2).

A message is made of lines, so that texts and names with line breaks cannot pass for lines of their
own. Apart from these texts and names it never says how to reconcile or to complete by force.
"""

import json
import shlex
from collections.abc import Iterator

from spec.orchestration import deferrals
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.items import Item
from spec.vocabulary.recovery import Ending, Work

PROGRAM = ("planstate",)
"""The words by which the commands are called, with options if they need any."""


def escalation(
    ending: Ending, work: Work, commit_hash: str | None = None, program: tuple[str, ...] = PROGRAM
) -> tuple[str, ...]:
    """Write the message of an escalation, line by line.

    `ending` has a reason. `commit_hash` is that of the git commit, as far as it is known.
    """
    assert ending.reason is not None  # that of every escalation
    say = Commands(work, program)
    return (
        *what_happened(ending, work, commit_hash),
        *what_is_open(ending),
        *ADVICE[ending.reason](say),
        *unfinished_substeps(ending, say),
        f"Then complete what is still open, and the step{but_deferrals(work)}:",
        *indented(*say.closing()),
    )


def manual_command(work: Work, program: tuple[str, ...] = PROGRAM) -> str:
    """Write what completes the step once nothing else is in the way, for a POSIX shell.

    It is a batch of the deferrals that completes what remains, followed by a strict completion.
    """
    return "\n".join(Commands(work, program).closing())


class Commands:
    """Writes commands for the work on a step, quoted for a POSIX shell."""

    def __init__(self, work: Work, program: tuple[str, ...]) -> None:
        self.work = work
        self.program = program

    def state(self, command: str, *more: str) -> str:
        """Write a command about the plan."""
        plan = no_option(self.work.plan, "./")
        return shlex.join([*self.program, "state", command, plan, *more])

    def held(self, command: str, *steps: str, more: tuple[str, ...] = ()) -> str:
        """Write a command of the worktree, about the plan or one of its steps."""
        worktree = self.work.worktree
        dashed = worktree.startswith("-")
        named = (f"--worktree={worktree}",) if dashed else ("--worktree", worktree)
        return self.state(command, *(no_option(step, "#") for step in steps), *named, *more)

    def closing(self) -> tuple[str, str]:
        """Write the batch and the completion."""
        step = self.work.step
        batch = self.held("update", step, more=("--batch", "--complete-remaining"))
        # Not `echo`, which takes the backslashes of JSON for its own in some shells.
        given = f"printf '%s\\n' {shlex.quote(batch_text(self.work))}"
        return f"{given} | {batch} &&", self.held("complete", step)


def no_option(name: str, prefix: str) -> str:
    """Give a name a prefix that changes nothing, if it would be taken for an option."""
    return f"{prefix}{name}" if name.startswith("-") else name


def batch_text(work: Work) -> str:
    """Write the deferrals as the JSON array that a batch is read from."""
    entries = [
        {
            "kind": str(entry.kind),
            "ordinal": entry.ordinal,
            "status": entry.status,
            "reason": entry.reason,
        }
        for entry in deferrals(work)
    ]
    text = json.dumps(entries, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else escaped(sign) for sign in text)


def escaped(sign: str) -> str:
    """Write a character that cannot be printed as JSON does, whatever shows it then."""
    return json.dumps(sign)[1:-1] if ord(sign) != 0x7F else "\\u007f"


def what_happened(ending: Ending, work: Work, commit_hash: str | None) -> Iterator[str]:
    """Name the step, the plan, the reason, and the commit, which stands."""
    tried = {0: "and was not tried again", 1: "after 1 attempt"}
    times = tried.get(ending.attempts, f"after {ending.attempts} attempts")
    yield f"Step {work.step} of {work.plan} is not completed: {ending.reason}, {times}."
    commit = f"The git commit {commit_hash}" if commit_hash else "The git commit of the step"
    yield f"{commit} stands: the work is safe."


def what_is_open(ending: Ending) -> Iterator[str]:
    """Name the open items and substeps that were last seen, as far as any were."""
    if ending.open_items is None or ending.open_substeps is None:
        yield "Its open items and unfinished substeps are not known: no query was answered."
        return
    yield f"Its open items when last seen:{'' if ending.open_items else ' none.'}"
    yield from indented(*map(named, ending.open_items))
    yield f"Its unfinished substeps when last seen:{'' if ending.open_substeps else ' none.'}"
    yield from indented(*ending.open_substeps)


def named(item: Item) -> str:
    """Name an item as the options of the command line do, which count from 1."""
    return f"{item.kind} {item.ordinal + 1}: {item.text}"


def but_deferrals(work: Work) -> str:
    """Say what the batch does not complete, if there is such."""
    return "; the batch defers what the reviewer did not pass" if deferrals(work) else ""


def unfinished_substeps(ending: Ending, say: Commands) -> Iterator[str]:
    """Say how to complete the substeps that are in the way."""
    if ending.open_substeps:
        yield "Finish each of these substeps, its items too, and complete it:"
        yield from indented(*(say.held("complete", substep) for substep in ending.open_substeps))


def after_open_items(say: Commands) -> Iterator[str]:
    """Say what to look at before the items are completed."""
    yield "See whether what is open is done:"
    yield from indented(say.state("show", "--checklist"))


def after_drift(say: Commands) -> Iterator[str]:
    """Say how to take over a changed document, which makes the step new."""
    yield (
        "The plan's document is not what was registered. Take over what it says now, and claim "
        f"again, until that gives {say.work.step}:"
    )
    yield from indented(say.state("init"), say.held("claim"))
    yield (
        "Its items are open again then. Do what the document says now, commit again, and go on "
        "below if that does not complete the step."
    )
    if deferrals(say.work):
        yield (
            "The batch below counts checkpoints from 0, as they were reviewed; mend it if they are "
            "others now."
        )


def after_lost_ownership(say: Commands) -> Iterator[str]:
    """Say how to see who holds the step, and how to hold it again."""
    yield (
        f"The step was not held by {say.work.worktree}. See who holds it; if it is completed, "
        "nothing is left to do. Claim it again once nobody else works on it:"
    )
    yield from indented(say.state("show"), say.held("claim"))


def after_db_error(say: Commands) -> Iterator[str]:
    """Say what to look at when the store did not take the completion, for whatever cause."""
    yield "See whether the store can be used, and knows the plan and the step:"
    yield from indented(say.state("show"))
    yield (
        f"See also whether {say.work.plan} can be read in the main worktree, and whether the "
        "review judges only checkpoints that the step has. Mend what is wrong."
    )


ADVICE = {
    FailureReason.OPEN_ITEMS: after_open_items,
    FailureReason.DRIFT: after_drift,
    FailureReason.OWNERSHIP: after_lost_ownership,
    FailureReason.DB_ERROR: after_db_error,
}


def indented(*lines: str) -> Iterator[str]:
    """Set lines off from the sentences around them."""
    return (f"  {line}" for line in lines)
