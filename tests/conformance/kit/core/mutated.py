"""Our own store without what one scenario puts to the test, in this process or served by it."""

import sys
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


if __name__ == "__main__":
    serve(opener(sys.argv[1])(), sys.stdin, sys.stdout)
