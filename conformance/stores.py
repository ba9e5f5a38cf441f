"""Fresh stores of the reference implementation in real files, for checking."""

import shutil
import tempfile
from pathlib import Path
from typing import Self

from impl.store import Store


class FileStores:
    """Opens stores in files of a temporary folder, which is removed at the end of the run."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="planspec-"))
        self.opened = 0

    def open(self) -> Store:
        """Open a new file. Only a loss of power could tell that it is not synchronised."""
        self.opened += 1
        return Store.open(self.folder / f"{self.opened}.db", synchronous="OFF")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
