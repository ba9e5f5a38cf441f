"""`planspec diff`: what each amendment between two editions changes."""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from conformance.cli.common.editions import named_edition
from conformance.cli.common.printing import print_result
from conformance.cli.explore import Budget, named_scopes, run_explorer
from conformance.protocol.documents.exploration import (
    AmendmentDiff,
    BothEditions,
    BothTraces,
    ChangedProperty,
    DiffDocument,
)
from conformance.reports.console import aligned, coloured, progress_line
from conformance.reports.exit_codes import INCONCLUSIVE, SUCCESS
from conformance.reports.exploration import event_document
from conformance.reports.traces import render_decision, render_operation, render_path, trace_steps
from model.explorer.asked import RecordingEdition, answer_alike, recording
from model.explorer.diff import EditionDifference, shortest_difference
from model.explorer.events import PathStep
from model.explorer.graphs import graph_of
from model.explorer.paths import replay_path
from model.explorer.scopes.catalog import CHEAPEST_FIRST
from model.explorer.scopes.scope import Scope
from model.explorer.search import HOLDS, VIOLATED, PropertyVerdict
from model.explorer.state_graph import StateGraph
from model.explorer.testable import is_testable
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import properties_of
from spec.editions import Edition, edition_named

MOST_PAIRS = 3000
"""Pairs of states that are searched in a scope before it is given up."""

Explore = Callable[[Scope, Edition], tuple[PropertyVerdict, ...]]


@dataclass(frozen=True)
class ChangedVerdict:
    """A property on whose verdict in a scope two editions differ; in one of them it is violated."""

    scope: Scope
    first: PropertyVerdict
    second: PropertyVerdict


@dataclass(frozen=True)
class Changed:
    """What one amendment changes between two editions that differ in nothing else."""

    amendment: Amendment
    first: Edition
    second: Edition
    split: EditionDifference | None
    searched: list[str]
    verdicts: list[ChangedVerdict]

    def path(self, edition: Edition) -> list[PathStep]:
        """Return the steps of the difference in one of the two editions."""
        return list(replay_path(self.split.scope, edition, self.split.path)) if self.split else []

    def answer(self, edition: Edition) -> str:
        """Return how an edition answers the last event of the difference, and by which rules."""
        last = self.path(edition)[-1]
        assert last.transition is not None
        return render_decision(last.transition) + (f"; {last.then}" if last.then else "")


def run(options: argparse.Namespace) -> int:
    """Compare two editions amendment by amendment, report, and return the exit code."""
    first, second = named_edition(options.a), named_edition(options.b)
    scopes, budget = named_scopes(options.scope), Budget(options.budget)
    explore = exploring_once(budget)
    differing = [each for each in AMENDMENTS if first.has(each) != second.has(each)]
    changes = [
        changed_by(amendment, first, second, scopes, explore, budget)
        for amendment in differing
        if budget.left() != 0
    ]
    print_result(
        options.json,
        lambda: DiffDocument(
            a=first.name, b=second.name, amendments=list(map(amendment_document, changes))
        ),
        as_text(changes, len(differing), first, second),
    )
    if budget.left() == 0:
        reason = f"out of budget, {len(changes)} of {len(differing)} amendments looked at"
        print(f"planspec: {reason}", file=sys.stderr)
        return INCONCLUSIVE
    return SUCCESS


def exploring_once(budget: Budget) -> Explore:
    """Return a function that explores a scope only once in editions that answer alike.

    Where they do not, only what depends on the difference is found out again.
    """
    known: dict[str, list[tuple[RecordingEdition, tuple[PropertyVerdict, ...]]]] = {}
    graphs: dict[str, StateGraph[Any]] = {}

    def explore(scope: Scope, edition: Edition) -> tuple[PropertyVerdict, ...]:
        of_scope = known.setdefault(scope.name, [])
        for other, verdicts in of_scope:
            if answer_alike(edition, other, other.asked):
                return verdicts
        asked = recording(edition)
        graph = graphs[scope.name] = graph_of(scope, asked, graphs.get(scope.name))
        verdicts = run_explorer(graph, budget.left()).verdicts
        of_scope.append((asked, verdicts))
        return verdicts

    return explore


def changed_by(
    amendment: Amendment,
    first: Edition,
    second: Edition,
    scopes: tuple[Scope, ...],
    explore: Explore,
    budget: Budget,
) -> Changed:
    """Return what an amendment changes in the edition that has it."""
    having = second if second.has(amendment) else first
    without = edition_named(f"{having.name}-{amendment.id}")
    pair = (without, having) if second.has(amendment) else (having, without)
    with progress_line(f"{amendment.id} {amendment.name}"):
        split, searched = shortest_difference(scopes, *pair, MOST_PAIRS, budget.end)
    ordered = sorted(scopes, key=CHEAPEST_FIRST.index)
    ordered.sort(key=lambda scope: split is None or scope is not split.scope)
    verdicts = changed_verdicts(amendment, ordered, pair, explore) if split else []
    return Changed(amendment, *pair, split, searched, verdicts)


def changed_verdicts(
    amendment: Amendment, scopes: list[Scope], pair: tuple[Edition, Edition], explore: Explore
) -> list[ChangedVerdict]:
    """Return the verdicts that differ, scope by scope until the amendment's own are among them.

    Those that are not are looked for as long as a scope is left that can put them to the test. Only
    verdicts that are certain in both editions are compared.
    """
    missing = list(properties_of(amendment))
    found: list[ChangedVerdict] = []
    for number, scope in enumerate(scopes):
        if number and not any(is_testable(*pair) for pair in product(scopes[number:], missing)):
            break
        before, after = (explore(scope, edition) for edition in pair)
        found += [
            ChangedVerdict(scope, old, new)
            for old, new in zip(before, after, strict=True)
            if {old.verdict, new.verdict} == {HOLDS, VIOLATED}
        ]
        shown = {each.first.id for each in found}
        missing = [rule for rule in missing if rule.id not in shown]
    return found


def amendment_document(change: Changed) -> AmendmentDiff:
    """Return the document of a change."""
    split, first, second = change.split, change.first, change.second
    return AmendmentDiff(
        id=change.amendment.id,
        name=change.amendment.name,
        editions=BothEditions(a=first.name, b=second.name),
        differs=split is not None,
        scope=split.scope.name if split else None,
        searched=change.searched,
        trace=[event_document(step) for step in change.path(first)],
        answers=BothEditions(a=change.answer(first), b=change.answer(second)) if split else None,
        steps=BothTraces(
            a=list(trace_steps(change.path(first))), b=list(trace_steps(change.path(second)))
        ),
        properties=[property_document(change, each) for each in change.verdicts],
    )


def property_document(change: Changed, changed: ChangedVerdict) -> ChangedProperty:
    """Return both verdicts on a property, and the shortest counterexample to it."""
    broken_first = changed.first.path is not None
    edition, broken = (
        (change.first, changed.first) if broken_first else (change.second, changed.second)
    )
    path = list(replay_path(changed.scope, edition, broken.path or ()))
    return ChangedProperty(
        scope=changed.scope.name,
        id=changed.first.id,
        a=changed.first.verdict,
        b=changed.second.verdict,
        problem=broken.problem,
        trace=[event_document(step) for step in path],
        steps=list(trace_steps(path)),
    )


def as_text(
    changes: list[Changed], differing: int, first: Edition, second: Edition
) -> Iterator[str]:
    """Yield the report of all changes that were looked at, and how many of them there are."""
    for change in changes:
        yield coloured(f"{change.amendment.id} {change.amendment.name}", "bold")
        yield f"{change.amendment.title}."
        yield from split_as_text(change)
        yield ""
    apart = sum(change.split is not None for change in changes)
    names = f"{first.name} and {second.name}"
    looked_at = f", looked at: {len(changes)}" if len(changes) < differing else ""
    if not differing:
        yield f"{names} are the same rules"
    else:
        yield f"amendments between {names}: {differing}{looked_at}, shown by a trace: {apart}"


def split_as_text(change: Changed) -> Iterator[str]:
    """Yield one change: the trace, both last answers, and the verdicts that differ."""
    split = change.split
    if split is None:
        yield f"No difference within these scopes: {', '.join(change.searched)}."
        return
    besides = f", not counting {', '.join(split.given_up)}" if split.given_up else ""
    yield f"minimal{besides}, {len(split.path)} events, scope {split.scope.name}:"
    path = change.path(change.first)
    yield from render_path(path[:-1])
    assert path[-1].operation is not None
    yield f"{len(path):3}  {render_operation(path[-1].operation)}"
    for edition in (change.first, change.second):
        yield f"     {edition.name}: {change.answer(edition)}"
    rows = [
        (each.first.id, each.first.verdict, "->", f"{each.second.verdict} ({each.scope.name})")
        for each in change.verdicts
    ]
    yield from aligned(rows) if rows else ["no property changes its verdict"]
