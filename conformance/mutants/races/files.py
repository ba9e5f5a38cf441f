"""The folder of a contest: a new store file each time that it is played, and a changed source."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from impl.store.store import Store


@dataclass(frozen=True, slots=True)
class StoreFiles:
    """Empty stores in a folder, by their numbers from 1, and a source."""

    folder: Path

    def path(self, number: int) -> Path:
        """Return where a store is."""
        return self.folder / f"{number}.db"

    @property
    def changed(self) -> Path:
        """Where the changed source of the implementation is, if it is changed."""
        return self.folder / "changed.py"

    def create(self, number: int) -> None:
        """Create an empty store, which is a copy of the first: that is faster."""
        empty = self.path(0)
        if not empty.exists():
            Store.open(empty).close()
        shutil.copyfile(empty, self.path(number))
