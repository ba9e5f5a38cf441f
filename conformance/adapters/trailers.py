"""The trailers of commit messages: what they say of a commit, and those that no request decides."""

import re

CLAIM = re.compile(r"^Tug-Claim: ([0-9]+)$", re.MULTILINE)


def claim_named(message: str) -> int | None:
    """Return the claim that a message names last, or `None`."""
    named = CLAIM.findall(message)
    return int(named[-1]) if named else None


def with_text(message: str, text: str | None) -> str:
    """Return a message with the trailer of this text, and of no other, which no call can name."""
    lines = [line for line in message.split("\n") if not line.startswith("Tug-Text: ")]
    return "\n".join([*lines[:-1], *([f"Tug-Text: {text}"] if text else []), lines[-1]])
