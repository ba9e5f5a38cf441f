"""The output of `planstate recover`: its calls, its ending, and what a person has to do."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypedDict

from impl.cli.answers import DONE, FAILED, Answer, Count, Positive, StepData, counted
from impl.cli.given_reviews import ReadCommit
from impl.orchestrator.escalations import escalation, manual_command
from impl.orchestrator.recovery import step_seen
from spec.vocabulary.checklists import Batch, ItemsUpdated
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.completion import Complete
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Ending, Result, Work
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Show, Shown

Subcommand = Literal["show", "update", "complete"]

COMMANDS: dict[type[Operation], Subcommand] = {Show: "show", Batch: "update", Complete: "complete"}
"""The subcommands of `planstate state` that match the calls of a recovery."""


class EndedRecovery(NamedTuple):
    """A recovery that has ended: its work, the commit before it, its calls and its ending."""

    work: Work
    verdict: str | None
    commit: ReadCommit
    calls: Sequence[tuple[Operation, Outcome]]
    ending: Ending
    program: tuple[str, ...]


class OpenItem(TypedDict):
    """An item that was open when last seen; `number` counts from 1, `ordinal` from 0."""

    kind: ItemKind
    number: Positive
    ordinal: Count
    text: str


class RecoveryCall(TypedDict):
    """A call of a recovery: the subcommand of `planstate state`, and its answer in words."""

    command: Subcommand
    accepted: bool
    answer: str


class RecoverData(StepData):
    """How a recovery ended; open items and substeps are `null` if no query was answered."""

    result: Result
    attempts: Count
    reason: FailureReason | None
    commit_hash: str | None
    verdict: str | None
    open_items: Sequence[OpenItem] | None
    open_substeps: Sequence[str] | None
    calls: Sequence[RecoveryCall]
    message: str
    manual_command: str | None


def answer(recovery: EndedRecovery) -> Answer:
    """Return the answer for a recovery, a failure unless the step is completed."""
    work, ending = recovery.work, recovery.ending
    escalated = ending.result is Result.ESCALATED
    message = tuple(sentences(recovery))
    items = (
        None
        if ending.open_items is None
        else [
            OpenItem(kind=each.kind, number=each.ordinal + 1, ordinal=each.ordinal, text=each.text)
            for each in ending.open_items
        ]
    )
    calls = [
        RecoveryCall(
            command=COMMANDS[type(call)],
            accepted=not isinstance(outcome, Rejected),
            answer=answered(outcome, work.step),
        )
        for call, outcome in recovery.calls
    ]
    data = RecoverData(
        plan_path=work.plan,
        anchor=work.step,
        result=ending.result,
        attempts=ending.attempts,
        reason=ending.reason,
        commit_hash=recovery.commit.commit_hash,
        verdict=recovery.verdict,
        open_items=items,
        open_substeps=ending.open_substeps,
        calls=calls,
        message="\n".join(message),
        manual_command=manual_command(work, recovery.program) if escalated else None,
    )
    lines = [*(f"{call['command']}: {call['answer']}" for call in calls), *message]
    return Answer(data, lines, (), DONE if ending.result is Result.COMPLETED else FAILED)


def sentences(recovery: EndedRecovery) -> Sequence[str]:
    """Return how a recovery ended, in sentences."""
    work, ending = recovery.work, recovery.ending
    step = f"step {work.step} of {work.plan}"
    if ending.result is Result.ESCALATED:
        commit = recovery.commit
        return escalation(ending, work, commit.commit_hash, recovery.program, commit.warnings)
    if ending.result is Result.NOT_COMMITTED:
        return [f"nothing to recover: git did not commit {step}; run `planstate commit`"]
    if ending.result is Result.NOT_APPROVED:
        given = "no review was given; add --review"
        found = given if recovery.verdict is None else f"the verdict is {recovery.verdict!r}"
        return [f"{step} is unchanged, because it is not approved: {found}"]
    if not ending.attempts:
        return [f"nothing to recover: the commit completed {step}"]
    return [f"{step} is completed, after {counted(ending.attempts, 'attempt')}"]


def answered(outcome: Outcome, step: str) -> str:
    """Return what a call of a recovery found or did."""
    if isinstance(outcome, Rejected):
        return f"rejected, {outcome}"
    if isinstance(outcome, ItemsUpdated):
        return f"{counted(outcome.items_updated, 'item')} changed"
    if isinstance(outcome, Shown):
        _, items, substeps = step_seen(outcome, step)
        return f"{len(items)} items and {len(substeps)} substeps of {step} are open"
    return f"completed {step}"
