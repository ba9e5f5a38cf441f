"""The errors log: one line of JSON for each violation, appended by several processes."""

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from impl.cli.answers import Issue, warning
from impl.files import append_line, lock, opened, require_no_links, require_one_name
from impl.store.database.opening import StoreUnavailable
from impl.times import iso

NAME = "errors.jsonl"


class ErrorsLog(NamedTuple):
    """A log that is locked, and what each of its lines says about the call (ITR-6.11)."""

    path: Path
    descriptor: int
    options: argparse.Namespace
    plan: str
    now: int

    def write(self, kind: str, source: str, message: str, **details: object) -> list[Issue]:
        """Append a line of a type, from the check that failed.

        The decision stands already, so an error is only a warning.
        """
        entry = {
            "type": kind,
            "time": iso(self.now),
            "message": message,
            "command": self.options.name,
            "workflow_id": self.options.workflow_id,
            "arguments": self.options.arguments,
            "source": source,
            "plan": self.plan,
            **details,
        }
        try:
            append_line(self.descriptor, json.dumps(entry))
        except OSError as error:
            return [warning("log_unwritten", f"{self.path} could not be written to ({error})")]
        return []


@contextmanager
def held(folder: Path, options: argparse.Namespace, plan: str, now: int) -> Iterator[ErrorsLog]:
    """Lock the log in a folder until the block ends. Raises `StoreUnavailable` after a timeout."""
    path = folder / NAME
    require_no_links(folder, Path(NAME))
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    with opened(path, flags) as descriptor:
        require_one_name(os.fstat(descriptor), path)
        try:
            lock(descriptor, options.wait, str(path))
        except TimeoutError as error:
            raise StoreUnavailable(f"{error}: try again, or wait longer with `--wait`") from error
        yield ErrorsLog(path, descriptor, options, plan, now)
