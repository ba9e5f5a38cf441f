"""Deviations: differences that are known, in a TOML file, each with a trace that shows it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from conformance.differential.divergence import Divergence
from conformance.protocol.toml_text import parse_toml
from conformance.protocol.traces import Trace, TraceError, read_trace
from conformance.protocol.usage import UsageError
from spec.catalog import UnknownRuleError, rule

TO_BE_WRITTEN = "TODO: say why"
"""The reason of a deviation that nobody has accepted yet."""
EXAMPLE = (
    'expected [[deviation]] with rule = "CLM-5", reason = "...", expires = 2027-06-30, '
    'witness = "FILE.json" and perhaps link = "https://..."'
)


class DeviationError(UsageError):
    """A file of deviations that cannot be used: what was found, and what was expected."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """A known deviation from a rule. `witness` is a trace, its path relative to the file.

    After the day `expires` it is known no longer.
    """

    rule: str
    reason: str
    expires: date
    witness: str
    link: str = ""

    @property
    def accepted(self) -> bool:
        """Whether somebody has said why it is accepted."""
        return bool(self.reason.strip()) and not self.reason.lstrip().startswith("TODO")


@dataclass(frozen=True, slots=True)
class Witnessed:
    """A deviation with the trace that shows it."""

    deviation: Deviation
    trace: Trace


def read_deviations(file: Path) -> tuple[Deviation, ...]:
    """Read a file of deviations. Raises `DeviationError` that names the entry that is wrong."""
    try:
        data = parse_toml(file.read_text(encoding="utf-8"))
    except OSError as error:
        hint = "check the path, or make it with 'planspec deviations update'"
        raise DeviationError(f"{file}: {error.strerror}; {hint}") from error
    except ValueError as error:
        raise DeviationError(f"{file} is not TOML: {error}; {EXAMPLE}") from error
    entries = data.get("deviation", [])
    if set(data) - {"deviation"} or not isinstance(entries, list):
        found = ", ".join(sorted(data))
        raise DeviationError(f"{file}: found {found}; {EXAMPLE}")
    return tuple(
        deviation_from(f"{file}, deviation {number}", entry)
        for number, entry in enumerate(entries, start=1)
    )


def deviation_from(place: str, entry: object) -> Deviation:
    """Read one entry. Raises `DeviationError` if it is none, or of a rule that does not exist."""
    if not isinstance(entry, dict):
        raise DeviationError(f"{place}: found {entry!r}; {EXAMPLE}")
    if unknown := set(entry) - set(Deviation.__dataclass_fields__):
        raise DeviationError(f"{place}: unknown {', '.join(sorted(unknown))}; {EXAMPLE}")
    try:
        deviation: Deviation = TypeAdapter(Deviation).validate_python(entry)
        rule(deviation.rule)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise DeviationError(f"{place}, at {where}: {problem['msg']}; {EXAMPLE}") from error
    except UnknownRuleError as error:
        raise DeviationError(f"{place}: {error}") from error
    return deviation


def witnessed(file: Path, deviations: Iterable[Deviation]) -> tuple[Witnessed, ...]:
    """Read the witnesses of deviations. Raises `DeviationError` if one is missing or unaccepted."""
    return tuple(Witnessed(each, witness_of(file, each)) for each in deviations)


def witness_of(file: Path, deviation: Deviation) -> Trace:
    """Read the witness of an accepted deviation. Raises `DeviationError` if it cannot."""
    if not deviation.accepted:
        found = f"the reason of {deviation.rule} is {deviation.reason!r}"
        raise DeviationError(f"{file}: {found}; expected a sentence that says why it is accepted")
    try:
        return read_trace(file.parent / deviation.witness)
    except TraceError as error:
        raise DeviationError(f"{file}: the witness of {deviation.rule}: {error}") from error


def expects_divergence(witness: Witnessed, divergence: Divergence) -> bool:
    """Return whether a divergence is no other than the one that a witness was saved for."""
    expected = witness.trace.expected
    if expected is None:
        return True
    return divergence.kind == expected.kind and divergence.places <= set(expected.fields)


def written(deviations: Iterable[Deviation], implementation: str) -> str:
    """Return the text of a file of deviations."""
    head = f"# Known deviations of {implementation}. Give each new one its reason.\n"
    return head + "".join(f"\n{entry_as_toml(deviation)}" for deviation in deviations)


def entry_as_toml(deviation: Deviation) -> str:
    """Return one entry as TOML."""
    fields: list[tuple[str, Any]] = [
        ("rule", toml_text(deviation.rule)),
        ("reason", toml_text(deviation.reason)),
        ("link", toml_text(deviation.link)),
        ("expires", deviation.expires.isoformat()),
        ("witness", toml_text(deviation.witness)),
    ]
    return "[[deviation]]\n" + "".join(f"{name} = {value}\n" for name, value in fields)


def toml_text(text: str) -> str:
    """Return a text as TOML quotes it: as JSON does but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
