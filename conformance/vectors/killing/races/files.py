"""The folder of a stage: a new store file each time that a contest is played, and what opens it."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from conformance.mutants.faults.races import Race
from impl.store.store import Store


class Current(NamedTuple):
    """The number of the store that is played on, and the changed module that opens it, if any."""

    number: int
    module: str | None
    source: str


@dataclass(frozen=True, slots=True)
class StoreFiles:
    """Empty stores in a folder, by their numbers from 1, one of them the current one."""

    folder: Path

    def path(self, number: int) -> Path:
        """Return where a store is."""
        return self.folder / f"{number}.db"

    @property
    def current(self) -> Current:
        """What is played on now."""
        return Current(*json.loads(self._note.read_text(encoding="utf-8")))

    def create(self, number: int, race: Race | None) -> None:
        """Create an empty store, which is a copy of the first: that is faster."""
        empty = self.path(0)
        if not empty.exists():
            Store.open(empty).close()
        shutil.copyfile(empty, self.path(number))
        changed = (race.module, race.source()) if race else (None, "")
        self._note.write_text(json.dumps(Current(number, *changed)), encoding="utf-8")

    @property
    def _note(self) -> Path:
        return self.folder / "current.json"
