"""Verdicts in what a reviewer prints and in what it writes."""

import json

import pytest

from impl.hooks import verdicts
from spec.vocabulary.reviews import ReviewResult

PASS, FAIL = ReviewResult.PASS, ReviewResult.FAIL
NONE, TWO = ReviewResult.NO_VERDICT, ReviewResult.TWO_VERDICTS

OUTPUTS: dict[str, tuple[object, ReviewResult | None]] = {
    "structured output": ({"structured_output": {"verdict": "PASS"}, "result": "x"}, PASS),
    "a result that is an object": ({"result": {"verdict": "FAIL"}}, FAIL),
    "both, of which the first counts": (
        {"structured_output": {"verdict": "FAIL"}, "result": {"verdict": "PASS"}},
        FAIL,
    ),
    "an empty structured output": (
        {"structured_output": None, "result": {"verdict": "PASS"}},
        PASS,
    ),
    "structured output without verdict": ({"structured_output": {"score": 1}}, None),
    "a verdict of another word": ({"structured_output": {"verdict": "pass"}}, NONE),
    "a verdict that is no word": ({"structured_output": {"verdict": ["PASS"]}}, NONE),
    "a result that is a text": ({"result": "VERDICT: PASS"}, None),
    "a list of all that happened": ([{"result": {"verdict": "FAIL"}}, {"result": "x"}], None),
    "a list with the answer last": ([{}, {"structured_output": {"verdict": "PASS"}}], PASS),
    "an empty list": ([], None),
    "a number": (1, None),
}


@pytest.mark.parametrize(("output", "verdict"), OUTPUTS.values(), ids=OUTPUTS)
def test_a_verdict_is_read_from_structured_output(
    output: object, verdict: ReviewResult | None
) -> None:
    assert verdicts.of_output(json.dumps(output).encode()) == verdict


@pytest.mark.parametrize("output", [b"", b"VERDICT: PASS", b"\xff{", b"[" * 100_000])
def test_other_output_has_no_verdict(output: bytes) -> None:
    assert verdicts.of_output(output) is None


BOTH: dict[str, tuple[object, bytes, ReviewResult]] = {
    "the same": ("PASS", b"VERDICT: PASS\n", PASS),
    "the other one": ("PASS", b"VERDICT: FAIL\n", TWO),
    "the other way round": ("FAIL", b"VERDICT: PASS\n", TWO),
    "the other one, but not last": ("PASS", b"VERDICT: FAIL\nmore\n", TWO),
    "two in the file": ("PASS", b"VERDICT: FAIL\nVERDICT: PASS\n", TWO),
    "none in the file": ("PASS", b"all well\n", PASS),
    "another word": ("OK", b"VERDICT: PASS\n", NONE),
}


@pytest.mark.parametrize(("word", "review", "verdict"), BOTH.values(), ids=BOTH)
def test_structured_output_that_the_review_contradicts_is_two_verdicts(
    word: object, review: bytes, verdict: ReviewResult
) -> None:
    output = json.dumps({"structured_output": {"verdict": word}}).encode()
    assert verdicts.of_run(output, review) == verdict


def test_without_structured_output_the_review_counts() -> None:
    assert verdicts.of_run(b"done", b"VERDICT: PASS\n") == PASS
    assert verdicts.of_run(b"{}", b"") == NONE


REVIEWS = {
    "PASS at the end": (b"fine\nVERDICT: PASS\n", PASS),
    "FAIL at the end": (b"no\nVERDICT: FAIL", FAIL),
    "blank lines after it": (b"VERDICT: PASS\r\n \n\n", PASS),
    "the same twice": (b"VERDICT: FAIL\nmore\nVERDICT: FAIL\n", FAIL),
    "bytes that are no text": (b"\xff\xfe\nVERDICT: PASS\n", PASS),
    "both": (b"VERDICT: FAIL\nmended\nVERDICT: PASS\n", TWO),
    "both, the other way round": (b"VERDICT: PASS\nVERDICT: FAIL\n", TWO),
    "a line after it": (b"VERDICT: PASS\nwell, almost\n", NONE),
    "in the midst of a line": (b"my VERDICT: PASS\n", NONE),
    "more on the line": (b"VERDICT: PASS!\n", NONE),
    "another word": (b"VERDICT: MAYBE\n", NONE),
    "small letters": (b"verdict: pass\n", NONE),
    "nothing": (b"", NONE),
}


@pytest.mark.parametrize(("review", "verdict"), REVIEWS.values(), ids=REVIEWS)
def test_a_verdict_is_the_last_line_of_a_review(review: bytes, verdict: ReviewResult) -> None:
    assert verdicts.of_review(review) == verdict
