"""Both orchestrators make the same calls and end alike: on the table, and on all short runs."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from conformance.differential import recovery_situations as table
from conformance.differential.orchestrators import first_difference
from conformance.differential.recovery_situations import (
    RecoverySituation,
    play,
    problems_in,
    recovery_situations,
)
from conformance.differential.tally import Tally
from conformance.mutants.faults.mutant import Component
from conformance.mutants.registry import all_mutants, mutant_named
from model.explorer.graphs.runs import RunGraph, RunProgress
from model.explorer.scopes.recovery import RECOVERY
from model.explorer.scopes.scope import PLAN
from spec.catalog import RULES, clause
from spec.editions import CURRENT, edition_named
from spec.properties.runs import RUN_PROPERTIES
from spec.vocabulary.recovery import Result
from tests.profiles import AT_NIGHT

MOST_DISTURBANCES = 3 if AT_NIGHT else 1

CURRENT_ROWS = [each for each in recovery_situations() if each.edition == CURRENT.name]
BROKEN = [
    mutant
    for mutant in all_mutants()
    if mutant.subject is Component.ORCHESTRATOR and not mutant.equivalent
]


def test_the_model_runs_as_each_row_of_the_table_says() -> None:
    # Given the table, when the model plays each row, then it makes the calls, gets the answers and
    # ends as is written there, and no property of whole runs is violated.
    assert {
        each.id: found for each in recovery_situations() if (found := list(problems_in(each)))
    } == {}


def test_both_orchestrators_agree_and_the_table_tests_every_rule_and_property() -> None:
    # Given both orchestrators, when they are compared on the table,
    tally = Tally()
    assert play(tally) is None
    # then they agree, every rule of recovery has decided, and every property of runs applied.
    assert tally.rules.keys() == {each.id for each in RULES if each.id.startswith("REC")}
    assert tally.properties.keys() == {each.id for each in RUN_PROPERTIES}


def runs_explored() -> Iterator[RunProgress]:
    """Yield every run of the scope that has ended."""
    graph = RunGraph(replace(RECOVERY, max_disturbances=MOST_DISTURBANCES), CURRENT)
    nodes = [graph.initial()]
    for node in nodes:
        if graph.progress[node].ending is not None:
            yield graph.progress[node]
        nodes += [after for _, after in graph.expand(node).successors]


def test_they_agree_on_every_run_that_the_explorer_finds(
    record_property: Callable[[str, object], None],
) -> None:
    # Given every run of the model's orchestrator with so many disturbances, when the other one is
    # sent the same answers, then it makes the same calls and ends alike.
    ends: Counter[str] = Counter()
    for run in runs_explored():
        assert run.begun is not None
        assert run.ending is not None
        given = (PLAN, RECOVERY.worktrees[0], run.begun.review, run.begun.count)
        assert first_difference(given, [each.outcome for each in run.exchanges]) is None
        ends[f"{run.ending.result} {run.ending.reason or ''}".strip()] += 1
    counts = ", ".join(f"{count} {end}" for end, count in ends.most_common())
    record_property("orchestrated runs", f"{ends.total():,} runs agreed: {counts}")
    # And these runs end in every way that the current edition has.
    assert {end.split()[0] for end in ends} == set(Result) - {Result.HALTED}


def test_each_mutant_of_the_orchestrator_is_seen_in_a_row_that_shows_its_clause() -> None:
    # Given orchestrators with a fault, when they are sent the answers of the rows that show the
    # clause that they break, then each of them does something else there.
    def is_seen(situation: RecoverySituation) -> bool:
        return first_difference(situation.given, situation.outcomes, tested) is not None

    survivors = []
    for mutant in BROKEN:
        tested = mutant.orchestrator()
        if not any(is_seen(each) for each in CURRENT_ROWS if mutant.clause in each.clauses):
            survivors.append(mutant.id)
    assert survivors == []


def test_a_row_shows_clauses_that_decide_or_that_a_mutant_breaks() -> None:
    # Given the rows, when their clauses are looked up,
    for situation in recovery_situations():
        edition = edition_named(situation.edition)
        decided = {each for step in situation.steps for each in step.clauses}
        broken = {mutant.clause for mutant in BROKEN if situation in CURRENT_ROWS}
        # then each is in force in the row's edition, and decides in it or is broken by a mutant.
        assert all(clause(each).is_in_force(edition) for each in situation.clauses), situation.id
        assert set(situation.clauses) <= decided | broken, situation.id


def test_a_wrong_row_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a row with a wrong answer and a wrong ending,
    row = next(each for each in CURRENT_ROWS if each.id == "nobody-interferes")
    wrong = replace(
        row, run=[*row.run[:-1], "commit -> not_committed"], ending={"result": "halted"}
    )
    monkeypatch.setattr(table, "recovery_situations", lambda: (wrong,))
    # when the table is played, then both are said.
    divergence = play(Tally())
    assert divergence is not None
    where, answer, ending = divergence.problems
    assert where == "in the situation nobody-interferes of recovery_situations.toml"
    assert answer == "the table has commit -> not_committed, the model commit -> committed"
    assert str(ending).startswith(
        "the table has the ending {'result': 'halted'}, the model Ending("
    )


def test_a_broken_orchestrator_is_told_with_the_calls_before_it_differs() -> None:
    # Given an orchestrator that tries again what no retry cures, when both are compared,
    divergence = play(Tally(), mutant_named("substeps-tried-again").orchestrator())
    # then the situation, the calls so far and what each does next are said.
    assert divergence is not None
    assert divergence.kind == "orchestrator"
    assert str(divergence.problems[0]).startswith("in the situation substep-open ")
    assert divergence.problems[-3] == "  complete -> incomplete_substeps"
    assert str(divergence.problems[-2]).startswith('the model ends with {"result": "escalated", ')
    assert str(divergence.problems[-1]).startswith(
        'the implementation sends {"operation": "show", '
    )
