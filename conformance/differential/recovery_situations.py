"""Recovery situations: a table of runs of the orchestrator, and what each is expected to do.

A row of `recovery_situations.toml` says what an orchestrator is given, what happens between its
calls, and line by line what it calls and is answered, and how it ends. The model's orchestrator
makes these calls, and the model answers them; what the implementation's does is compared.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from conformance.differential.divergence import Divergence
from conformance.differential.orchestrators import (
    Given,
    Orchestrator,
    ending_to_json,
    first_difference,
    implementation_orchestrator,
    render_exchange,
)
from conformance.differential.tally import Tally
from model.explorer.graphs.runs import RunGraph, RunProgress
from model.explorer.scopes.recovery import ALONE, DISTURBANCES, PARENT, RECOVERY, STEP
from model.explorer.scopes.scope import PLAN, TASK, definition
from model.explorer.situations import Begin, Documents, Event, NextCall
from spec.catalog import rule_id
from spec.editions import CURRENT, edition_named
from spec.properties.predicate import BrokenProperty, broken
from spec.properties.recorded_runs import RecordedRun
from spec.properties.runs import RUN_PROPERTIES
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Outcome
from spec.vocabulary.plans import ItemDefinition, StepDefinition
from spec.vocabulary.recovery import Checkpoint, Count, Ending, Judgement, Review, SentCall

TABLE = Path(__file__).with_suffix(".toml")

HAPPENS = "! "
"""What a line begins with that is no call."""

CHECKPOINTS = tuple(ItemDefinition(ItemKind.CHECKPOINT, text) for text in ("First", "Second"))
PART = StepDefinition("build-1", "Part", items=(TASK,))

STEPS = {
    "a task and a checkpoint": definition("a", ALONE),
    "a task, a checkpoint and an empty substep": definition("b", PARENT),
    "the same in an edited document": definition("c", ALONE),
    "two checkpoints": definition("d", StepDefinition(STEP, "Build", items=CHECKPOINTS)),
    "a task, and a substep with a task": definition(
        "e", StepDefinition(STEP, "Build", items=(TASK,), substeps=(PART,))
    ),
    "a task and a checkpoint, next to another step": definition(
        "f", ALONE, StepDefinition("test", "Test")
    ),
}
"""The documents of the table, by what the step consists of that is worked on."""

HAPPENINGS: dict[str, Event] = dict(
    zip(
        (
            "somebody takes the step over",
            "somebody resets the step",
            "the task is opened again",
            "the task is deferred",
            "the items are completed",
            "somebody reconciles the step",
            "the document is edited",
            "the document is registered again",
            "the store is away",
            "git refuses",
            "the root is gone",
            "the document is unreadable",
        ),
        DISTURBANCES,
        strict=True,
    )
)
"""What happens before a call, in the words of the table."""

SCOPE = replace(
    RECOVERY, documents=Documents(((PLAN, tuple(STEPS.values())),)), max_disturbances=99
)
"""The scope of the table: its documents, and any number of disturbances."""


@dataclass(frozen=True)
class RecoverySituation:
    """A row of the table.

    `clauses` are those that it shows: an orchestrator that breaks one is seen here. `step`,
    `review` (a judgement of each checkpoint, with its reason), `approved` and `tasks_counted` are
    what the orchestrator is given. A line of `run` is `! what happens`, or `call -> answer`. A row
    with an `edition` shows clauses that ended: only the orchestrator of that edition runs like it.
    """

    id: str
    clauses: Sequence[str]
    run: Sequence[str]
    ending: Mapping[str, Any]
    step: str = "a task and a checkpoint"
    review: Sequence[str] = ("0 PASS",)
    approved: bool = True
    tasks_counted: int = 1
    edition: str = CURRENT.name

    @property
    def given(self) -> Given:
        """What the orchestrator is given."""
        review = Review(self.approved, tuple(map(checkpoint, self.review)))
        return PLAN, SCOPE.worktrees[0], review, Count(tasks=self.tasks_counted)

    @property
    def path(self) -> tuple[Event, ...]:
        """The events of the run, as the explorer follows them."""
        _, _, review, count = self.given
        return (Begin(list(STEPS).index(self.step), review, count), *map(event_of, self.run))

    @cached_property
    def progress(self) -> RunProgress:
        """The run of the model's orchestrator, answered by the model.

        Raises `ValueError` if something cannot happen where the row has it.
        """
        graph = RunGraph(SCOPE, edition_named(self.edition))
        progress = graph.progress[()]
        for number, event in enumerate(self.path):
            after = graph.follow(progress, event)
            if after is None:
                raise ValueError(f"{self.id}: line {number} cannot happen: {self.run[number - 1]}")
            progress = after
        return progress

    @property
    def steps(self) -> Iterator[SentCall | Ending]:
        """The calls of the model's orchestrator, and its ending if it has ended."""
        yield from (exchange.call for exchange in self.progress.exchanges)
        if self.progress.ending is not None:
            yield self.progress.ending

    @property
    def outcomes(self) -> list[Outcome]:
        """What the calls are answered."""
        return [exchange.outcome for exchange in self.progress.exchanges]

    @property
    def recorded(self) -> RecordedRun:
        """The run as the properties of whole runs see it."""
        return self.progress.recorded(PLAN, SCOPE.worktrees[0])


@cache
def recovery_situations() -> tuple[RecoverySituation, ...]:
    """Return the rows of the table."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["situation"]
    return tuple(RecoverySituation(**row) for row in rows)


def situations_of(rule: str) -> list[RecoverySituation]:
    """Return the rows that show a clause of a rule in the current edition."""
    return [
        each
        for each in recovery_situations()
        if each.edition == CURRENT.name and rule in map(rule_id, each.clauses)
    ]


def checkpoint(text: str) -> Checkpoint:
    """Read what a reviewer says about a checkpoint, such as `1 FAIL: it swings`."""
    judged, _, reason = text.partition(": ")
    ordinal, judgement = judged.split()
    return Checkpoint(int(ordinal), Judgement(judgement), reason)


def event_of(line: str) -> Event:
    """Return the event of a line of a run: something that happens, or the next call."""
    return HAPPENINGS[line.removeprefix(HAPPENS)] if line.startswith(HAPPENS) else NextCall()


def lines_of(situation: RecoverySituation) -> list[str]:
    """Return the lines of a run as the model makes them."""
    exchanges = iter(situation.progress.exchanges)
    lines = []
    for line in situation.run:
        if not line.startswith(HAPPENS):
            exchange = next(exchanges)
            line = render_exchange(exchange.call, exchange.outcome)
        lines.append(line)
    return lines


def problems_in(situation: RecoverySituation) -> Iterator[BrokenProperty | str]:
    """Yield where the model does not run as the row says, and what its run violates."""
    for written, made in zip(situation.run, lines_of(situation), strict=True):
        if written != made:
            yield f"the table has {written}, the model {made}"
    ending = situation.progress.ending
    if ending is None or ending_to_json(ending) != situation.ending:
        yield f"the table has the ending {situation.ending}, the model {ending}"
    elif situation.edition == CURRENT.name:
        run = situation.recorded
        yield from broken((rule for rule in RUN_PROPERTIES if rule.applies(run)), run)


def play(tally: Tally, tested: Orchestrator = implementation_orchestrator) -> Divergence | None:
    """Play the table on both orchestrators; return the first divergence, or `None`.

    Counts the clauses that decided what an orchestrator does, and the properties of runs.
    """
    for situation in recovery_situations():
        if problems := list(problems_in(situation)):
            return Divergence(
                "run", None, None, None, problems=(in_situation(situation), *problems)
            )
        if situation.edition != CURRENT.name:
            continue
        difference = first_difference(situation.given, situation.outcomes, tested)
        if difference is not None:
            lines = (in_situation(situation), *difference)
            return Divergence("orchestrator", None, None, None, problems=lines)
        for step in situation.steps:
            tally.orchestrated.update(step.clauses)
        run = situation.recorded
        tally.properties.update(rule.id for rule in RUN_PROPERTIES if rule.applies(run))
    return None


def in_situation(situation: RecoverySituation) -> str:
    """Return where something was found."""
    return f"in the situation {situation.id} of {TABLE.name}"
