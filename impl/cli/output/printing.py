"""The output: text for people or one JSON document, and failures on standard error."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from impl.cli.answers import BROKEN, DONE, Answer, Failure, Issue
from impl.given_text import visible
from spec.vocabulary.rejections import Code

SCHEMA_VERSION = "1"
IN_ASCII = str.maketrans("✓→◆○█▒░│├└─", "x>*o#~.||`-")
"""Other signs for lines, where standard output cannot encode them."""


def open_closed_streams() -> None:
    """Open the null device in place of each standard stream that the caller has closed.

    Standard output can then write every text.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # in JSON it is the notation of JSON


def print_answer(options: argparse.Namespace, answer: Answer) -> None:
    """Print an answer. Raises `OSError` if it cannot be written."""
    with written_unless_unread():
        if options.json:
            print_json(options.name, "ok", answer.data, answer.warnings)
        else:
            print_warnings(answer.warnings)
            if hasattr(sys.stdout, "reconfigure"):
                sys.stdout.reconfigure(errors="replace")  # print `?` rather than fail
            symbols = {} if writes_unicode() else IN_ASCII
            for line in () if options.quiet else answer.lines:
                print(visible(line).translate(symbols).rstrip())


def print_failure(options: argparse.Namespace, failure: Failure) -> int:
    """Print a failure, and return the exit code. Raises `OSError` if it cannot be written."""
    if options.json:
        issue = Issue(failure.code, "error", failure.message)
        issues = [issue, *failure.warnings]
        with written_unless_unread():
            print_json(options.name, "error", {**options.known, **failure.data}, issues)
    else:
        print_warnings(failure.warnings)
        print_error(failure.code, visible(failure.message))
    return failure.exit_code


@contextmanager
def written_unless_unread() -> Iterator[None]:
    """Write what is printed, unless its reader has quit, such as `head`. Raises `OSError`."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        print_to_nobody()


def print_to_nobody() -> None:
    """Write nothing more: Python would try to flush the rest when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report_unwritten(error: OSError) -> int:
    """Print that an answer was not written, unless its reader has quit; return the exit code."""
    print_to_nobody()
    if isinstance(error, BrokenPipeError):
        return DONE
    found = f"the output could not be written ({error.strerror}), but the command has run"
    advice = "run `planstate state show` before you repeat it"
    print_error(Code.STORE_UNAVAILABLE, f"{found}; {advice}")
    return BROKEN


def print_error(code: str, message: str) -> None:
    """Print an error on one line, with the command that explains its code."""
    print(f"error: {code}: {message} (planspec explain {code})", file=sys.stderr)


def print_json(name: str, status: str, data: object, issues: Sequence[Issue]) -> None:
    """Print the envelope, on one line."""
    import json
    from dataclasses import asdict

    envelope = {
        "schema_version": SCHEMA_VERSION,
        "command": name,
        "status": status,
        "data": data,
        "issues": [issue._asdict() for issue in issues],
    }
    print(json.dumps(envelope, default=asdict, ensure_ascii=not writes_unicode()))


def print_warnings(warnings: Sequence[Issue]) -> None:
    """Print warnings to standard error."""
    for warning in warnings:
        print(f"warning: {visible(warning.message)}", file=sys.stderr)


def writes_unicode() -> bool:
    """Return whether standard output can encode any text."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
