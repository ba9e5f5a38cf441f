"""The `explain` command: what is known of a rule, an error code, an amendment or a property."""

import argparse
import difflib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from conformance.cli.main import AGREES, UsageError
from conformance.reports.console import coloured
from conformance.traceability.explaining import Explanation, explanation
from spec.amendments import AMENDMENTS
from spec.catalog import CLAUSES, FORMAT_RULES, PROPERTIES, RULES
from spec.vocabulary.rejections import REASON_WORDS


def explain(options: argparse.Namespace) -> int:
    """Explain a word. Raises `UsageError` if the specification does not know it."""
    found = explanation(options.word)
    if found is None:
        raise UsageError(unknown(options.word))
    if options.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        for line in told(found):
            print(line)
    return AGREES


def unknown(word: str) -> str:
    """Say what can be explained instead."""
    kinds = (CLAUSES,) if "." in word else (RULES, FORMAT_RULES, AMENDMENTS, PROPERTIES)
    known = [entry.id for entries in kinds for entry in entries]
    known += [name for code, words in REASON_WORDS.items() for name in (code.value, *words)]
    spelled = {name.upper(): name for name in known}
    near = [spelled[name] for name in difflib.get_close_matches(word.upper(), spelled, 4)]
    hint = f"did you mean {' or '.join(near)}?" if near else "look them up in `make docs`"
    expected = (
        "a rule (CLM-5), clause (CLM-5.2), code (E049), reason word, amendment (A14) or property "
        "(INV-4)"
    )
    return f"{word!r} cannot be explained; expected {expected}; {hint}"


def told(found: Explanation) -> Iterator[str]:
    """Tell an explanation."""
    yield coloured(f"{found['id']} {found['title']}", "bold")
    yield from {
        "rule": told_rule,
        "clause": told_clause,
        "code": told_code,
        "amendment": told_amendment,
        "property": told_property,
    }[found["kind"]](found)
    yield ""
    yield f"on the site: {found['page']}"


def told_rule(found: Explanation) -> Iterator[str]:
    """Tell a rule."""
    yield f"operations: {', '.join(found['operations'])}"
    yield from (f"  {each['id']}{in_force(each)}  {each['text']}" for each in found["clauses"])
    if found["why"]:
        yield f"why: {found['why']}"
    yield f"source: {found['source']}"
    for place in found["model"]:
        yield ""
        yield coloured(f"{place['file']}, {place['name']}", "bold")
        yield from (f"  {line}".rstrip() for line in place["source"].splitlines())
    yield ""
    yield from listed(
        ("implemented in", [f"{each['file']}, {each['name']}" for each in found["implementation"]]),
        ("tested by", found["tests"]),
        ("broken on purpose by", found["mutants"]),
    )
    if found["example"]:
        yield ""
        yield coloured("the shortest example", "bold")
        yield from found["example"]


def told_clause(found: Explanation) -> Iterator[str]:
    """Tell a clause."""
    yield f"  {found['id']}{in_force(found)}  {found['text']}"
    if found["why"]:
        yield f"why: {found['why']}"
    yield f"source: {found['source']}"
    yield f"in force in: {', '.join(found['editions'])}"
    yield f"see the whole rule: planspec explain {found['rule']}"


def in_force(clause: Mapping[str, Any]) -> str:
    """Return the amendments that add and end a clause, in parentheses."""
    bounds = [f"{word} {clause[word]}" for word in ("since", "until") if clause[word]]
    return f" ({', '.join(bounds)})" if bounds else ""


def told_code(found: Explanation) -> Iterator[str]:
    """Tell an error code."""
    for entry in found["reasons"]:
        yield ""
        yield coloured(entry["word"], "bold")
        yield f"  {entry['meaning']}"
        if entry["details"]:
            yield f"  names: {', '.join(entry['details'])}"
        if entry["rules"]:
            yield f"  answered by: {' '.join(entry['rules'])}"


def told_amendment(found: Explanation) -> Iterator[str]:
    """Tell an amendment."""
    yield f"without it: {found['failure']}"
    yield f"source: {found['source']}"
    yield f"in force in: {', '.join(found['editions'])}"
    yield f"rules: {' '.join(found['rules'])}"
    yield f"properties that fail without it: {' '.join(found['properties']) or 'none'}"
    yield f"see what it changes: planspec diff 2026.1-{found['id']} 2026.1"


def told_property(found: Explanation) -> Iterator[str]:
    """Tell a property."""
    yield f"fails without: {' '.join(found['amendments']) or 'no amendment'}"
    yield f"see whether it holds: planspec explore --property {found['id']}"


def listed(*groups: tuple[str, list[str]]) -> Iterator[str]:
    """List what belongs under each heading, one a line."""
    for heading, entries in groups:
        if entries:
            yield f"{heading}:"
            yield from (f"  {entry}" for entry in entries)
