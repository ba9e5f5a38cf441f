"""Text that people and programs give: as numbers within bounds, and as messages repeat it."""

LONGEST_SHOWN = 60
"""How many characters of a text a message repeats."""
LARGEST_SIZE = 9_999
"""Of a terminal, in lines or columns."""


def parsed_number(given: str, least: int, most: int) -> int | None:
    """Return a whole number within bounds, or `None` if the text is not one.

    Python refuses to convert more than some thousand digits.
    """
    digits = given.isascii() and given.isdecimal() and len(given) <= len(str(most))
    return int(given) if digits and least <= int(given) <= most else None


def is_utf8(given: str) -> bool:
    """Return whether a text is valid Unicode, which arguments, variables and JSON may not be."""
    return given == given.encode(errors="ignore").decode()


def as_utf8(given: str) -> str:
    """Return a name that the system gave with its bytes that are not UTF-8 escaped."""
    return given.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def shown(given: str) -> str:
    """Return the beginning of a text in quotes, with what cannot be printed escaped."""
    return repr(given if len(given) <= LONGEST_SHOWN else f"{given[:LONGEST_SHOWN]}...")


def hidden(text: str) -> str:
    """Return a text with the passwords of URLs hidden, and made visible otherwise."""
    import re

    password = (
        r"(?<=://)([^\s/?@:]*:)\S*(?=@)"
        r"|((?:password|passwd|pwd)\s*=\s*)(?:'(?:[^'\\]|\\.)*'|[^\s&;]*)"
        r"|(?<![^\s=])([^\s/:@=]+:)[^\s/@]+(?=@)"
    )
    return visible(re.sub(password, r"\1\2\3***", text, flags=re.IGNORECASE))


def visible(text: str) -> str:
    """Escape control characters and line breaks."""
    return "".join(
        character if character.isprintable() or character in " \u00a0" else ascii(character)[1:-1]
        for character in text
    )
