"""Which operations a change in a module of the implementation can reach, by what imports what."""

import ast
from collections.abc import Iterator
from functools import cache

from conformance.mutants.faults.loading import PACKAGE
from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.faults.source import IMPLEMENTATION, ChangedStore
from impl.store.operations import FUNCTIONS

EVERY_OPERATION = "store.store"
"""The module through which all operations go."""

OPERATIONS = "store.operations"
"""The module that names the functions of all operations, and by which nothing is reached."""

MODULES = {
    operation.__name__: function.__module__
    for functions in FUNCTIONS
    for operation, function in functions.items()
}
"""The modules in which the functions of the operations stand."""


@cache
def reached(mutant: Mutant) -> frozenset[str]:
    """Return the names of the operations that a mutant may do differently."""
    if not isinstance(mutant, ChangedStore):
        return frozenset(MODULES)
    changed = mutant.file.removesuffix(".py").replace("/", ".")
    if changed in imported_by(EVERY_OPERATION):
        return frozenset(MODULES)
    return frozenset(
        operation
        for operation, module in MODULES.items()
        if changed in imported_by(module.removeprefix(f"{PACKAGE}."))
    )


@cache
def imported_by(module: str) -> frozenset[str]:
    """Return a module of the implementation and all that it imports, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found and name != OPERATIONS:
            found.add(name)
            waiting += imports(name)
    return frozenset(found)


@cache
def imports(module: str) -> tuple[str, ...]:
    """Return the modules of the implementation that one imports, wherever in it."""
    path = IMPLEMENTATION / f"{module.replace('.', '/')}.py"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return tuple(name for node in ast.walk(ast.parse(text)) for name in named(node))


def named(node: ast.AST) -> Iterator[str]:
    """Yield what a statement imports from the implementation; a name may be a module too."""
    if isinstance(node, ast.Import):
        yield from (each.name.removeprefix(f"{PACKAGE}.") for each in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{PACKAGE}."):
        module = str(node.module).removeprefix(f"{PACKAGE}.")
        yield from (module, *(f"{module}.{each.name}" for each in node.names))
