"""Our own store without what one scenario puts to the test, in this process or served by it."""

import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast

from conformance.adapters.processes import ProcessConnection
from conformance.adapters.serving import Answerer, serve
from conformance.adapters.stores import StoreSystem
from conformance.kit.core.processes import Program
from conformance.mutants.faults.source import ChangedStore
from conformance.protocol.lines import parsed, written
from spec.formats.messages import Message

ROWS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text())
SHAPES = ROWS.pop("shape")
PENDING = """status = 'pending', claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL,
claim_id = NULL, completed_at = NULL, complete_reason = NULL, lease_expires_at = NULL""".replace(
    "\n", " "
)

MIDDLE = ".middle"
QUEUE = Path(__file__).parents[4] / "examples" / "queue" / "adapter.py"


@cache
def opener(scenario: str) -> Callable[[], StoreSystem]:
    """Return what opens the store that a scenario kills."""
    row = ROWS[scenario]
    shape = SHAPES[row["shape"]] if "shape" in row else row
    replacement = shape["replacement"]
    for name, text in {"when": "", "then": "", **row, "pending": PENDING}.items():
        replacement = (
            replacement.replace(f"{{{name}}}", text) if isinstance(text, str) else replacement
        )
    changed = ChangedStore(
        id=scenario,
        clause="",
        broken="",
        file=shape["file"],
        original=shape["original"].removeprefix("\n").rstrip("\n"),
        replacement=replacement.removeprefix("\n").rstrip("\n"),
    )
    return cast("Callable[[], StoreSystem]", changed.opener())


class Connection:
    """A connection to a store in this process; whoever kills it closes the store."""

    def __init__(self, system: StoreSystem) -> None:
        self.system, self.answerer = system, Answerer(system)

    def exchange(self, request: Message, timeout: float) -> Message:  # noqa: ARG002
        """Return the reply."""
        return parsed(written(self.answerer.answer(request)))

    def signal(self, number: int) -> None:  # noqa: ARG002
        """Close the store."""
        self.system.close()

    def close(self, grace: float) -> None:  # noqa: ARG002
        """Close the store."""
        self.system.close()


@dataclass(frozen=True)
class Inside(Program):
    """A program in this process."""

    open_system: Callable[[], StoreSystem] = field(default=StoreSystem)

    def connect(self, store: Path) -> ProcessConnection:  # noqa: ARG002
        """Open another store."""
        return cast("ProcessConnection", Connection(self.open_system()))


def path_of(connection: Any, suffix: str) -> Path:
    """Return the path of a file beside the store."""
    return Path(connection.execute("PRAGMA database_list").fetchone()[2] + suffix)


def wait_for(connection: Any, query: str) -> None:
    """End the transaction, and begin another one in which the query finds something."""
    while True:
        connection.execute("COMMIT")
        time.sleep(0.001)
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute(query).fetchone() is not None:
            return


def meet(connection: Any) -> None:
    """End the transaction, and begin another one when a second process has come here too."""
    connection.execute("COMMIT")
    here = path_of(connection, f".{os.getpid()}.here")
    here.touch()
    while len([*here.parent.glob("*.here")]) < 2:
        time.sleep(0.001)
    connection.execute("BEGIN IMMEDIATE")


def wait_to_be_killed(connection: Any) -> None:
    """End the transaction, and begin another one; the first process that comes here waits."""
    connection.execute("COMMIT")
    first = path_of(connection, MIDDLE)
    if not first.exists():
        first.touch()
        time.sleep(600)
    connection.execute("BEGIN IMMEDIATE")


@dataclass(frozen=True)
class Watched(Program):
    """A program whose requests are killed when one is in the middle, not after some time."""

    def wait(self, verb: str, share: float) -> bool:  # noqa: ARG002
        """Return when a request is in the middle."""
        while not any(Path(tempfile.gettempdir()).rglob(f"*{MIDDLE}")):
            time.sleep(0.001)
        return True


def serve_queue(row: Any) -> None:
    """Serve the small queue, changed as a row says."""
    text = QUEUE.read_text(encoding="utf-8")
    original = row["original"].removeprefix("\n")
    assert text.count(original) == 1
    changed = compile(text.replace(original, row["replacement"].removeprefix("\n")), QUEUE, "exec")
    sys.argv[1:] = []
    exec(changed, {"__name__": "queue", "__file__": str(QUEUE)})


if __name__ == "__main__":
    if ROWS[sys.argv[1]].get("file") == QUEUE.name:
        serve_queue(ROWS[sys.argv[1]])
    else:
        serve(opener(sys.argv[1])(), sys.stdin, sys.stdout)
