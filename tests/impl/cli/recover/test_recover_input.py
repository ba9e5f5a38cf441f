"""What `planstate recover` is given and cannot be read is refused, and changes nothing."""

from tests.impl.cli.calling import Reply
from tests.impl.cli.yard import FAILED, OPEN, Yard
from tests.profiles import requires_ci_profile


def then_refused(called: Reply, words: str) -> None:
    """Check that the input was refused as malformed."""
    assert called.code == 1
    assert called.envelope["status"] == "error"
    assert called.envelope["data"]["reason"] == "invalid_request"
    [issue] = called.envelope["issues"]
    assert issue["code"] == "E047"
    assert words in issue["message"]


def reviewed(**changes: object) -> object:
    return {"verdict": "APPROVE", "checkpoints": [{**FAILED, **changes}]}


MALFORMED: dict[str, tuple[object, str]] = {
    "nothing": ("", "the review is not JSON"),
    "no JSON": ("APPROVE", "the review is not JSON"),
    "too deep": ("[" * 100_000, "the review is not JSON"),
    "an array": ([], "the review is JSON, but not an object"),
    "no verdict": ({"checkpoints": []}, "has no string as `verdict`"),
    "a verdict that is no text": (
        {"verdict": True, "checkpoints": []},
        "has no string as `verdict`",
    ),
    "no checkpoints": ({"verdict": "APPROVE"}, "has no array as `checkpoints`"),
    "a checkpoint that is none": ({"verdict": "APPROVE", "checkpoints": [1]}, "entry 0"),
    "no ordinal": (reviewed(ordinal=None), "no whole number as `ordinal` of entry 0"),
    "a true ordinal": (reviewed(ordinal=True), "no whole number as `ordinal` of entry 0"),
    "a negative ordinal": (reviewed(ordinal=-1), "no whole number as `ordinal` of entry 0"),
    "an unknown judgement": (reviewed(judgement="OK"), "PASS, FAIL, BLOCKED, UNVERIFIED"),
    "no judgement": (reviewed(judgement=None), "unknown `judgement` in entry 0"),
    "a reason that is no text": (reviewed(reason=1), "a `reason` in entry 0 that is not a string"),
    "half a character": (reviewed(reason="\ud800"), "a `reason` in entry 0 that is not a string"),
    "one judged twice": ({"verdict": "APPROVE", "checkpoints": [FAILED, FAILED]}, "twice"),
}


@requires_ci_profile
def test_a_malformed_review_changes_nothing(yard: Yard) -> None:
    before = yard.stored()
    for review, words in MALFORMED.values():
        then_refused(yard.recover("--review", yard.given(review, "malformed.json")), words)
    assert yard.stored() == before


def test_a_review_that_is_not_there_or_no_text_changes_nothing(yard: Yard) -> None:
    then_refused(yard.recover("--review", "nowhere.json"), "cannot be read from nowhere.json")
    then_refused(yard.recover("--review", str(yard.root)), "cannot be read from")
    (yard.root / "latin.json").write_bytes('"é"'.encode("latin-1"))
    then_refused(yard.recover("--review", "latin.json"), "the review is not JSON")
    assert yard.items() == OPEN


NO_ANSWERS = {
    "": "is not JSON",
    "committed 2 files": "is not JSON",
    "{}": "is not an answer of `planstate commit`",
    '{"command": "recover", "data": {}}': "is not an answer of `planstate commit`",
    '{"command": "commit", "data": []}': "is not an answer of `planstate commit`",
    '{"command": "commit", "status": "ok", "data": {}}': "has no `commit_hash`",
}


def test_what_no_commit_printed_changes_nothing(yard: Yard) -> None:
    for printed, words in NO_ANSWERS.items():
        called = yard.recover("--commit", "-", "--review", yard.review, given=printed)
        then_refused(called, f"the output of the commit {words}")
    assert yard.items() == OPEN
