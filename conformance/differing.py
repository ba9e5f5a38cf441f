"""The `diff` command: what each amendment between two editions changes."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conformance.command import AGREES
from conformance.console import aligned, coloured, progress_line
from conformance.exploring import named_edition, named_scopes, run_explorer
from conformance.narration import told_outcome, told_path
from conformance.traces import operation_to_json
from model.diff import Split, shortest_split
from model.retelling import Told, retold
from model.scopes import Scope
from spec.amendments import AMENDMENTS, Amendment
from spec.editions import Edition, edition_named

MOST_PAIRS = 3000
"""Pairs of states that are searched in a scope before it is given up."""


@dataclass(frozen=True)
class Changed:
    """What one amendment changes: a shortest split, and (id, without it, with it) of verdicts."""

    amendment: Amendment
    without: Edition
    having: Edition
    split: Split | None
    searched: list[str]
    verdicts: list[tuple[str, str, str]]

    def told(self, edition: Edition) -> list[Told]:
        """Tell the split in one of the two editions."""
        return list(retold(self.split.scope, edition, self.split.path)) if self.split else []


def diff(options: argparse.Namespace) -> int:
    """Compare two editions amendment by amendment, and report."""
    first, second = named_edition(options.a), named_edition(options.b)
    scopes = named_scopes(options.scope)
    changes = []
    for amendment in AMENDMENTS:
        if first.has(amendment) != second.has(amendment):
            fuller = second if second.has(amendment) else first
            changes.append(changed_by(amendment, fuller, scopes, options.budget))
    if options.json:
        document = {"a": first.name, "b": second.name, "amendments": [*map(as_json, changes)]}
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return AGREES
    for change in changes:
        for line in as_text(change):
            print(line)
    differing = sum(change.split is not None for change in changes)
    print(f"{first.name} and {second.name} differ in {len(changes)} amendments, "
          f"{differing} of which a trace tells apart")  # fmt: skip
    return AGREES


def changed_by(
    amendment: Amendment, having: Edition, scopes: tuple[Scope, ...], budget: float | None
) -> Changed:
    """Find out what an amendment changes in an edition that has it."""
    without = edition_named(f"{having.name}-{amendment.id}")
    with progress_line(f"{amendment.id} {amendment.name}"):
        split, searched = shortest_split(scopes, without, having, MOST_PAIRS)
    verdicts = changed_verdicts(split.scope, without, having, budget) if split else []
    return Changed(amendment, without, having, split, searched, verdicts)


def changed_verdicts(
    scope: Scope, without: Edition, having: Edition, budget: float | None
) -> list[tuple[str, str, str]]:
    """Explore the scope of the split in both editions, and list the verdicts that differ."""
    before = run_explorer(scope, without, budget).verdicts
    after = run_explorer(scope, having, budget).verdicts
    return [
        (old.id, old.verdict, new.verdict)
        for old, new in zip(before, after, strict=True)
        if old.verdict != new.verdict
    ]


def as_json(change: Changed) -> dict[str, Any]:
    """Give a change under the keys that scripts may rely on."""
    without, having = change.told(change.without), change.told(change.having)
    answers = None
    if without[-1:] and having[-1:]:
        first, second = without[-1].transition, having[-1].transition
        assert first is not None
        assert second is not None
        answers = {"a": told_outcome(first.outcome), "b": told_outcome(second.outcome)}
    return {
        "id": change.amendment.id,
        "name": change.amendment.name,
        "differs": change.split is not None,
        "scope": change.split.scope.name if change.split else change.searched,
        "trace": [operation_to_json(step.operation) for step in without if step.operation],
        "answers": answers,
        "properties": [
            {"id": rule, "a": before, "b": after} for rule, before, after in change.verdicts
        ],
    }


def as_text(change: Changed) -> Iterator[str]:
    """Tell a change: the trace, both last answers, and the verdicts that differ."""
    yield coloured(f"{change.amendment.id} {change.amendment.name}", "bold")
    yield f"{change.amendment.title}."
    if change.split is None:
        yield f"No difference within these scopes: {', '.join(change.searched)}."
        yield ""
        return
    without, having = change.told(change.without), change.told(change.having)
    yield f"minimal, {len(change.split.path)} events, scope {change.split.scope.name}:"
    yield from told_path(without[:-1])
    last = having[-1]
    asked = list(told_path([last]))
    yield asked[0].replace("  1  ", f"{len(without):3}  ", 1)
    for edition, told in ((change.without, without), (change.having, having)):
        transition = told[-1].transition
        assert transition is not None
        rules = " ".join(transition.rules)
        yield f"     {edition.name}: {told_outcome(transition.outcome)}   by {rules}"
    rows = [(rule, before, "->", after) for rule, before, after in change.verdicts]
    yield from aligned(rows) if rows else ["no property changes its verdict in this scope"]
    yield ""
