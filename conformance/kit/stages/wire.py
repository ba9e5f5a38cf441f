"""The stage of the wire: a few requests with difficult texts, in every spelling of JSON."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from conformance.adapters.connections import PipelinedTransport
from conformance.differential.divergence import Divergence
from conformance.differential.runner import CannotBeAsked, DifferentialRunner
from conformance.kit.finding import found
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, GoOn, Known, Ran, Skipped
from conformance.protocol.spellings import FILLING, SPELLINGS, VERY_LONG
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import NewPlan, NextTask
from spec.vocabulary.state import Show

TEXT = (
    "\b\f\n\r\r\n\t\x01\x1b\"\\/'\x7f \u0085\u00a0\u2028\u2029\ufeff\u00e9e\u0301\u00ff\u0100\u20ac"
    "\ud7ff\ue000\ufffd\U0001f600\U0010ffff {}[]:,null \\u0041 \\n"
)
"""What is escaped, what may be, what only looks like it, and characters of one to four bytes."""
PLAN, WORKTREE, STEP, HASH = f"plans/{TEXT}.md", f"one {TEXT}", f"build {TEXT}", "0e" * 32
NOW = 2**53 + 1
"""A number that no floating-point number is."""
LONG_TITLE = Register(
    "long.md", PlanDefinition(FILLING * 10_000, HASH, (StepDefinition("a", "A"),)), NOW + 14
)
"""What is the longest line: a long text of several bytes a character, which is stored."""


def operations() -> tuple[Operation, ...]:
    """Return operations in which every text is difficult, and every number too."""
    items = tuple(ItemDefinition(kind, f"{kind} {TEXT}") for kind in ItemKind)
    substep = StepDefinition(f"sub {TEXT}", TEXT, (), items[:1])
    first = StepDefinition(STEP, TEXT, (), items, (substep,))
    second = StepDefinition("later", "", (STEP,))
    definition = PlanDefinition(TEXT, HASH, (first, second))
    holder: dict[str, Any] = {"plan": PLAN, "step": STEP, "worktree": WORKTREE}
    entry = BatchEntry(ItemKind.TASK, 0, "deferred", TEXT)
    report = IterationReport(("a", TEXT), True, summary_path=TEXT)
    return (
        Register(PLAN, definition, NOW),
        Claim(PLAN, WORKTREE, HASH, NOW + 1, 2**61),
        Start(**holder, now=NOW + 2),
        Batch(**holder, entries=(entry,), document_hash=HASH, now=NOW + 3),
        RecordArtifact(**holder, kind=TEXT, summary=TEXT * 8, now=NOW + 4),
        Complete(**holder, document_hash=HASH, now=NOW + 5, force=True, reason=TEXT),
        Commit(**holder, document_hash=HASH, now=NOW + 5, commit_hash="c" * 40, message=TEXT),
        Ready(PLAN, NOW + 6),
        NewPlan(PLAN, NOW + 7, 2**53 + 1),
        NextTask(PLAN, TEXT, NOW + 8),
        StartIterations(PLAN, -(2**53) - 1, NOW + 9),
        StartIterations(PLAN, 2**53 + 1, NOW + 9),
        ReportIteration(PLAN, report, 2**53 + 1, NOW + 10),
        CheckCommand(PLAN, f"grep {TEXT}", NOW + 11),
        Show(PLAN, HASH, NOW + 12),
        Register(TEXT, replace(definition, document_hash="f" * 64), NOW + 13),
    )


def speak(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Yield what differs in each spelling: first as in all other stages, then in the others."""
    policy = GoOn(session, known, session.tally())
    has_lines = isinstance(session.system.connection, PipelinedTransport)
    spellings = ["", *SPELLINGS] if has_lines else [""]
    for at, spelling in enumerate(spellings):
        if budget.out_of_time():
            yield Skipped(f"the wire: {', '.join(spellings[at:])}")
            break
        policy.runner.tally = session.tally()
        with session.system.spelled(spelling):
            ask(
                policy.runner,
                (*operations(), LONG_TITLE) if spelling == VERY_LONG else operations(),
            )
            for shown in policy.taken():
                source = f"the wire: {spelling or 'difficult texts'}"
                yield found(replace(shown, spelling=spelling), source, session.edition)
        yield Ran("the wire", policy.tally)


def ask(runner: DifferentialRunner, asked: tuple[Operation, ...]) -> None:
    """Send as many operations as can be sent, and end where no run can go on."""
    with suppress(Divergence):
        for operation in runner.begin(asked):
            with suppress(CannotBeAsked):
                runner.apply(operation)
