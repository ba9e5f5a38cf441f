"""The work that remains, as a report lists it: read in one way, or rejected (ITR-1, ITR-2)."""

import json
import re

# ITR-1.9 to ITR-1.11: what stands for nothing
_NOTHING = re.compile(r"(?:none|null|nil|n/a|nothing)\.?", re.ASCII | re.IGNORECASE)
_DASHES = ("-", "\u2013", "\u2014")
_AMBIGUOUS = re.compile(r"0|true|false|nan|[-~\u2013\u2014]", re.ASCII | re.IGNORECASE)

_INSIDE = r"\x00-\x1f\x7f-\x9f\\\"'\u0060\u2018-\u201f"  # ITR-2.10: what no element holds
_ELEMENT = re.compile(
    rf"""\s*+(?:"(?P<double>[^{_INSIDE}]*+)"|'(?P<single>[^{_INSIDE}]*+)'"""
    rf"|(?P<word>[^][{{}},{_INSIDE}]++))\s*+(?:,\s*+|(?=\]))"
)


class MalformedWork(ValueError):
    """A text begins with a bracket but cannot be read as a list, or in more ways than one."""


def names(work_remaining: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the names of what remains, in order; empty if nothing does (ITR-1, ITR-2).

    Raises `MalformedWork`.
    """
    if work_remaining is None:  # ITR-1.4: missing
        return ()
    if not isinstance(work_remaining, str):  # ITR-1.6: a list
        return _trimmed(work_remaining)
    text = work_remaining.strip()
    if text in ("", "0", *_DASHES) or _NOTHING.fullmatch(text):  # ITR-1.5
        return ()
    if text.startswith("["):  # ITR-2.2: an array
        return _trimmed(_array(text))
    return _separated(text.split())  # ITR-2.4: separated by white space


def _separated(words: list[str]) -> tuple[str, ...]:
    """Return words without the commas between them (ITR-2.15)."""
    if not all(word.endswith(",") for word in words[:-1]):  # ITR-2.16
        return tuple(words)
    return (*filter(None, (word[:-1] for word in words[:-1])), words[-1])


def _array(text: str) -> list[str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):  # the latter for brackets nested too deeply
        return _bare_list(text)
    if isinstance(found, list) and all(isinstance(name, str) for name in found):
        return found
    return _bare_list(text)


def _bare_list(text: str) -> list[str]:
    """Return the elements of a list whose words need no quotes (ITR-2.8 to ITR-2.13)."""
    elements, words, at = [], [], 1
    while at < len(text) and text[at] != "]":
        found = _ELEMENT.match(text, at)
        if found is None:
            raise MalformedWork(f"{text[:80]!r} has no element at character {at}")
        if (word := found["word"]) is not None:
            words.append(word.strip())
        elements.append(found[found.lastgroup or 0])
        at = found.end()
    if at != len(text) - 1 or not elements:
        raise MalformedWork(f"{text[:80]!r} is not a list in brackets")
    if any(map(_is_ambiguous, words)) or (len(elements) == 1 and len(" ".join(words).split()) > 1):
        raise MalformedWork(f"{text[:80]!r} can be read in more ways than one")
    return elements


def _is_ambiguous(word: str) -> bool:
    """Return whether a word may be no name (ITR-2.11)."""
    return not word or bool(_NOTHING.fullmatch(word) or _AMBIGUOUS.fullmatch(word))


def _trimmed(given: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in (name.strip() for name in given) if name)
