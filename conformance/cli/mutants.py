"""`planspec mutants`: which layer of the checks kills each deliberately broken implementation."""

import sys
from difflib import get_close_matches

from conformance.cli.common.output import Output
from conformance.cli.options.specification import MutantsOptions
from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.registry import all_mutants
from conformance.protocol.usage import UsageError
from conformance.reports.console import progress_of
from conformance.reports.exit_codes import BROKEN, NOT_CONFORMING, SUCCESS
from conformance.vectors.killing.layers import Layer, UnsoundCheck
from conformance.vectors.killing.report import as_text, mutants_document
from conformance.vectors.killing.runner import SearchLimits, layers_for, run_mutants
from conformance.vectors.killing.sound import failing_checks


def run(options: MutantsOptions) -> Output:
    """Judge the mutants."""
    chosen = chosen_mutants(options.only)
    layers = tuple(layer for layer in Layer if not options.layer or layer in options.layer)
    search = SearchLimits(layers, options.budget or SearchLimits().budget)
    chosen = tuple(mutant for mutant in chosen if layers_for(mutant, search))
    if failing := list(failing_checks(chosen, layers)):
        return unjudged(failing)
    try:
        with progress_of("looking for mutants", len(chosen)) as show:
            mutants = list(run_mutants(chosen, search, show))
    except UnsoundCheck as error:
        return unjudged([str(error)])
    found = mutants_document(search, mutants)
    code = NOT_CONFORMING if found.survivors or found.wrongly_equivalent else SUCCESS
    return Output(code, lambda: found, as_text(found))


def unjudged(failing: list[str]) -> Output:
    """Return that nothing was judged, because rows are stale or the unbroken side fails checks."""
    for line in failing:
        print(f"planspec: {line}", file=sys.stderr)
    print(
        f"planspec: nothing was judged: {len(failing)} rows or checks do not fit the unbroken "
        "implementation, and what that fails kills every mutant",
        file=sys.stderr,
    )
    return Output(BROKEN)


def chosen_mutants(only: tuple[str, ...]) -> tuple[Mutant, ...]:
    """Return the mutants with these ids, or of these clauses or rules; all if none are named."""
    known = {name for mutant in all_mutants() for name in names_of(mutant)}
    for name in only:
        if name not in known:
            near = get_close_matches(name, known) or names_of(all_mutants()[-1])
            raise UsageError(
                f"{name!r} is no mutant, clause or rule; give an id such as {' or '.join(near)}"
            )
    return tuple(each for each in all_mutants() if not only or not names_of(each).isdisjoint(only))


def names_of(mutant: Mutant) -> frozenset[str]:
    """Return by what a mutant can be chosen."""
    return frozenset((mutant.id, mutant.clause, mutant.rule))
