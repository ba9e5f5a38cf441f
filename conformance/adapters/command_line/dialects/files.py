"""Files of dialects, and the template for a new one."""

from importlib.resources import files
from pathlib import Path

from conformance.adapters.command_line.dialects.dialect import Dialect
from conformance.protocol.toml_text import read_toml


def template() -> str:
    """Return a dialect that differs in nothing, with every key explained."""
    return files(__package__).joinpath("template.toml").read_text(encoding="utf-8")


def read_dialect(file: Path) -> Dialect:
    """Read a dialect. Raises `UsageError` that names every key that is wrong, and its line."""
    return read_toml(file, Dialect, "'planspec dialect' prints a template with every key")[0]
