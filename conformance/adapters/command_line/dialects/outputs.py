"""What a program prints, in its dialect, as the document that `planstate` prints."""

from collections.abc import Sequence
from typing import Any, TypeVar

from conformance.adapters.command_line.commands import MAY_END_AS_REJECTED
from conformance.adapters.command_line.dialects.dialect import Dialect, TextRule
from conformance.adapters.command_line.dialects.hints import (
    no_code,
    no_data,
    no_json,
    other_exit_code,
)
from conformance.adapters.command_line.processes import Ended
from conformance.protocol.lines import excerpt
from impl.json_text import parse_json
from spec.formats.messages import Message
from spec.vocabulary.rejections import Code

Rule = TypeVar("Rule", bound=TextRule)
STATUSES = ("ok", "error")


def document(ended: Ended, command: str, dialect: Dialect) -> Message:
    """Return the envelope of what a subcommand printed, with codes and names as they are fixed.

    Raises `BrokenProgram` that names the line of a dialect that would make it readable.
    """
    found = renamed(json_object(ended.output, dialect.output.mixed), dialect)
    text = text_of(ended, found)
    answer = first_fitting(dialect.answers, text, command)
    if answer is not None and (found is None or found.get("status") != "ok"):
        made = succeeded(command) | {"data": answer.data}
    elif found is None:
        made = from_text(ended, text, command, dialect)
    else:
        made = from_json(found, ended, text, command, dialect)
    if made.get("status") == "ok" and isinstance(made.get("data"), dict):
        made["data"] = dialect.data.get(command, {}) | made["data"]
    return with_codes(made, text, command, dialect)


def json_object(output: bytes, mixed: bool) -> Message | None:
    """Return the object that was printed, or `None` if it is something else.

    `mixed`: it may begin on a line after lines of text.
    """
    if mixed and not output.lstrip().startswith(b"{"):
        output = b"{" + output.partition(b"\n{")[2]
    try:
        found = parse_json(output)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def succeeded(command: str) -> Message:
    """Return the envelope of a success without data."""
    fixed = {"schema_version": "1", "command": command, "status": "ok"}
    return {**fixed, "data": {}, "issues": []}


def renamed(found: Any, dialect: Dialect) -> Any:
    """Return a value with its fields, also those inside, under their fixed names too."""
    if isinstance(found, list):
        return [renamed(each, dialect) for each in found]
    if not isinstance(found, dict):
        return found
    inside = {name: renamed(value, dialect) for name, value in found.items()}
    fixed = dialect.fields.items()
    return inside | {ours: inside[theirs] for ours, theirs in fixed if theirs in inside}


def text_of(ended: Ended, found: Message | None) -> str:
    """Return all that was printed as one text, with the issues as lines such as `E049: held`."""
    issues = found.get("issues") if found else None
    shown = (each for each in issues if isinstance(each, dict)) if isinstance(issues, list) else ()
    lines = [f"{each.get('code')}: {each.get('message')}" for each in shown]
    printed = (each.decode(errors="replace").strip() for each in (ended.output, ended.errors))
    return "\n".join(filter(None, [*lines, *printed]))


def from_json(found: Message, ended: Ended, text: str, command: str, dialect: Dialect) -> Message:
    """Return a document as an envelope, with what a dialect says that it lacks."""
    if dialect.output.envelope == "full":
        require_exit_code(found, ended, command, dialect)
        spelling = dialect.command(command)
        return found | {"command": command} if found.get("command") == spelling else found
    whole = {"data": found} if dialect.output.envelope == "bare" else found
    status = whole.get("status")
    if status not in STATUSES:
        status = status_of(ended, text, command, dialect, is_document=True)
    fixed = {"schema_version": "1", "command": command, "status": status}
    return succeeded(command) | whole | fixed


def require_exit_code(found: Message, ended: Ended, command: str, dialect: Dialect) -> None:
    """Raise `BrokenProgram` if an envelope has a status, and the exit code of another one."""
    failed = found.get("status") == "error"
    expected = dialect.exit.error if failed else dialect.exit.ok
    if not failed and command in MAY_END_AS_REJECTED:
        expected = expected | dialect.exit.error
    if found.get("status") in STATUSES and ended.code not in expected:
        codes = " or ".join(map(str, sorted(expected)))
        raise ended.broken(
            f"its envelope has the status {found['status']!r}, whose exit code is {codes}: "
            f"{excerpt(ended.output.decode(errors='replace'))}"
            + other_exit_code(ended.code, dialect.exit, failed)
        )


def from_text(ended: Ended, text: str, command: str, dialect: Dialect) -> Message:
    """Return an output that is empty, or a text, as an envelope. Raises `BrokenProgram`."""
    printed = ended.output.decode(errors="replace")
    problem = (
        f"its standard output is {excerpt(printed)}, no envelope: "
        "expected one JSON document and nothing else"
    )
    if ended.code not in dialect.exit.ok | dialect.exit.error:
        raise ended.broken(problem + other_exit_code(ended.code, dialect.exit))
    status = status_of(ended, text, command, dialect, is_document=False)
    if status == "ok" and printed.strip():
        raise ended.broken(problem + no_json(printed, command))
    if status == "ok" and command not in dialect.data:
        raise ended.broken(problem + no_data(command))
    if status == "error" and error_issue(text, (), command, dialect) is None:
        raise ended.broken(problem + no_code(text, command))
    return succeeded(command) | {"status": status}


def status_of(ended: Ended, text: str, command: str, dialect: Dialect, *, is_document: bool) -> str:
    """Return whether a program succeeded, by its exit code, or by its words if that can be both.

    That of some subcommands can be, where a document is printed.
    Raises `BrokenProgram` for an exit code that the dialect does not have.
    """
    codes = dialect.exit
    if ended.code not in codes.ok | codes.error:
        shown = excerpt(ended.output.decode(errors="replace"))
        problem = f"its standard output is {shown}, and the exit code means nothing"
        raise ended.broken(problem + other_exit_code(ended.code, codes))
    may_be_both = is_document and command in MAY_END_AS_REJECTED
    if ended.code in codes.ok & codes.error or may_be_both:
        explained = first_fitting(dialect.errors, text, command) is not None
        refused = explained or dialect.code_in(text) is not None
    else:
        refused = ended.code in codes.error
    return "error" if refused else "ok"


def with_codes(made: Message, text: str, command: str, dialect: Dialect) -> Message:
    """Return an envelope with issues for the texts that the dialect explains, before its own."""
    issues = made.get("issues")
    if not isinstance(issues, list):
        return made
    if made.get("status") == "ok":
        fitting = (each for each in dialect.warnings if each.fits(text, command))
        return made | {"issues": [*(issue("warning", each.code) for each in fitting), *issues]}
    explained = error_issue(text, issues, command, dialect)
    return made if explained is None else made | {"issues": [explained, *issues]}


def error_issue(
    text: str, issues: Sequence[object], command: str, dialect: Dialect
) -> Message | None:
    """Return the issue for an error text, or `None` if an issue says the code, or nothing does."""
    rule = first_fitting(dialect.errors, text, command)
    if rule is not None:
        return issue("error", rule.code, rule.reason or text)
    if (code := dialect.code_in(text)) is not None:
        return issue("error", code, text)
    named = [each.get("code") for each in issues if isinstance(each, dict)]
    if dialect.default_code is None or set(named) & set(Code):
        return None
    return issue("error", dialect.default_code, text)


def first_fitting(rules: Sequence[Rule], text: str, command: str) -> Rule | None:
    """Return the first rule whose text was printed, or `None`."""
    return next((each for each in rules if each.fits(text, command)), None)


def issue(severity: str, code: Code, message: str = "") -> Message:
    """Return an issue of an envelope."""
    return {"severity": severity, "code": str(code), "message": message}
