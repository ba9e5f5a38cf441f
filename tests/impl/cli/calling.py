"""What came of calling `planstate` as a process."""

import json
from typing import Any, NamedTuple

from tests.impl.cli.processes import PROGRAM

__all__ = ["PROGRAM", "Called"]


class Called(NamedTuple):
    """What came of a call."""

    exit_code: int
    output: str
    errors: str

    @property
    def envelope(self) -> dict[str, Any]:
        """The one JSON document that was printed."""
        found = json.loads(self.output)
        assert isinstance(found, dict)
        return found
