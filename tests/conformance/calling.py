"""Calling `planspec` in this process: how it ends, and what it prints."""

import json
import sys
import zlib
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from conformance.cli.main import main
from conformance.protocol.documents.catalog import DOCUMENTS, document_schemas

PLANSPEC = str(Path(sys.executable).parent / "planspec")
PATIENTLY = ("--start-timeout", "86400", "--timeout", "86400")
"""Options for programs that answer for certain."""
SERVED = """
from dataclasses import replace
from conformance.adapters.model import ModelSystem
from spec.editions import edition_named

def make():
    served = ModelSystem(edition_named({edition!r}))
    served.identity = replace(served.identity, **{identity!r})
    return served
"""
VARIANTS = {"--exhaustive": "exhaustive", "--clients": "clients", "--profile": "core"}
"""Options with which a command prints another document."""


class Ended(NamedTuple):
    """How a call ended, and what it printed."""

    words: tuple[str, ...]
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document that was printed: it fits its published schema, and can be read."""
        found: dict[str, Any] = json.loads(self.out)
        command = self.words[: 2 if self.words[0] in ("deviations", "vectors") else 1]
        variant = (name for option, name in VARIANTS.items() if option in self.words)
        name = "-".join((*command, *variant))
        Draft202012Validator(document_schemas()[f"document-{name}"]).validate(found)
        kind = TypeAdapter(DOCUMENTS[name])
        assert kind.dump_python(kind.validate_python(found), mode="json") == found
        return found


class Planspec:
    """Calls `planspec`, with words as somebody types them."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> Ended:
        self._capsys.readouterr()
        try:
            code = main(words)
        except SystemExit as ending:
            code = int(ending.code or 0)
        return Ended(words, code, *self._capsys.readouterr())


def run_in(link: str) -> dict[str, Any]:
    """Return the run of a link to the playground, as the page reads it."""
    letters = link.partition("/playground/#run=")[2]
    deflated = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    found: dict[str, Any] = json.loads(zlib.decompress(deflated, -zlib.MAX_WBITS))
    return found


def model_in(edition: str, folder: Path = Path(), **identity: Any) -> tuple[str, str]:
    """Write a factory of the model in an edition, with another identity; return what names it."""
    file = folder / f"model-{edition}.py"
    file.write_text(SERVED.format(edition=edition, identity=identity))
    return "--python", f"{file}:make"
