"""A plan's folder whose reviews are kept in `state.json`."""

import json
from pathlib import Path
from typing import Any

from tests.rules.suts import FolderSut

Fields = dict[str, Any]

DUE: Fields = {
    "max_reviews": 8,
    "current_task": "task-1",
    "phase": "next-task",
    "phase_iteration": 0,
    "next_phase": "code-review",
    "review_model": "opus",
    "consecutive_clean": 0,
}


class ReviewedFolder(FolderSut):
    """A plan's folder, with the file in it as somebody wrote it."""

    @property
    def file(self) -> Path:
        return self.folder / "state.json"

    def write(self, content: bytes | Fields) -> None:
        self.file.write_bytes(content if isinstance(content, bytes) else dumped(content))

    def fields(self) -> Fields:
        found: Fields = json.loads(self.file.read_text())
        return found


def dumped(fields: Any) -> bytes:
    return json.dumps(fields).encode()
