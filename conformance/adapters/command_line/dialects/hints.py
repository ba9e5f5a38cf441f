"""The line that a dialect lacks where a program speaks in a way that cannot be read."""

import json
import re
from collections.abc import Iterable

from conformance.adapters.command_line.commands import OPERATIONS
from conformance.adapters.command_line.dialects.dialect import REJECTION_CODES, ExitCodes
from spec.vocabulary.rejections import Code

DONE_BY = {row.command: row.done for row in OPERATIONS.values() if row.done and row.undone is None}
"""The field that says that something was done, by the subcommand that must print it."""
NOT_SET_UP = (
    "; if it must be set up first, it lacks a line in [setup]: "
    'repository = ["{program} init"]; if it takes other paths, in [paths]: plan = "absolute"'
)
"""The lines for a program that refuses the very first plan."""
LONGEST = 60
"""How much of an error text is proposed as what to look for."""


def missing(table: str, line: str) -> str:
    """Return the end of a sentence: the line that is missing in a table of the dialect."""
    return f"; if this is how it speaks, the dialect lacks a line in [{table}]: {line}"


UNKNOWN_TIME = missing("output", 'times = "utc", "seconds" or "milliseconds"')
"""The line for times that have no zone or are numbers."""


def other_exit_code(code: int, codes: ExitCodes, failed: bool = True) -> str:
    """Return the line for the exit code of a rejection, or of a success; a signal has no line."""
    name, known = ("error", codes.error) if failed else ("ok", codes.ok)
    return "" if code < 0 else missing("exit", f"{name} = {sorted({*known, code})}")


def usage_is_rejection(code: int, codes: ExitCodes, arguments: Iterable[str]) -> str:
    """Return the lines for a usage error: an exit code, or an argument by another name."""
    rejecting = f"error = {sorted({*codes.error, code})} and usage = []"
    return missing("exit", rejecting) + (
        ' or in [options]: NAME = "ITS NAME", or false if it is not there, where NAME is one of '
        + ", ".join(arguments)
    )


def no_envelope(place: str) -> str:
    """Return the line for an envelope without a field, or with another one."""
    if place.partition(".")[0] not in ("schema_version", "command", "status", "data", "issues"):
        return ""
    line = 'envelope = "bare", if the document is what is expected in data, or "loose"'
    return missing("output", line)


def no_json(printed: str, command: str) -> str:
    """Return the line for a text where JSON is expected."""
    if "\n{" in printed:
        return missing("output", "mixed = true")
    return missing("options", '"--json" = "ITS OPTION FOR JSON"') + an_answer(printed, command)


def an_answer(text: str, command: str) -> str:
    """Return the line for a text that is an answer."""
    data = "{ FIELD = VALUE }"
    line = f'match = {pattern(text)}, command = "{command}", data = {data}'
    return f" or, if it is an answer, in [[answers]]: {line}"


def pattern(text: str) -> str:
    """Return a regular expression for the beginning of a text, quoted for a dialect."""
    first = next(iter(text.strip().splitlines()), "").strip()[:LONGEST]
    # A text of JSON is TOML too: both quote alike.
    return json.dumps(re.escape(first).replace("\\ ", " "), ensure_ascii=False)


def no_data(command: str) -> str:
    """Return the line for an output that is empty."""
    done = f"{DONE_BY[command]} = true" if command in DONE_BY else "FIELD = VALUE"
    return missing("data", f'"{command}" = {{ {done} }}')


def no_field(command: str, field: str) -> str:
    """Return the line for a field that is not there."""
    return missing("fields", f'{field} = "ITS NAME"') + (
        f' or in [data]: "{command}" = {{ {field} = VALUE }}'
    )


def no_code(text: str, command: str) -> str:
    """Return the line for an error text whose code is not known."""
    codes = ", ".join(REJECTION_CODES)
    line = f'match = {pattern(text)}, code = "CODE"'
    in_text = any(code in text for code in Code)
    return (
        missing("[errors]", f"{line}, where CODE is one of {codes}")
        + ' or, for every other text: default_code = "E047"'
        + in_text * ' or, for every text with its code: code_pattern = "(?P<code>E[0-9]{3})"'
        + an_answer(text, command)
    )
