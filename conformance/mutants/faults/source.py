"""Mutants by source: a piece of the implementation is replaced, in its store or orchestrator."""

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path

import impl
from conformance.adapters.stores import OpenSystem
from conformance.differential.orchestrators import Orchestrator
from conformance.mutants.faults.loading import PACKAGE, module_with, opener_with
from conformance.mutants.faults.mutant import Component, Mutant, StaleMutant

[IMPLEMENTATION] = map(Path, impl.__path__)
"""The folder of the implementation's source."""


@dataclass(frozen=True, kw_only=True)
class ChangedText(Mutant):
    """A mutant in whose source `original`, which stands there once, is replaced."""

    original: str
    replacement: str

    @property
    @abstractmethod
    def place(self) -> str:
        """The file that is changed."""

    @property
    def description(self) -> str:
        """How it is faulty, and where."""
        return f"{super().description}, in {self.place}"

    def changed(self, path: Path) -> str:
        """Return the text of a file with the piece replaced. Raises `StaleMutant` if it is gone."""
        source = path.read_text(encoding="utf-8")
        count = source.count(self.original)
        if count != 1:
            raise StaleMutant(f"{self.id}: found {count} times in {path.name}: {self.original!r}")
        return source.replace(self.original, self.replacement)


@dataclass(frozen=True, kw_only=True)
class ChangedFile(ChangedText):
    """The implementation with a piece of `impl/<file>` replaced."""

    file: str

    @property
    def place(self) -> str:
        """The file that is changed."""
        return f"{PACKAGE}/{self.file}"

    @property
    def module(self) -> str:
        """The module that is changed."""
        return f"{PACKAGE}.{self.file.removesuffix('.py').replace('/', '.')}"

    def source(self) -> str:
        """Return the changed source. Raises `StaleMutant`."""
        return self.changed(IMPLEMENTATION / self.file)


@dataclass(frozen=True, kw_only=True)
class ChangedStore(ChangedFile):
    """A store with a piece of `impl/<file>` replaced."""

    def opener(self) -> OpenSystem:
        """Load the changed implementation beside the real one."""
        return opener_with(self.module, self.source())


@dataclass(frozen=True, kw_only=True)
class ChangedProgram(ChangedFile):
    """A reader of documents, a hook, git or the command line, with a piece of a file replaced.

    `test` is the test that must fail with it, as pytest names it.
    """

    test: str

    @property
    def subject(self) -> Component:
        """What stands around the store."""
        return Component.PROGRAM


@dataclass(frozen=True, kw_only=True)
class ChangedOrchestrator(ChangedFile):
    """An orchestrator with a piece of the implementation's replaced."""

    file: str = "orchestrator/recovery.py"

    @property
    def subject(self) -> Component:
        """The orchestrator; the store is as it should be."""
        return Component.ORCHESTRATOR

    def orchestrator(self) -> Orchestrator:
        """Load the changed procedures beside the real ones."""
        implement: Orchestrator = module_with(self.module, self.source()).implement
        return implement
