"""`planspec check`: whether the implementation agrees with the model on some plans."""

import gc
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from hypothesis import strategies as st

from conformance.adapters.stores import FileStore, ReopenedStore, ServerStore
from conformance.cli.common.output import Output
from conformance.cli.new import FOR_A_COLUMN
from conformance.cli.options.specification import CheckOptions
from conformance.differential.recovery_situations import play
from conformance.differential.reducer import Counterexample
from conformance.differential.search import Limits, search
from conformance.differential.small_scopes import property_broken_in_scopes
from conformance.differential.tally import Tally
from conformance.generators.documents import workspace_of
from conformance.kit.attribution import suspected_rule
from conformance.protocol.traces import Trace, saved
from conformance.protocol.unfinished import Unfinished
from conformance.protocol.usage import UsageError
from conformance.reports.check import CheckResult, check_as_text, check_document
from conformance.reports.console import progress_of
from conformance.reports.exit_codes import CODE_OF_VERDICT
from conformance.reports.words.differences import summary_of
from conformance.vectors.building.gaps import ids_given_twice
from conformance.vectors.reading import read_once
from conformance.vectors.varying import property_broken_in_variants
from conformance.vectors.witnesses import first_failing
from impl.documents.reader import DocumentError, read_document
from impl.store.database.opening import StoreUnavailable, concealed, is_url
from spec.formats.words import operation_name
from spec.vocabulary.plans import PlanDefinition

SAMPLE = Path(__file__).with_name("sample_plan.md")
EXAMPLES = 200
STEPS = 50
ENDLESS = 1_000_000_000


def run(options: CheckOptions) -> Output:
    """Check the implementation."""
    if twice := next(ids_given_twice(), None):
        raise Unfinished(twice)
    if options.exhaustive:
        from conformance.cli.exhaustive import check_scopes

        return check_scopes(options)
    limits = limits_of(options)
    definitions = read_plans(options.plans or [SAMPLE])
    store = partial(store_to_check, options.store)
    result = check(definitions, limits, options.traces, store)
    whole = not (options.plans or options.examples or options.steps or options.budget)
    result = replace(result, varies_all=whole)
    code = CODE_OF_VERDICT[result.verdict]
    return Output(
        code, lambda: check_document(result, options.site), check_as_text(result, options.site)
    )


def limits_of(options: CheckOptions) -> Limits:
    """Return how much to try: a budget alone stops at the budget only."""
    examples = options.examples or (ENDLESS if options.budget else EXAMPLES)
    return Limits(examples, options.steps or STEPS, options.seed or 0, options.budget)


def read_plans(paths: Sequence[Path]) -> dict[str, PlanDefinition]:
    """Return the definitions of plan documents; warn of probable mistakes."""
    definitions = {}
    for path in paths:
        try:
            document = read_document(path)
        except DocumentError as error:
            raise UsageError(str(error)) from error
        for problem in document.problems:
            print(f"planspec: {path}: {problem}", file=sys.stderr)
        if not document.definition.steps:
            raise UsageError(f"{path} has no steps; give a document with '### Step N: ...'")
        definitions[path.name if path == SAMPLE else str(path)] = document.definition
    return definitions


def store_to_check(url: str | None) -> ReopenedStore:
    """Return what opens a store in a temporary file, or on a server. Raises `UsageError`."""
    if url is None:
        return FileStore()
    if not is_url(url):
        raise UsageError(
            f"--store {url}: expected a URL such as postgresql://user@host/database; leave it out "
            "to check the store in a file"
        )
    try:
        return ServerStore(url)
    except StoreUnavailable as error:
        raise UsageError(f"--store {concealed(url, url)}: {error}") from error


def check(
    definitions: dict[str, PlanDefinition],
    limits: Limits,
    traces: Path,
    stores: Callable[[], ReopenedStore] = FileStore,
) -> CheckResult:
    """Play the recovery situations, then compare the store with the model, up to a divergence.

    That of a store is reduced, and its trace saved. Raises `UsageError`.
    """
    tally, begun, trace = Tally(), time.monotonic(), None
    divergence = play(tally)
    shown, suspect = Counterexample(divergence, ()) if divergence else None, None
    if shown is None:
        begun = time.monotonic()
        shown, suspect = check_store(definitions, limits, stores, tally)
        trace = save(shown, traces) if shown else None
    seconds = time.monotonic() - begun
    return CheckResult(definitions, tally, seconds, limits.seed, shown, trace, suspect)


def check_store(
    definitions: dict[str, PlanDefinition],
    limits: Limits,
    stores: Callable[[], ReopenedStore],
    tally: Tally,
) -> tuple[Counterexample | None, str | None]:
    """Play the vectors and vary them, explore small scopes, then search.

    Returns what differs, and the suspect.
    """
    if len(definitions) == 1:  # A single plan is there twice, so that mixing plans up is noticed.
        [(path, definition)] = definitions.items()
        definitions = {path: definition, f"copy of {path}": definition}
    workspace = workspace_of(definitions)
    begun = time.monotonic()
    # What is loaded stays. The garbage collector takes a tenth of the time if it looks again.
    gc.freeze()
    total = limits.budget or limits.examples
    with stores() as store, progress_of("checking", int(total)) as show:

        def progress(done: int) -> None:
            seconds = time.monotonic() - begun
            rate = f"{tally.operations:,} operations, {tally.operations / seconds:,.0f}/s"
            show(rate, int(seconds) if limits.budget else done)

        shown = first_failing(store.open, read_once(), tally, lambda: progress(0))
        shown = shown or property_broken_in_scopes(tally, lambda: progress(0))
        shown = shown or property_broken_in_variants(lambda: progress(0))
        if shown is None:
            left = after(limits, time.monotonic() - begun)
            shown = search(store.open, st.just(workspace), left, tally, progress)
        require_columns(shown)
        # A property that the model breaks is no fault of the store.
        blamed = shown is not None and shown.divergence.kind != "property"
        return shown, suspected_rule(store.open(), shown) if shown and blamed else None


def after(limits: Limits, seconds: float) -> Limits:
    """Return the limits of what comes after some seconds: at least half of the budget is left."""
    budget = limits.budget and max(limits.budget - seconds, limits.budget / 2)
    return replace(limits, budget=budget)


def require_columns(shown: Counterexample | None) -> None:
    """Raise `Unfinished` if the store crashed because its tables lack a column of a statement."""
    crash = str(shown.divergence.observed) if shown and shown.divergence.kind == "crash" else ""
    if "no such column" in crash or "has no column" in crash:
        raise Unfinished(
            f"the tables of the store: {crash}; add it, and the migration to it, in "
            + ", ".join(FOR_A_COLUMN)
        )


def save(shown: Counterexample, traces: Path) -> Path | None:
    """Save a counterexample under a telling name; return the path, or `None` if it is not saved."""
    operation = shown.divergence.operation
    about = operation_name(type(operation)) if operation is not None else "store"
    path = traces / f"{shown.divergence.kind}-{about}.json"
    return saved(path, Trace(shown.operations, summary_of(shown.divergence)))
