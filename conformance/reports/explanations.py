"""Explanations as text: what `planspec explain` prints."""

import textwrap
from collections.abc import Iterable, Iterator

from conformance.protocol.documents.explanations import (
    AmendmentExplanation,
    ClauseExplanation,
    ClauseText,
    CodeExplanation,
    Explanation,
    PropertyExplanation,
    QuestionExplanation,
    RuleExplanation,
)
from conformance.reports.console import coloured
from spec.editions import CURRENT


def explanation_as_text(found: Explanation) -> Iterator[str]:
    """Yield the lines of an explanation."""
    yield coloured(f"{found.id} {found.title}", "bold")
    match found:
        case RuleExplanation():
            yield from rule_as_text(found)
        case ClauseExplanation():
            yield from clause_as_text(found)
        case CodeExplanation():
            yield from code_as_text(found)
        case AmendmentExplanation():
            yield from amendment_as_text(found)
        case PropertyExplanation():
            yield f"fails without: {' '.join(found.amendments) or 'no amendment'}"
            yield f"check it: planspec explore --property {found.id}"
        case QuestionExplanation():
            yield from textwrap.wrap(found.answer, 80)
            yield f"rules: {' '.join(found.rules)}"
    yield ""
    yield f"on the site: {found.page}"


def rule_as_text(found: RuleExplanation) -> Iterator[str]:
    """Yield the text of a rule, its code in the model, and where it is followed and tested."""
    yield f"operations: {', '.join(found.operations)}"
    yield from map(clause_line, found.clauses)
    if found.why:
        yield f"why: {found.why}"
    yield f"source: {found.source}"
    for place in found.model:
        yield ""
        yield coloured(f"{place.file}, {place.name}", "bold")
        yield from (f"  {line}".rstrip() for line in place.source.splitlines())
    yield ""
    yield from listed(
        "implemented in", (f"{each.file}, {each.name}" for each in found.implementation)
    )
    yield from listed("tested by", found.tests)
    yield from listed("mutants", found.mutants)
    if found.example:
        yield ""
        yield coloured("shortest example", "bold")
        yield from found.example


def clause_as_text(found: ClauseExplanation) -> Iterator[str]:
    """Yield the text of a clause, its source and the editions that have it."""
    yield clause_line(found.clause)
    if found.why:
        yield f"why: {found.why}"
    yield f"source: {found.source}"
    yield f"in force in: {', '.join(found.editions)}"
    yield f"see the complete rule: planspec explain {found.rule}"


def clause_line(clause: ClauseText) -> str:
    """Return a clause with its id and the amendments that add and end it."""
    bounds = [f"since {clause.since}"] if clause.since else []
    bounds += [f"until {clause.until}"] if clause.until else []
    in_force = f" ({', '.join(bounds)})" if bounds else ""
    return f"  {clause.id}{in_force}  {clause.text}"


def code_as_text(found: CodeExplanation) -> Iterator[str]:
    """Yield the reason words of an error code."""
    for entry in found.reasons:
        yield ""
        yield coloured(entry.word, "bold")
        yield f"  {entry.meaning}"
        yield f"  usual cause: {entry.cause}"
        yield f"  what helps: {entry.helps}"
        if entry.details:
            yield f"  names: {', '.join(entry.details)}"
        if entry.rules:
            yield f"  answered by: {' '.join(entry.rules)}"
        for remedy in entry.remedies:
            when = f", if {remedy.when}" if remedy.when else ""
            yield f"  remedy, by the {remedy.party}{when}: {remedy.advice} ({remedy.request})"


def amendment_as_text(found: AmendmentExplanation) -> Iterator[str]:
    """Yield what an amendment prevents, and what belongs to it."""
    yield f"without it: {found.failure}"
    yield f"source: {found.source}"
    yield f"in force in: {', '.join(found.editions)}"
    yield f"rules: {' '.join(found.rules)}"
    withdrawn = CURRENT.name not in found.editions
    failing = "with it (it was withdrawn)" if withdrawn else "without it"
    yield f"properties that fail {failing}: {' '.join(found.properties) or 'none'}"
    other = f"{CURRENT.name}{'+' if withdrawn else '-'}{found.id}"
    yield f"compare: planspec diff {other} {CURRENT.name}"


def listed(heading: str, entries: Iterable[str]) -> Iterator[str]:
    """Yield a heading with its entries, one a line, if there are any."""
    lines = [f"  {entry}" for entry in entries]
    yield from [f"{heading}:", *lines] if lines else []
