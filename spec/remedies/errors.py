"""Errors in plain words: what a reason word means, its usual cause, and the request that helps.

The sentences stand in `errors.toml`.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ErrorText:
    """The sentences about a reason word."""

    means: str
    cause: str
    helps: str


@cache
def error_texts() -> dict[str, ErrorText]:
    """Return the sentences about every reason word."""
    text = Path(__file__).with_name("errors.toml").read_text(encoding="utf-8")
    return {word: ErrorText(**found) for word, found in tomllib.loads(text).items()}
