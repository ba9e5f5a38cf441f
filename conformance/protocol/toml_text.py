"""Parse TOML files, however malformed."""

import tomllib
from typing import Any

from impl.json_text import plain_errors, require_shallow


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raises `ValueError` if that is not possible."""
    with plain_errors():
        value = tomllib.loads(text)
    require_shallow(value)
    return value
