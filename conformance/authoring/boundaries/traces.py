"""Every trace of boundary values, made from the domains."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conformance.authoring.boundaries import amounts, names, numbers, shapes
from conformance.authoring.boundaries.asking import HASH, Meeting, Operations, ask
from conformance.generators.domains import domain_of
from conformance.protocol.operations import operation_name
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import RecordArtifact
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.domains import (
    DOCUMENT,
    TEXTS,
    ClaimId,
    CommitHash,
    DocumentHash,
    Duration,
    Limit,
    Names,
    Ordinal,
    Phase,
    Reason,
    Size,
    Summary,
    Time,
)
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.reviews import NewPlan, SetNextPhase


@dataclass(frozen=True, slots=True)
class BoundaryTrace:
    """What a trace of boundary values is called, what it shows, and its operations."""

    name: str
    title: str
    operations: tuple[Operation, ...]


def values_of(named: Any) -> tuple[Any, ...]:
    """Return the boundary values of a type of a field."""
    return domain_of(named).boundary


LONG = "/".join("a" * 50 for _ in range(5))
"""A text of 254 characters. It could be a path, no part of which is too long for a file's name."""

NAMED = TEXTS | {"differ after 255 characters": (f"{LONG}/b", f"{LONG}/c")}
"""Texts that name something, with two that are confused where names are cut off."""

STORED = {
    **NAMED,
    "differ after 5,000 characters": (f"{'a' * 5_000}b", f"{'a' * 5_000}c"),
    "differ in being empty": ("", " "),
}
"""Texts that are only stored."""

MEETINGS: tuple[tuple[str, dict[str, tuple[Any, Any]], Meeting], ...] = (
    ("Worktrees", NAMED, names.worktrees),
    ("Anchors", NAMED, names.anchors),
    ("Paths of plans", NAMED, names.plans),
    ("Paths of plans that are worked on", NAMED, names.plans_worked_on),
    ("Steps of histories", NAMED, names.commit_logs),
    ("Steps, worktrees and messages of commits", NAMED, names.commits),
    ("Tasks and phases", NAMED, names.reviews),
    ("Names of work that remains", NAMED, names.iterations),
    ("Stored texts", STORED, names.texts),
    *((what, domain_of(Time).pairs, meeting) for what, meeting in numbers.TIMES.items()),
    ("Leases", domain_of(Duration).pairs, numbers.leases),
    ("Hashes of documents", domain_of(DocumentHash).pairs, numbers.document_hashes),
    ("Hashes of registered documents", domain_of(DocumentHash).pairs, numbers.registrations),
    ("Hashes of documents at commits", domain_of(DocumentHash).pairs, numbers.drifted_commits),
    ("Hashes of commits", domain_of(CommitHash).pairs, numbers.commit_hashes),
    ("Hashes of commits that git has made", domain_of(CommitHash).pairs, numbers.commits_found),
    ("Hashes in histories", domain_of(CommitHash).pairs, numbers.commit_logs),
    ("Hashes in reports", domain_of(CommitHash).pairs, numbers.reported_commits),
)
"""What meets: values that differ, by how they differ, and the operations that use both."""


def commands() -> Operations:
    """Check commands that are boundary values, for plans that are."""
    pairs = (*TEXTS.values(), ("", ""))
    return (ask(CheckCommand, plan=each, command=each) for pair in pairs for each in pair)


def summaries() -> Operations:
    """Record artifacts with summaries of every length."""
    yield ask(Register)
    yield ask(Claim)
    yield from (ask(RecordArtifact, summary=each) for each in values_of(Summary))


def names_that_remain(*, in_brackets: bool) -> Operations:
    """Report texts that are read as lists of names, in brackets or not."""
    yield ask(Register)
    for each in (name for name in values_of(Names) if name.startswith("[") == in_brackets):
        yield ask(StartIterations, max_iterations=2)
        yield ask(ReportIteration, report=IterationReport(each, requires_continuation=True))


def phases() -> Operations:
    """Edit the next phase by hand."""
    yield ask(Register)
    yield ask(NewPlan)
    yield from (ask(SetNextPhase, next_phase=each) for each in values_of(Phase))


def reasons() -> Operations:
    """Complete a step by force for each reason."""
    values = values_of(Reason)
    steps = tuple(StepDefinition(f"step-{number}", "Step") for number in range(len(values)))
    yield ask(Register, definition=PlanDefinition("A bridge", HASH, steps))
    for step, reason in zip(steps, values, strict=True):
        yield ask(Claim)
        yield ask(Complete, step=step.anchor, force=True, reason=reason)


def single_traces() -> Iterator[tuple[str, Operations]]:
    """Yield what is about values each of which stands for itself."""
    yield "Ordinals from negative ones to 62 bits", numbers.ordinals(values_of(Ordinal))
    for kind in numbers.UNDER_A_CLAIM:
        name = f"Ids of claims from 0 to 53 bits for `{operation_name(kind)}`"
        yield name, numbers.claim_ids(kind, values_of(ClaimId))
    recorded = numbers.recorded_claim_ids(values_of(ClaimId))
    yield "Ids of claims from 0 to 53 bits in a history", recorded
    yield "Limits from negative ones to 62 bits", numbers.limits(values_of(Limit))
    yield "Sizes of summaries around the least and to 62 bits", numbers.sizes(values_of(Size))
    yield "Commands of unusual characters", commands()
    yield "Summaries of unusual characters and of more than 500", summaries()
    yield "Phases of unusual characters", phases()
    yield "Reasons of forced completion", reasons()
    yield "Texts that name work that remains", names_that_remain(in_brackets=False)
    yield "Lists that name work that remains", names_that_remain(in_brackets=True)


def boundary_traces() -> Iterator[BoundaryTrace]:
    """Yield every trace."""
    for what, pairs, meeting in MEETINGS:
        for difference, (one, other) in pairs.items():
            operations = tuple(meeting(one, other))
            title = f"{what} that {difference} are not confused."
            yield BoundaryTrace(slug(f"{what} {difference}"), title, operations)
    for what, asked in single_traces():
        yield BoundaryTrace(slug(what), f"{what} are answered as the rules say.", tuple(asked))
    for what, listed in shapes.LISTS.items():
        title = f"The {what} may be none, many, in any order and repeated."
        yield BoundaryTrace(slug(f"list of {what}"), title, tuple(listed()))
    for what, amount in amounts.AMOUNTS.items():
        title = f"The {what} may be many, and each of them counts."
        yield BoundaryTrace(slug(f"many {what}"), title, tuple(amount()))
    for shape in DOCUMENT.shapes:
        title = f"A plan keeps what it can when registered again, and a third time: {shape}."
        yield BoundaryTrace(slug(f"document {shape}"), title, tuple(shapes.registered_again(shape)))


def slug(text: str) -> str:
    """Return a text as a part of a file's name."""
    letters = "".join(each if each.isalnum() else " " for each in text.lower())
    return "-".join(letters.replace(" differ in ", " ").split())
