"""Loading: the implementation with a changed piece of source, beside the real one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType

PACKAGE = "impl"


def stores_with(module: str, source: str) -> ModuleType:
    """Return the module of stores of an implementation with one module changed."""
    with modules_of_its_own():
        changed(module, source)
        stores = import_module(f"{PACKAGE}.store.store")
        # What does the operations: imported later, it would be the real one.
        stores.all_functions()
    return stores


def changed(name: str, source: str) -> ModuleType:
    """Return a module made of a source of its own, which others import by its name."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    module = sys.modules[name] = module_from_spec(spec)
    exec(compile(source, spec.origin, "exec"), vars(module))
    return module


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
