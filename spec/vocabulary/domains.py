"""Domains: which values a field may have, and which of them tell implementations apart.

A field names its domain as its type: `now: Time` is a whole number of milliseconds. Random
operations, vectors, the JSON Schemas and the site take their values and limits from here.
"""

from typing import Annotated, Any

DEFAULT_LEASE = 7_200_000
"""The default lease of a claim, in milliseconds."""

GREATEST = 2**62 - 1
"""The greatest whole number: the sum of two such numbers fits into 64 bits."""


LATER = {"later": True}
"""The metadata of a field that a message leaves out where it has its default.

Such a field was added by an amendment: systems and files of older editions do not know it.
"""


class Domain:
    """The values of a field.

    `allowed` describes them. `usual` are what a careful caller would send; `boundary` are those
    that faulty implementations get wrong. `pairs` are values that differ only in one respect, by
    that respect, and that no implementation may confuse. `shapes` name what lists and documents
    look like, where values cannot be listed. `limits` are bounds in the words of pydantic.
    """

    __slots__ = ("allowed", "boundary", "limits", "pairs", "shapes", "usual")

    def __init__(
        self,
        allowed: str,
        usual: tuple[Any, ...] = (),
        boundary: tuple[Any, ...] = (),
        *,
        pairs: dict[str, tuple[Any, Any]] | None = None,
        shapes: tuple[str, ...] = (),
        **limits: int | str,
    ) -> None:
        self.allowed = allowed
        self.usual = usual
        self.pairs = pairs or {}
        members = tuple(value for pair in self.pairs.values() for value in pair)
        self.boundary = tuple(dict.fromkeys((*boundary, *members)))
        self.shapes = shapes
        self.limits = limits

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Return the schema of a field with these limits, for whoever reads it with pydantic."""
        return {**handler(source), **self.limits}

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        """Return the JSON Schema of a field, with what is allowed in words."""
        return {**handler(schema), "description": self.allowed}


NUMBERS = {
    "differ in the 32nd bit": (2**31 - 1, 2**31),
    "differ in the 33rd bit": (0, 2**32),
    "differ in the 54th bit": (2**53, 2**53 + 1),
    "differ in the 62nd bit": (2**61 - 1, GREATEST),
}
"""Numbers that are confused where they are kept in too few bits, or as floating-point numbers."""

TEXTS = {
    "differ in letter case": ("Ab", "ab"),
    "differ in how a letter is composed": ("\u00e9", "e\u0301"),
    "differ in a ligature": ("\ufb01", "fi"),
    "differ in white space before them": (" a", "a"),
    "differ in white space after them": ("b\u00a0", "b"),
    "differ in a leading dot and slash": ("./a", "a"),
    "differ in a trailing slash": ("a/", "a"),
    "differ in a leading zero": ("01", "1"),
    "differ in a wildcard of SQL": ("a_b", "acb"),
    "differ in the last 16 bits of a character": ("\U0001f600", "\U0001f601"),
    "differ in how UTF-16 sorts them": ("\uff5e", "\U0001f600"),
    "differ in the direction of their letters": ("\u05e9\u05dc\u05d1", "toString"),
    "are members of JavaScript objects": ("__proto__", "constructor"),
}
"""Texts that are confused where they are normalized, folded, stripped or read as something else."""

ZEROS = {digits: tuple(f"0e{number:0{digits - 2}}" for number in (1, 2)) for digits in (40, 64)}
"""Two texts of so many digits that are both 0 if they are read as numbers."""

ANY_TEXT = "any text of Unicode characters except U+0000, compared character by character"

WITHOUT_NUL = "^[^\\u0000]*$"
"""Texts without U+0000, which databases such as PostgreSQL cannot store."""


def text_of(usual: tuple[str, ...], *boundary: str, allowed: str = ANY_TEXT) -> Domain:
    """Return a domain of texts."""
    return Domain(allowed, usual, boundary, pairs=TEXTS, pattern=WITHOUT_NUL)


Time = Annotated[
    int,
    Domain(
        "whole milliseconds since 1970, from 0 to 2^62 - 1",
        pairs={**NUMBERS, "differ in the last digit": (1_790_000_000_000, 1_790_000_000_001)},
        ge=0,
        le=GREATEST,
    ),
]
Duration = Annotated[
    int,
    Domain(
        "whole milliseconds, from 0 to 2^62 - 1",
        (DEFAULT_LEASE, 1000, 1, 0),
        pairs=NUMBERS,
        ge=0,
        le=GREATEST,
    ),
]
Ordinal = Annotated[
    int,
    Domain(
        "a whole number, from -(2^53 - 1) to 2^53 - 1; items count from 0",
        (0, 1),
        (-1, -(2**31) - 1, 9, 10, 11, 2**31 - 1, 2**31, 2**32, 2**53 - 1),
        ge=-(2**53) + 1,
        le=2**53 - 1,
    ),
]
ClaimId = Annotated[
    int,
    Domain(
        "a whole number, from 0 to 2^53 - 1; claims count from 1",
        (1, 2),
        (0, 3, 9, 10, 11, 2**31 - 1, 2**31, 2**32, 2**53 - 1),
        ge=0,
        le=2**53 - 1,
    ),
]
Limit = Annotated[
    int,
    Domain(
        "a whole number, from -(2^62 - 1) to 2^62 - 1",
        (2, 3, 1, 2, 8, 2, 1),
        (-1, -(2**31) - 1),
        pairs=NUMBERS,
        ge=-GREATEST,
        le=GREATEST,
    ),
]
Size = Annotated[
    int,
    Domain(
        "a whole number, from 0 to 2^62 - 1",
        (100, 4096),
        (99, 101),
        pairs=NUMBERS,
        ge=0,
        le=GREATEST,
    ),
]
Path = Annotated[str, text_of(())]
Anchor = Annotated[str, text_of(())]
Title = Annotated[
    str,
    text_of(
        ("Write it", "Größe prüfen ✓", "日本語のテスト", "a 'quoted' \"text\"", "🚀 `run` %s ?"), ""
    ),
]
Reason = Annotated[str, text_of(("manual check", "später ✓"), "", " ")]
Summary = Annotated[str, text_of(("built",), "", "ü" * 500, "long " * 101, "😀" * 501)]
Word = Annotated[str, text_of(("log",), "")]
Task = Annotated[str, text_of(("3", "task 2", "a/b", 'it\'s "quoted"\n; rm -rf .', "größe ✓"))]
Phase = Annotated[str, text_of(("post-code-review", "next-task", "complete", "sleep"), "")]
Message = Annotated[
    str,
    text_of(
        (
            "Build it",
            "Größe prüfen ✓\n\nWith a body.",
            "Again\n\nTug-Step: another\nTug-Plan: old.md\n",
            "Signed\n\nSigned-off-by: One <one@example.org>\ntug-step: lower\n\n",
            "# Kept \n\n\nwith every space ",
            "TUG-PLAN:\n \t\n",
            "Tug-ſtep: kept\nas it is\u00a0",
            "One\u2028Tug-Step: line\r\nTug-Step: another\r\n\v\f",
            "",
        ),
    ),
]
Command = Annotated[str, text_of(("make", "grep -n x a.txt"), "")]
Names = Annotated[
    str,
    text_of(
        ("Phase_2 Phase_3", "Phase_2,\t\n Phase_3", '["Phase 4", " "]', "[Phase_2, Phase_3]"),
        *("", "0", " \n", "[]", "[broken", "[1]", '["\u0061"]', " 0\t", "[ ]"),
        *("none", "N/A.", "[Phase 2, 3]", "['Phase_2',]", "[none]", "[a b]", "a,b c"),
    ),
]
DocumentHash = Annotated[
    str,
    Domain(
        "64 lower-case hexadecimal digits",
        pairs={
            "differ in every digit": ("0" * 64, "f" * 64),
            "differ in the last digit": ("a" * 64, "a" * 63 + "b"),
            "are both zero as numbers": ZEROS[64],
        },
        pattern="^[0-9a-f]{64}$",
    ),
]
CommitHash = Annotated[
    str,
    Domain(
        "40 lower-case hexadecimal digits",
        ("a" * 40, "b" * 40, "c" * 40),
        pairs={
            "differ in every digit": ("0" * 40, "f" * 40),
            "differ in the last digit": ("a" * 40, "a" * 39 + "b"),
            "are both zero as numbers": ZEROS[40],
        },
        pattern="^[0-9a-f]{40}$",
    ),
]
LIST = Domain(
    "any number of values, in any order, equal ones too",
    shapes=("empty", "long", "reordered", "repeated"),
)
"""Lists: without values, with more than ten, not sorted, and with a value that occurs twice."""

DOCUMENT = Domain(
    "any steps, each with substeps that have no substeps of their own",
    shapes=(
        "item added",
        "item removed",
        "item moved",
        "step added",
        "step removed",
        "step moved",
        "step renamed",
        "step retitled",
        "steps reversed",
        "substeps added",
        "substep moved",
        "substep renamed",
        "substep retitled",
        "substep moved to another step",
        "substeps made steps",
        "step made substep",
        "no steps",
        "step repeated",
        "unknown dependency",
        "cycle",
        "cycle through a substep",
    ),
)
"""Documents: what happens to one between two registrations."""
