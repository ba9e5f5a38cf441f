"""The input of `planstate recover`: a review, and the output of `planstate commit --json`."""

from typing import Any, NamedTuple, NoReturn

from impl.cli.answers import Failure
from impl.cli.given import Fail, is_text, read_json
from impl.json_text import is_whole
from spec.vocabulary.recovery import Checkpoint, Judgement, Review

APPROVE = "APPROVE"

REVIEW = (
    '{"verdict": "APPROVE", "checkpoints": [{"ordinal": 0, "judgement": "FAIL", '
    '"reason": "does not start"}]}'
)
COMMIT = "the JSON document that `planstate commit --json` prints"


class ReadCommit(NamedTuple):
    """The result of a commit: whether git made it, its hash, and why the step was not completed.

    `reason` may be an unknown word; it is `None` if it is missing. Nothing is decided from the
    `warnings` (COM-3).
    """

    committed: bool
    commit_hash: str | None
    state_update_failed: bool
    reason: str | None
    warnings: tuple[str, ...] = ()


def read_review(given: str) -> tuple[Review, str]:
    """Read a review, and its verdict as given. Raises `Failure` if it is malformed."""

    def fail(found: str) -> NoReturn:
        raise Failure.of_request(f"the review {found}; expected an object such as {REVIEW}")

    review = read_json(given, "a review", dict, fail)
    verdict, checkpoints = review.get("verdict"), review.get("checkpoints")
    if not is_text(verdict):
        fail("has no string as `verdict`")
    if not isinstance(checkpoints, list):
        fail("has no array as `checkpoints`")
    points = tuple(_checkpoint(entry, place, fail) for place, entry in enumerate(checkpoints))
    ordinals = [point.ordinal for point in points]
    if len(set(ordinals)) != len(ordinals):
        fail("judges a checkpoint twice")
    return Review(verdict == APPROVE, points), verdict


def read_commit(given: str) -> ReadCommit:
    """Read the output of a commit from a file or standard input.

    Raises `Failure` if it is malformed; its reason may be unknown or missing.
    """

    def fail(found: str) -> NoReturn:
        raise Failure.of_request(f"the output of the commit {found}; expected {COMMIT}")

    envelope = read_json(given, COMMIT, dict, fail)
    data = envelope.get("data")
    if envelope.get("command") != "commit" or not isinstance(data, dict):
        fail("is not an answer of `planstate commit`")
    if envelope.get("status") != "ok":
        return ReadCommit(committed=False, commit_hash=None, state_update_failed=False, reason=None)
    commit_hash, failed = data.get("commit_hash"), data.get("state_update_failed")
    if not is_text(commit_hash) or not isinstance(failed, bool):
        fail("has no `commit_hash` or no `state_update_failed`")
    reason = data.get("state_failure_reason")
    found = data.get("warnings")
    warnings = tuple(filter(is_text, found)) if isinstance(found, list) else ()
    return ReadCommit(True, commit_hash, failed, reason if is_text(reason) else None, warnings)


def _checkpoint(entry: Any, place: int, fail: Fail) -> Checkpoint:
    """Read one judgement. Unknown fields are ignored."""
    if not isinstance(entry, dict):
        fail(f"has no object as entry {place} of `checkpoints`")
    ordinal, judgement, reason = map(entry.get, ("ordinal", "judgement", "reason"))
    if not is_whole(ordinal) or ordinal < 0:
        fail(f"has no whole number as `ordinal` of entry {place}, counted from 0")
    if not is_text(judgement) or judgement not in list(Judgement):
        words = ", ".join(Judgement)
        fail(f"has an unknown `judgement` in entry {place}, which is none of {words}")
    if reason is not None and not is_text(reason):
        fail(f"has a `reason` in entry {place} that is not a string")
    return Checkpoint(ordinal, Judgement(judgement), reason or "")
