"""Mutation: the implementation with a piece of source replaced, loaded beside the real one."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from conformance.agreement import Implementation, Opener

PACKAGE = "impl"


class StaleMutant(Exception):
    """The text that a mutant replaces does not stand in its file exactly once."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A deliberate fault: `original` in `impl/<file>`, which breaks `rule`, is replaced."""

    id: str
    rule: str
    file: str
    original: str
    replacement: str


class MutatedLoader(SourceFileLoader):
    """Loads one module with a replaced piece of source."""

    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        """Compile the changed source, past any cache."""
        source = Path(self.path).read_text(encoding="utf-8")
        count = source.count(self.mutant.original)
        if count != 1:
            raise StaleMutant(f"{self.mutant.id}: found {count} times: {self.mutant.original!r}")
        changed = source.replace(self.mutant.original, self.mutant.replacement)
        return compile(changed, self.path, "exec")


class MutatedFinder:
    """Finds the modules of the implementation, one of them changed."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.module = f"{PACKAGE}.{mutant.file.removesuffix('.py')}"

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the changed module; leave all others to the usual way."""
        if name != self.module:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = MutatedLoader(name, spec.origin, self.mutant)
        return spec


def opener_of(mutant: Mutant) -> Opener:
    """Load a broken implementation and give what opens its stores in memory."""
    broken: dict[str, ModuleType] = {}
    with instead(broken):
        finder = MutatedFinder(mutant)
        sys.meta_path.insert(0, finder)
        try:
            store = import_module(f"{PACKAGE}.store").Store
            import_functions()
            imported_late = finder.module not in sys.modules
            import_module(finder.module)
        finally:
            sys.meta_path.remove(finder)
    if imported_late:
        store.apply = among(broken, store.apply)

    def open_store() -> Implementation:
        implementation: Implementation = store.in_memory()
        return implementation

    return open_store


def import_functions() -> None:
    """Import what does the operations now: when they are done, the real one would be found."""
    dispatch = import_module(f"{PACKAGE}.dispatch")
    for operation in dispatch.FUNCTIONS:
        dispatch.function_of(operation)


def among(broken: dict[str, ModuleType], function: Callable[..., Any]) -> Callable[..., Any]:
    """Let what a function imports while it runs be found among the modules of a mutant."""

    def applied(*arguments: Any) -> Any:
        with instead(broken):
            return function(*arguments)

    return applied


@contextmanager
def instead(broken: dict[str, ModuleType]) -> Iterator[None]:
    """Put the modules of a mutant, which may grow, in the place of the real ones for a while."""
    real = taken_out()
    sys.modules.update(broken)
    try:
        yield
    finally:
        broken.update(taken_out())
        sys.modules.update(real)


def taken_out() -> dict[str, ModuleType]:
    """Take the modules of the implementation from those that are imported."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if belongs(name)}


def belongs(name: str) -> bool:
    """Tell whether a module is part of the implementation."""
    return name == PACKAGE or name.startswith(f"{PACKAGE}.")
