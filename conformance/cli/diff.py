"""`planspec diff`: what each amendment between two editions changes."""

import os
import sys
from collections.abc import Iterator, Sequence

from conformance.adapters.model import transitions_of
from conformance.cli.common.output import Output
from conformance.cli.comparing.changes import (
    SEED,
    Changed,
    ChangedVerdict,
    answer_of,
    changes_of,
)
from conformance.cli.explore import Budget, named_scopes
from conformance.cli.options.specification import DiffOptions
from conformance.protocol.documents.exploration import (
    AmendmentDiff,
    BothEditions,
    BothTraces,
    ChangedProperty,
    DiffDocument,
    RequestDiff,
    TraceStep,
)
from conformance.protocol.links import playground_link, render_link
from conformance.reports.console import aligned, coloured
from conformance.reports.exit_codes import INCONCLUSIVE, SUCCESS
from conformance.reports.exploration import event_document
from conformance.reports.words.differences import render_value
from conformance.reports.words.traces import (
    in_short,
    not_told,
    path_of,
    render_operation,
    render_steps,
    trace_steps,
)
from model.explorer.events import PathStep
from model.explorer.search.exploring import GIVEN_UP
from model.explorer.search.paths import replay_path
from model.explorer.search.search_graph import no_collector
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import why_unobservable
from spec.editions import Edition, edition_named
from spec.vocabulary.operations import Operation


# For all of it: between two searches, the collector would look at all that is kept.
@no_collector()
def run(options: DiffOptions) -> Output:
    """Compare two editions amendment by amendment."""
    first, second = edition_named(options.a), edition_named(options.b)
    scopes, budget = named_scopes(options.scope), Budget(options.budget)
    differing = [each for each in AMENDMENTS if first.has(each) != second.has(each)]
    jobs = max(1, min(options.jobs or os.cpu_count() or 1, len(differing)))
    changes = changes_of(differing, (first, second), scopes, budget, jobs)
    code = SUCCESS
    looked_at = {each.amendment for each in changes}
    left = tuple(each.id for each in differing if each not in looked_at)
    if left or any(each.unfinished for each in changes):
        whole = sum(not each.unfinished for each in changes)
        reason = f"out of budget, {whole} of {len(differing)} amendments looked at to the end"
        print(f"planspec: {reason}", file=sys.stderr)
        code = INCONCLUSIVE
    return Output(
        code,
        lambda: DiffDocument(
            a=first.name,
            b=second.name,
            amendments=[amendment_document(each, options.site) for each in changes],
            not_looked_at=left,
        ),
        as_text(changes, left, first, second, options.site),
    )


def amendment_document(change: Changed, site: str | None) -> AmendmentDiff:
    """Return the document of a change; with a site, its trace has a link to the playground."""
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
        by_requests=change.by_requests,
        readings=change.amendment.readings,
        unfinished=change.unfinished,
        given_up=change.given_up,
        judged=change.judged,
        link=playground_link(site, shown_by(change), first, second),
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
    changes: list[Changed],
    left: Sequence[str],
    first: Edition,
    second: Edition,
    site: str | None = None,
) -> Iterator[str]:
    """Yield the report of all changes that were looked at, and which amendments are left.

    With a site, each trace has a link to its playground, which shows both editions.
    """
    for change in changes:
        yield coloured(f"{change.amendment.id} {change.amendment.name}", "bold")
        yield f"{change.amendment.title}."
        yield from split_as_text(change) if change.split else unsplit_as_text(change)
        if change.unfinished:
            yield "Not looked at to the end, out of budget: what each scope shows."
        yield from render_link(playground_link(site, shown_by(change), change.first, change.second))
        yield ""
    names = f"{first.name} and {second.name}"
    differing = len(changes) + len(left)
    if not differing:
        yield f"{names} are the same rules"
        return
    read = sum(bool(each.amendment.readings) for each in changes)
    by_reading = f", by an example text: {read}" if read else ""
    apart = sum(map(is_shown, changes))
    yield f"amendments between {names}: {differing}, shown by a trace: {apart}{by_reading}"
    hidden = [each for each in changes if not (is_shown(each) or each.amendment.readings)]
    if hidden:
        yield f"not shown by anything: {', '.join(each.amendment.id for each in hidden)}"
    if left:
        yield f"not looked at, out of budget: {', '.join(left)}"


def is_shown(change: Changed) -> bool:
    """Return whether a trace shows a change."""
    return bool(change.split or (change.by_requests and change.by_requests.found))


def shown_by(change: Changed) -> list[Operation]:
    """Return the operations that show a change, or none."""
    if change.split is None:
        return list((change.by_requests.found or ()) if change.by_requests else ())
    return [step.operation for step in change.path(change.first) if step.operation]


def unsplit_as_text(change: Changed) -> Iterator[str]:
    """Yield where no difference was found, and what shows one all the same."""
    yield f"No difference within these scopes: {', '.join(change.searched)}."
    if change.by_requests is not None:
        yield from requests_as_text(change, change.by_requests)
    if why := why_unobservable(change.amendment):
        yield f"No operation shows it: {'; '.join(why)}."
    sides = (change.first, change.second)
    for reading in change.amendment.readings:
        yield f"example: {reading.text}"
        for edition in sides:
            having = edition.has(change.amendment)
            yield f"     {edition.name}: {reading.amended if having else reading.without}"
    yield "Not looked at: other documents, requests, worktrees and times, and programs around it."


def requests_as_text(change: Changed, compared: RequestDiff) -> Iterator[str]:
    """Yield what vectors and random operations showed: a trace that differs, or how many agreed."""
    drawn = f"{compared.operations:,} random operations ({compared.seconds:.1f} s, seed {SEED})"
    if not compared.found:
        yield f"Nor do {compared.vectors:,} vectors and {drawn} on both editions differ."
        return
    which = f"one of {drawn}" if compared.operations else f"one of {compared.vectors:,} vectors"
    yield f"But {which} differs; reduced, {len(compared.found)} events:"
    editions = change.first, change.second
    paths = [path_of(compared.found, transitions_of(compared.found, each)) for each in editions]
    yield from both_as_text(change, *paths)
    for edition, broken in zip(editions, (compared.broken_in_a, compared.broken_in_b), strict=True):
        if broken:
            yield f"{edition.name} violates there: {', '.join(broken)}"


def split_as_text(change: Changed) -> Iterator[str]:
    """Yield one change: the trace, both last answers, and the verdicts that differ."""
    split = change.split
    assert split is not None
    besides = f", not counting {', '.join(split.given_up)}" if split.given_up else ""
    yield f"minimal in these scopes{besides}, {len(split.path)} events, scope {split.scope.name}:"
    yield from both_as_text(change, change.path(change.first), change.path(change.second))
    rows = [
        (each.first.id, each.first.verdict, "->", f"{each.second.verdict} ({each.scope.name})")
        for each in change.verdicts
    ]
    if rows:
        yield from aligned(rows)
    elif change.judged:
        yield f"no property changes its verdict in these scopes: {', '.join(change.judged)}"
        having = change.first if change.first.has(change.amendment) else change.second
        yield f"others are judged by: planspec explore --edition {having.name}"
    if change.given_up:
        yield f"{', '.join(change.given_up)}: {GIVEN_UP}"


def both_as_text(change: Changed, first: list[PathStep], second: list[PathStep]) -> Iterator[str]:
    """Yield a path in both editions: at each event what it changes in both, then what in one.

    Before the last event, what both change is shown in short.
    """
    names = change.first.name, change.second.name
    *before, last = zip(trace_steps(first), trace_steps(second), strict=True)
    yield from render_steps([in_both(names, *pair, short=True) for pair in before])
    assert first[-1].operation is not None
    yield f"{len(first):3}  {render_operation(first[-1].operation)}"
    yield from (f"       {line}" for line in in_both(names, *last).changed)
    for name, path in zip(names, (first, second), strict=True):
        yield f"     {name}: {answer_of(path[-1])}"
    answers = filter(None, (first[-1].transition, second[-1].transition))
    for each in not_told(*answers):
        values = zip(names, map(render_value, (each.expected, each.observed)), strict=True)
        yield f"       {each.path}: {', '.join(f'{value} in {name}' for name, value in values)}"


def in_both(
    names: tuple[str, str], one: TraceStep, other: TraceStep, short: bool = False
) -> TraceStep:
    """Return an event with what it changes in both editions, and in each of them alone."""
    both = tuple(line for line in one.changed if line in other.changed)
    apart = [
        f"{name}: {line}"
        for name, step in zip(names, (one, other), strict=True)
        for line in step.changed
        if line not in both
    ]
    return one.model_copy(update={"changed": (*(in_short(both) if short else both), *apart)})
