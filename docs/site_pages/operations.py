"""The operations of an area: inputs, order of checks, effects, answers, errors, an example."""

import inspect
from dataclasses import fields

from fragments import linked, named, table

from conformance.protocol.traces import operation_name
from evidence import evidence
from model.commits import reason_of
from site_pages.examples import example_section
from site_pages.vocabulary import default_of, types_of, words_of
from spec.catalog import RULES
from spec.rules.contracts import Check, Contract, contract_of
from spec.rules.inputs import INPUTS
from spec.rules.rule import Area
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import OPERATIONS, QUERIES, Operation
from spec.vocabulary.rejections import REASON_WORDS, Code

_CODES = {word: code for code, words in REASON_WORDS.items() for word in words}


def operations_section(area: Area) -> str:
    """Write the operations of an area, each under an anchor of its name."""
    operations = [found for _, found in words_of(area) if found in OPERATIONS]
    if not operations:
        return ""
    introduction = (
        "An operation is checked in the order of its table, and the first check that fails "
        "answers it; a rejection changes nothing. Every example was run on the SQLite "
        "implementation when this page was built, and compared with the model; its times are "
        "milliseconds since midnight."
    )
    sections = [operation_section(operation) for operation in operations]
    return "\n\n".join(("## Operations { #operations }", introduction, *sections))


def operation_section(operation: type[Operation]) -> str:
    """Write all that is known of one operation."""
    contract = contract_of(operation)
    name = operation_name(operation)
    blocks = [
        f"### {operation.__name__} (`{name}`) {{ #{operation.__name__} }}",
        linked(" ".join((inspect.getdoc(operation) or "").split())),
        "It asks, and changes nothing." if operation in QUERIES else "",
        inputs_table(operation),
        checks_table(contract),
        effects(contract),
        f"**Answers.** {', '.join(named(answer.__name__) for answer in contract.answers)}",
        example_section(operation),
    ]
    return "\n\n".join(block for block in blocks if block)


def inputs_table(operation: type[Operation]) -> str:
    """Lay out what an operation is given."""
    types = types_of(operation)
    rows = [
        (f"`{each.name}`", types[each.name], default_of(each), INPUTS[each.name])
        for each in fields(operation)
    ]
    return "**Inputs.**\n\n" + table(("Input", "Type", "Default", "Meaning"), rows)


def checks_table(contract: Contract) -> str:
    """Lay out the checks of an operation in their order, and how each of them answers."""
    if not contract.checks:
        return "**Checks.** None: it is always answered."
    counted = outcomes()
    rows = [
        (
            str(number),
            check.looks_at,
            answer_of(contract, check),
            linked(check.rule),
            times_met(contract, check, counted),
        )
        for number, check in enumerate(contract.checks, 1)
    ]
    header = ("", "Looks at", "Otherwise answers", "Rule", "Last run")
    return "**Checks, in this order.**\n\n" + table(header, rows)


def answer_of(contract: Contract, check: Check) -> str:
    """Write the answer to what fails a check; in a commit a rejection is only the reason."""
    if check.word not in _CODES:
        return named(check.word) if check.word[0].isupper() else f"`{check.word}`"
    code: Code = _CODES[check.word]
    told = f"{linked(code)} [`{check.word}`](rejections.md#{check.word})"
    if contract.operation is Commit:
        return f"`{reason_of(code)}`, because of {told}"
    return told


def outcomes() -> dict[str, int]:
    """Give how often each answer of each operation was met in the last run of random operations."""
    found = evidence("check")
    return found.result["outcomes"] if found else {}


def times_met(contract: Contract, check: Check, counted: dict[str, int]) -> str:
    """Tell how often a rejection was met; the run counts no other answers by their words."""
    if check.word not in _CODES or contract.operation is Commit:
        return ""
    name, code = contract.operation.__name__, _CODES[check.word]
    return (
        f"{counted.get(f'{name}: {code} {check.word}', 0):,} ×" if counted else "not measured yet"
    )


def effects(contract: Contract) -> str:
    """List the rules that say what an accepted operation does, beside those of its checks."""
    of_checks = {check.rule for check in contract.checks}
    rules = [
        rule
        for rule in RULES
        if contract.operation.__name__ in rule.operations and rule.id not in of_checks
    ]
    lines = [f"- {linked(rule.id)} {rule.title}" for rule in rules]
    return "**What it does, and what else binds it.**\n\n" + "\n".join(lines) if lines else ""
