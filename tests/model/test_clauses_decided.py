"""Every binding clause decides in some run, or the model cannot decide it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from model.apply import apply
from model.explorer.runs import RunGraph, RunProgress
from model.explorer.scopes.recovery import RECOVERY
from model.explorer.search import Explorer
from model.recovery import recover
from spec.catalog import FORMAT_RULES, RULES, clause
from spec.editions import CURRENT, EDITIONS, ORIGIN, edition_named
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, BatchEntry
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.holding import Start
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.recovery import Call, Review, Work
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import ContinuePlan, PostReview
from spec.vocabulary.state import Plan, PlanStatus, Shown, State, Step, StepStatus
from tests.model.explored import explored
from tests.model.vector_clauses import citations
from tests.model_runs import answers
from tests.profiles import AT_NIGHT, requires_ci_profile

UNDECIDABLE = {
    each.id for rule in (*RULES, *FORMAT_RULES) for each in rule.clauses if each.kept_outside
}
"""The binding clauses that no transition of the model can break."""

BY_EXAMPLE = {
    *("CLM-18.3", "CHK-4.11", "REC-3.2", "REV-9.2", "REV-11.3", "REV-11.7", "REV-11.20"),
    *("REV-11.10", "REV-11.11", "AGT-6.6"),
}
"""The clauses that need more than random operations or the explorer give; tests below show them."""

WITHOUT_VECTOR: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "data" / "clauses_without_vector.json").read_text()
)
"""For each area, the clauses that no shipped vector makes decide yet."""


def binding_clauses() -> set[str]:
    """Return the binding clauses that the model decides."""
    rules = (*RULES, *FORMAT_RULES)
    return {each.id for rule in rules for each in rule.clauses if each.binds} - UNDECIDABLE


def clauses_in(progress: RunProgress) -> set[str]:
    """Return the clauses that decided what came last in a run of the orchestrator."""
    transition = progress.step.transition if progress.step else None
    following = progress.ending or progress.upcoming
    return {*(transition.clauses if transition else ()), *(following.clauses if following else ())}


@pytest.fixture(scope="module")
def decided() -> set[str]:
    """Return the clauses that decide in iterations, around a recovery, and nightly at random."""
    clauses = set(explored("iterations", ORIGIN.name).clauses)
    for edition in EDITIONS if AT_NIGHT else ():
        clauses = clauses.union(*(answer.transition.clauses for answer in answers(edition)))
    for edition in (CURRENT, edition_named(f"{CURRENT.name}-A13"), ORIGIN):
        graph = RunGraph(RECOVERY, edition)
        Explorer(graph).run()
        clauses = clauses.union(*map(clauses_in, graph.progress.values()))
    return clauses


@pytest.fixture(scope="module")
def decided_by_vectors() -> set[str]:
    """Return the clauses that decide in a shipped vector, in an edition that it shows."""
    return {clause for _, clause in citations()}


@requires_ci_profile
def test_every_binding_clause_decides_something(
    decided: set[str], decided_by_vectors: set[str]
) -> None:
    # Given the vectors and these explorations, when the model cites the clauses,
    undecided = binding_clauses() - decided - decided_by_vectors
    # then only those are missing that the model cannot decide, or that have an example.
    assert undecided - BY_EXAMPLE == set()


@requires_ci_profile
def test_the_model_cites_no_clause_that_it_cannot_decide(
    decided: set[str], decided_by_vectors: set[str]
) -> None:
    # Given the same, when the model cites the clauses that decided,
    # then none of those that it cannot decide is among them.
    assert UNDECIDABLE & (decided | decided_by_vectors) == set()


def test_the_shipped_vectors_make_every_other_clause_decide(decided_by_vectors: set[str]) -> None:
    # Given the shipped vectors, when the model plays them in the editions that they show,
    undecided = binding_clauses() - decided_by_vectors
    # then none is missing but those that still need a vector.
    assert undecided - {one for clauses in WITHOUT_VECTOR.values() for one in clauses} == set()


def test_in_a_vector_a_clause_decides_only_in_editions_that_have_it() -> None:
    # Given the shipped vectors, when the model cites a clause in an edition that they show,
    # the orchestrator's included, then the clause is in force there.
    cited = {(name, clause(identifier)) for name, identifier in citations()}
    assert {one.id for name, one in cited if not one.is_in_force(edition_named(name))} == set()


HELD = Step("a", 0, "A", status=StepStatus.IN_PROGRESS, claimed_by="one")
RELEASED = Step("a-1", 1, "Part", parent="a", items=(Item(ItemKind.TASK, 0, "A task"),))
PLAN = Plan("plan.md", "hash", "Plan", PlanStatus.ACTIVE, (HELD, RELEASED))


def reviewed(phase: str, next_phase: str | None) -> Plan:
    """Return the plan in a phase of its reviews."""
    cycle = ReviewCycle(current_task="1", phase=phase, next_phase=next_phase)
    return replace(PLAN, review_cycle=cycle)


@pytest.mark.parametrize(
    ("identifier", "plan", "operation"),
    [
        ("CLM-18.3", PLAN, Start("plan.md", "a-1", "one", 0)),
        (
            "CHK-4.11",
            PLAN,
            Batch("plan.md", "a-1", "one", (BatchEntry("task", 0, "deferred", " "),), "hash", 0),
        ),
        ("REV-9.2", reviewed("lunch", None), PostReview("plan.md", 0)),
        ("REV-11.3", reviewed("next-task", "post-plan-review"), ContinuePlan("plan.md", 0)),
        ("REV-11.7", reviewed("next-task", "create-tasks"), ContinuePlan("plan.md", 0)),
        ("REV-11.20", reviewed("next-task", None), ContinuePlan("plan.md", 0)),
        ("REV-11.10", reviewed("complete", None), ContinuePlan("plan.md", 0)),
        ("REV-11.11", reviewed("lunch", None), ContinuePlan("plan.md", 0)),
        ("AGT-6.6", PLAN, CheckCommand("plan.md", f"cat {'x' * 200}", 0)),
    ],
)
def test_a_clause_decides_about_a_rare_request(
    identifier: str, plan: Plan, operation: Operation
) -> None:
    # Given a plan in which runs rarely get, when an operation is requested,
    transition = apply(State((plan,)), operation)
    # then the clause decides.
    assert identifier in transition.clauses


def test_rec_3_2_open_items_of_substeps_do_not_matter() -> None:
    # Given a recovery of a step that has no open item, but whose substep has one,
    work = Work("plan.md", "a", "one", Review(approved=True))
    recovery = recover(work, FailureReason.OPEN_ITEMS, CURRENT)
    next(recovery)
    # when the query shows that,
    following = recovery.send(Shown(PLAN, drifted=False))
    # then the step is completed without a batch, because the substep's item does not count.
    assert isinstance(following, Call)
    assert following.clauses == ("REC-3.2", "REC-3.5", "REC-4.4")
