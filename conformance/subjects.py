"""The reference implementation as a subject of checking, in memory or in real files."""

import shutil
import tempfile
from pathlib import Path
from typing import Self

from conformance.agreement import Implementation, Subject
from impl.store import Store


def close(implementation: Implementation) -> None:
    """Close a store."""
    assert isinstance(implementation, Store)
    implementation.close()


def memory_stores() -> Subject:
    """Check a fresh store in memory for each example."""
    return Subject(Store.in_memory, close)


class FileStores:
    """Fresh stores in files of a temporary folder, removed at the end of a run."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="planspec-"))
        self.opened = 0

    def subject(self) -> Subject:
        """Check a fresh store file for each example, without waiting for the disk."""
        return Subject(self.open, close)

    def open(self) -> Store:
        """Open a new file. Only a loss of power could tell that it is not synchronised."""
        self.opened += 1
        return Store.open(self.folder / f"{self.opened}.db", synchronous="OFF")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
