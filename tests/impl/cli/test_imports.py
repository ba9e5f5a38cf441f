"""A command imports no more than it needs: most of its time would be spent on that."""

import subprocess
import sys

import pytest

from tests.impl.cli.desk import PLAN, Desk

HEAVY = {"hypothesis", "pydantic", "rich", "sqlite_utils", "subprocess"}
LOADED = """
import sys
from impl.cli.main import main
code = main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""
COMMANDS = {
    "claim": ("--worktree", "bob"),
    "show": ("--checklist",),
    "update": ("deck", "--worktree", "ann", "--batch", "--complete-remaining"),
}
WORDS = {
    "claim": {"domains", "rejections", "claims"},
    "show": {"domains", "rejections", "items", "review_cycles", "iteration_loops", "state"},
    "update": {"domains", "rejections", "items", "checklists"},
}
FUNCTIONS = {
    "claim": "impl.store.claims",
    "show": "impl.store.database.snapshots",
    "update": "impl.store.checklists",
}
OTHERS = {"agents", "commits", "completion", "holding", "iterations", "operations", "plans"} | {
    *("reconcile", "resync", "reviews", "database.loading", "database.migrations"),
}


def imported_by(command: str, desk: Desk) -> set[str]:
    """Run a command on a store that is current, and give all modules that it has imported."""
    desk.held()
    done = subprocess.run(
        [sys.executable, "-c", LOADED, "state", command, PLAN, *COMMANDS[command], "--json"],
        check=True, capture_output=True, text=True, input="[]",
    )  # fmt: skip
    return set(done.stderr.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_heavy_is_imported_for(command: str, desk: Desk) -> None:
    packages = {name.partition(".")[0] for name in imported_by(command, desk)}
    assert not packages & (HEAVY | {"model", "conformance"})


@pytest.mark.parametrize("command", COMMANDS)
def test_only_its_own_words_are_imported_for(command: str, desk: Desk) -> None:
    found = {name for name in imported_by(command, desk) if name.startswith("spec.")}
    words = {f"spec.vocabulary.{name}" for name in WORDS[command]}
    assert found == {"spec.vocabulary"} | words


@pytest.mark.parametrize("command", COMMANDS)
def test_what_does_other_operations_is_not_imported_for(command: str, desk: Desk) -> None:
    found = imported_by(command, desk)
    assert FUNCTIONS[command] in found
    assert not found & {f"impl.store.{name}" for name in OTHERS}
