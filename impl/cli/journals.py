"""The journal that the options of a command name."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from impl.cli.answers import warning
from impl.cli.places import text_variable

if TYPE_CHECKING:
    from impl.store.journal.journal import Journal
    from impl.store.place import Place

JOURNAL_VARIABLE = "PLANSTATE_JOURNAL"

UNRECORDED = "W003"
"""The code of a warning: the journal lacks the answer to an operation that was done."""


def journal_of(options: argparse.Namespace, store: Place) -> Journal | None:
    """Open the journal of a store that an option or a variable names, or return `None`.

    Raises `JournalUnavailable`, and `InvalidUsage` for a malformed variable.
    """
    named = options.journal or text_variable(JOURNAL_VARIABLE, "the path of a journal")
    if not named:
        return None
    from impl.store.journal.journal import Journal

    def warn(lost: str) -> None:
        options.noted.append(warning(UNRECORDED, lost))

    return Journal(Path(named), store, warn)
