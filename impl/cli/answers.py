"""What a subcommand gives back: an answer, or a failure with its code and exit code."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from spec.vocabulary.rejections import Code

DONE, FAILED, USAGE, INTERRUPTED, BROKEN = range(5)
"""Exit codes: done; rejected; wrong usage; interrupted, so not known; the environment broke."""


class UsageError(Exception):
    """Arguments that do not go together: what was given, what was expected, what to do."""


class Failure(Exception):
    """Nothing was done: a code, why and what to do, and what is known for programs."""

    def __init__(self, code: str, message: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.code = str(code)
        self.message = message
        self.data = data or {}

    @property
    def exit_code(self) -> int:
        """Tell a broken environment, which is E046 and nothing else is, from a rejection."""
        return BROKEN if self.code == Code.STORE_UNAVAILABLE else FAILED


class Issue(NamedTuple):
    """Something that the caller should know, with a code that scripts may rely on."""

    code: str
    severity: str
    message: str


class Span(NamedTuple):
    """A piece of a line, with a style that rich knows; terminals show it, files do not."""

    text: str
    style: str = ""


Line = str | Sequence[Span]


class Answer(NamedTuple):
    """What was done: `data` for programs, `lines` for people, and warnings.

    With another exit code than `DONE` for what was done and found to be no success.
    """

    data: Mapping[str, object]
    lines: Sequence[Line]
    warnings: Sequence[Issue] = ()
    exit_code: int = DONE


def warning(code: str, message: str) -> Issue:
    """Describe something that does not keep the command from being done."""
    return Issue(str(code), "warning", message)
