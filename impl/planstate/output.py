"""The output: text for people or one JSON document, and failures on standard error."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from impl.planstate.answers import Answer, Failure, Issue, Line, Span
from spec.vocabulary import Code

SCHEMA_VERSION = "1"


def print_answer(options: argparse.Namespace, answer: Answer) -> None:
    """Print what was done. Raises `Failure` when nobody can read it."""
    try:
        if options.json:
            print_json(options.name, "ok", answer.data, answer.warnings)
        elif not options.quiet:
            print_warnings(answer.warnings)
            print_lines(answer.lines)
        sys.stdout.flush()
    except OSError as error:
        # What could not be written must not be tried again when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        message = f"it was done, but its answer could not be written ({error}); do not repeat it"
        raise Failure(Code.STORE_UNAVAILABLE, message) from error


def print_failure(options: argparse.Namespace, failure: Failure) -> int:
    """Print why nothing was done, and give the exit code."""
    if options.json:
        issue = Issue(str(failure.code), "error", failure.message)
        print_json(options.name, "error", {**options.known, **failure.data}, [issue])
    else:
        print(f"error: {failure.code}: {visible(failure.message)}", file=sys.stderr)
    return failure.exit_code


def print_json(name: str, status: str, data: Mapping[str, object], issues: Sequence[Issue]) -> None:
    """Print the envelope, on one line and in UTF-8 whatever the terminal's encoding."""
    envelope = {
        "schema_version": SCHEMA_VERSION,
        "command": name,
        "status": status,
        "data": data,
        "issues": [asdict(issue) for issue in issues],
    }
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(envelope, ensure_ascii=ascii_only))


def print_warnings(warnings: Sequence[Issue]) -> None:
    """Print warnings where they are not taken for the answer."""
    for warning in warnings:
        print(f"warning: {visible(warning.message)}", file=sys.stderr)


def print_lines(lines: Sequence[Line]) -> None:
    """Print lines, in colours and cut to the width if there are styles and a terminal."""
    spans = [[Span(line)] if isinstance(line, str) else line for line in lines]
    if sys.stdout.isatty() and any(span.style for line in spans for span in line):
        from impl.planstate.terminal import print_styled

        print_styled(spans)
        return
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # rather a `?` than no answer
    for line in spans:
        print(visible("".join(span.text for span in line)))


def visible(text: str) -> str:
    """Write characters that steer a terminal, or break the line, as escapes."""
    return "".join(
        character if character.isprintable() or character in " \u00a0" else ascii(character)[1:-1]
        for character in text
    )
