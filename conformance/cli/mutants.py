"""The `mutants` command: which layer of the checks finds each broken implementation."""

import argparse
import json
import sys
from difflib import get_close_matches

from conformance.cli.main import AGREES, BROKEN, DISAGREES, UsageError
from conformance.mutants import MUTANTS
from conformance.mutants.layers import Layer
from conformance.mutants.mutant import Mutant, StaleMutant
from conformance.mutants.report import MutantReport, as_json, as_text
from conformance.mutants.runner import Search, run_mutants
from conformance.reports.console import progress_bar


def mutants(options: argparse.Namespace) -> int:
    """Judge the mutants, report, and give the exit code."""
    chosen = chosen_mutants(options.only)
    layers = tuple(layer for layer in Layer if not options.layer or layer in options.layer)
    search = Search(layers, options.budget or Search().budget, options.all_layers)
    try:
        with progress_bar("looking for mutants", len(chosen)) as show:
            results = tuple(run_mutants(chosen, search, show))
    except StaleMutant as error:
        print(f"planspec: a mutant does not fit its source: {error}; mend it", file=sys.stderr)
        return BROKEN
    report = MutantReport(search, tuple(zip(chosen, results, strict=True)))
    if options.json:
        print(json.dumps(as_json(report), indent=2, ensure_ascii=False))
    else:
        for line in as_text(report):
            print(line)
    return AGREES if report.is_as_it_should_be else DISAGREES


def chosen_mutants(only: list[str] | None) -> tuple[Mutant, ...]:
    """Find the mutants with these ids, or of these rules; all if none are named."""
    known = {mutant.id for mutant in MUTANTS} | {mutant.rule for mutant in MUTANTS}
    for name in only or ():
        if name not in known:
            near = get_close_matches(name, known) or (MUTANTS[-1].id, MUTANTS[-1].rule)
            raise UsageError(
                f"{name!r} is neither a mutant nor a rule; give an id such as {' or '.join(near)}"
            )
    return tuple(m for m in MUTANTS if not only or m.id in only or m.rule in only)
