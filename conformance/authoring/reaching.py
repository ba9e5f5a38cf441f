"""Which operations a change in a module of the implementation can reach, by what imports what."""

import ast
from collections.abc import Iterator
from functools import cache

from conformance.mutants.loading import PACKAGE
from conformance.mutants.mutant import Mutant
from conformance.mutants.source import IMPLEMENTATION, ChangedStore
from impl.store.dispatch import FUNCTIONS

EVERY_OPERATION = "store.store"
"""The module through which all operations go."""


@cache
def reached(mutant: Mutant) -> frozenset[str]:
    """Name the classes of the operations that a mutant may do otherwise than the real thing."""
    if not isinstance(mutant, ChangedStore):
        return frozenset(FUNCTIONS)
    changed = mutant.file.removesuffix(".py").replace("/", ".")
    if changed in imported_by(EVERY_OPERATION):
        return frozenset(FUNCTIONS)
    return frozenset(
        operation
        for operation, function in FUNCTIONS.items()
        if changed in imported_by(function.removeprefix(f"{PACKAGE}.").rpartition(".")[0])
    )


@cache
def imported_by(module: str) -> frozenset[str]:
    """Name a module of the implementation and all that it imports, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports(name)
    return frozenset(found)


@cache
def imports(module: str) -> tuple[str, ...]:
    """Name the modules of the implementation that one imports, wherever in it."""
    path = IMPLEMENTATION / f"{module.replace('.', '/')}.py"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return tuple(name for node in ast.walk(ast.parse(text)) for name in named(node))


def named(node: ast.AST) -> Iterator[str]:
    """Name what a statement imports from the implementation; a name may be a module too."""
    if isinstance(node, ast.Import):
        yield from (each.name.removeprefix(f"{PACKAGE}.") for each in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{PACKAGE}."):
        module = str(node.module).removeprefix(f"{PACKAGE}.")
        yield from (module, *(f"{module}.{each.name}" for each in node.names))
