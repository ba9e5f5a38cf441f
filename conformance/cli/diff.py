"""The `diff` command: what each amendment between two editions changes."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from conformance.cli.explore import Budget, named_edition, named_scopes, run_explorer
from conformance.cli.main import AGREES, INCONCLUSIVE
from conformance.reports.console import aligned, coloured, progress_line
from conformance.reports.exploration import event_to_json
from conformance.reports.traces import render_decision, render_operation, render_path, trace_steps
from model.explorer.diff import EditionDifference, shortest_difference
from model.explorer.events import PathStep
from model.explorer.paths import replay_path
from model.explorer.scopes.scope import Scope
from model.explorer.search import HOLDS, VIOLATED, PropertyVerdict
from spec.amendments import AMENDMENTS, Amendment
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

    def told(self, edition: Edition) -> list[PathStep]:
        """Tell the split in one of the two editions."""
        return list(replay_path(self.split.scope, edition, self.split.path)) if self.split else []

    def answer(self, edition: Edition) -> str:
        """Tell how an edition answers the last event of the split, and by which rules."""
        last = self.told(edition)[-1]
        assert last.transition is not None
        return render_decision(last.transition) + (f"; {last.then}" if last.then else "")


def diff(options: argparse.Namespace) -> int:
    """Compare two editions amendment by amendment, and report."""
    first, second = named_edition(options.a), named_edition(options.b)
    scopes, budget = named_scopes(options.scope), Budget(options.budget)
    explore = exploring_once(budget)
    differing = [each for each in AMENDMENTS if first.has(each) != second.has(each)]
    changes = [
        changed_by(amendment, first, second, scopes, explore, budget)
        for amendment in differing
        if budget.left() != 0
    ]
    if options.json:
        document = {"a": first.name, "b": second.name, "amendments": [*map(as_json, changes)]}
        print(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        for line in as_text(changes, first, second):
            print(line)
    if budget.left() == 0:
        told = f"out of budget, {len(changes)} of {len(differing)} amendments looked at"
        print(f"planspec: {told}", file=sys.stderr)
        return INCONCLUSIVE
    return AGREES


def exploring_once(budget: Budget) -> Explore:
    """Make a function that explores every scope in every edition only once."""
    known: dict[tuple[str, str], tuple[PropertyVerdict, ...]] = {}

    def explore(scope: Scope, edition: Edition) -> tuple[PropertyVerdict, ...]:
        key = (scope.name, edition.name)
        if key not in known:
            known[key] = run_explorer(scope, edition, budget.left()).verdicts
        return known[key]

    return explore


def changed_by(
    amendment: Amendment,
    first: Edition,
    second: Edition,
    scopes: tuple[Scope, ...],
    explore: Explore,
    budget: Budget,
) -> Changed:
    """Find out what an amendment changes, beside all others of the edition that has it."""
    having = second if second.has(amendment) else first
    without = edition_named(f"{having.name}-{amendment.id}")
    pair = (without, having) if second.has(amendment) else (having, without)
    with progress_line(f"{amendment.id} {amendment.name}"):
        split, searched = shortest_difference(scopes, *pair, MOST_PAIRS, budget.end)
    ordered = sorted(scopes, key=lambda scope: split is None or scope is not split.scope)
    verdicts = changed_verdicts(amendment, ordered, pair, explore) if split else []
    return Changed(amendment, *pair, split, searched, verdicts)


def changed_verdicts(
    amendment: Amendment, scopes: list[Scope], pair: tuple[Edition, Edition], explore: Explore
) -> list[ChangedVerdict]:
    """List verdicts that differ, scope by scope until the amendment's own are among them.

    Only verdicts that are certain in both editions are compared.
    """
    expected = {entry.id for entry in properties_of(amendment)}
    found: list[ChangedVerdict] = []
    for scope in scopes:
        before, after = (explore(scope, edition) for edition in pair)
        found += [
            ChangedVerdict(scope, old, new)
            for old, new in zip(before, after, strict=True)
            if {old.verdict, new.verdict} == {HOLDS, VIOLATED}
        ]
        if expected <= {each.first.id for each in found}:
            break
    return found


def as_json(change: Changed) -> dict[str, Any]:
    """Give a change under the keys that scripts may rely on."""
    split = change.split
    return {
        "id": change.amendment.id,
        "name": change.amendment.name,
        "editions": {"a": change.first.name, "b": change.second.name},
        "differs": split is not None,
        "scope": split.scope.name if split else None,
        "searched": change.searched,
        "trace": [event_to_json(step) for step in change.told(change.first)],
        "answers": {"a": change.answer(change.first), "b": change.answer(change.second)}
        if split
        else None,
        "steps": {
            side: [asdict(step) for step in trace_steps(change.told(edition))]
            for side, edition in (("a", change.first), ("b", change.second))
        },
        "properties": [verdict_as_json(change, each) for each in change.verdicts],
    }


def verdict_as_json(change: Changed, changed: ChangedVerdict) -> dict[str, Any]:
    """Give both verdicts on a property, and the shortest counterexample in the edition without."""
    broken_first = changed.first.path is not None
    edition, broken = (
        (change.first, changed.first) if broken_first else (change.second, changed.second)
    )
    told = list(replay_path(changed.scope, edition, broken.path or ()))
    return {
        "scope": changed.scope.name,
        "id": changed.first.id,
        "a": changed.first.verdict,
        "b": changed.second.verdict,
        "problem": broken.problem,
        "trace": [event_to_json(step) for step in told],
        "steps": [asdict(step) for step in trace_steps(told)],
    }


def as_text(changes: list[Changed], first: Edition, second: Edition) -> Iterator[str]:
    """Tell all changes, and how many there are."""
    for change in changes:
        yield coloured(f"{change.amendment.id} {change.amendment.name}", "bold")
        yield f"{change.amendment.title}."
        yield from split_as_text(change)
        yield ""
    apart = sum(change.split is not None for change in changes)
    names = f"{first.name} and {second.name}"
    if not changes:
        yield f"{names} are the same rules"
    else:
        yield f"amendments between {names}: {len(changes)}, told apart by a trace: {apart}"


def split_as_text(change: Changed) -> Iterator[str]:
    """Tell one change: the trace, both last answers, and the verdicts that differ."""
    split = change.split
    if split is None:
        yield f"No difference within these scopes: {', '.join(change.searched)}."
        return
    besides = f", not counting {', '.join(split.given_up)}" if split.given_up else ""
    yield f"minimal{besides}, {len(split.path)} events, scope {split.scope.name}:"
    told = change.told(change.first)
    yield from render_path(told[:-1])
    assert told[-1].operation is not None
    yield f"{len(told):3}  {render_operation(told[-1].operation)}"
    for edition in (change.first, change.second):
        yield f"     {edition.name}: {change.answer(edition)}"
    rows = [
        (each.first.id, each.first.verdict, "->", f"{each.second.verdict} ({each.scope.name})")
        for each in change.verdicts
    ]
    yield from aligned(rows) if rows else ["no property changes its verdict"]
