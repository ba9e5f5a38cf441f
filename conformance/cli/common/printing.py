"""What a command prints on standard output: one JSON document, or the lines of a report."""

import json
import sys
from collections.abc import Callable, Iterable

from pydantic import BaseModel


def print_result(
    as_json: bool, document: Callable[[], BaseModel], lines: Iterable[str] = ()
) -> None:
    """Print the one JSON document of a command, or its report, line by line as it is made."""
    if as_json:
        fields = document().model_dump(mode="json")
        unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        print(json.dumps(fields, indent=2, ensure_ascii=not unicode))
        return
    for line in lines:
        print(line)
