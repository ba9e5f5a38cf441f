"""`planspec serve`: the model, the reference implementation or a program speaks the protocol."""

import sys
from contextlib import closing
from difflib import get_close_matches
from types import ModuleType

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import serve
from conformance.adapters.stores import ServerSystem, StoreSystem
from conformance.adapters.sut import SystemUnderTest
from conformance.cli.common.opening import program_of
from conformance.cli.common.output import Output
from conformance.cli.options.validation import ServeOptions
from conformance.protocol.usage import UsageError
from impl.store import store
from impl.store.database.opening import concealed, is_url
from spec.editions import CURRENT, edition_named


def run(options: ServeOptions) -> Output:
    """Answer requests on standard input until `bye`. Raises `Broken`."""
    served = chosen_system(options)
    # Bytes that are no text make a line that cannot be read, which is answered like any other. Only
    # a line feed ends a line: within JSON, a carriage return is white space.
    with (
        closing(served),
        open(
            sys.stdin.fileno(), encoding="utf-8", errors="replace", newline="\n", closefd=False
        ) as requests,
    ):
        serve(served, requests, sys.stdout)
    return Output()


def chosen_system(options: ServeOptions) -> SystemUnderTest:
    """Return a program, the model or a store, as the options say. Raises `UsageError`."""
    if options.cli:
        from conformance.adapters.command_line.probing import CommandLineSystem

        if options.side is not None or options.mutant is not None:
            raise UsageError("--cli: the program answers; leave out 'model', 'impl' and --mutant")
        return CommandLineSystem(program_of(options), options.store)
    if options.side is None:
        raise UsageError("nobody is named who answers; expected model, impl or --cli PROGRAM")
    edition = edition_named(options.edition)
    if options.side == "impl" and edition != CURRENT:
        only = f"impl follows {CURRENT.name} only; use 'planspec serve model'"
        raise UsageError(f"--edition {options.edition}: {only}")
    if options.side == "model":
        if options.store is not None:
            raise UsageError("--store: the model has no file; use 'planspec serve impl'")
        if options.mutant is not None:
            raise UsageError("--mutant: the model has none; use 'planspec serve impl'")
        return ModelSystem(edition)
    stores = store if options.mutant is None else faulty_stores(options.mutant)
    if options.store is None:
        return StoreSystem(stores.Store.in_memory())
    try:
        opened = stores.Store.open(options.store)
    except stores.StoreUnavailable as error:
        raise UsageError(f"--store {concealed(options.store, options.store)}: {error}") from error
    return ServerSystem(opened) if is_url(options.store) else StoreSystem(opened)


def faulty_stores(identifier: str) -> ModuleType:
    """Return the module of a store with a deliberate fault. Raises `UsageError`."""
    from conformance.mutants.faults.loading import stores_with
    from conformance.mutants.faults.source import ChangedStore
    from conformance.mutants.registry import all_mutants

    faults = {each.id: each for each in all_mutants() if isinstance(each, ChangedStore)}
    if identifier in faults:
        mutant = faults[identifier]
        return stores_with(mutant.module, mutant.source())
    near = get_close_matches(identifier, faults) or [all_mutants()[-1].id]
    raise UsageError(
        f"--mutant {identifier}: expected the fault of a store, such as {' or '.join(near)}; "
        "'planspec mutants --json' lists them"
    )
