"""Lists and documents of every shape."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import TypeVar

from conformance.authoring.boundaries.asking import COMMIT, Operations, ask
from conformance.generators.edits import EDITS, edited
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import Show

Value = TypeVar("Value")
DONE = ItemStatus.COMPLETED
ITEMS = tuple(ItemDefinition(ItemKind.TASK, f"Task {number}") for number in range(12))
STEPS = tuple(StepDefinition(f"step-{number}", f"Step {number}") for number in range(12))


def shaped(values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """Yield a list in each shape of the domain of lists."""
    yield ()
    yield values
    yield values[::-1]
    yield (*values, values[0])


def document(*steps: StepDefinition) -> PlanDefinition:
    """Return a document with a hash of its own."""
    return PlanDefinition("A bridge", sha256(repr(steps).encode()).hexdigest(), steps)


def changes() -> Operations:
    """Update twelve items in one operation."""
    registered = document(StepDefinition("build", "Build", items=ITEMS))
    yield ask(Register, definition=registered)
    yield ask(Claim, document_hash=registered.document_hash)
    found = tuple(StatusChange(DONE, ItemKind.TASK, number) for number in range(12))
    for each in shaped(found):
        yield ask(Update, changes=each, document_hash=registered.document_hash)


def entries() -> Operations:
    """Complete twelve items in one batch."""
    registered = document(StepDefinition("build", "Build", items=ITEMS))
    yield ask(Register, definition=registered)
    yield ask(Claim, document_hash=registered.document_hash)
    found = tuple(BatchEntry(ItemKind.TASK, number, DONE) for number in range(12))
    for each in shaped(found):
        yield ask(Batch, entries=each, document_hash=registered.document_hash)


def commit_log() -> Operations:
    """Reconcile twelve steps with a commit log."""
    yield ask(Register, definition=document(*STEPS))
    found = tuple(CommitLogEntry("plan.md", step.anchor, COMMIT) for step in STEPS)
    for each in shaped(found):
        yield ask(Reconcile, history=each)


def steps() -> Operations:
    """Register documents with twelve steps."""
    for each in shaped(STEPS):
        yield ask(Register, definition=document(*each))


def substeps() -> Operations:
    """Register documents with twelve substeps."""
    for each in shaped(STEPS):
        yield ask(Register, definition=document(StepDefinition("all", "All", substeps=each)))


def items() -> Operations:
    """Register documents with twelve items in a step."""
    for each in shaped(ITEMS):
        yield ask(Register, definition=document(StepDefinition("all", "All", items=each)))


def dependencies() -> Operations:
    """Register documents with twelve dependencies of a step."""
    for each in shaped(tuple(step.anchor for step in STEPS)):
        last = StepDefinition("last", "Last", each)
        yield ask(Register, definition=document(*STEPS, last))


def reports() -> Operations:
    """Report twelve names of work that remains, and twelve commits."""
    yield ask(Register)
    yield ask(StartIterations, max_iterations=100)
    names = tuple(step.anchor for step in STEPS)
    commits = tuple(f"{number:x}" * 40 for number in range(12))
    for remaining, made in zip(shaped(names), shaped(commits), strict=True):
        report = IterationReport(remaining, bool(remaining), git_commits=made)
        yield ask(ReportIteration, report=report)


LISTS: dict[str, Callable[[], Operations]] = {
    "changes of an update": changes,
    "entries of a batch": entries,
    "commits of a history": commit_log,
    "steps": steps,
    "substeps": substeps,
    "items": items,
    "dependencies": dependencies,
    "names and commits of a report": reports,
}


def registered_again(shape: str) -> Operations:
    """Work on a plan, register it edited, and a third time as it was."""
    parts = tuple(StepDefinition(f"build-{n}", f"Part {n}", items=ITEMS[:2]) for n in range(2))
    build = StepDefinition("build", "Build", items=ITEMS[:2], substeps=parts)
    test = StepDefinition("test", "Test", ("build-0",), ITEMS[2:4])
    original = document(build, test, StepDefinition("ship", "Ship", ("test",)))
    changed = edited(original, shape, EDITS[shape])
    given = {"document_hash": original.document_hash}
    yield ask(Register, definition=original)
    yield ask(Claim, **given)
    for step in ("build-0", "build"):
        yield ask(Update, step=step, **given)
        yield ask(RecordArtifact, step=step)
        yield ask(Complete, step=step, **given)
    for definition in (changed, original):
        yield ask(Register, definition=definition)
        yield ask(Show, document_hash=definition.document_hash)
        yield ask(Claim, document_hash=definition.document_hash)
