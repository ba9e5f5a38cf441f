"""Near misses: values that are not equal to a current one, and are taken for equal by mistake."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from typing import Any

from conformance.generators.boundary_values import domain_of
from conformance.generators.places import FieldPlace, mapped, places_in
from spec.properties.conditions import row
from spec.vocabulary.domains import Anchor, CommitHash, DocumentHash, Path, Task, Time, Title

HASHES = tuple(map(domain_of, (DocumentHash, CommitHash)))
NAMES = tuple(map(domain_of, (Path, Anchor, Task)))
"""The domains of texts that name something."""
TITLED = (*NAMES, domain_of(Title))
COMPARED = (*HASHES, *TITLED)
"""The domains of values that are compared with others, and with nothing else."""
MOST = 3
"""The values of a field of which there are near misses in one operation."""
RICH = "Kis/\u00e9-1."
"""What names begin with here: something of each kind that is folded, normalized or cut."""


def same_hash_code(text: str) -> str:
    """Return another text with the number by which Java and others find a text in a table."""
    if not (text[:2].isascii() and text[1:2] > "?"):
        return text
    return chr(ord(text[0]) + 1) + chr(ord(text[1]) - 31) + text[2:]


TEXTS: dict[str, Callable[[str], str]] = {
    "upper case": str.upper,
    "lower case": str.lower,
    "swapped case": str.swapcase,
    "folded case": str.casefold,
    "the same hash code": same_hash_code,
    "a dotless i": lambda text: text.replace("i", "\u0131"),
    "a dotted capital i": lambda text: text.replace("i", "\u0130"),
    "a long s": lambda text: text.replace("s", "\u017f"),
    "the sign of kelvin": lambda text: text.replace("K", "\u212a"),
    "letters taken apart": lambda text: unicodedata.normalize("NFD", text),
    "letters put together": lambda text: unicodedata.normalize("NFC", text),
    "letters without accents": lambda text: text.replace("\u00e9", "e"),
    "wide digits": lambda text: text.replace("1", "\uff11"),
    "the last part of a path": lambda text: text.rpartition("/")[2],
    "the first part of a path": lambda text: text.partition("/")[0],
    "a path before it": lambda text: f"a/{text}",
    "a dot before it": lambda text: f"./{text}",
    "a slash before it": lambda text: f"/{text}",
    "a slash after it": lambda text: f"{text}/",
    "two slashes": lambda text: text.replace("/", "//"),
    "a dot between slashes": lambda text: text.replace("/", "/./"),
    "back and forth": lambda text: text.replace("/", "/x/../"),
    "backslashes": lambda text: text.replace("/", "\\"),
    "a number sign before it": lambda text: f"#{text}",
    "a sign of anchors within": lambda text: f"{text}#",
    "white space before it": lambda text: f" {text}",
    "white space after it": lambda text: f"{text} ",
    "a tab after it": lambda text: f"{text}\t",
    "a line end after it": lambda text: f"{text}\n",
    "a carriage return after it": lambda text: f"{text}\r",
    "line ends of two characters": lambda text: text.replace("\n", "\r\n"),
    "a fixed space after it": lambda text: f"{text}\u00a0",
    "a mark of byte order before it": lambda text: f"\ufeff{text}",
    "a joiner within": lambda text: f"{text[:1]}\u200d{text[1:]}",
    "a part": lambda text: text[:-1],
    "a longer one": lambda text: f"{text}x",
    "an underscore": lambda text: text.replace("-", "_"),
    "a wildcard": lambda text: text[:-1] + "%",
    "another wildcard": lambda text: text[:-1] + "_",
    "a star": lambda text: text[:-1] + "*",
    "a dot for any letter": lambda text: text.replace("-", "."),
    "percent signs": lambda text: text.replace("/", "%2F"),
    "quotation marks": lambda text: f"'{text}'",
    "a leading zero": lambda text: text.replace("1", "01"),
    "nothing": lambda _: "",
}
"""What may be taken for a text."""
NUMERALS: dict[str, Callable[[str], str]] = {
    "a leading zero": lambda text: f"0{text}",
    "a fraction of zero": lambda text: f"{text}.0",
    "an exponent of zero": lambda text: f"{text}e0",
    "a plus sign": lambda text: f"+{text}",
    **{name: TEXTS[name] for name in ("white space before it", "a longer one")},
}
"""What may be taken for a text that is a number."""
LISTS: dict[str, Callable[[str], str]] = {
    "a comment": lambda text: f"{text[:-1]}/**/]",
    "a comma at the end": lambda text: f"{text[:-1]},]",
    "an unknown escape": lambda text: text.replace('"', '"\\q', 1),
    "single quotation marks": lambda text: text.replace('"', "'"),
    "a line end in a text": lambda text: text.replace('"', '"\n', 1),
    "a number at the end": lambda text: f"{text[:-1]},1]",
    "a constant of JavaScript": lambda text: f"{text[:-1]},NaN]",
    "more behind it": lambda text: f"{text} x",
}
"""What may be taken for a text that is a list in JSON."""
NUMBERS: dict[str, Callable[[int], int]] = {
    "one more": lambda number: number + 1,
    "one less": lambda number: number - 1,
    "the same in 8 bits": lambda number: number + 2**8,
    "the same in 16 bits": lambda number: number + 2**16,
    "the same in 31 bits": lambda number: number + 2**31,
    "the same in 32 bits": lambda number: number + 2**32,
    "as if it were below 0": lambda number: -number,
    "counted from the end": lambda number: number - 2**32,
    "with another digit": lambda number: number * 10,
    "nothing": lambda _: 0,
}
"""What may be taken for a number."""
DIGITS: dict[str, Callable[[str], str]] = {
    "another last digit": lambda digits: digits[:-1] + other(digits[-1]),
    "another first digit": lambda digits: other(digits[0]) + digits[1:],
    "the same 7 first digits": lambda digits: digits[:7] + "".join(map(other, digits[7:])),
    "the same 16 first digits": lambda digits: digits[:16] + "".join(map(other, digits[16:])),
    "the same 32 first digits": lambda digits: digits[:32] + "".join(map(other, digits[32:])),
    "the same last digits": lambda digits: "".join(map(other, digits[:-8])) + digits[-8:],
}
"""What may be taken for a hash."""

JOINTS = ("", "/", ":", "#", "|", "-", "::", "_", ".", ",", " ", "\t", "\n", "\x1f")
"""What may stand between two names that are joined to one key."""

WORDS = (
    *("null", "none", "None", "nil", "undefined", "NaN", "false", "true", "0", "-", "*", "all"),
    *("default", "unknown", "N/A", "[]", "{}"),
)
"""What stands for nothing, or for everything, where no name can be."""


def other(digit: str) -> str:
    """Return another hexadecimal digit."""
    return "0" if digit == "f" else "f"


def enriched(operations: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return operations whose names begin with what makes near misses possible."""

    def change(domain: Any, value: Any) -> Any:
        return RICH + value if domain in NAMES and value else value

    return tuple(mapped(each, None, change) for each in operations)


def numeric(operations: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return operations whose names and titles are numbers, different ones different numbers."""
    return renamed(operations, TITLED, lambda number: str(number + 1))


def worded(operations: tuple[Any, ...], first: int) -> tuple[Any, ...]:
    """Return operations whose names are words for nothing, from one of them on."""
    return renamed(operations, NAMES, lambda number: WORDS[(first + number) % len(WORDS)])


def identified(operations: Iterable[Any], states: Iterable[Any]) -> tuple[Any, ...]:
    """Return operations, each with the id of the claim under which its step is held before it."""
    return tuple(
        replace(each, claim_id=current)
        if getattr(each, "claim_id", 0) is None and (current := current_id(state, each))
        else each
        for each, state in zip(operations, states, strict=False)
    )


def current_id(state: Any, operation: Any) -> Any:
    """Return the id of the claim under which an operation's step is held, or `None`."""
    step = row(state, operation.plan, getattr(operation, "step", ""))
    return step.claim_id if step is not None else None


def renamed(
    operations: tuple[Any, ...], domains: Container[Any], name: Callable[[int], str]
) -> tuple[Any, ...]:
    """Return operations with other texts in some domains, which are counted from 0."""
    names: dict[Any, str] = {}

    def change(domain: Any, value: Any) -> Any:
        if domain not in domains or not value:
            return value
        return names.setdefault(value, name(len(names)))

    return tuple(mapped(each, None, change) for each in operations)


def joined_alike(operations: tuple[Any, ...], joint: str, plan_first: bool) -> tuple[Any, ...]:
    """Return operations on two plans, of which each name joined to its plan's gives the same.

    As `a` and `b:c` joined by a colon are `a:b` and `c`.
    """
    at_one, at_other = ("a{}b", "b{}{{}}") if plan_first else ("b{}a", "{{}}{}b")
    plans = "a", at_one.format(joint)
    names = at_other.format(joint), "{}"

    def on(number: int, operation: Any) -> Any:
        def change(domain: Any, value: Any) -> Any:
            if value == operation.plan:
                return plans[number]
            return names[number].format(value) if domain in NAMES and value else value

        return mapped(operation, None, change)

    return tuple(on(number, each) for each in operations for number in (0, 1))


def current_values(state: Any, operation: Any) -> set[Any]:
    """Return what an operation may mean by a value: what is stored, or said twice in it."""
    said = Counter(each.value for each in places_in(operation))
    return {each.value for each in places_in(state)} | {each for each in said if said[each] > 1}


def places_to_miss(operation: Any) -> Iterator[FieldPlace]:
    """Yield the first values in each field of an operation; times count by themselves."""
    seen: Counter[object] = Counter()
    for place in places_in(operation):
        seen[place.field] += 1
        is_single = not isinstance(place.value, tuple) and place.domain is not domain_of(Time)
        if is_single and seen[place.field] <= MOST:
            yield place


def ways_to_miss(place: FieldPlace) -> dict[str, Callable[[Any], Any]]:
    """Return what may be taken for a value."""
    if place.domain in HASHES:
        return DIGITS
    if isinstance(place.value, str):
        is_list = place.value.startswith("[") and place.value.endswith("]")
        return NUMERALS if place.value.isdecimal() else TEXTS | LISTS if is_list else TEXTS
    return NUMBERS


def fits(value: Any, domain: Any) -> bool:
    """Return whether a value is in a domain."""
    limits: dict[str, Any] = domain.limits if domain else {}
    if isinstance(value, str):
        return True
    return bool(limits.get("ge", value) <= value <= limits.get("le", value))
