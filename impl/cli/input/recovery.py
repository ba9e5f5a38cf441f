"""The input of `planstate recover`: a review, and the output of `planstate commit --json`."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeGuard

from impl.cli.answers import Failure
from spec.vocabulary.recovery import Checkpoint, Judgement, Review
from spec.vocabulary.rejections import Code

STANDARD_INPUT = "-"
APPROVE = "APPROVE"

REVIEW = (
    '{"verdict": "APPROVE", "checkpoints": [{"ordinal": 0, "judgement": "FAIL", '
    '"reason": "does not start"}]}'
)
COMMIT = "the JSON document that `planstate commit --json` prints"

Fail = Callable[[str], NoReturn]


class ReadReview(NamedTuple):
    """A review, and its verdict as it was given."""

    review: Review
    verdict: str | None


class ReadCommit(NamedTuple):
    """The result of a commit: whether git made it, its hash, and why the step was not completed.

    `reason` may be an unknown word; it is `None` if it is missing.
    """

    committed: bool
    commit_hash: str | None
    state_update_failed: bool
    reason: str | None


NO_REVIEW = ReadReview(Review(approved=False), None)


def read_review(given: str) -> ReadReview:
    """Read a review from a file or standard input. Raises `Failure` if it is malformed."""

    def fail(found: str) -> NoReturn:
        raise _malformed(f"the review {found}; expected an object such as {REVIEW}")

    review = _read_object(given, fail)
    verdict, checkpoints = review.get("verdict"), review.get("checkpoints")
    if not _is_text(verdict):
        fail("has no string as `verdict`")
    if not isinstance(checkpoints, list):
        fail("has no array as `checkpoints`")
    points = tuple(_checkpoint(entry, place, fail) for place, entry in enumerate(checkpoints))
    ordinals = [point.ordinal for point in points]
    if len(set(ordinals)) != len(ordinals):
        fail("judges a checkpoint twice")
    return ReadReview(Review(verdict == APPROVE, points), verdict)


def read_commit(given: str) -> ReadCommit:
    """Read the output of a commit from a file or standard input.

    Raises `Failure` if it is malformed; its reason may be unknown or missing.
    """

    def fail(found: str) -> NoReturn:
        raise _malformed(f"the output of the commit {found}; expected {COMMIT}")

    envelope = _read_object(given, fail)
    data = envelope.get("data")
    if envelope.get("command") != "commit" or not isinstance(data, dict):
        fail("is not an answer of `planstate commit`")
    if envelope.get("status") != "ok":
        return ReadCommit(committed=False, commit_hash=None, state_update_failed=False, reason=None)
    commit_hash, failed = data.get("commit_hash"), data.get("state_update_failed")
    if not _is_text(commit_hash) or not isinstance(failed, bool):
        fail("has no `commit_hash` or no `state_update_failed`")
    reason = data.get("state_failure_reason")
    return ReadCommit(True, commit_hash, failed, reason if _is_text(reason) else None)


def _read_object(given: str, fail: Fail) -> dict[str, Any]:
    try:
        found = json.loads(_text(given, fail))
    except (ValueError, RecursionError) as error:
        fail(f"is not JSON ({error})")
    if not isinstance(found, dict):
        fail("is JSON, but not an object")
    return found


def _text(given: str, fail: Fail) -> str:
    if given == STANDARD_INPUT:
        if sys.stdin.isatty():
            print("reading JSON from the terminal; end it with ctrl-D", file=sys.stderr)
        return sys.stdin.buffer.read().decode()
    try:
        return Path(given).read_bytes().decode()
    except OSError as error:
        fail(f"cannot be read from {given} ({error.strerror})")


def _checkpoint(entry: Any, place: int, fail: Fail) -> Checkpoint:
    """Read one judgement. Unknown fields are ignored."""
    if not isinstance(entry, dict):
        fail(f"has no object as entry {place} of `checkpoints`")
    ordinal, judgement, reason = (entry.get(name) for name in ("ordinal", "judgement", "reason"))
    if not isinstance(ordinal, int) or isinstance(ordinal, bool) or ordinal < 0:
        fail(f"has no whole number as `ordinal` of entry {place}, counted from 0")
    if not _is_text(judgement) or judgement not in list(Judgement):
        words = ", ".join(Judgement)
        fail(f"has an unknown `judgement` in entry {place}, which is none of {words}")
    if reason is not None and not _is_text(reason):
        fail(f"has a `reason` in entry {place} that is not a string")
    return Checkpoint(ordinal, Judgement(judgement), reason or "")


def _is_text(value: object) -> TypeGuard[str]:
    """Return whether a value is a string of valid Unicode, which JSON does not ensure."""
    return isinstance(value, str) and value == value.encode(errors="ignore").decode()


def _malformed(message: str) -> Failure:
    return Failure(Code.INVALID_REQUEST, message, {"reason": "invalid_request"})
