"""Domains: which values a field may have.

A field names its domain as its type: `now: Time` is a whole number of milliseconds. Random
operations, the JSON Schemas and the site take their limits from here.
"""

from typing import Annotated, Any

DEFAULT_LEASE = 7_200_000
"""The lease that a request without one asks for, in milliseconds, in every edition.

The command line states its own, in seconds: `DEFAULT_LEASE_SECONDS` in `impl/cli/command.py`.
"""

GREATEST = 2**62 - 1
"""The greatest whole number: the sum of two such numbers fits into 64 bits."""


LATER = {"later": True}
"""The metadata of a field that a message leaves out where it has its default.

Such a field was added by an amendment: systems and files of older editions do not know it.
"""


class Domain:
    """The values of a field: `allowed` describes them, `limits` are bounds in pydantic's words."""

    __slots__ = ("allowed", "limits")

    def __init__(self, allowed: str, **limits: int | str) -> None:
        self.allowed = allowed
        self.limits = limits

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Return the schema of a field with these limits, for whoever reads it with pydantic."""
        return {**handler(source), **self.limits}

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        """Return the JSON Schema of a field, with what is allowed in words."""
        return {**handler(schema), "description": self.allowed}


def text() -> Domain:
    """Return a domain of texts without U+0000, which databases such as PostgreSQL cannot store."""
    allowed = "any text of Unicode characters except U+0000, compared character by character"
    return Domain(allowed, pattern="^[^\\u0000]*$")


Time = Annotated[
    int, Domain("whole milliseconds since 1970, from 0 to 2^62 - 1", ge=0, le=GREATEST)
]
Duration = Annotated[int, Domain("whole milliseconds, from 0 to 2^62 - 1", ge=0, le=GREATEST)]
Ordinal = Annotated[
    int,
    Domain(
        "a whole number, from -(2^53 - 1) to 2^53 - 1; items count from 0",
        ge=-(2**53) + 1,
        le=2**53 - 1,
    ),
]
ClaimId = Annotated[
    int,
    Domain("a whole number, from 0 to 2^53 - 1; claims count from 1", ge=0, le=2**53 - 1),
]
LowestId = Annotated[int, Domain("a whole number, from 0 to 2^52", ge=0, le=2**52)]
Limit = Annotated[
    int, Domain("a whole number, from -(2^62 - 1) to 2^62 - 1", ge=-GREATEST, le=GREATEST)
]
Size = Annotated[int, Domain("a whole number, from 0 to 2^62 - 1", ge=0, le=GREATEST)]
Path = Annotated[str, text()]
Anchor = Annotated[str, text()]
Title = Annotated[str, text()]
Reason = Annotated[str, text()]
Summary = Annotated[str, text()]
Word = Annotated[str, text()]
Task = Annotated[str, text()]
Phase = Annotated[str, text()]
Message = Annotated[str, text()]
Command = Annotated[str, text()]
Names = Annotated[str, text()]
DocumentHash = Annotated[str, Domain("64 lower-case hexadecimal digits", pattern="^[0-9a-f]{64}$")]
CommitHash = Annotated[str, Domain("40 lower-case hexadecimal digits", pattern="^[0-9a-f]{40}$")]
LIST = Domain("any number of values, in any order, equal ones too")
DOCUMENT = Domain("any steps, each with substeps that have no substeps of their own")
