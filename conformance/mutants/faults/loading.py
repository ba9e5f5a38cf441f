"""Loading: the implementation with a changed piece of source, beside the real one."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from conformance.adapters.stores import OpenSystem, StoreSystem

PACKAGE = "impl"


class ChangedLoader(SourceFileLoader):
    """Loads one module from a source of its own."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        """Compile the changed source, past any cache."""
        return compile(self.source, self.path, "exec")


class ChangedFinder:
    """Finds the modules of the implementation, one of them changed."""

    def __init__(self, module: str, source: str) -> None:
        self.module = module
        self.source = source

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the changed module; leave all others to the usual way."""
        if name != self.module:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = ChangedLoader(name, spec.origin, self.source)
        return spec


def module_with(module: str, source: str) -> ModuleType:
    """Load one changed module, with modules of its own for whatever it imports."""
    with modules_of_its_own(), changed(module, source):
        return import_module(module)


def opener_with(module: str, source: str) -> OpenSystem:
    """Load an implementation with one module changed; return what opens its stores in memory."""
    stores = stores_with(module, source)
    return lambda: StoreSystem(stores.Store.in_memory())


def stores_with(module: str, source: str) -> ModuleType:
    """Return the module of stores of an implementation with one module changed."""
    with modules_of_its_own(), changed(module, source):
        stores = import_module(f"{PACKAGE}.store.store")
        # What does the operations: imported later, it would be the real one.
        stores.all_functions()
    return stores


@contextmanager
def changed(module: str, source: str) -> Iterator[None]:
    """Import a module from a source of its own for a while."""
    finder = ChangedFinder(module, source)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


@contextmanager
def modules_of_its_own() -> Iterator[None]:
    """Import the modules of the implementation anew for a while, beside the real ones."""
    real = taken_out()
    try:
        yield
    finally:
        taken_out()
        sys.modules.update(real)


def taken_out() -> dict[str, ModuleType]:
    """Take the modules of the implementation from those that are imported."""
    names = [name for name in sys.modules if name.split(".")[0] == PACKAGE]
    return {name: sys.modules.pop(name) for name in names}
