"""Mutants that are generated from the source: of every guard that cites a clause, every effect.

A guard is an `if` that says in a comment by which clause it decides, as in `# CHK-4.5: duplicates`.
One that only keeps what follows from breaking (it asks whether something is there at all) is
negated, every other is dropped, and two that stand one after the other and both end what they are
in change places. What a row names is left to that row, and so is a line with which the text of
another row begins.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePath

from conformance.mutants.faults.equivalents import EQUIVALENT
from conformance.mutants.faults.mutant import MutantKind, StaleMutant
from conformance.mutants.faults.source import IMPLEMENTATION, ChangedStore

FILES = (
    "store/guards",
    "store/plans",
    "store/claims",
    "store/holding",
    "store/checklists",
    "store/completion",
    "store/reconciliation",
    "store/commits",
    "store/reviews",
    "store/review_stops",
    "store/review_actions",
    "store/iterations",
    "store/work_remaining",
    "shell/command_findings",
)
"""The modules in which the operations are decided."""

FORMER_MODULES = {
    ("holding", "release"): "releases",
    ("holding", "reset"): "releases",
    ("holding", "give-back"): "releases",
    ("reconciliation", "reconcile"): "reconcile",
    ("reconciliation", "is-outdated"): "reconcile",
    ("reconciliation", "reconcile-entry"): "reconcile",
}
"""What the modules of some functions were called: an id that was published stays."""

CLAUSE = re.compile(r"[A-Z]{3}-\d+(\.\d+)?")
MARK = re.compile(rf"  # (?P<clause>{CLAUSE.pattern})(?P<note>[^#]*)$")

EFFECTS = re.compile(r"(connection\.execute|completion\.settle)\(")
"""What changes the store."""

BLOCKS = (ast.FunctionDef, ast.For, ast.If, ast.With)


@dataclass(frozen=True)
class Guard:
    """An `if` that names its clause, in a function of a file."""

    file: str
    function: str
    clause: str
    note: str
    node: ast.If

    @property
    def name(self) -> str:
        """The guard's name: where it stands and what its comment says."""
        return (
            f"{place(self.file, self.function)}-{slug(self.note or self.clause.partition('.')[0])}"
        )

    @property
    def ends(self) -> bool:
        """Whether nothing after the guard happens when it applies."""
        last = self.node.body[-1]
        return not self.node.orelse and isinstance(last, ast.Raise | ast.Return | ast.Continue)


def generated(written: Sequence[ChangedStore]) -> tuple[ChangedStore, ...]:
    """Generate the mutants that are not among those written by hand.

    Raises `StaleMutant` if one that is called equivalent is not among them.
    """
    found = {mutant.id: mutant for file in FILES for mutant in mutants_of(Source(f"{file}.py"))}
    if stale := EQUIVALENT.keys() - found.keys():
        names = ", ".join(sorted(stale))
        raise StaleMutant(
            "conformance/mutants/faults/equivalents.py: called equivalent, but not generated: "
            f"{names}; remove or rename them there"
        )
    own = [mutant for mutant in written if mutant.id not in found]
    known = {(mutant.file, first_line(mutant)) for mutant in own}
    ids = {mutant.id for mutant in written}
    return tuple(
        replace(mutant, equivalent=EQUIVALENT.get(mutant.id, ""))
        for mutant in found.values()
        if mutant.id not in ids and (mutant.file, first_line(mutant)) not in known
    )


def first_line(mutant: ChangedStore) -> str:
    """Return the first line that a mutant replaces: the guard, if it is one."""
    return mutant.original.splitlines()[0].strip()


class Source:
    """A file of the implementation, as lines and as a tree."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.text = (IMPLEMENTATION / file).read_text(encoding="utf-8")
        self.lines = self.text.splitlines(keepends=True)
        self.tree = ast.parse(self.text)

    def piece(self, first: ast.stmt, last: ast.stmt) -> str:
        """Return the lines from one statement to another."""
        assert last.end_lineno is not None
        return "".join(self.lines[first.lineno - 1 : last.end_lineno])

    def functions(self) -> Iterator[ast.FunctionDef]:
        """Yield the functions."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef))

    def guards(self, function: ast.FunctionDef) -> dict[ast.stmt, Guard]:
        """Return the guards of a function."""
        found: dict[ast.stmt, Guard] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.If):
                mark = MARK.search(self.lines[node.lineno - 1].rstrip())
                if mark is not None:
                    note = mark["note"].strip(": ")
                    found[node] = Guard(self.file, function.name, mark["clause"], note, node)
        return found


def mutants_of(source: Source) -> Iterator[ChangedStore]:
    """Generate the mutants of a file."""
    for function in source.functions():
        guards = source.guards(function)
        for guard in guards.values():
            yield without(source, guard)
        for first, second in neighbours(function, guards):
            yield reordered(source, first, second)
        yield from without_effects(source, function, guards)


def without(source: Source, guard: Guard) -> ChangedStore:
    """Drop a guard, or negate it where what follows would break without it."""
    test = ast.unparse(guard.node.test)
    header = source.lines[guard.node.lineno - 1]
    indent = header[: len(header) - len(header.lstrip())]
    body = source.piece(guard.node.body[0], guard.node.body[-1])
    negated = test.endswith(" is None")
    changed = f"{indent}if not ({test}):\n" if negated else f"{indent}if False:\n"
    return ChangedStore(
        id=f"{guard.name}-{'negated' if negated else 'dropped'}",
        clause=guard.clause,
        kind=MutantKind.GUARD_NEGATED if negated else MutantKind.GUARD_DROPPED,
        broken=f"`{test}` is {'negated' if negated else 'not asked'}",
        file=guard.file,
        original=header + body,
        replacement=changed + body,
    )


def neighbours(
    function: ast.FunctionDef, guards: dict[ast.stmt, Guard]
) -> Iterator[tuple[Guard, Guard]]:
    """Pair the guards that follow each other, where either ends what they are in."""
    blocks = (node for node in ast.walk(function) if isinstance(node, BLOCKS))
    for one, other in (pair for block in blocks for pair in pairwise(block.body)):
        if one in guards and other in guards and guards[one].ends and guards[other].ends:
            yield guards[one], guards[other]


def reordered(source: Source, first: Guard, second: Guard) -> ChangedStore:
    """Return the mutant in which two guards change places."""
    one = source.piece(first.node, first.node)
    other = source.piece(second.node, second.node)
    asked = f"`{ast.unparse(second.node.test)}` is asked before `{ast.unparse(first.node.test)}`"
    return ChangedStore(
        id=f"{second.name}-first",
        # Where both apply, the answer that the first one demands is not given.
        clause=first.clause,
        kind=MutantKind.GUARDS_REORDERED,
        broken=asked,
        file=second.file,
        original=one + other,
        replacement=other + one,
    )


def without_effects(
    source: Source, function: ast.FunctionDef, guards: dict[ast.stmt, Guard]
) -> Iterator[ChangedStore]:
    """Drop each statement of a function that does nothing but change the store.

    What a guard does alone is dropped with the guard.
    """
    number = 0
    alone = {guard.node.body[0] for guard in guards.values() if len(guard.node.body) == 1}
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and EFFECTS.match(text := ast.unparse(node)):
            number += 1
            if node in alone:
                continue
            line = source.piece(node, node)
            cited = CLAUSE.search(line) or CLAUSE.search(ast.get_docstring(function) or "")
            if cited is None or source.text.count(line) != 1:
                continue
            indent = line[: len(line) - len(line.lstrip())]
            yield ChangedStore(
                id=f"{place(source.file, function.name)}-effect-{number}-dropped",
                clause=cited[0],
                kind=MutantKind.EFFECT_DROPPED,
                broken=f"`{text}` is not done",
                file=source.file,
                original=line,
                replacement=f"{indent}pass\n",
            )


def place(file: str, function: str) -> str:
    """Return the part of an id that names a function of a file."""
    module, name = slug(PurePath(file).stem), slug(function)
    return f"{FORMER_MODULES.get((module, name), module)}-{name}"


def slug(text: str) -> str:
    """Write a text as part of an id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
