"""Looking at amendments one by one, in one process or shared by several."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from conformance.cli.comparing.changes import Changed, changed_by, compare_at_random
from conformance.cli.comparing.explorations import Comparison
from conformance.cli.explore import Budget
from conformance.reports.console import progress_bar
from model.explorer.scopes.scope import Scope
from spec.amendments.amendment import Amendment
from spec.editions import Edition

Editions = tuple[Edition, Edition]
OF_THIS_PROCESS: list[Comparison] = []
"""What this process has found out: one that is started has a comparison of its own."""


def changes_of(
    amendments: list[Amendment],
    editions: Editions,
    scopes: tuple[Scope, ...],
    budget: Budget,
    jobs: int,
) -> list[Changed]:
    """Return what each amendment changes, as far as the time suffices; the same for any `jobs`."""
    with progress_bar("comparing", len(amendments)) as show:
        found = []
        for number, each in enumerate(looked_at(amendments, editions, scopes, budget, jobs), 1):
            show(number, f"{number} of {len(amendments)} amendments")
            found += [each] if each else []
    return found


def looked_at(
    amendments: list[Amendment],
    editions: Editions,
    scopes: tuple[Scope, ...],
    budget: Budget,
    jobs: int,
) -> Iterator[Changed | None]:
    """Yield what each amendment changes, or `None` if there was no time for it."""
    if jobs == 1:
        comparison = Comparison(scopes, budget)
        yield from (change_of(each, editions, comparison) for each in amendments)
        return
    forked = get_context("fork")
    with ProcessPoolExecutor(jobs, forked, begin, (scopes, budget)) as pool:
        yield from pool.map(partial(change_in_worker, editions), amendments)


def begin(scopes: tuple[Scope, ...], budget: Budget) -> None:
    """Begin to compare in this process."""
    OF_THIS_PROCESS.append(Comparison(scopes, budget))


def change_in_worker(editions: Editions, amendment: Amendment) -> Changed | None:
    """Return what an amendment changes, found out in this process."""
    return change_of(amendment, editions, OF_THIS_PROCESS[0])


def change_of(amendment: Amendment, editions: Editions, comparison: Comparison) -> Changed | None:
    """Return what an amendment changes as far as the time suffices, or `None` if it is over.

    Where no scope shows it, and no example text does, random operations are tried: half of the
    time is kept for them. What was found stays when the time is over.
    """
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
    return replace(found, at_random=compare_at_random(found.first, found.second, budget.left()))
