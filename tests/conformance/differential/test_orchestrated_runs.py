"""The orchestrator ends alike on the model and on the implementation, whatever disturbs it."""

from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

import pytest

from conformance.mutants import mutant_named
from impl.recovery import Surroundings, drive
from impl.store.store import Store, StoreUnavailable
from model.explorer.recovery_scope import RECOVERY
from model.explorer.runs import COMMIT_HASH, OrchestrationScope, OrchestrationSpace, Progress
from model.explorer.situations import Begin, Edit, Event, Fault, NextCall, Tick
from spec.editions import CURRENT
from spec.orchestration import Procedure, implement
from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Ending, Result
from spec.vocabulary.registering import PlanDefinition, Register
from spec.vocabulary.rejections import Code, Rejected

MOST_DISTURBANCES = {"dev": 1, "ci": 2, "nightly": 3}

[(PLAN, DOCUMENTS)] = RECOVERY.documents.versions
WORKTREE = RECOVERY.worktrees[0]


@dataclass
class RealRun:
    """A run on a store, disturbed as a path of the explorer was."""

    store: Store
    begin: Begin
    events: list[Event]
    document: PlanDefinition
    fault: Fault | None = None

    def carry_out(self) -> tuple[list[tuple[Operation, Outcome]], Ending]:
        """Register the plan and let the orchestrator work; give its calls and its ending."""
        self.store.apply(Register(PLAN, self.document, 0))
        work = implement(PLAN, WORKTREE, self.begin.review, self.begin.count, CURRENT)
        surroundings = Surroundings(self.opened, self.document_hash, lambda: 0, self.commit)
        calls: list[tuple[Operation, Outcome]] = []
        ending = drive(self.disturbed(work), surroundings, lambda *call: calls.append(call))
        return calls, ending

    def disturbed(self, procedure: Procedure) -> Procedure:
        """Let what disturbs a run happen before each call that it happened before."""
        call = next(procedure)
        while True:
            self.happen_until_next_call()
            outcome = yield call
            self.fault = None
            try:
                call = procedure.send(outcome)
            except StopIteration as stop:
                ending: Ending = stop.value
                return ending

    def happen_until_next_call(self) -> None:
        """Let the events before the next call happen."""
        while self.events and not isinstance(event := self.events.pop(0), NextCall):
            if isinstance(event, Fault):
                self.fault = event
            elif isinstance(event, Edit):
                self.document = DOCUMENTS[event.version]
            else:
                assert not isinstance(event, Begin | Tick)
                self.store.apply(self.with_document(event))

    def with_document(self, operation: Operation) -> Operation:
        """Give a disturbance the document as it is now."""
        if isinstance(operation, Register):
            return replace(operation, definition=self.document)
        if isinstance(operation, Claim | Update | Batch):
            return replace(operation, document_hash=self.document.document_hash)
        return operation

    def opened(self) -> nullcontext[Store]:
        """Open the store for a call, unless it is away."""
        if self.fault is not None:
            raise StoreUnavailable("the store is away")
        return nullcontext(self.store)

    def document_hash(self) -> str:
        """Hash the document as it is now."""
        return self.document.document_hash

    def commit(self, operation: Commit) -> Outcome:
        """Commit as git would, and meet the fault if there is one."""
        changes: dict[str, Any] = {
            "document_hash": self.document.document_hash,
            "commit_hash": COMMIT_HASH,
        }
        if self.fault is not None:
            changes |= dict(self.fault.commit) or {"store_reachable": False}
        return self.store.apply(replace(operation, **changes))


Run = tuple[tuple[Event, ...], Progress]


@cache
def runs(most_disturbances: int) -> tuple[Run, ...]:
    """Give every path of the explorer that is a whole run, and what it came to."""
    scope: OrchestrationScope = replace(RECOVERY, most_disturbances=most_disturbances)
    space = OrchestrationSpace(scope, CURRENT)
    nodes = [space.initial()]
    for node in nodes:
        nodes += [after for _, after in space.look(node).moves]
    return tuple(
        (tuple(scope.events[number] for number in node), progress)
        for node, progress in space.progress.items()
        if progress.ending is not None
    )


def agrees(store: Store, path: tuple[Event, ...], expected: Progress) -> bool:
    """Carry a path out on an empty store; tell whether all is as in the model.

    That is every call and its outcome, the ending, and what is stored then.
    """
    begin, *events = path
    assert isinstance(begin, Begin)
    calls, ending = RealRun(store, begin, events, DOCUMENTS[begin.version]).carry_out()
    wanted = [(exchange.operation, exchange.outcome) for exchange in expected.exchanges]
    return (
        [without_surroundings(*call) for call in calls]
        == [without_surroundings(*call) for call in wanted]
        and ending == expected.ending
        and store.snapshot_state() == expected.situation.state
        and store.integrity_problems() == []
    )


def without_surroundings(operation: Operation, outcome: Outcome) -> tuple[Operation, Outcome]:
    """Leave out of a commit what the surroundings of each side fill in."""
    if isinstance(operation, Commit):
        operation = replace(operation, document_hash=None, commit_hash="", **WITHOUT_FAULT)
    return operation, outcome


WITHOUT_FAULT: dict[str, Any] = {"git_succeeds": True, "root_found": True, "store_reachable": True}


def test_every_run_ends_alike_on_both_sides(
    profile: str, record_property: Callable[[str, object], None]
) -> None:
    # Given every run of the orchestrator that the explorer finds with so many disturbances,
    found = runs(MOST_DISTURBANCES[profile])
    ends: Counter[str] = Counter()
    for path, expected in found:
        # when it is carried out on a store, then all of it agrees.
        with Store.in_memory() as store:
            assert agrees(store, path, expected), path
        assert expected.ending is not None
        ends[f"{expected.ending.result} {expected.ending.reason or ''}".strip()] += 1
    counts = ", ".join(f"{count} {end}" for end, count in ends.most_common())
    record_property("orchestrated runs", f"{len(found):,} runs agreed: {counts}")


@pytest.mark.parametrize(
    "name",
    [
        "owner-not-asked-on-completion",
        "substeps-not-asked-for",
        "drift-not-noticed",
        "plan-never-done",
    ],
)
def test_a_broken_implementation_ends_some_runs_otherwise(name: str) -> None:
    open_broken = mutant_named(name).opener()
    disagreements = 0
    for path, expected in runs(1):
        # Given a broken implementation, when the same runs are carried out on it,
        with cast(Store, open_broken()) as store:
            disagreements += not agrees(store, path, expected)
    # then some of them do not agree.
    assert disagreements


def test_these_runs_end_in_every_way_and_see_every_kind_of_disturbance() -> None:
    found = runs(2)
    assert len(found) > 1_000
    results = {progress.ending.result for _, progress in found if progress.ending}
    assert results == set(Result) - {Result.HALTED}
    assert {event for path, _ in found for event in path} == set(RECOVERY.events)
    outcomes = [exchange.outcome for _, progress in found for exchange in progress.exchanges]
    codes = {outcome.code for outcome in outcomes if isinstance(outcome, Rejected)}
    assert codes == {
        Code.STORE_UNAVAILABLE,
        Code.PLAN_DRIFT,
        Code.OWNERSHIP_VIOLATION,
        Code.NOT_CLAIMED,
        Code.INCOMPLETE_CHECKLIST,
        Code.INCOMPLETE_SUBSTEPS,
    }
