"""The output: text for people or one JSON document, and failures on standard error."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence

from impl.cli.answers import BROKEN, Answer, Failure, Issue, Line, Span
from spec.vocabulary.rejections import Code

SCHEMA_VERSION = "1"
IN_ASCII = str.maketrans("✓→◆○█▒░│├└─…", "x>*o#~.||`-~")


def open_closed_streams() -> None:
    """Let a caller close any of the three streams: what is written there is lost, as it wants."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def print_answer(options: argparse.Namespace, answer: Answer) -> None:
    """Print what was done. Raises `OSError` if it cannot be written."""
    if options.json:
        print_json(options.name, "ok", answer.data, answer.warnings)
    else:
        print_warnings(answer.warnings)  # also with --quiet: they are not the answer
        if not options.quiet:
            print_lines(answer.lines)
    sys.stdout.flush()


def print_failure(options: argparse.Namespace, failure: Failure) -> int:
    """Print why nothing was done, and give the exit code. Raises `OSError` as above."""
    if options.json:
        issue = Issue(failure.code, "error", failure.message)
        print_json(options.name, "error", {**options.known, **failure.data}, [issue])
        sys.stdout.flush()
    else:
        print_error(failure.code, visible(failure.message))
    return failure.exit_code


def report_unwritten(error: OSError) -> int:
    """Say that an answer could not be written, unless its reader is gone; give the exit code."""
    # What is left of it must not be tried again when the program ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        found = f"the answer could not be written ({error.strerror}), but the command was run"
        advice = "look at the state before running it again"
        print_error(Code.STORE_UNAVAILABLE, f"{found}; {advice}")
    return BROKEN


def print_error(code: str, message: str) -> None:
    """Print why nothing was done, on one line that ends with where its code is explained."""
    print(f"error: {code}: {message} (planspec explain {code})", file=sys.stderr)


def print_json(name: str, status: str, data: Mapping[str, object], issues: Sequence[Issue]) -> None:
    """Print the envelope, on one line."""
    import json

    envelope = {
        "schema_version": SCHEMA_VERSION,
        "command": name,
        "status": status,
        "data": data,
        "issues": [issue._asdict() for issue in issues],
    }
    print(json.dumps(envelope, ensure_ascii=not writes_unicode()))


def print_warnings(warnings: Sequence[Issue]) -> None:
    """Print warnings where they are not taken for the answer."""
    for warning in warnings:
        print(f"warning: {visible(warning.message)}", file=sys.stderr)


def print_lines(lines: Sequence[Line]) -> None:
    """Print lines, in colours and cut to the width if there are styles and a terminal."""
    spans = [[Span(line)] if isinstance(line, str) else line for line in lines]
    if sys.stdout.isatty() and any(span.style for line in spans for span in line):
        from impl.cli.terminal import print_styled

        print_styled(spans)
        return
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # rather a `?` than no answer
    for line in spans:
        print(drawable(visible("".join(span.text for span in line))).rstrip())


def drawable(text: str) -> str:
    """Draw with what ASCII has if nothing else can be written."""
    return text if writes_unicode() else text.translate(IN_ASCII)


def writes_unicode() -> bool:
    """Tell whether standard output can carry any text."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def visible(text: str) -> str:
    """Write characters that steer a terminal, or break the line, as escapes."""
    return "".join(
        character if character.isprintable() or character in " \u00a0" else ascii(character)[1:-1]
        for character in text
    )
