"""Both orchestrators make the same calls and end alike, whatever disturbs them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from conformance.adapters.stores import StoreSystem
from conformance.differential.divergence import Divergence
from conformance.differential.orchestration import Orchestration
from conformance.differential.reducer import Counterexample, Reducer
from conformance.differential.runner import DifferentialRunner
from conformance.generators.circumstances import (
    STORE_AWAY,
    Assignment,
    OrchestratedRun,
    Recorded,
)
from conformance.mutants.registry import mutant_named
from impl.orchestrator import recovery as implementation
from model.explorer.runs import OrchestrationScope, RunProgress
from model.explorer.scopes.recovery import FAILED, RECOVERY
from model.explorer.scopes.scope import PLAN
from model.explorer.situations import NextCall
from spec.vocabulary.operations import Operation
from spec.vocabulary.recovery import Procedure, Result
from spec.vocabulary.rejections import Code, Rejected
from tests.conformance.differential.exhaustive_runs import Path, recorded_run, run_again, whole_runs
from tests.profiles import PROFILE, mostly_nightly, requires_nightly_profile

MOST_DISTURBANCES = 2 if PROFILE == "nightly" else 1


@cache
def runs(max_disturbances: int) -> tuple[tuple[Path, RunProgress], ...]:
    """Return every run of the scope with so many disturbances."""
    scope: OrchestrationScope = replace(RECOVERY, max_disturbances=max_disturbances)
    return tuple(whole_runs(scope))


def test_every_run_agrees_call_by_call_on_both_sides(
    record_property: Callable[[str, object], None],
) -> None:
    # Given every run of the orchestrator that the explorer finds with so many disturbances,
    found = runs(MOST_DISTURBANCES)
    ends: Counter[str] = Counter()
    for path, expected in found:
        # when both orchestrators carry it out, on the model and on a store,
        pair = DifferentialRunner(StoreSystem())
        run = run_again(pair, RECOVERY, path)
        pair.finish()
        # then all calls and outcomes agree, and the run is the one that was explored.
        assert expected.ending is not None
        assert run.ending == expected.ending, path
        assert len(run.exchanges) == len(expected.exchanges)
        assert pair.state == expected.situation.state
        ends[f"{run.ending.result} {run.ending.reason or ''}".strip()] += 1
    counts = ", ".join(f"{count} {end}" for end, count in ends.most_common())
    record_property("orchestrated runs", f"{len(found):,} runs agreed: {counts}")


@pytest.mark.parametrize(
    "name",
    [
        "committed-under-any-claim",
        "substeps-not-asked-for",
        "drift-not-noticed",
        "plan-never-done",
    ],
)
def test_a_broken_store_disagrees_in_some_runs(name: str) -> None:
    open_broken = mutant_named(name).opener()
    disagreements = 0
    for path, _ in runs(1):
        # Given a broken store, when the same runs are carried out on it,
        try:
            run_again(DifferentialRunner(open_broken()), RECOVERY, path)
        except Divergence:
            disagreements += 1
    # then some of them disagree.
    assert disagreements


@requires_nightly_profile
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


BROKEN = (
    "drift-tried-again",
    "unfinished-substeps-not-named",
    "batch-sent-though-nothing-is-open",
    "substeps-tried-again",
    "no-commit-after-a-refused-batch",
    "approval-not-waited-for",
    "counts-believed-though-all-is-listed",
)


@pytest.mark.parametrize("name", mostly_nightly(BROKEN, BROKEN[4:6], BROKEN[4:6]))
def test_a_broken_orchestrator_disagrees_and_its_run_is_reduced(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given an orchestrator with a deliberate fault, one for each rule,
    monkeypatch.setattr(implementation, "implement", mutant_named(name).orchestrator())
    # when runs are carried out until one disagrees,
    operations, disagreement = first_disagreement()
    assert disagreement.kind == "orchestrator"
    # then that run is reduced to what shows the fault,
    finding = Reducer(StoreSystem()).reduce(Counterexample(disagreement, operations))
    run = finding.divergence.run
    assert run is not None
    assert len(run.events) <= MOST_DISTURBANCES
    # no event of which can be left out.
    given = finding.operations[: finding.divergence.before_run]
    for position in range(len(run.events)):
        less = replace(run, events=run.events[:position] + run.events[position + 1 :])
        found = Reducer(StoreSystem()).replay(given, less)
        assert found is None or found.divergence.kind != "orchestrator"


def first_disagreement() -> tuple[tuple[Operation, ...], Divergence]:
    for path, _ in runs(MOST_DISTURBANCES):
        pair = DifferentialRunner(StoreSystem())
        try:
            run_again(pair, RECOVERY, path)
        except Divergence as divergence:
            return tuple(pair.operations), divergence
    raise AssertionError("no run disagrees")


def test_what_a_diverging_run_does_not_need_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given an orchestrator that takes every failed commit for a success,
    mutant = mutant_named("failed-update-taken-for-success")
    monkeypatch.setattr(implementation, "implement", mutant.orchestrator())
    # and a run that shows it, in which more happens and more is judged than is needed,
    reported = next(path for path, _ in runs(1) if list(map(type, path))[1:] == [NextCall] * 4)
    registration, _ = recorded_run(RECOVERY, reported)
    assignment = Assignment(PLAN, RECOVERY.worktrees[0], FAILED)
    long = OrchestratedRun(assignment, ((2, STORE_AWAY), (2, STORE_AWAY), (4, STORE_AWAY)))
    pair = DifferentialRunner(StoreSystem())
    pair.apply(registration)
    with pytest.raises(Divergence) as caught:
        Orchestration(pair, Recorded(long)).run()
    # when it is reduced,
    finding = Reducer(StoreSystem()).reduce(Counterexample(caught.value, tuple(pair.operations)))
    # then the lost report is left, and a review that judges nothing.
    short = finding.divergence.run
    assert short is not None
    assert short.events == ((2, STORE_AWAY),)
    assert short.assignment.review.checkpoints == ()


def test_an_orchestrator_that_breaks_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given an orchestrator that raises an error,
    def broken(*_: object) -> Procedure:
        raise ZeroDivisionError("division by zero")
        yield

    monkeypatch.setattr(implementation, "implement", broken)
    # when it begins a run, then the run says so.
    with pytest.raises(Divergence, match="the implementation breaks: ZeroDivisionError"):
        run_again(DifferentialRunner(StoreSystem()), RECOVERY, runs(1)[0][0])
