"""Looking at amendments: one by one in this process, or all together in several."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial

from conformance.cli.comparing.changes import Changed, changed_by
from conformance.cli.comparing.comparisons import InThisProcess
from conformance.cli.comparing.workers import InProcesses
from conformance.cli.explore import Budget
from conformance.reports.console import progress_bar
from model.explorer.scopes.scope import Scope
from spec.amendments.amendment import Amendment
from spec.editions import Edition

Editions = tuple[Edition, Edition]


def one_by_one(
    amendments: list[Amendment], editions: Editions, scopes: tuple[Scope, ...], budget: Budget
) -> list[Changed]:
    """Return what each amendment changes, as far as the time suffices."""
    here = InThisProcess(scopes, budget)
    found = (in_time(budget, partial(changed_by, each, *editions, here)) for each in amendments)
    return [each for each in found if each]


def together(
    jobs: int,
    amendments: list[Amendment],
    editions: Editions,
    scopes: tuple[Scope, ...],
    budget: Budget,
) -> list[Changed]:
    """Return the same, found out in processes that look at different scopes.

    All amendments are asked about at once, so that each process always has something to do.
    """
    with (
        InProcesses(scopes, budget, jobs) as comparison,
        progress_bar("comparing", len(amendments)) as show,
        ThreadPoolExecutor(len(amendments)) as threads,
    ):
        futures = [
            threads.submit(in_time, budget, partial(changed_by, each, *editions, comparison))
            for each in amendments
        ]
        for done, _ in enumerate(as_completed(futures), start=1):
            show(done, f"{done} of {len(amendments)} amendments")
        return [found for future in futures if (found := future.result())]


def in_time(budget: Budget, find: Callable[[], Changed]) -> Changed | None:
    """Return what is found, or `None` if the time is over before that is all of it."""
    if budget.left() == 0:
        return None
    found = find()
    return None if budget.left() == 0 else found
