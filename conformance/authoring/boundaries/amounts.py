"""More than two of everything: what a step waits for, and what is counted and kept."""

from collections.abc import Callable

from conformance.authoring.boundaries.asking import HASH, TASK, Operations, ask
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show

SEVERAL, MANY, HUNDRED = 4, 12, 100
NAMES = tuple(f"step-{number}" for number in range(SEVERAL))
LENGTHS = (250, 1_000, 10_000)
"""Characters of a command before the part that matters."""


CASES = tuple((f"plan-{number}.md", number) for number in range(SEVERAL))
"""A plan for each of several parts, of which that one is missing."""

PARTS = tuple(StepDefinition(name, name) for name in NAMES)
WITH_ITEMS = StepDefinition("build", "Build", items=(TASK,) * SEVERAL)


def registered(plan: str, *steps: StepDefinition) -> Operation:
    """Return the registration of a plan."""
    return ask(Register, plan=plan, definition=PlanDefinition("A bridge", HASH, steps))


def all_but(missing: int, status: ItemStatus, reason: str | None = None) -> tuple[BatchEntry, ...]:
    """Return entries for all items but one, each with its number after the reason."""
    return tuple(
        BatchEntry(ItemKind.TASK, number, status, reason and f"{reason} {number}")
        for number in range(SEVERAL)
        if number != missing
    )


def dependencies() -> Operations:
    """Complete all that a step waits for but one, whichever that is, and then this one too."""
    for plan, missing in CASES:
        yield registered(plan, *PARTS, StepDefinition("last", "Last", NAMES))
        for name in NAMES:
            if name == NAMES[missing]:
                yield ask(Claim, plan=plan, worktree="two")
            else:
                yield ask(Claim, plan=plan)
                yield ask(Complete, plan=plan, step=name)
        yield ask(Ready, plan=plan)
        yield ask(Claim, plan=plan)
        yield ask(Complete, plan=plan, step=NAMES[missing], worktree="two")
        yield ask(Ready, plan=plan)
        yield ask(Claim, plan=plan)


def substeps() -> Operations:
    """Complete a step of which all substeps but one are completed, whichever that is."""
    for plan, missing in CASES:
        yield registered(plan, StepDefinition("build", "Build", substeps=PARTS))
        yield ask(Claim, plan=plan)
        others = (*NAMES[:missing], *NAMES[missing + 1 :])
        for name in (*others, "build", NAMES[missing], "build"):
            yield ask(Complete, plan=plan, step=name)


def items() -> Operations:
    """Complete a step of which all items but one are completed, whichever that is."""
    for plan, missing in CASES:
        yield registered(plan, WITH_ITEMS)
        yield ask(Claim, plan=plan)
        last = BatchEntry(ItemKind.TASK, missing, ItemStatus.COMPLETED)
        for entries in (all_but(missing, ItemStatus.COMPLETED), (last,)):
            yield ask(Batch, plan=plan, entries=entries)
            yield ask(Complete, plan=plan)


def deferred_items() -> Operations:
    """Complete what remains of a step of which all items but one are deferred."""
    for plan, missing in CASES:
        yield registered(plan, WITH_ITEMS)
        yield ask(Claim, plan=plan)
        others = all_but(missing, ItemStatus.DEFERRED, "later")
        yield ask(Batch, plan=plan, entries=others, complete_remaining=True)


def artifacts() -> Operations:
    """Record artifacts of two steps by turns, and show them."""
    yield ask(Register)
    yield ask(Claim)
    yield ask(Claim, worktree="two")
    for number in range(MANY):
        holder = {"step": "test", "worktree": "two"} if number % 3 == 2 else {}
        yield ask(RecordArtifact, summary=f"note {number}", now=number, **holder)
    yield ask(Show, now=MANY)


def violations() -> Operations:
    """Report iterations that contradict themselves, until the limit."""
    yield ask(Register)
    yield ask(StartIterations, max_iterations=MANY)
    for number in range(MANY):
        yield ask(ReportIteration, report=IterationReport(f"Phase_{number}", False))
    yield ask(Show)


def claims() -> Operations:
    """Claim a step and give it back, again and again, by turns."""
    yield ask(Register)
    for number in range(MANY):
        worktree = f"worktree-{number % 3}"
        yield ask(Claim, worktree=worktree, now=number)
        yield ask(Release, worktree=worktree, now=number, force=False)


def steps() -> Operations:
    """Complete the last of a hundred steps, for which all the others wait, and one more."""
    *waiting, last = (f"step-{number}" for number in range(HUNDRED))
    yield registered(
        "plan.md",
        *(StepDefinition(anchor, anchor, (last,)) for anchor in waiting),
        StepDefinition(last, last),
        StepDefinition("end", "End", (waiting[-1], last)),
    )
    yield ask(Ready)
    yield ask(Claim)
    yield ask(Complete, step=last)
    yield ask(Ready)
    yield ask(Claim)


def commands() -> Operations:
    """Check commands whose part that matters comes last."""
    for length in LENGTHS:
        yield ask(CheckCommand, command=f"echo {'a' * length}; cat notes.md")


AMOUNTS: dict[str, Callable[[], Operations]] = {
    "dependencies of a step": dependencies,
    "substeps of a step": substeps,
    "items of a step": items,
    "deferred items of a step": deferred_items,
    "artifacts of a step": artifacts,
    "violations of a loop": violations,
    "claims of a step": claims,
    "steps of a plan": steps,
    "characters of a command": commands,
}
