"""Mutants by source: a piece of the implementation is replaced, in its store or orchestrator."""

from dataclasses import dataclass
from pathlib import Path

import impl
from conformance.adapters.stores import OpenSystem, StoreSystem
from conformance.differential.orchestrators import Orchestrator
from conformance.mutants.faults.loading import PACKAGE, changed, modules_of_its_own, stores_with
from conformance.mutants.faults.mutant import Component, Mutant, StaleMutant

[IMPLEMENTATION] = map(Path, impl.__path__)
"""The folder of the implementation's source."""


@dataclass(frozen=True, kw_only=True)
class ChangedFile(Mutant):
    """The implementation with `original` replaced, which stands once in `impl/<file>`."""

    file: str
    original: str
    replacement: str

    @property
    def description(self) -> str:
        """How it is faulty, and where."""
        return f"{super().description}, in {PACKAGE}/{self.file}"

    @property
    def module(self) -> str:
        """The module that is changed."""
        return f"{PACKAGE}.{self.file.removesuffix('.py').replace('/', '.')}"

    def source(self) -> str:
        """Return the changed source. Raises `StaleMutant`."""
        source = (IMPLEMENTATION / self.file).read_text(encoding="utf-8")
        return self.replaced(source, self.original, self.replacement)

    def replaced(self, source: str, original: str, replacement: str) -> str:
        """Replace a text that stands in a source once. Raises `StaleMutant` if it does not."""
        count = source.count(original)
        if count != 1:
            raise StaleMutant(
                f"{self.id}: found {count} times in {self.file}: {original!r}; write a text "
                "that is there once today"
            )
        return source.replace(original, replacement)


@dataclass(frozen=True, kw_only=True)
class ChangedStore(ChangedFile):
    """A store with a piece of `impl/<file>` replaced."""

    def opener(self) -> OpenSystem:
        """Load the changed implementation beside the real one."""
        stores = stores_with(self.module, self.source())
        return lambda: StoreSystem(stores.Store.in_memory())


@dataclass(frozen=True, kw_only=True)
class ChangedProgram(ChangedFile):
    """A reader of documents, a hook, git or the command line, with a piece of a file replaced.

    `test` is the test that must fail with it, as pytest names it.
    """

    test: str
    subject: Component = Component.PROGRAM


@dataclass(frozen=True, kw_only=True)
class ChangedOrchestrator(ChangedFile):
    """An orchestrator with a piece of the implementation's replaced; the store is as it was."""

    subject: Component = Component.ORCHESTRATOR

    def orchestrator(self) -> Orchestrator:
        """Load the changed procedures beside the real ones."""
        with modules_of_its_own():
            implement: Orchestrator = changed(self.module, self.source()).implement
        return implement
