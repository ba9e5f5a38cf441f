"""Deviations: differences that are known, in a TOML file, each with a trace that shows it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, ConfigDict

from conformance.differential.divergence import Divergence
from conformance.protocol.toml_text import read_toml
from conformance.protocol.traces import Trace, TraceError, read_trace
from conformance.protocol.usage import UsageError
from spec.catalog import UnknownRuleError, rule

TO_BE_WRITTEN = "TODO: say why"
"""The reason of a deviation that nobody has accepted yet."""
EXAMPLE = (
    'expected [[deviation]] with rule = "CLM-5", reason = "...", expires = 2027-06-30, '
    'witness = "FILE.json" and perhaps link = "https://..."'
)


def known_rule(identifier: str) -> str:
    """Return the id of a rule. Raises `ValueError` if there is no such rule."""
    try:
        return rule(identifier).id
    except UnknownRuleError as error:
        raise ValueError(str(error)) from error


@dataclass(frozen=True, slots=True)
class Deviation:
    """A deviation from a rule, known until `expires`; `witness` is a trace beside the file."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    rule: Annotated[str, AfterValidator(known_rule)]
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


@dataclass(frozen=True, slots=True)
class DeviationFile:
    """A file of deviations."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    deviation: tuple[Deviation, ...] = ()


def read_deviations(file: Path) -> tuple[Deviation, ...]:
    """Read a file of deviations. Raises `UsageError` that names the entry that is wrong."""
    hint = f"'planspec deviations update' makes it; {EXAMPLE}"
    return read_toml(file, DeviationFile, hint)[0].deviation


def witnessed(file: Path, deviations: Iterable[Deviation]) -> tuple[Witnessed, ...]:
    """Read the witnesses of deviations. Raises `UsageError` if one is missing or unaccepted."""
    read = []
    for each in deviations:
        if not each.accepted:
            found = f"the reason of {each.rule} is {each.reason!r}"
            raise UsageError(f"{file}: {found}; expected a sentence that says why it is accepted")
        try:
            read.append(Witnessed(each, read_trace(file.parent / each.witness)))
        except TraceError as error:
            raise UsageError(f"{file}: the witness of {each.rule}: {error}") from error
    return tuple(read)


def expects_divergence(witness: Witnessed, divergence: Divergence) -> bool:
    """Return whether a divergence is no other than the one that a witness was saved for."""
    expected = witness.trace.expected
    if expected is None:
        return True
    return divergence.kind == expected.kind and divergence.places <= set(expected.fields)


def written(deviations: Iterable[Deviation], implementation: str) -> str:
    """Return the text of a file of deviations."""
    lines = [f"# Known deviations of {implementation}. Give each new one its reason."]
    for deviation in deviations:
        lines += ["", "[[deviation]]"]
        for name in ("rule", "reason", "link", "expires", "witness"):
            lines.append(f"{name} = {as_toml(getattr(deviation, name))}")
    return "\n".join(lines) + "\n"


def as_toml(value: str | date) -> str:
    """Return a day, or a text as TOML quotes it: as JSON does but for one character."""
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
