"""`planspec check --exhaustive`: every operation in every state of a scope, on both sides."""

from collections.abc import Iterator

from conformance.adapters.stores import FileStore
from conformance.cli.common.output import Output
from conformance.cli.explore import Budget, named_scopes
from conformance.cli.options.specification import CheckOptions
from conformance.differential.exhaustive import ExhaustiveResult, ScopeDivergence, compare_scope
from conformance.differential.reducer import Counterexample
from conformance.protocol.documents.base import Verdict
from conformance.protocol.documents.check import (
    ComparedScope,
    DivergenceDocument,
    ExhaustiveDocument,
)
from conformance.protocol.links import render_link
from conformance.protocol.traces import Trace, saved
from conformance.protocol.usage import UsageError
from conformance.reports.check import divergence_document
from conformance.reports.console import aligned, coloured, progress_of
from conformance.reports.exit_codes import CODE_OF_VERDICT
from conformance.reports.words.differences import summary_of
from conformance.reports.words.traces import render_path
from model.explorer.scopes.scope import OrchestrationScope, Scope
from model.explorer.search.paths import replay_path
from model.transition import rules_cited
from spec.catalog import RULES, undecided_clauses
from spec.editions import CURRENT

SHOWN = 3
"""The differences of a scope that are shown; the others are counted."""

Found = tuple[Scope, ExhaustiveResult, list[DivergenceDocument]]


def check_scopes(options: CheckOptions) -> Output:
    """Compare every operation in every reachable state of some scopes."""
    budget, found, name = Budget(options.budget), list[Found](), options.scope or "quick"
    # The orchestrator's runs have no states of their own.
    scopes = [each for each in named_scopes(name) if not isinstance(each, OrchestrationScope)]
    if not scopes:
        raise UsageError(f"{name} has no states to compare; give another scope")
    with FileStore() as store:
        for scope in scopes:
            with progress_of(f"comparing {scope.name}") as show:
                result = compare_scope(
                    scope,
                    store.open(),
                    budget.left(),
                    lambda agreed: show(f"{agreed:,} transitions agreed"),
                )
            found.append((scope, result, [*disagreements(scope, result, options)]))
    document = exhaustive_document(found)
    return Output(CODE_OF_VERDICT[document.verdict], lambda: document, as_text(found))


def disagreements(
    scope: Scope, result: ExhaustiveResult, options: CheckOptions
) -> Iterator[DivergenceDocument]:
    """Yield what differs in a scope; the first traces are saved."""
    for number, each in enumerate(result.divergences, start=1):
        path = replay_path(scope, CURRENT, each.path)
        operations = tuple(step.operation for step in path if step.operation)
        name = f"exhaustive-{scope.name}-{each.divergence.decision.operation}-{number}.json"
        trace = Trace(operations, shows=summary_of(each.divergence))
        file = saved(options.traces / name, trace) if number <= SHOWN else None
        yield divergence_document(Counterexample(each.divergence, operations), file, options.site)


def exhaustive_document(found: list[Found]) -> ExhaustiveDocument:
    """Return the document of a comparison: how much agreed, and what did not."""
    decided = {clause for _, result, _ in found for clause in result.clauses}
    fired = set(rules_cited(tuple(decided)))
    verdict: Verdict = "pass" if all(result.complete for _, result, _ in found) else "unknown"
    return ExhaustiveDocument(
        verdict="fail" if any(result.divergences for _, result, _ in found) else verdict,
        transitions=sum(result.transitions for _, result, _ in found),
        agreed=sum(result.agreed for _, result, _ in found),
        never_fired=[rule.id for rule in RULES if rule.id not in fired],
        never_decided=undecided_clauses(decided, CURRENT),
        scopes=[
            ComparedScope(
                scope=scope.name,
                states=result.states,
                transitions=result.transitions,
                agreed=result.agreed,
                complete=result.complete,
                seconds=result.seconds,
                disagreements=differing,
            )
            for scope, result, differing in found
        ],
    )


def as_text(found: list[Found]) -> Iterator[str]:
    """Yield how many transitions agreed, out of how many there are, and those that did not."""
    rows: list[tuple[str, ...]] = [("scope", "states", "transitions", "agreed", "seconds", "")]
    for scope, result, _ in found:
        whole = "complete" if result.complete else "not complete"
        numbers = (f"{result.states:,}", f"{result.transitions:,}", f"{result.agreed:,}")
        rows.append((scope.name, *numbers, f"{result.seconds:.1f}", whole))
    yield from aligned(rows, right=(1, 2, 3, 4))
    for scope, result, differing in found:
        for each, document in zip(result.divergences[:SHOWN], differing, strict=False):
            yield ""
            yield from difference_as_text(scope, each, document)
    agreed = sum(result.agreed for _, result, _ in found)
    total = sum(result.transitions for _, result, _ in found)
    if agreed < total:
        yield coloured(f"{total - agreed:,} of {total:,} transitions disagree", "red")
    else:
        yield coloured(f"all {agreed:,} transitions that were compared agree", "green")


def difference_as_text(
    scope: Scope, found: ScopeDivergence, document: DivergenceDocument
) -> Iterator[str]:
    """Yield the path to a difference, the difference, and how to replay it."""
    yield from render_path(list(replay_path(scope, CURRENT, found.path)))
    yield f"the two sides differ (decided by {' '.join(document.rules)}):"
    yield from (f"  {line}" for line in document.differences)
    if document.trace is not None:
        yield f"replay it: planspec replay {document.trace}"
    yield from render_link(document.link)
