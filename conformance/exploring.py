"""The `explore` command: every reachable state of a scope, and a verdict for every property."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.command import AGREES, DISAGREES, INCONCLUSIVE, UsageError
from conformance.console import aligned, coloured, progress_line
from conformance.narration import told_path
from conformance.traces import Trace, operation_to_json, write_trace
from model.explore import HOLDS, HOLDS_TO_DEPTH, VIOLATED, Exploration, Explorer, Verdict
from model.families import FamilySpace
from model.retelling import retold
from model.scope_catalog import SCOPES
from model.scopes import Scope
from model.spaces import PlainSpace, Space
from spec.catalog import RULES
from spec.editions import Edition, UnknownEdition, edition_named

BY_NAME = {scope.name: scope for scope in SCOPES}
QUICK = tuple(scope for scope in SCOPES if scope.name != "large")


@dataclass(frozen=True)
class Explored:
    """An exploration of a scope, with the traces of what is violated in it."""

    scope: Scope
    edition: Edition
    result: Exploration
    traces: dict[str, Path]


def explore(options: argparse.Namespace) -> int:
    """Explore, report, and give the exit code."""
    edition, scopes = named_edition(options.edition), named_scopes(options.scope)
    explored = [
        explore_one(scope, edition, options.budget, options.traces, options.property)
        for scope in scopes
    ]
    if options.json:
        documents = [as_json(each, options.property) for each in explored]
        print(json.dumps(documents[0] if len(documents) == 1 else documents, indent=2))
    else:
        for line in told_explored(explored, options.property):
            print(line)
        print(summary(explored, options.property))
    return exit_code(explored, options.property)


def named_edition(name: str) -> Edition:
    """Find an edition by its name."""
    try:
        return edition_named(name)
    except UnknownEdition as error:
        raise UsageError(str(error)) from error


def named_scopes(name: str) -> tuple[Scope, ...]:
    """Find a scope by its name, or several: `quick` for all but the large one, or `all`."""
    if name in ("quick", "all"):
        return QUICK if name == "quick" else SCOPES
    if name not in BY_NAME:
        known = ", ".join(("quick", "all", *BY_NAME))
        raise UsageError(f"{name!r} is no scope; give one of: {known}")
    return (BY_NAME[name],)


def run_explorer(scope: Scope, edition: Edition, budget: float | None) -> Exploration:
    """Explore a scope in the fast space, or in the plain one if it has several plans."""
    one_plan = len(scope.documents.versions) == 1
    with progress_line(f"exploring {scope.name} in {edition.name}") as show:
        space: Space[Any] = (FamilySpace if one_plan else PlainSpace)(scope, edition)
        explorer = Explorer(
            space,
            budget,
            lambda now: show(
                f"{now.states:,} states, frontier {now.frontier:,}, depth {now.depth}, "
                f"{now.states / max(now.seconds, 0.001):,.0f} states/s"
            ),
        )
        return explorer.run()


def explore_one(
    scope: Scope, edition: Edition, budget: float | None, traces: Path, wanted: str | None
) -> Explored:
    """Explore one scope, and save a trace for each property that is violated."""
    result = run_explorer(scope, edition, budget)
    saved = {}
    for verdict in chosen(result, wanted):
        if verdict.verdict == VIOLATED and verdict.path is not None:
            told = retold(scope, edition, verdict.path)
            operations = tuple(step.operation for step in told if step.operation)
            path = traces / f"{edition.name}-{scope.name}-{verdict.id}.json"
            shows = f"{verdict.id} is violated: {verdict.sentence}"
            write_trace(path, Trace(operations, shows, edition.name))
            saved[verdict.id] = path
    return Explored(scope, edition, result, saved)


def chosen(result: Exploration, wanted: str | None) -> list[Verdict]:
    """Give all verdicts, or that of one property."""
    found = [verdict for verdict in result.verdicts if wanted in (None, verdict.id)]
    if not found:
        known = ", ".join(verdict.id for verdict in result.verdicts)
        raise UsageError(f"{wanted!r} is no property; give one of: {known}")
    return found


def never_fired(explored: list[Explored]) -> list[str]:
    """List the rules of the edition that decided nothing in any of the scopes."""
    fired = {rule for each in explored for rule in each.result.rules}
    edition = explored[0].edition
    return [rule.id for rule in RULES if rule.id not in fired and rule.text(edition)]


def exit_code(explored: list[Explored], wanted: str | None) -> int:
    """Say whether all holds, something is violated, or it is not known."""
    verdicts = [verdict for each in explored for verdict in chosen(each.result, wanted)]
    if any(verdict.verdict == VIOLATED for verdict in verdicts):
        return DISAGREES
    tested = {verdict.id for verdict in verdicts if verdict.tested}
    whole = all(each.result.closed for each in explored)
    enough = wanted in tested if wanted else bool(tested)
    return AGREES if whole and enough else INCONCLUSIVE


def as_json(explored: Explored, wanted: str | None) -> dict[str, Any]:
    """Give an exploration under the keys that scripts may rely on."""
    result = explored.result
    return {
        "edition": result.edition,
        "scope": result.scope,
        "states": result.states,
        "transitions": result.transitions,
        "depth": result.depth,
        "closed": result.closed,
        "seconds": round(result.seconds, 3),
        "properties": [
            {
                "id": verdict.id,
                "sentence": verdict.sentence,
                "verdict": verdict.verdict,
                "tested": verdict.tested,
                "problem": verdict.problem or None,
                "depth": None if verdict.path is None else len(verdict.path),
                "trace": path_as_json(explored, verdict),
                "file": str(explored.traces[verdict.id]) if verdict.id in explored.traces else None,
            }
            for verdict in chosen(result, wanted)
        ],
        "never_fired": never_fired([explored]),
    }


def path_as_json(explored: Explored, verdict: Verdict) -> list[dict[str, Any]] | None:
    """Give the operations of a counterexample."""
    if verdict.path is None:
        return None
    told = retold(explored.scope, explored.edition, verdict.path)
    return [operation_to_json(step.operation) for step in told if step.operation]


def told_explored(explored: list[Explored], wanted: str | None) -> Iterator[str]:
    """Tell explorations: their sizes, every verdict over all of them, every counterexample."""
    for each in explored:
        yield coloured(each.scope.name, "bold") + f": {each.scope.sentence}"
        yield f"  {told_size(each.result)}"
    yield ""
    columns = zip(*(chosen(each.result, wanted) for each in explored), strict=True)
    rows = []
    for verdicts in columns:
        results = [each.result for each in explored]
        told = told_verdict(list(zip(results, verdicts, strict=True)))
        rows.append((told, verdicts[0].id, verdicts[0].sentence))
    yield from aligned(rows)
    yield ""
    for each in explored:
        for verdict in chosen(each.result, wanted):
            if verdict.path is not None:
                yield from counterexample(each, verdict)


def told_size(result: Exploration) -> str:
    """Tell how much was explored, and how fast."""
    rate = result.states / max(result.seconds, 0.001)
    return (
        f"{result.states:,} states, {result.transitions:,} transitions, depth {result.depth}, "
        f"{result.seconds:.1f} s, {rate:,.0f} states/s, edition {result.edition}"
        + ("" if result.closed else ", out of budget")
    )


def told_verdict(seen: list[tuple[Exploration, Verdict]]) -> str:
    """Tell the verdict on a property over some scopes, and no more than was seen."""
    violated = [result.scope for result, verdict in seen if verdict.verdict == VIOLATED]
    if violated:
        return f"violated in {', '.join(violated)}"
    testing = [(result, verdict) for result, verdict in seen if verdict.tested]
    if not testing:
        whole = all(result.closed for result, _ in seen)
        return "not tested here" if whole else "unknown (budget)"
    if all(verdict.verdict == HOLDS for _, verdict in testing):
        return f"holds (closed: {sum(result.states for result, _ in testing):,} states)"
    depths = [result.depth for result, verdict in testing if verdict.verdict == HOLDS_TO_DEPTH]
    return f"holds to depth {min(depths)}" if depths else "unknown (budget)"


def counterexample(explored: Explored, verdict: Verdict) -> Iterator[str]:
    """Tell a shortest counterexample, and how to replay it."""
    path = verdict.path or ()
    yield coloured(f"{verdict.id} is violated: {verdict.sentence}", "red")
    yield f"minimal, {len(path)} events:"
    yield from told_path(list(retold(explored.scope, explored.edition, path)))
    yield f"     {verdict.problem}"
    yield f"replay it: planspec replay {explored.traces[verdict.id]}"
    yield ""


def summary(explored: list[Explored], wanted: str | None) -> str:
    """Tell what all scopes together have shown."""
    verdicts = [verdict for each in explored for verdict in chosen(each.result, wanted)]
    violated = sorted({each.id for each in verdicts if each.verdict == VIOLATED})
    states = sum(each.result.states for each in explored)
    tested = {each.id for each in verdicts if each.tested}
    untested = [each.id for each in chosen(explored[0].result, wanted) if each.id not in tested]
    properties = "1 property" if len(tested) == 1 else f"{len(tested)} properties"
    parts = [f"{properties} tested on {states:,} states"]
    parts += [f"never tested: {' '.join(untested)}"] if untested else []
    silent = never_fired(explored)
    parts += [f"rules that never fired: {' '.join(silent)}"] if silent else ["every rule fired"]
    if violated:
        return coloured(f"violated: {' '.join(violated)}; {'; '.join(parts)}", "red")
    if not all(each.result.closed for each in explored):
        return coloured(f"out of budget, nothing violated so far; {'; '.join(parts)}", "yellow")
    return coloured(f"nothing violated; {'; '.join(parts)}", "green")
