"""More than two of everything: what a step waits for, and what is counted and kept."""

from collections.abc import Callable, Iterator
from typing import Any

from conformance.authoring.boundaries.asking import HASH, TASK, Operations, ask
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show

SEVERAL, MANY, HUNDRED = 5, 12, 100
NAMES = tuple(f"step-{number}" for number in range(SEVERAL))
LENGTHS = (250, 1_000, 10_000)
"""Characters of a command before the part that matters."""


def with_one_missing(last: StepDefinition, *first: StepDefinition) -> Iterator[dict[str, Any]]:
    """Register a plan for each of several parts, and yield what names the plan and that part."""
    for number in range(SEVERAL):
        yield {
            "plan": f"plan-{number}.md",
            "definition": PlanDefinition("A bridge", HASH, (*first, last)),
            "missing": number,
        }


def dependencies() -> Operations:
    """Complete all that a step waits for but one, whichever that is, and then this one too."""
    first = [StepDefinition(name, name) for name in NAMES]
    for case in with_one_missing(StepDefinition("last", "Last", NAMES), *first):
        plan, missing = case["plan"], NAMES[case["missing"]]
        yield ask(Register, plan=plan, definition=case["definition"])
        for name in NAMES:
            if name != missing:
                yield ask(Complete, plan=plan, step=name, force=True)
        yield ask(Ready, plan=plan)
        yield ask(Claim, plan=plan)
        yield ask(Claim, plan=plan, worktree="two")
        yield ask(Complete, plan=plan, step=missing)
        yield ask(Claim, plan=plan, worktree="two")


def substeps() -> Operations:
    """Complete a step of which all substeps but one are completed, whichever that is."""
    parts = tuple(StepDefinition(name, name) for name in NAMES)
    for case in with_one_missing(StepDefinition("build", "Build", substeps=parts)):
        plan, missing = case["plan"], NAMES[case["missing"]]
        yield ask(Register, plan=plan, definition=case["definition"])
        yield ask(Claim, plan=plan)
        for name in (*(each for each in NAMES if each != missing), "build", missing, "build"):
            yield ask(Complete, plan=plan, step=name)


def items() -> Operations:
    """Complete a step of which all items but one are completed, whichever that is."""
    last = StepDefinition("build", "Build", items=(TASK,) * SEVERAL)
    for case in with_one_missing(last):
        plan, missing = case["plan"], case["missing"]
        yield ask(Register, plan=plan, definition=case["definition"])
        yield ask(Claim, plan=plan)
        done = [
            BatchEntry(ItemKind.TASK, number, ItemStatus.COMPLETED) for number in range(SEVERAL)
        ]
        yield ask(Batch, plan=plan, entries=(*done[:missing], *done[missing + 1 :]))
        yield ask(Complete, plan=plan)
        yield ask(Batch, plan=plan, entries=(done[missing],))
        yield ask(Complete, plan=plan)


def deferred_items() -> Operations:
    """Complete what remains of a step of which all items but one are deferred."""
    last = StepDefinition("build", "Build", items=(TASK,) * SEVERAL)
    for case in with_one_missing(last):
        plan, missing = case["plan"], case["missing"]
        yield ask(Register, plan=plan, definition=case["definition"])
        yield ask(Claim, plan=plan)
        others = tuple(
            BatchEntry(ItemKind.TASK, number, ItemStatus.DEFERRED, f"later {number}")
            for number in range(SEVERAL)
            if number != missing
        )
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
    """Register a hundred steps, one of which waits for one of the last, and complete it."""
    anchors = [f"step-{number}" for number in range(HUNDRED)]
    steps = [StepDefinition(anchor, anchor) for anchor in anchors]
    steps[1] = StepDefinition(anchors[1], anchors[1], (anchors[-2],))
    steps.append(StepDefinition("last", "Last", (anchors[-3], anchors[-1])))
    yield ask(Register, definition=PlanDefinition("A bridge", HASH, tuple(steps)))
    for anchor in ("", *anchors[-3:]):
        if anchor:
            yield ask(Complete, step=anchor, force=True)
        yield ask(Ready)
    yield ask(Claim)
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
