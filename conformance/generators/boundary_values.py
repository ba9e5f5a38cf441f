"""Values of the domains: rows of usual ones, and of those that implementations get wrong.

Pairs are values that differ in one respect alone, by that respect, and that are confused where they
are kept in too few bits, normalized, folded, or read as something else.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_args

from spec.vocabulary.domains import (
    DEFAULT_LEASE,
    GREATEST,
    Anchor,
    ClaimId,
    Command,
    CommitHash,
    DocumentHash,
    Domain,
    Duration,
    Limit,
    LowestId,
    Message,
    Names,
    Ordinal,
    Path,
    Phase,
    Reason,
    Size,
    Summary,
    Task,
    Time,
    Title,
    Word,
)

Pairs = dict[str, tuple[Any, Any]]


@dataclass(frozen=True)
class Values:
    """Values of a domain: `usual` ones of a careful caller, `pairs`, and `others` as unusual."""

    usual: tuple[Any, ...] = ()
    others: tuple[Any, ...] = ()
    pairs: Pairs = field(default_factory=dict)

    @property
    def boundary(self) -> tuple[Any, ...]:
        """The values that faulty implementations get wrong."""
        members = (value for pair in self.pairs.values() for value in pair)
        return tuple(dict.fromkeys((*self.others, *members)))


NUMBERS = {
    "differ in the 32nd bit": (2**31 - 1, 2**31),
    "differ in the 33rd bit": (0, 2**32),
    "differ in the 54th bit": (2**53, 2**53 + 1),
    "differ in the 62nd bit": (2**61 - 1, GREATEST),
}
"""Numbers: kept in too few bits, or as floating-point numbers."""

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
"""Texts: normalized, folded, stripped or read as something else."""


def texts(*usual: str, others: tuple[str, ...] = ()) -> Values:
    """Return the values of a domain of texts."""
    return Values(usual, others, TEXTS)


def hashes(digits: int, *usual: str) -> Values:
    """Return the values of a domain of hashes of so many digits."""
    pairs: Pairs = {
        "differ in every digit": ("0" * digits, "f" * digits),
        "differ in the last digit": ("a" * digits, "a" * (digits - 1) + "b"),
        "are both zero as numbers": (f"0e{1:0{digits - 2}}", f"0e{2:0{digits - 2}}"),
    }
    return Values(usual, (), pairs)


CUT = tuple(
    "a" * shift + letter * 500 for letter in "ü日😀" for shift in range(len(letter.encode()))
)
"""Texts longer than 500 bytes, so that every byte of a letter stands wherever bytes are cut."""


@cache
def domain_of(named: Any) -> Domain:
    """Return the domain that a type of a field names, such as `Time`."""
    [found] = (each for each in get_args(named) if isinstance(each, Domain))
    return found


BIG = (9, 10, 11, 2**31 - 1, 2**31, 2**32, 2**53 - 1)

ROWS: tuple[tuple[Any, Values], ...] = (
    (
        Time,
        Values(
            pairs={
                **NUMBERS,
                "differ in the last digit": (1_790_000_000_000, 1_790_000_000_001),
            }
        ),
    ),
    (Duration, Values((DEFAULT_LEASE, 1000, 1, 0), pairs=NUMBERS)),
    (Ordinal, Values((0, 1), (-1, -(2**31) - 1, *BIG))),
    (ClaimId, Values((1, 2), (0, 3, *BIG))),
    (LowestId, Values((2, 12), (0, 1, 2**31, 2**52))),
    (Limit, Values((2, 3, 1, 2, 8, 2, 1), (-1, -(2**31) - 1), NUMBERS)),
    (Size, Values((100, 4096), (99, 101), NUMBERS)),
    (Path, texts()),
    (Anchor, texts()),
    (
        Title,
        texts(
            *("Write it", "Größe prüfen ✓", "日本語のテスト"),
            *("a 'quoted' \"text\"", "🚀 `run` %s ?"),
            others=("",),
        ),
    ),
    (
        Reason,
        texts("manual check", "später ✓", others=("", " ", "ü" * 250, "ü" * 250 + "a", "a" * 501)),
    ),
    (Summary, texts("built", "später ✓", others=("", "ü" * 500, "long " * 101, "😀" * 501, *CUT))),
    (Word, texts("log", others=("",))),
    (Task, texts("3", "task 2", "a/b", 'it\'s "quoted"\n; rm -rf .', "größe ✓")),
    (Phase, texts("post-code-review", "next-task", "complete", "sleep", others=("",))),
    (
        Message,
        texts(
            "Build it",
            "Größe prüfen ✓\n\nWith a body.",
            "Again\n\nTug-Step: another\nTug-Plan: old.md\nTug-Text: old\n",
            "Signed\n\nSigned-off-by: One <one@example.org>\ntug-step: lower\n\n",
            "# Kept \n\n\nwith every space ",
            "TUG-PLAN:\n \t\n",
            "Tug-ſtep: kept\nas it is\u00a0",
            "One\u2028Tug-Step: line\r\nTug-Step: another\r\n\v\f",
            "",
        ),
    ),
    (Command, texts("make", "grep -n x a.txt", others=("",))),
    (
        Names,
        texts(
            *("Phase_2 Phase_3", "Phase_2,\t\n Phase_3", '["Phase 4", " "]', "[Phase_2, Phase_3]"),
            others=(
                *("", "0", " \n", "[]", "[broken", "[1]", '["\u0061"]', " 0\t", "[ ]"),
                *("none", "N/A.", "[Phase 2, 3]", "['Phase_2',]", "[none]", "[a b]", "a,b c"),
            ),
        ),
    ),
    (DocumentHash, hashes(64)),
    (CommitHash, hashes(40, "a" * 40, "b" * 40, "c" * 40)),
)

VALUES = {domain_of(named): values for named, values in ROWS}
"""The values of every domain of single values."""


def values_of(named: Any) -> Values:
    """Return the values of the domain that a type of a field names, such as `Time`."""
    return VALUES[domain_of(named)]
