"""Calls of the two programs: arguments, variables, standard input and files, and how they end."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

REPEATED = re.compile(r"(.{1,6}?)\1{29,}")


class Form(StrEnum):
    """What stands where a file is expected, if it is not a file."""

    FOLDER = "folder"
    PIPE = "pipe"
    LOOP = "loop"
    """A symbolic link to itself, which even the superuser cannot read."""
    DANGLING = "dangling"


Content = bytes | Form


@dataclass(frozen=True, repr=False)
class Call:
    """A call of a program, which is `planstate` or `planspec`."""

    program: str
    arguments: tuple[str, ...]
    given: Content = b""
    variables: dict[str, str] = field(default_factory=dict)
    files: dict[str, Content] = field(default_factory=dict)
    encoding: str = "utf-8"
    """The encoding of standard output."""

    def calls(self, program: str, words: tuple[str, ...]) -> bool:
        """Return whether this calls a program's entry point with these words."""
        return (self.program, self.arguments[: len(words)]) == (program, words)

    def __repr__(self) -> str:
        """Return the call with repetitions shortened, as in `{'[' * 5000}`."""
        fields = ", ".join(f"{name}={value!r}" for name, value in vars(self).items() if value)
        return REPEATED.sub(shortened, f"Call({fields})")


def shortened(found: re.Match[str]) -> str:
    """Return a repetition as its unit and its number."""
    return f"{{{found[1]!r} * {len(found[0]) // len(found[1])}}}"


@dataclass(frozen=True)
class Ended:
    """How a call ended: `escaped` is what was raised, if it did not end by an exit code."""

    code: int
    output: str
    errors: str
    escaped: BaseException | None = None
    changed: tuple[str, ...] = ()
    """The files that were there before and have changed."""
