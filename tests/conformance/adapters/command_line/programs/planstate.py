"""What these programs have in common: beneath their own words each of them is `planstate`."""

import io
import json
import subprocess
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from impl.cli.main import main

USAGE = 2


class Refused(Exception):
    """A rejection: the first issue of the envelope, and what is known."""

    def __init__(self, envelope: dict[str, Any]) -> None:
        super().__init__(envelope["issues"][0]["message"])
        self.code: str = envelope["issues"][0]["code"]
        self.reason: str = envelope["data"].get("reason", "")


class Misused(Exception):
    """A usage error."""


def ask(command: str, arguments: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Return `data` and the warnings of a subcommand. Raises `Refused` or `Misused`."""
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as errors:
        try:
            code = main([*command.split(), "--json", *arguments])
        except SystemExit as ending:
            code = int(ending.code or 0)
    if code == USAGE:
        raise Misused(errors.getvalue())
    envelope = json.loads(printed.getvalue())
    if code != 0:
        raise Refused(envelope)
    return envelope["data"], [issue["message"] for issue in envelope["issues"]]


def root() -> Path:
    """Return the root of the main worktree."""
    common = ("git", "rev-parse", "--path-format=absolute", "--git-common-dir")
    return Path(subprocess.check_output(common, text=True).strip()).parent
