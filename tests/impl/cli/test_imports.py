"""A command imports no more than it needs: most of its time would be spent on that."""

import sys

import pytest

from tests.impl.cli.calling import run_program
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
    *("reconciliation", "resync", "reviews", "database.loading", "database.migrations"),
}


def imported_by(command: str, desk: Desk) -> set[str]:
    """Run a command on a store that is current, and give all modules that it has imported."""
    desk.held()
    words = ("state", command, PLAN, *COMMANDS[command], "--json")
    return {*run_program(sys.executable, "-c", LOADED, *words, given="[]", check=True).err.split()}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_imports_its_own_words_and_functions_and_nothing_heavy(
    command: str, desk: Desk
) -> None:
    found = imported_by(command, desk)
    packages = {name.partition(".")[0] for name in found}
    assert not packages & (HEAVY | {"model", "conformance"})
    words = {f"spec.vocabulary.{name}" for name in WORDS[command]}
    assert {name for name in found if name.startswith("spec.")} == {"spec.vocabulary"} | words
    assert FUNCTIONS[command] in found
    assert not found & {f"impl.store.{name}" for name in OTHERS}
