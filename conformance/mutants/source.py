"""Mutants by source: a piece of the implementation, or of the orchestrator, is replaced."""

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import impl
from conformance.differential.agreement import Opener
from conformance.differential.orchestration import Orchestrator
from conformance.mutants.loading import PACKAGE, opener_with
from conformance.mutants.mutant import Mutant, StaleMutant, Subject
from spec import orchestration
from spec.editions import CURRENT
from spec.orchestration import Procedure
from spec.vocabulary.recovery import Count, Review

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
        """Name the file that is changed."""

    @property
    def description(self) -> str:
        """Say how it is broken, and where."""
        return f"{super().description}, in {self.place}"

    def changed(self, path: Path) -> str:
        """Give the text of a file with the piece replaced; raise `StaleMutant` if it is gone."""
        source = path.read_text(encoding="utf-8")
        count = source.count(self.original)
        if count != 1:
            raise StaleMutant(f"{self.id}: found {count} times in {path.name}: {self.original!r}")
        return source.replace(self.original, self.replacement)


@dataclass(frozen=True, kw_only=True)
class ChangedStore(ChangedText):
    """The implementation with a piece of `impl/<file>` replaced."""

    file: str

    @property
    def place(self) -> str:
        """Name the file that is changed."""
        return f"{PACKAGE}/{self.file}"

    def opener(self) -> Opener:
        """Load the changed implementation beside the real one."""
        module = f"{PACKAGE}.{self.file.removesuffix('.py').replace('/', '.')}"
        return opener_with(module, self.changed(IMPLEMENTATION / self.file))


@dataclass(frozen=True, kw_only=True)
class ChangedOrchestrator(ChangedText):
    """The orchestrator with a piece of `spec/orchestration.py` replaced."""

    @property
    def subject(self) -> Subject:
        """Say that the store is as it should be."""
        return Subject.ORCHESTRATOR

    @property
    def place(self) -> str:
        """Name the file that is changed."""
        return "spec/orchestration.py"

    def orchestrator(self) -> Orchestrator:
        """Load the changed procedures beside the real ones."""
        path = Path(orchestration.__file__)
        broken = ModuleType(orchestration.__name__)
        exec(compile(self.changed(path), str(path), "exec"), vars(broken))

        def implement(plan: str, worktree: str, review: Review, count: Count) -> Procedure:
            procedure: Procedure = broken.implement(plan, worktree, review, count, CURRENT)
            return procedure

        return implement
