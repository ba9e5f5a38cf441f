"""Stores of the reference implementation in a real file, emptied for every example."""

import shutil
import tempfile
from pathlib import Path
from typing import Self

from impl.store.store import Store
from spec.vocabulary.state import State


class KeptStore(Store):
    """A store that stays open when a run lets go of it, for the next run to empty."""

    def close(self) -> None:
        """Stay open."""

    def close_for_good(self) -> None:
        """Let go of the database."""
        super().close()


class FileStore:
    """Opens one store file in a temporary folder again and again, empty each time.

    Preparing its statements once instead of for every example makes checking much faster. Only a
    loss of power could tell that the file is not synchronised.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="planspec-"))
        self.store = KeptStore.open(self.folder / "state.db", synchronous="OFF")

    def open(self) -> Store:
        """Empty the store and give it."""
        self.store.load(State())
        return self.store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close_for_good()
        shutil.rmtree(self.folder, ignore_errors=True)
