"""The contracts say what the model does in every edition: checks, their order, and answers."""

from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from model.apply import apply
from model.transition import Transition
from spec.catalog import clause
from spec.contracts import CONTRACTS, Contract, contract_of
from spec.editions import CURRENT, EDITIONS, Edition
from spec.rules.inputs import INPUTS
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import AlreadyCompleted, Complete
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.rejections import REASON_WORDS, Rejected
from spec.vocabulary.reviews import StopAnswered
from spec.vocabulary.state import State
from tests import model_runs
from tests.cases import for_each
from tests.model_runs import Answer
from tests.profiles import AT_NIGHT, mostly_in_ci

pytestmark = model_runs.share_answers
WORDS = {word for words in REASON_WORDS.values() for word in words}
SPOILED: dict[str, dict[str, Any]] = {
    "unknown_plan": {"plan": "nowhere.md"},
    "plan_drift": {"document_hash": "f" * 64, "allow_drift": False},
    "unknown_step": {"step": "nowhere"},
    "not_claimed": {"step": "nowhere"},
    "ownership_violation": {"worktree": "stranger"},
    "store_unavailable": {"store_reachable": False},
    "missing_summary": {"summary_bytes": None},
    "hook_active": {"stop_hook_active": True},
    "NotCommitted": {"git_succeeds": False, "clean": False},
}
"""What makes a request fail a check, whatever else is wrong with it."""

FOUND_BY = {"plan", "step", "store_reachable"}
"""The inputs by which a commit finds its step, and so the claim."""

each_edition = pytest.mark.parametrize(
    "edition", mostly_in_ci(EDITIONS, in_dev=(CURRENT,)), ids=lambda edition: edition.name
)


def word_of(transition: Transition) -> str:
    """Return the word of an answer in a contract."""
    outcome = transition.outcome
    if "CMP-11.1" in transition.clauses:
        return AlreadyCompleted.__name__
    if isinstance(outcome, Rejected):
        return outcome.reason
    if isinstance(outcome, StopAnswered):
        return outcome.reason
    if isinstance(outcome, Committed) and outcome.state_failure_reason:
        return outcome.rejection.reason if outcome.rejection else outcome.state_failure_reason
    return type(outcome).__name__


@cache
def answers(edition: Edition) -> tuple[Answer, ...]:
    """Return the model's answers, with reviews and iterations and without.

    Much is asked where reviews have started, though it needs none. Each operation is also asked
    once where no plan is registered.
    """
    drawn = model_runs.answers(edition)
    one_of_each = {type(answer.operation): answer.operation for answer in drawn}.values()
    unregistered = (Answer(State(), each, apply(State(), each, edition)) for each in one_of_each)
    return (*drawn, *(not_started(answer, edition) for answer in drawn), *unregistered)


def not_started(answer: Answer, edition: Edition) -> Answer:
    """Return the answer to the same operation in a state without reviews and iterations."""
    plans = (replace(one, review_cycle=None, iteration_loop=None) for one in answer.before.plans)
    before = replace(answer.before, plans=tuple(plans))
    return Answer(before, answer.operation, apply(before, answer.operation, edition))


def words(contract: Contract, edition: Edition) -> list[str]:
    return [check.word for check in contract.checks_in(edition)]


def test_every_operation_has_one_contract() -> None:
    assert tuple(contract.operation for contract in CONTRACTS) == OPERATIONS


def test_a_check_that_rejects_cites_a_clause_with_its_reason_word() -> None:
    for contract in CONTRACTS:
        for check in contract.checks:
            cited = clause(check.clause)
            assert cited.binds
            assert check.word not in WORDS or f"`{check.word}`" in cited.text, check


@each_edition
def test_every_answer_is_in_the_contract_and_a_rejection_is_by_the_rule_of_its_check(
    edition: Edition,
) -> None:
    for answer in answers(edition):
        operation, transition = answer.operation, answer.transition
        contract, outcome = contract_of(type(operation)), transition.outcome
        if isinstance(outcome, Rejected):
            checks = contract.checks_in(edition)
            rules = {check.rule for check in checks if check.word == outcome.reason}
            # CHK-3 asks of an update of many items what CHK-2 asks of one.
            rules |= {"CHK-3"} if "CHK-2" in rules else set()
            assert rules & set(transition.rules), (operation, outcome)
        else:
            assert type(outcome) in contract.answers, operation


@for_each(
    "contract", CONTRACTS if AT_NIGHT else [contract_of(each) for each in (Claim, Batch, Complete)]
)
def test_every_check_and_every_answer_of_a_contract_is_met(contract: Contract) -> None:
    answered = (*answers(CURRENT), *(model_runs.answers_to_vectors(CURRENT) if AT_NIGHT else ()))
    met = [each.transition for each in answered if type(each.operation) is contract.operation]
    assert {word_of(each) for each in met} >= set(words(contract, CURRENT))
    kinds = {type(each.outcome) for each in met if not isinstance(each.outcome, Rejected)}
    assert kinds == set(contract.answers)


@each_edition
def test_of_two_checks_that_fail_the_first_in_the_contract_answers(edition: Edition) -> None:
    pairs: set[tuple[str, str, str]] = set()
    for answer in answers(edition):
        state, operation = answer.before, answer.operation
        transition = answer.transition
        order = words(contract_of(type(operation)), edition)
        found = word_of(transition)
        if found not in order:
            continue
        for word, changes in SPOILED.items():
            # What is none fails a check of its own, which a spoiled value would pass.
            fields = {
                name: value
                for name, value in changes.items()
                if getattr(operation, name, None) is not None
            }
            if word not in order or not fields:
                continue
            # Where no step can be found there is no claim that could be stale.
            if (
                found == "stale_claim"
                and isinstance(operation, Commit)
                and FOUND_BY & fields.keys()
            ):
                continue
            spoiled = apply(state, replace(operation, **fields), edition)
            # A word that stands twice may have been found at its second place.
            last = max(place for place, each in enumerate(order) if each == found)
            assert order.index(word_of(spoiled)) <= min(order.index(word), last)
            pairs.add((type(operation).__name__, word, found))
    assert len(pairs) > 100


def test_every_input_of_an_operation_has_a_meaning() -> None:
    named = {field.name for operation in OPERATIONS for field in fields(operation)}
    assert set(INPUTS) == named
