"""Reports of explorations: as text for people, as JSON for programs."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.protocol.documents.exploration import (
    Event,
    ExploreDocument,
    ExploredProperty,
    ExploredScope,
    OtherEvent,
)
from conformance.protocol.links import playground_link, render_link
from conformance.reports.console import aligned, coloured
from conformance.reports.words.traces import describe_event, render_path
from model.explorer.events import PathStep
from model.explorer.scopes.catalog import CHEAPEST_FIRST
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import (
    GIVEN_UP,
    HOLDS,
    HOLDS_TO_DEPTH,
    UNKNOWN,
    VIOLATED,
    Exploration,
    PropertyVerdict,
)
from model.explorer.search.paths import replay_path
from model.explorer.search.testable import is_testable
from spec.catalog import PROPERTIES, RULES, Property, decidable_clauses, rule_id, undecided_clauses
from spec.editions import Edition
from spec.properties.guidance import GUIDANCE
from spec.properties.reachability import EVENTUALITIES, POSSIBILITIES
from spec.properties.runs import RUN_PROPERTIES

BY_ID = {rule.id: rule for rule in PROPERTIES}
NAMED = 12
"""How many rules that no answer cites are named."""
NOT_IN_SCOPES = (
    "other documents, requests, worktrees and times; what no property forbids (planspec diff); "
    "the store (planspec check)"
)


@dataclass(frozen=True)
class Explored:
    """An exploration of a scope: the verdicts asked for, and traces of what is violated."""

    scope: Scope
    edition: Edition
    result: Exploration
    verdicts: list[PropertyVerdict]
    traces: dict[str, Path]

    def path(self, verdict: PropertyVerdict) -> list[PathStep]:
        """Return the steps of the counterexample to a property."""
        return list(replay_path(self.scope, self.edition, verdict.path or ()))

    def counted(self, verdict: PropertyVerdict) -> str | None:
        """Return the verdict if it counts: also where the budget ended before a test was met."""
        if verdict.tested:
            return verdict.verdict
        may_come = not self.result.closed and is_testable(self.scope, BY_ID[verdict.id])
        return HOLDS_TO_DEPTH if may_come else None

    def link(self, verdict: PropertyVerdict, site: str | None) -> str | None:
        """Return the address at which a site plays the counterexample to a property."""
        operations = [step.operation for step in self.path(verdict) if step.operation]
        return playground_link(site, operations, self.edition)


def needs_exploring(verdict: PropertyVerdict) -> bool:
    """Return whether a property is about more than operations, so that no trace alone shows it."""
    beyond: tuple[Property, ...] = (*POSSIBILITIES, *EVENTUALITIES, *GUIDANCE, *RUN_PROPERTIES)
    return verdict.id in {entry.id for entry in beyond}


def never_fired(explored: list[Explored]) -> list[str]:
    """Return the rules of the edition that decided nothing in any of the scopes."""
    fired = {rule for each in explored for rule in each.result.rules}
    return [rule for rule in rules_in(explored[0].edition) if rule not in fired]


def rules_in(edition: Edition) -> list[str]:
    """Return the rules of an edition that can decide something."""
    deciding = {rule_id(each.id) for each in decidable_clauses(edition)}
    return [rule.id for rule in RULES if rule.id in deciding]


def never_decided(explored: list[Explored]) -> list[str]:
    """Return the clauses of the edition that decided nothing in any of the scopes."""
    decided = {clause for each in explored for clause in each.result.clauses}
    return undecided_clauses(decided, explored[0].edition)


def explore_document(
    name: str, explored: list[Explored], site: str | None = None
) -> ExploreDocument:
    """Return the document of explorations, one or several; with a site, with links to it."""
    results = [each.result for each in explored]
    columns = zip(*(each.verdicts for each in explored), strict=True)
    return ExploreDocument(
        edition=explored[0].edition.name,
        scope=name,
        states=sum(result.states for result in results),
        transitions=sum(result.transitions for result in results),
        depth=max(result.depth for result in results),
        closed=all(result.closed for result in results),
        seconds=round(sum(result.seconds for result in results), 3),
        properties=[property_document(explored, list(verdicts), site) for verdicts in columns],
        never_fired=never_fired(explored),
        never_decided=never_decided(explored),
        scopes=[ExploredScope.model_validate(result) for result in results],
    )


def property_document(
    explored: list[Explored], verdicts: list[PropertyVerdict], site: str | None
) -> ExploredProperty:
    """Return the verdict on a property over some scopes, with its shortest counterexample."""
    broken = [
        (len(verdict.path), each, verdict)
        for each, verdict in zip(explored, verdicts, strict=True)
        if verdict.path is not None
    ]
    _, where, worst = min(broken, key=lambda found: found[0], default=(0, None, None))
    tested = any(verdict.tested for verdict in verdicts)
    file = where.traces.get(worst.id) if where and worst else None
    path = where.path(worst) if where and worst else None
    return ExploredProperty(
        id=verdicts[0].id,
        sentence=verdicts[0].sentence,
        verdict=weakest(explored, verdicts) if tested else UNKNOWN,
        tested=tested,
        problem=worst.problem if worst else None,
        scope=where.scope.name if where else None,
        trace=None if path is None else list(map(event_document, path)),
        file=str(file) if file else None,
        link=where.link(worst, site) if where and worst else None,
    )


def weakest(explored: list[Explored], verdicts: list[PropertyVerdict]) -> str:
    """Return the weakest verdict on a property that counts in some scopes."""
    counted = [each.counted(verdict) for each, verdict in zip(explored, verdicts, strict=True)]
    return next(each for each in (VIOLATED, UNKNOWN, HOLDS_TO_DEPTH, HOLDS) if each in counted)


def event_document(step: PathStep) -> Event:
    """Return one event of a path as a document shows it."""
    return step.operation or OtherEvent(
        event=type(step.event).__name__.lower(), sentence=describe_event(step.event)
    )


def render_explored(explored: list[Explored], site: str | None = None) -> Iterator[str]:
    """Yield the lines of a report: sizes, verdicts over all scopes, counterexamples, the result.

    With a site, each counterexample has a link to its playground.
    """
    for each in explored:
        yield coloured(each.scope.name, "bold") + f": {each.scope.sentence}"
        yield f"  {render_size(each.result)}"
    yield ""
    rows = []
    for verdicts in zip(*(each.verdicts for each in explored), strict=True):
        words = render_verdict(explored, list(verdicts))
        rows.append((words, verdicts[0].id, verdicts[0].sentence))
    yield from aligned(rows)
    yield ""
    for each in explored:
        for verdict in each.verdicts:
            if verdict.path is not None:
                yield from counterexample(each, verdict, site)
    yield from not_looked_at(explored)
    yield summary(explored)


def not_looked_at(explored: list[Explored]) -> Iterator[str]:
    """Yield what the verdicts say nothing of: rules, scopes, and all that no scope has."""
    whole = len(explored[0].verdicts) > 1
    if whole and (rules := never_fired(explored)):
        more = f" and {len(rules) - NAMED} more, see --json" if len(rules) > NAMED else ""
        yield f"rules that no answer here cites: {' '.join(rules[:NAMED])}{more}"
    names = {each.scope.name for each in explored}
    left = [scope.name for scope in CHEAPEST_FIRST if scope.name not in names]
    scopes = f"scope {left[0]}; " if len(left) == 1 else f"{len(left)} other scopes; "
    yield f"not looked at: {scopes if left else ''}{NOT_IN_SCOPES}"


def render_size(result: Exploration) -> str:
    """Return how much was explored, and how fast."""
    rate = result.states / max(result.seconds, 0.001)
    return (
        f"{result.states:,} states, {result.transitions:,} transitions, depth {result.depth}, "
        f"{result.seconds:.1f} s, {rate:,.0f} states/s, edition {result.edition}"
        + ("" if result.closed else f", {GIVEN_UP if result.given_up else 'out of budget'}")
    )


def render_verdict(explored: list[Explored], verdicts: list[PropertyVerdict]) -> str:
    """Return the verdict on a property in several scopes, claiming no more than was seen."""
    seen = list(zip(explored, verdicts, strict=True))
    violated = [each.scope.name for each, verdict in seen if verdict.verdict == VIOLATED]
    if violated:
        return f"violated in {', '.join(violated)}"
    if not any(verdict.tested for verdict in verdicts):
        whole = all(each.result.closed for each in explored)
        return "not tested here" if whole else "unknown (budget)"
    counting = [each.result for each, verdict in seen if each.counted(verdict)]
    match weakest(explored, verdicts):
        case "holds":
            return f"holds (closed: {sum(result.states for result in counting):,} states)"
        case "holds_to_depth":
            return f"holds to depth {min(each.depth for each in counting if not each.closed)}"
    return "unknown (budget)"


def counterexample(explored: Explored, verdict: PropertyVerdict, site: str | None) -> Iterator[str]:
    """Yield a shortest counterexample, and how to replay it."""
    path, edition, scope = verdict.path or (), explored.edition.name, explored.scope.name
    yield coloured(f"{verdict.id} is violated: {verdict.sentence}", "red")
    shortest = "minimal" if explored.result.closed else "the shortest so far"
    yield f"{shortest}, {len(path)} events:"
    yield from render_path(explored.path(verdict))
    yield f"     {verdict.problem}"
    if needs_exploring(verdict):
        command = f"explore --edition {edition} --scope {scope} --property {verdict.id}"
        yield f"reproduce it: planspec {command}"
    elif verdict.id in explored.traces:
        yield f"replay it: planspec replay {explored.traces[verdict.id]}"
    yield from render_link(explored.link(verdict, site))
    yield ""


def summary(explored: list[Explored]) -> str:
    """Return the result over all scopes."""
    verdicts = [verdict for each in explored for verdict in each.verdicts]
    violated = sorted({each.id for each in verdicts if each.verdict == VIOLATED})
    states = sum(each.result.states for each in explored)
    tested = {each.id for each in verdicts if each.tested}
    untested = {each.id for each in verdicts} - tested
    properties = "1 property" if len(tested) == 1 else f"{len(tested)} properties"
    parts = [f"{properties} tested on {states:,} states"]
    parts += [f"{len(untested)} never tested"] if untested else []
    edition = explored[0].edition
    rules, clauses = len(rules_in(edition)), len(decidable_clauses(edition))
    parts += [f"{rules - len(never_fired(explored))} of {rules} rules fired"]
    parts += [f"{clauses - len(never_decided(explored))} of {clauses} clauses decided"]
    if violated:
        return coloured(f"violated: {' '.join(violated)}; {'; '.join(parts)}", "red")
    if not all(each.result.closed for each in explored):
        return coloured(f"out of budget, nothing violated so far; {'; '.join(parts)}", "yellow")
    return coloured(f"nothing violated in what these scopes can do; {'; '.join(parts)}", "green")
