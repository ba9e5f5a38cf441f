"""What a command prints on standard output: one JSON document, or the lines of a report."""

import json
from collections.abc import Iterable

from pydantic import BaseModel


def print_document(document: BaseModel) -> None:
    """Print the one JSON document of a command."""
    fields = document.model_dump(mode="json")
    print(json.dumps(fields, indent=2, ensure_ascii=False))


def print_lines(lines: Iterable[str]) -> None:
    """Print a report, line by line as it is made."""
    for line in lines:
        print(line)
