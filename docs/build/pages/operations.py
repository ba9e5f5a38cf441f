"""An operation on the page of its area: inputs, checks in their order, effects, an example."""

from functools import partial
from typing import Any

from conformance.differential.comparator import plan_changes
from conformance.reports.words.differences import render_differences
from conformance.reports.words.traces import render_exchange
from docs.build.evidence import evidence
from docs.build.examples import example_of, run
from docs.build.rendering import as_json, render
from docs.build.vocabulary import AREA_OF_WORD, description, fields_of, word
from model.commits import reason_of
from spec.catalog import RULES
from spec.contracts import Check, Contract, contract_of
from spec.editions import CURRENT
from spec.formats.messages import operation_to_json, outcome_to_json
from spec.formats.words import operation_name
from spec.rules.inputs import INPUTS
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import QUERIES, Operation
from spec.vocabulary.rejections import CODE_OF, Code

LONG = 40
"""A reply with more lines is folded."""


def operation_page(operation: type[Operation]) -> str:
    """Return the page of an operation: its fields, checks, replies and an example."""
    contract = contract_of(operation)
    checks = contract.checks_in(CURRENT)
    of_checks = {check.rule for check in checks}
    data = {
        "word": operation.__name__,
        "area": AREA_OF_WORD[operation.__name__],
        "name": operation_name(operation),
        "description": description(operation),
        "is_query": operation in QUERIES,
        "inputs": [
            {**field, "meaning": INPUTS[field["name"]]}
            for field in fields_of(operation, partial(word, reference="../"))
        ],
        "checks": [check_data(contract, check) for check in checks],
        "effects": [
            rule
            for rule in RULES
            if operation.__name__ in rule.operations and rule.id not in of_checks
        ],
        "answers": [answer.__name__ for answer in contract.answers],
        "example": example_data(operation),
    }
    return render("operation.md", "../", operation=data)


def check_data(contract: Contract, check: Check) -> tuple[Check, Code | None, str, str]:
    """Return a check, the code of its reply, the reason of a failure, and how often it was met.

    In a commit, a rejection is only the reason of a failure.
    """
    code = CODE_OF.get(check.word)
    failure = str(reason_of(code)) if code and contract.operation is Commit else ""
    outcome = f"{contract.operation.__name__}: {code} {check.word}"
    return check, code, failure, times_met(outcome) if code and not failure else ""


def times_met(outcome: str) -> str:
    """Return how often the last run of random operations met a rejection."""
    found = evidence("check")
    return f"{found.result['outcomes'].get(outcome, 0):,} ×" if found else "not measured yet"


def example_data(operation: type[Operation]) -> dict[str, Any]:
    """Return the example of an operation: request, reply, rules, changed fields."""
    example = example_of(operation)
    before, transition = run(example)
    plan = example.request.plan
    changes = plan_changes(before.plan(plan), transition.state.plan(plan))
    reply = outcome_to_json(transition.outcome)
    return {
        "shows": example.shows,
        "sentence": render_exchange(operation_to_json(example.request), reply),
        "request": operation_to_json(example.request),
        "reply": reply,
        "is_long": as_json(reply).count("\n") > LONG,
        "rules": transition.rules,
        "changes": render_differences(changes),
    }
