"""The trailers of commit messages: what they say of a commit, and those that no request decides."""

import re

from spec.vocabulary.completion import CommitLogEntry

STEP, PLAN, CLAIM, TEXT = (f"Tug-{word}: " for word in ("Step", "Plan", "Claim", "Text"))
CLAIMS = re.compile(f"^{CLAIM}([0-9]+)$", re.MULTILINE)


def claim_named(message: str) -> int | None:
    """Return the claim that a message names last, or `None`."""
    named = CLAIMS.findall(message)
    return int(named[-1]) if named else None


def with_text(message: str, text: str | None) -> str:
    """Return a message with the trailer of this text, and of no other, which no call can name."""
    lines = [line for line in message.split("\n") if not line.startswith(TEXT)]
    return "\n".join([*lines[:-1], *([f"{TEXT}{text}"] if text else []), lines[-1]])


def message_naming(entry: CommitLogEntry) -> str:
    """Return the message of a commit that a commit log names and nobody made."""
    lines = ["Work", "", entry.commit_hash, "", STEP + entry.step, PLAN + entry.plan]
    if entry.claim_id is not None:
        lines.append(f"{CLAIM}{entry.claim_id}")
    if entry.earlier_text:
        lines.append(TEXT + "0" * 64)
    return "\n".join([*lines, ""])
