"""Looking at amendments one by one, in one process or shared by several."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
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
"""What this process has found out at last: one that is forked goes on with a copy of its own."""


def changes_of(
    amendments: list[Amendment],
    editions: Editions,
    scopes: tuple[Scope, ...],
    budget: Budget,
    jobs: int,
) -> list[Changed]:
    """Return what each amendment changes, as far as the time suffices; the same for any `jobs`."""
    OF_THIS_PROCESS[:] = [Comparison(scopes, budget)]
    look, found = partial(change_of, editions), list[Changed]()
    with ExitStack() as stack:
        show = stack.enter_context(progress_bar("comparing", len(amendments)))
        looked_at: Iterator[Changed | None] = map(look, amendments)
        if jobs > 1:
            pool = ProcessPoolExecutor(jobs, get_context("fork"))
            looked_at = stack.enter_context(pool).map(look, amendments)
        for number, each in enumerate(looked_at, 1):
            show(number, f"{number} of {len(amendments)} amendments")
            found += [each] if each else []
    return found


def change_of(editions: Editions, amendment: Amendment) -> Changed | None:
    """Return what an amendment changes as far as the time suffices, or `None` if it is over.

    Where no scope shows it, and no example text does, random operations are tried: half of the
    time is kept for them. What was found stays when the time is over.
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
    return replace(found, at_random=compare_at_random(found.first, found.second, budget.left()))
