"""What each amendment changes between two editions: answers, and verdicts on properties.

Amendments are looked at one by one, in one process or shared by several.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from multiprocessing import get_context

from conformance.adapters.model import ModelSystem
from conformance.cli.comparing.explorations import Comparison
from conformance.cli.explore import Budget
from conformance.differential.broken_properties import ids_broken_along
from conformance.differential.minimizing import Operations
from conformance.differential.search import Limits, first_failure
from conformance.differential.tally import Tally
from conformance.protocol.documents.exploration import RequestDiff
from conformance.reports.console import progress_of
from conformance.reports.words.traces import render_decision
from conformance.vectors.building.searching import FaultySystem, cut, machine_for, smallest
from conformance.vectors.reading import read_once
from conformance.vectors.varying import first_apart
from conformance.vectors.vector import operations_of
from model.explorer.diff.shortest import EditionDifference
from model.explorer.events import PathStep
from model.explorer.scopes.catalog import CHEAPEST_FIRST
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import HOLDS, VIOLATED, PropertyVerdict
from model.explorer.search.paths import replay_path
from model.explorer.search.testable import is_testable
from spec.amendments.amendment import Amendment
from spec.catalog import properties_of
from spec.editions import Edition, edition_named

EXAMPLES, STEPS = 400, 50
"""How many random sequences of so many operations are tried."""
SEED = 0
"""With what the random numbers begin, so that the same sequences come each time."""
SECONDS = 20.0
"""The time after which no further sequence is begun."""


def compare_by_requests(first: Edition, second: Edition, budget: float | None) -> RequestDiff:
    """Put the vectors, then random operations to the models of two editions.

    Variants of the vectors come between, for half of the time. That ends when they differ or the
    time is over. What only one of them knows is not asked.
    """
    begun = time.monotonic()
    seconds = SECONDS if budget is None else min(SECONDS, budget)
    fault, varied = FaultySystem(partial(ModelSystem, first), second), Tally()
    vectors = sorted(map(operations_of, read_once()), key=len)
    shown: Operations | None = next(filter(fault.is_shown, vectors), None)
    if shown is None:
        shown = first_apart((first, second), begun + seconds / 2, varied)
    # Answers only, and what is stored at the end: what a property says of it is no difference.
    tally = Tally()
    machine = machine_for(fault, tally, observe=False)
    if shown is None:
        left = begun + seconds - time.monotonic()
        failure = first_failure(machine, Limits(EXAMPLES, STEPS, SEED, left))
        shown = failure.operations if failure and fault.is_shown(failure.operations) else None
    found = smallest(cut(fault, shown), fault.is_shown) if shown else ()
    broken_in_a, broken_in_b = (ids_broken_along(found, each) for each in (first, second))
    return RequestDiff(
        vectors=len(vectors),
        operations=tally.operations + varied.asked,
        seconds=time.monotonic() - begun,
        found=list(found),
        broken_in_a=broken_in_a,
        broken_in_b=broken_in_b,
    )


@dataclass(frozen=True)
class ChangedVerdict:
    """A property on whose verdict in a scope two editions differ; in one of them it is violated."""

    scope: Scope
    first: PropertyVerdict
    second: PropertyVerdict


@dataclass(frozen=True)
class Changed:
    """What one amendment changes between two editions that differ in nothing else.

    Where no scope shows it, `by_requests` is what vectors and random operations showed. It is
    `unfinished` if there was no time for all scopes; some that had no end may have been `given_up`.
    Verdicts are those in the scopes that were `judged`.
    """

    amendment: Amendment
    first: Edition
    second: Edition
    split: EditionDifference | None
    searched: list[str]
    verdicts: list[ChangedVerdict]
    by_requests: RequestDiff | None = None
    unfinished: bool = False
    given_up: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()

    def path(self, edition: Edition) -> list[PathStep]:
        """Return the steps of the difference in one of the two editions."""
        return list(replay_path(self.split.scope, edition, self.split.path)) if self.split else []

    def answer(self, edition: Edition) -> str:
        """Return how an edition answers the last event of the difference, and by which rules."""
        return answer_of(self.path(edition)[-1])


def answer_of(last: PathStep) -> str:
    """Return the answer to the last event of a path, and by which rules."""
    assert last.transition is not None
    return render_decision(last.transition) + (f"; {last.then}" if last.then else "")


def changed_by(
    amendment: Amendment,
    first: Edition,
    second: Edition,
    comparison: Comparison,
    budget: Budget,
) -> Changed:
    """Return what an amendment changes in the edition that has it.

    A difference is searched for within the budget, and properties within that of the comparison.
    """
    having = second if second.has(amendment) else first
    without = edition_named(f"{having.name}-{amendment.id}")
    pair = (without, having) if second.has(amendment) else (having, without)
    split, searched = comparison.difference(*pair, having, budget)
    ordered = sorted(comparison.scopes, key=CHEAPEST_FIRST.index)
    ordered.sort(key=lambda scope: split is None or scope.name != split.scope.name)
    found = Changed(amendment, *pair, split, searched, [])
    return with_verdicts(found, ordered, comparison) if split else found


def with_verdicts(change: Changed, scopes: list[Scope], comparison: Comparison) -> Changed:
    """Add the verdicts that differ, scope by scope until the amendment's own are among them.

    Those that are not are looked for as long as a scope is left that can put them to the test. Only
    verdicts that are certain in both editions are compared.
    """
    pair = change.first, change.second
    missing = list(properties_of(change.amendment))
    found, judged, given_up = list[ChangedVerdict](), list[str](), list[str]()
    for number, scope in enumerate(scopes):
        if number and not any(is_testable(*pair) for pair in product(scopes[number:], missing)):
            break
        before, after = (comparison.explore(scope, edition) for edition in pair)
        given_up += [scope.name] if before.given_up or after.given_up else []
        judged += [scope.name] if before.closed and after.closed else []
        found += [
            ChangedVerdict(scope, old, new)
            for old, new in zip(before.verdicts, after.verdicts, strict=True)
            if {old.verdict, new.verdict} == {HOLDS, VIOLATED}
        ]
        shown = {each.first.id for each in found}
        missing = [rule for rule in missing if rule.id not in shown]
    return replace(change, verdicts=found, given_up=tuple(given_up), judged=tuple(judged))


OF_THIS_PROCESS: list[Comparison] = []
"""What this process has found out at last: one that is forked goes on with a copy of its own."""


def changes_of(
    amendments: list[Amendment],
    editions: tuple[Edition, Edition],
    scopes: tuple[Scope, ...],
    budget: Budget,
    jobs: int,
) -> list[Changed]:
    """Return what each amendment changes, as far as the time suffices; the same for any `jobs`."""
    OF_THIS_PROCESS[:] = [Comparison(scopes, budget)]
    look, found = partial(change_of, editions), list[Changed]()
    with ExitStack() as stack:
        show = stack.enter_context(progress_of("comparing", len(amendments)))
        looked_at: Iterator[Changed | None] = map(look, amendments)
        if jobs > 1:
            pool = ProcessPoolExecutor(jobs, get_context("fork"))
            looked_at = stack.enter_context(pool).map(look, amendments)
        for number, each in enumerate(looked_at, 1):
            show(f"{number} of {len(amendments)} amendments", number)
            found += [each] if each else []
    return found


def change_of(editions: tuple[Edition, Edition], amendment: Amendment) -> Changed | None:
    """Return what an amendment changes as far as the time suffices, or `None` if it is over.

    Where no scope shows it, and no example text does, vectors and random operations are tried:
    half of the time is kept for them. What was found stays when the time is over.
    """
    comparison = OF_THIS_PROCESS[0]
    budget = comparison.budget
    if budget.left() == 0:
        return None
    half = budget.half()
    found = changed_by(amendment, *editions, comparison, half)
    if found.split is not None:
        return replace(found, unfinished=budget.left() == 0)
    found = replace(found, unfinished=half.left() == 0)
    if amendment.readings:
        return found
    return replace(found, by_requests=compare_by_requests(found.first, found.second, budget.left()))
