"""Measure who sees it when a clause is dropped: `python -m bench.clauses [--only CLM-2.1]`.

In a copy of the model, the guard that cites the clause is dropped; then the test that cites its
rule, `diff` against the sound edition, `explore` and `check` are asked, each until it shows
something or its part of the seconds is over. In the store, the clause's first mutant is put to the
test. What no guard cites needs a row in `without/`; without one, only the store is asked.

Each clause is a line of JSON in the file, which is gone on with: clauses that it has are left out.
`--json` prints all that is known in the end as one document.
"""

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path

from conformance.mutants.faults.source import ChangedFile
from conformance.mutants.registry import all_mutants
from spec.catalog import decidable_clauses, rule_id
from spec.editions import CURRENT, Edition

ROOT = Path(__file__).parents[1]
FILE = Path("clauses.jsonl")
AT_ONCE = 2
"""Clauses that are asked about at once, each by one process at a time."""
SOUND = "sound"
"""The name of the edition for which the model drops nothing."""
DROPS = f"""

from model import transition as _transition

_whole = apply


def apply(*given, **named):
    edition = (*given, *named.values())[-1]
    _transition.DROPS = getattr(edition, "name", "") != "{SOUND}"
    return _whole(*given, **named)
"""
IS_DROPPED = "__import__('model.transition').transition.DROPS"
"""Whether the model drops the clause now, as an expression in any file of it."""
ROWS = Path(__file__).with_name("without")
"""What the model is without clauses that no guard cites: a text that stands in a file of it once,
and what stands there instead; DROPPED is whether the clause is dropped now."""
PARTS = {"test": 0.3, "diff": 0.3, "explore": 0.2, "check": 0.2}
"""The tools in the order in which they are asked, and each one's part of the seconds."""


class Dropping(ast.NodeTransformer):
    """Drops the innermost guards that refuse or answer by a clause."""

    def __init__(self, clause: str) -> None:
        self.clause, self.dropped = clause, False

    def visit_If(self, node: ast.If) -> ast.AST:
        """Make a guard fail if it cites the clause and returns, and none in it does."""
        before, self.dropped = self.dropped, False
        self.generic_visit(node)
        returns = [each for each in node.body if isinstance(each, ast.Return)]
        if not self.dropped and returns and any(map(self.cites, (node.test, *returns))):
            sound = ast.parse(f"not {IS_DROPPED}", mode="eval").body
            node.test = ast.BoolOp(ast.And(), [sound, node.test])
            self.dropped = True
        self.dropped |= before
        return node

    def cites(self, part: ast.AST) -> bool:
        """Return whether a part of the model names the clause."""
        found = (each for each in ast.walk(part) if isinstance(each, ast.Constant))
        return any(each.value == self.clause for each in found)


@cache
def rows_by_clause() -> dict[str, dict[str, str]]:
    """Return what stands in the model without a clause, by the clause's id."""
    files = sorted(ROWS.glob("*.toml"))
    rows = chain.from_iterable(tomllib.loads(each.read_text("utf-8"))["clause"] for each in files)
    return {row["id"]: row for row in rows}


def without_row(source: str, row: dict[str, str]) -> str:
    """Return the source of a file of the model with a row's text replaced."""
    count = source.count(row["original"])
    assert count == 1, f"{ROWS.name}/: {row['id']}: found {count} times in {row['file']}"
    return source.replace(row["original"], row["replacement"].replace("DROPPED", IS_DROPPED))


def without_guard(source: str, clause: str) -> str | None:
    """Return the source of a file of the model without the guards of a clause, if it has any."""
    dropping = Dropping(clause)
    tree = dropping.visit(ast.parse(source))
    return ast.unparse(ast.fix_missing_locations(tree)) if dropping.dropped else None


def drop(clause: str, folder: Path) -> bool:
    """Copy the model into a folder without a clause; return whether a row or a guard names it."""
    shutil.copytree(ROOT / "model", folder / "model", ignore=shutil.ignore_patterns("*.pyc"))
    row, dropped = rows_by_clause().get(clause), False
    files = [row["file"]] if row else [path.name for path in (folder / "model").glob("*.py")]
    for path in (folder / "model" / name for name in files):
        source = path.read_text(encoding="utf-8")
        changed = without_row(source, row) if row else without_guard(source, clause)
        if changed is not None:
            path.write_text(changed, encoding="utf-8")
            dropped = True
    with (folder / "model" / "apply.py").open("a", encoding="utf-8") as file:
        file.write(DROPS)
    with (folder / "model" / "transition.py").open("a", encoding="utf-8") as file:
        # True until an edition is asked for: the tests of the orchestrator ask for none.
        file.write("\n\nDROPS = True\n")
    return dropped


def spoil(clause: str, folder: Path) -> str | None:
    """Copy the store into a folder with the first mutant of a clause; return its id, if any.

    One of the store itself comes before those of its hooks, its commands and its documents.
    """
    mutants = [each for each in all_mutants() if each.clause == clause]
    files = [each for each in mutants if isinstance(each, ChangedFile)]
    mutant = min(files, key=lambda each: not each.file.startswith("store/"), default=None)
    if mutant is not None:
        shutil.copytree(ROOT / "impl", folder / "impl", ignore=shutil.ignore_patterns("*.pyc"))
        (folder / "impl" / mutant.file).write_text(mutant.source(), encoding="utf-8")
    return mutant.id if mutant else None


def tested(clause: str, side: str) -> list[str]:
    """Return the command for the tests of a clause's rule on the model or the store."""
    rule = rule_id(clause).lower().replace("-", "_")
    # A test of recoveries asks both sides.
    named = f"{rule}_" if rule.startswith("rec_") else f"{rule}_ and [{side}]"
    return ["pytest", "-n", "0", "-qx", str(ROOT / "tests" / "rules"), "-k", named]


def commands(clause: str, seconds: float) -> dict[str, list[str]]:
    """Return what is asked of a model without a clause, by the name of the tool."""
    budget = {name: str(round(part * seconds, 1)) for name, part in PARTS.items()}
    planspec = ["conformance.cli"]
    return {
        "test": tested(clause, "model"),
        "diff": ["bench.clauses", "--diff", budget["diff"]],
        "explore": [*planspec, "explore", "--budget", budget["explore"]],
        "check": [*planspec, "check", "--budget", budget["check"]],
    }


def verdict(words: Sequence[str], folder: Path, seconds: float) -> str:
    """Return whether a command sees what is wrong in a folder, which comes before the real one."""
    paths = os.pathsep.join((str(folder), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": paths, "PLANSPEC_PROFILE": "dev"}
    try:
        code = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=folder,
            env=environment,
            capture_output=True,
            timeout=seconds,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        return "out of time"
    return {0: "not seen", 1: "seen", 3: "out of time", 5: "no test"}.get(code, "breaks")


def differs(seconds: float) -> int:
    """Return 1 if the model answers otherwise for the sound edition, in a scope or at random."""
    from conformance.cli.comparing.changes import compare_by_requests
    from conformance.cli.explore import QUICK
    from model.explorer.diff.shortest import shortest_difference

    sound, end = Edition(SOUND, CURRENT.amendments), time.monotonic() + seconds / 2
    found, _ = shortest_difference(QUICK, sound, CURRENT, 3_000, end)
    return int(bool(found or compare_by_requests(sound, CURRENT, seconds / 2).found))


def asked(clause: str, seconds: float) -> dict[str, object]:
    """Return who sees that a clause is dropped in the model, or broken in the store."""
    begun = time.monotonic()
    row: dict[str, object] = {"clause": clause}
    with tempfile.TemporaryDirectory() as place:
        if drop(clause, Path(place)):
            for name, words in commands(clause, seconds).items():
                row[name] = verdict(words, Path(place), seconds)
    with tempfile.TemporaryDirectory() as place:
        row["mutant"] = spoil(clause, Path(place))
        if row["mutant"]:
            row["store"] = verdict(tested(clause, "implementation"), Path(place), seconds)
    return {**row, "seconds": round(time.monotonic() - begun, 1)}


def rows_of(file: Path) -> list[dict[str, object]]:
    """Return what a file knows, in the order of the rules."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = {row["clause"]: row for row in map(json.loads, lines)}
    return [known[each.id] for each in decidable_clauses(CURRENT) if each.id in known]


def left(file: Path, only: Sequence[str]) -> Iterator[str]:
    """Yield the clauses that are to be asked about, and that a file does not have."""
    done = {row["clause"] for row in rows_of(file)}
    for clause in decidable_clauses(CURRENT):
        if clause.id not in done and (not only or clause.id in only):
            yield clause.id


def main() -> int:
    """Measure all clauses that are left, and write a line for each."""
    parser = argparse.ArgumentParser(prog="python -m bench.clauses", description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE, help=f"the lines (default {FILE})")
    parser.add_argument("--only", action="append", default=[], help="ask about this clause")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each clause (default 30)")
    parser.add_argument("--hours", type=float, default=3.0, help="of all (default 3)")
    parser.add_argument("--json", action="store_true", help="print one document in the end")
    parser.add_argument("--diff", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.diff is not None:
        return differs(options.diff)
    end = time.monotonic() + options.hours * 3600
    clauses = [*left(options.file, options.only)]

    def row(clause: str) -> dict[str, object] | None:
        return asked(clause, options.seconds) if time.monotonic() < end else None

    with ThreadPoolExecutor(AT_ONCE) as pool, options.file.open("a", encoding="utf-8") as file:
        for number, found in enumerate(filter(None, pool.map(row, clauses)), 1):
            print(json.dumps(found), file=file, flush=True)
            print(f"{number} of {len(clauses)}: {json.dumps(found)}", file=sys.stderr)
    if options.json:
        total = len(decidable_clauses(CURRENT))
        print(json.dumps({"total": total, "rows": rows_of(options.file)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
